package cms_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestLookupsLearnTheLargestPage uses a site whose lists allow fewer than 100 records. The
// error is handwritten, in the form of WordPress.
func TestLookupsLearnTheLargestPage(t *testing.T) {
	t.Parallel()
	lookups := map[string]func(context.Context, *cms.Client) error{
		"BySlug": func(ctx context.Context, site *cms.Client) error {
			_, err := site.Pages.BySlug(ctx, "kerning")
			return err
		},
		"ByPath": func(ctx context.Context, site *cms.Client) error {
			_, err := site.Pages.ByPath(ctx, "kerning")
			return err
		},
		"Ensure": func(ctx context.Context, site *cms.Client) error {
			_, err := site.Pages.Ensure(ctx, "kerning", &cms.PageParams{})
			return err
		},
	}
	for name, look := range lookups {
		for _, most := range []int{1, 20} {
			t.Run(name+strconv.Itoa(most), func(t *testing.T) {
				t.Parallel()
				site, refused := smallPagesSite(t, most)
				for call := range 2 {
					if err := look(t.Context(), site); err != nil {
						t.Fatalf("%s, call %d, at most %d records a page: %v", name, call+1, most, err)
					}
				}
				if n := refused.Load(); n != 1 {
					t.Errorf("two calls of %s sent %d requests with a page size above %d, want 1", name, n, most)
				}
			})
		}
	}
}

func TestBySlugIsAmbiguousOnASiteWithOneRecordAPage(t *testing.T) {
	t.Parallel()
	site, _ := smallPagesSite(t, 1)
	first, err := site.Pages.BySlug(t.Context(), "kerning")
	if err != nil {
		t.Fatal(err)
	}
	title, slug, status := "Kerning", "kerning", cms.StatusPublish
	below := &cms.PageParams{Title: &title, Slug: &slug, Parent: &first.ID, Status: &status}
	if _, err := site.Pages.Create(t.Context(), below); err != nil {
		t.Fatal(err)
	}
	_, err = site.Pages.BySlug(t.Context(), "kerning")
	if !errors.Is(err, cms.ErrAmbiguous) {
		t.Errorf("BySlug of two pages with one slug: error %v, want ErrAmbiguous", err)
	}
}

// TestBySlugFailsIfTheSecondPageFails has a site with one record a page, and a proxy that refuses the second page.
func TestBySlugFailsIfTheSecondPageFails(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch q := r.URL.Query(); {
		case q.Get("per_page") != "1":
			stub.Reply(w, 400, `{"code":"rest_invalid_param","message":"No.",`+
				`"data":{"status":400,"params":{"per_page":"1 - 1"}}}`)
		case q.Get("page") == "2":
			stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
		default:
			stub.Reply(w, 200, "X-CMS-Total: 2", "X-CMS-TotalPages: 2", `[{"id":7,"slug":"kerning","parent":0}]`)
		}
	})
	if _, err := s.Client(t).Posts.BySlug(t.Context(), "kerning"); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("BySlug, the second page is refused: error %v, want ErrForbidden", err)
	}
	if n := len(s.Seen()); n != 3 {
		t.Errorf("BySlug, the second page is refused: %d requests, want 3", n)
	}
}

// smallPagesSite returns the client of a site with one page, whose lists allow most
// records a page. It counts the requests that the site refuses for their page size.
func smallPagesSite(t *testing.T, most int) (site *cms.Client, refused *atomic.Int64) {
	t.Helper()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	server.Insert("pages", map[string]any{"title": "Kerning", "slug": "kerning"})
	return smallPages(t, server, most)
}

// manyPostsSite returns the client of a site with 25 posts, whose lists allow most records
// a page, and the ids of the posts, the lowest first.
func manyPostsSite(t *testing.T, most int) (site *cms.Client, refused *atomic.Int64, ids []int64) {
	t.Helper()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	for n := range 25 {
		post := server.Insert("posts", map[string]any{"title": "Post", "content": "Text", "slug": fmt.Sprint("post-", n)})
		ids = append(ids, post)
	}
	site, refused = smallPages(t, server, most)
	return site, refused, ids
}

func smallPages(t *testing.T, server *cmstest.Server, most int) (site *cms.Client, refused *atomic.Int64) {
	t.Helper()
	refused = new(atomic.Int64)
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")),
		cms.WithMiddleware(atMost(most, refused)))
	if err != nil {
		t.Fatal(err)
	}
	return site, refused
}

// atMost refuses requests for more than most records a page, and counts them. The error is
// handwritten, in the form of WordPress.
func atMost(most int, refused *atomic.Int64) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(r *http.Request) (*http.Response, error) {
			if size, _ := strconv.Atoi(r.URL.Query().Get("per_page")); size <= most {
				return next.RoundTrip(r)
			}
			refused.Add(1)
			text := fmt.Sprintf("per_page muss zwischen 1 (inklusive) und %d (inklusive) liegen", most)
			body := fmt.Sprintf(`{"code":"rest_invalid_param","message":"Parameter: per_page","data":{"status":400,
				"params":{"per_page":%q},"details":{"per_page":{"code":"rest_out_of_bounds","message":%q,"data":null}}}}`,
				text, text)
			return &http.Response{StatusCode: http.StatusBadRequest, Request: r, Body: io.NopCloser(strings.NewReader(body)),
				Header: http.Header{"Content-Type": {"application/json"}}}, nil
		})
	}
}
