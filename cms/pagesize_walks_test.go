package cms_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// walksOfPosts are the ways to read all posts of a site. Each returns their ids.
func walksOfPosts(ids []int64) map[string]func(context.Context, *cms.Client) ([]int64, error) {
	collect := func(posts iter.Seq2[*cms.Post, error]) (found []int64, err error) {
		for post, err := range posts {
			if err != nil {
				return nil, err
			}
			found = append(found, post.ID)
		}
		return found, nil
	}
	return map[string]func(context.Context, *cms.Client) ([]int64, error){
		"All": func(ctx context.Context, site *cms.Client) ([]int64, error) {
			return collect(site.Posts.All(ctx, nil))
		},
		"All with Prefetch": func(ctx context.Context, site *cms.Client) ([]int64, error) {
			return collect(site.Posts.All(ctx, nil, cms.Prefetch(4)))
		},
		"All with an Offset": func(ctx context.Context, site *cms.Client) ([]int64, error) {
			found, err := collect(site.Posts.All(ctx, &cms.PostListOptions{Offset: 1}))
			return append(found, ids[len(ids)-1]), err
		},
		"All with Exact": func(ctx context.Context, site *cms.Client) ([]int64, error) {
			return collect(site.Posts.All(ctx, nil, cms.Exact()))
		},
		"Pages": func(ctx context.Context, site *cms.Client) (found []int64, err error) {
			for page, err := range site.Posts.Pages(ctx, nil) {
				if err != nil {
					return nil, err
				}
				for _, post := range page.Items {
					found = append(found, post.ID)
				}
			}
			return found, nil
		},
		"GetMany": func(ctx context.Context, site *cms.Client) ([]int64, error) {
			return collect(site.Posts.GetMany(ctx, ids, nil))
		},
	}
}

func TestWalksLearnTheLargestPage(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 7, 24, 25} {
		_, _, ids := manyPostsSite(t, most)
		for name, read := range walksOfPosts(ids) {
			t.Run(fmt.Sprint(name, most), func(t *testing.T) {
				t.Parallel()
				site, refused, ids := manyPostsSite(t, most)
				for call := range 2 {
					found, err := read(t.Context(), site)
					if err != nil {
						t.Fatalf("%s, call %d, at most %d records a page: %v", name, call+1, most, err)
					}
					if slices.Sort(found); !slices.Equal(found, ids) {
						t.Errorf("%s, call %d, at most %d records a page: the posts %d, want %d", name, call+1, most, found, ids)
					}
				}
				limit := int64(1)
				if strings.Contains(name, "Prefetch") { // pages ahead may be refused as well
					limit = 5
				}
				if n := refused.Load(); n < 1 || n > limit {
					t.Errorf("two calls of %s sent %d requests with a page size above %d, want 1 to %d", name, n, most, limit)
				}
			})
		}
	}
}

func TestLargestPageOfOneListIsNotThatOfAnother(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if size, _ := strconv.Atoi(r.URL.Query().Get("per_page")); strings.HasSuffix(r.URL.Path, "/a/v1/5/bc") && size > 7 {
			stub.Reply(w, 400, `{"code":"rest_invalid_param","message":"Invalid parameter(s): per_page","data":{"status":400,`+
				`"params":{"per_page":"per_page must be between 1 (inclusive) and 7 (inclusive)"}}}`)
			return
		}
		stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
	})
	site := s.Client(t)
	for _, test := range []struct {
		path  string
		sizes []string
	}{
		{"a/v1/5/bc", []string{"100", "7"}}, {"a/v1/6/bc", []string{"7"}}, // alike but for the id
		{"a/v1b/5/c", []string{"100"}}, {"a/v2/5/bc", []string{"100"}}, {"a/v1/bc", []string{"100"}},
	} {
		before := len(s.Seen())
		list := cms.NewCollection[cms.Post, cms.PostParams, cms.PostListOptions](site, test.path)
		if err := firstError(list.All(t.Context(), nil)); err != nil {
			t.Errorf("All of %s: error %v, want none", test.path, err)
		}
		var sizes []string
		for _, r := range s.Seen()[before:] {
			sizes = append(sizes, r.Values().Get("per_page"))
		}
		if !slices.Equal(sizes, test.sizes) {
			t.Errorf("All of %s asked for pages of %q, want %q", test.path, sizes, test.sizes)
		}
	}
}

func TestRefusedPageSizeWithoutASmallerOneIsReturned(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"per_page is not allowed", "per_page must be at least 100", "per_page must be 0",
		"per_page must be below 99999999999999999999"} {
		s := stub.New(t, stub.Always(400, fmt.Sprintf(`{"code":"rest_invalid_param","message":"Invalid parameter(s)",`+
			`"data":{"status":400,"params":{"per_page":%q}}}`, text)))
		if err := firstError(s.Client(t).Posts.All(t.Context(), nil)); !errors.Is(err, cms.CodeInvalidParam) {
			t.Errorf("All on a site that says %q: error %v, want that of the site", text, err)
		}
		if sent := len(s.Seen()); sent != 1 {
			t.Errorf("All on a site that says %q sent %d requests, want 1", text, sent)
		}
	}
}

func TestConcurrentWalksOfOneClientLearnTheLargestPage(t *testing.T) {
	t.Parallel()
	site, _, ids := manyPostsSite(t, 6)
	var group sync.WaitGroup
	for name, read := range walksOfPosts(ids) {
		for range 3 {
			group.Go(func() {
				found, err := read(t.Context(), site)
				if slices.Sort(found); err != nil || !slices.Equal(found, ids) {
					t.Errorf("%s beside others: the posts %d, error %v, want %d", name, found, err, ids)
				}
			})
		}
	}
	group.Wait()
}

func TestWalkWithAPageSizeOfTheCallerIsRefusedAsTheSiteRefusesIt(t *testing.T) {
	t.Parallel()
	site, refused, _ := manyPostsSite(t, 20)
	for range 2 {
		for _, err := range site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 50}) {
			if !errors.Is(err, cms.ErrBadRequest) {
				t.Errorf("All with 50 records a page, 20 allowed: error %v, want ErrBadRequest", err)
			}
		}
	}
	if n := refused.Load(); n != 2 {
		t.Errorf("two walks with 50 records a page: %d requests were refused, want 2", n)
	}
}

func TestCursorKeepsThePageSizeOfItsWalk(t *testing.T) {
	t.Parallel()
	site, refused, ids := manyPostsSite(t, 10)
	var cursor cms.Cursor
	var found []int64
	for post, err := range site.Posts.All(t.Context(), nil, cms.Resume(&cursor)) {
		if err != nil {
			t.Fatal(err)
		}
		if found = append(found, post.ID); len(found) == 13 {
			break
		}
	}
	if cursor.PerPage != 10 {
		t.Fatalf("a cursor of a site that allows 10 records a page has PerPage %d, want 10", cursor.PerPage)
	}
	refused.Store(0)
	fresh, err := cms.New(site.Site(), cms.WithMiddleware(atMost(10, refused)))
	if err != nil {
		t.Fatal(err)
	}
	for post, err := range fresh.Posts.All(t.Context(), nil, cms.Resume(&cursor)) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, post.ID)
	}
	if slices.Sort(found); !slices.Equal(found, ids) {
		t.Errorf("a walk and its continuation by another client: the posts %d, want %d", found, ids)
	}
	if n := refused.Load(); n != 0 {
		t.Errorf("the continuation sent %d requests with a larger page, want 0", n)
	}
}

func TestCursorWithLargerPagesThanTheSiteAllowsIsUnusable(t *testing.T) {
	t.Parallel()
	site, _, _ := manyPostsSite(t, 10)
	for call := range 2 { // the second one knows the limit before it sends anything
		cursor := cms.Cursor{Page: 1, Index: 12, PerPage: 20, Order: "id"}
		for _, err := range site.Posts.All(t.Context(), nil, cms.Resume(&cursor)) {
			if !errors.Is(err, cms.ErrCursorUnusable) {
				t.Errorf("call %d of All with a cursor of 20 records a page, 10 allowed: error %v, want ErrCursorUnusable",
					call+1, err)
			}
		}
	}
}

func TestProceduresLearnTheLargestPage(t *testing.T) {
	t.Parallel()
	calls := map[string]func(context.Context, *cms.Client) error{
		"Count without totals": func(ctx context.Context, site *cms.Client) error {
			n, err := site.Posts.Count(ctx, nil)
			if err == nil && n != 25 {
				err = fmt.Errorf("%d posts, want 25", n)
			}
			return err
		},
		"UpdateIfUnchanged": func(ctx context.Context, site *cms.Client) error {
			post, err := site.Posts.BySlug(ctx, "post-3", cms.InContext(cms.ContextEdit))
			if err != nil {
				return err
			}
			content := strconv.Itoa(len(post.Content.Raw))
			_, err = site.Posts.UpdateIfUnchanged(ctx, post, &cms.PostParams{Content: &content})
			return err
		},
		"terms.Ensure": func(ctx context.Context, site *cms.Client) error {
			_, err := terms.Categories(site).Ensure(ctx, "Serif", nil)
			return err
		},
		"terms.EnsureSlug": func(ctx context.Context, site *cms.Client) error {
			name := "Sans"
			_, err := terms.Categories(site).EnsureSlug(ctx, "sans", &terms.Params{Name: &name})
			return err
		},
		"menus.Ensure": func(ctx context.Context, site *cms.Client) error {
			_, err := menus.New(site).Ensure(ctx, "Main", nil)
			return err
		},
		"users.ByLogin": func(ctx context.Context, site *cms.Client) error {
			_, err := users.New(site).ByLogin(ctx, "admin")
			return err
		},
		"media.Ensure": func(ctx context.Context, site *cms.Client) error {
			_, err := media.New(site).Ensure(ctx, media.Bytes("a.txt", []byte("text")), nil)
			return err
		},
	}
	for name, call := range calls {
		for _, most := range []int{1, 3} {
			t.Run(fmt.Sprint(name, most), func(t *testing.T) {
				t.Parallel()
				site, refused, _ := manyPostsSite(t, most)
				if strings.HasSuffix(name, "without totals") {
					var err error
					if site, err = site.With(cms.WithMiddleware(withoutTotals)); err != nil {
						t.Fatal(err)
					}
				}
				for n := range 2 {
					if err := call(t.Context(), site); err != nil {
						t.Fatalf("call %d of %s, at most %d records a page: %v", n+1, name, most, err)
					}
				}
				if refused.Load() == 0 {
					t.Errorf("%s, at most %d records a page: no request was refused, want some", name, most)
				}
			})
		}
	}
}

// withoutTotals removes the totals of lists.
func withoutTotals(next http.RoundTripper) http.RoundTripper {
	return stub.Carrier(func(r *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(r)
		if err == nil {
			for name := range response.Header {
				if strings.Contains(name, "-Total") {
					response.Header.Del(name)
				}
			}
		}
		return response, err
	})
}
