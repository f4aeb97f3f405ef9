package cms_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/oldlists"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestEnsureKnowsItsDraftsByTheirSlugs has drafts with the content of one, and slugs
// that it does not give.
func TestEnsureKnowsItsDraftsByTheirSlugs(t *testing.T) {
	t.Parallel()
	const token = "abcdefghijklmnopqrstuvwxyz"
	for slug, ours := range map[string]bool{
		"kerning-" + token: true, "kerning--" + token: true, "kerning" + token: false, "kerning---" + token: false,
		"kerning-" + token[1:]: false, "kerning-a" + token: false, "kerning-" + token[1:] + "1": false,
		"tracking-" + token: false,
	} {
		site, server := newSite(t)
		server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning",
			"status": "publish"})
		draft := server.Insert("posts", map[string]any{"title": "Kerning", "status": "draft", "slug": slug,
			"content": "<!-- fontcms-ensure 0/kerning. -->"})
		if _, err := site.Posts.Ensure(t.Context(), "kerning", kerning()); err != nil {
			t.Fatal(err)
		}
		if left := server.Record("posts", draft) != nil; left == ours {
			t.Errorf("%s is left: %t, want %t", slug, left, !(ours))
		}
	}
}

// TestEnsureNamesRecordsWithOneSlugAndChangesNone has records as a plugin for languages
// keeps them. An untranslated copy is equal to the other record in all fields.
func TestEnsureNamesRecordsWithOneSlugAndChangesNone(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]map[string]any{
		"an untranslated copy": {"title": "Kerning", "content": "Pairs."},
		"a translation":        {"title": "Unterschneidung", "content": "Paare."},
		"another text":         {"title": "Kerning", "content": "Other pairs."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, server := newSite(t)
			first := server.Insert("posts",
				map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"})
			other["slug"], other["status"] = "kerning", "publish"
			second := server.Insert("posts", other)
			before := string(server.Document())
			synctest.Test(t, func(t *testing.T) {
				site := ensurer(t, server, "editor", &meddler{server: server})
				post, err := site.Posts.Ensure(t.Context(), "kerning", &cms.PostParams{Title: new("Kerning and tracking")})
				several, ok := errors.AsType[*cms.AmbiguousError](err)
				switch {
				case post != nil:
					t.Errorf("Ensure with two records: %v, error %v, want ErrConflict with %d and %d; post %+v, want nil", post, err,
						first, second, post)
				case !ok:
					t.Errorf(
						"Ensure with two records: %v, error %v, want ErrConflict with %d and %d; error %v, want a *cms.AmbiguousError",
						post, err, first, second, err)
				case !errors.Is(err, cms.ErrConflict):
					t.Errorf("Ensure with two records: %v, error %v, want ErrConflict with %d and %d; error %v, want ErrConflict",
						post, err, first, second, err)
				case !slices.Equal(several.IDs, []int64{first, second}):
					t.Errorf("Ensure with two records: %v, error %v, want ErrConflict with %d and %d; several.IDs %v, want %v", post,
						err, first, second, several.IDs, []int64{first, second})
				}
				for i, link := range several.Links {
					record, failed := site.Posts.Get(t.Context(), several.IDs[i])
					switch {
					case failed != nil:
						t.Errorf("Ensure with two records has the link %q of %d, want %q, %v, in %v; failed error %v, want nil", link,
							several.IDs[i], record.Link, failed, err, failed)
					case link != record.Link:
						t.Errorf("Ensure with two records has the link %q of %d, want %q, %v, in %v; link %q, want %q", link,
							several.IDs[i], record.Link, failed, err, link, record.Link)
					case !strings.Contains(err.Error(), link):
						t.Errorf("Ensure with two records has the link %q of %d, want %q, %v, in %v; error %v, want %q in it", link,
							several.IDs[i], record.Link, failed, err, err, link)
					}
				}
			})
			if now := string(server.Document()); now != before {
				t.Errorf("Ensure changed the site: %s, want %s", now, before)
			}
		})
	}
}

func TestEnsureThatIsRefusedLeavesNoDraft(t *testing.T) {
	t.Parallel()
	for name, params := range map[string]*cms.PostParams{
		"no texts":           nil,
		"a user who is none": {Title: new("Kerning"), Author: new(int64(99))},
	} {
		site, _ := newSite(t)
		_, err := site.Posts.Ensure(t.Context(), "kerning", params)
		if !errors.Is(err, cms.ErrBadRequest) {
			t.Errorf("Ensure with %s: error %v, want ErrBadRequest", name, err)
		}
		all, err := site.Posts.List(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusAny}})
		if err != nil {
			t.Fatal(err)
		}
		if len(all.Items) > 0 {
			t.Errorf("Ensure with %s left a record with the slug %q, want none", name, all.Items[0].Slug)
		}
	}
}

// withoutContent is a connection to a site whose records have no content, as those of a type
// without the support of the editor.
func withoutContent(t *testing.T, server *cmstest.Server) http.RoundTripper {
	t.Helper()
	cut := func(body io.Reader) []byte {
		var value any
		if err := json.NewDecoder(body).Decode(&value); err != nil {
			t.Fatal(err)
		}
		records, isList := value.([]any)
		if !isList {
			records = []any{value}
		}
		for _, one := range records {
			delete(one.(map[string]any), "content")
		}
		out, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	return stub.Carrier(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		if r.Method == http.MethodPost {
			body := cut(r.Body)
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		}
		resp, err := inProcess(server, r)
		if err != nil {
			return nil, err
		}
		out := stub.Carried(r, resp.StatusCode, string(cut(resp.Body)))
		maps.Copy(out.Header, resp.Header)
		return out, resp.Body.Close()
	})
}

func TestEnsureOfRecordsWithoutContentLeavesNoDraft(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "admin", withoutContent(t, server))
	for _, c := range []struct {
		name    string
		params  *cms.PostParams
		want    error
		records int
	}{
		{"a user who is none", &cms.PostParams{Title: new("Kerning"), Author: new(int64(99))}, cms.ErrBadRequest, 0},
		{"fields that fit", &cms.PostParams{Title: new("Kerning")}, nil, 1},
	} {
		if _, err := site.Posts.Ensure(t.Context(), "kerning", c.params); !errors.Is(err, c.want) {
			t.Errorf("Ensure with %s: error %v, want %v", c.name, err, c.want)
		}
		if ids, drafts := withSlug(t, server, "kerning"); len(ids) != c.records || drafts != 0 {
			t.Errorf("Ensure with %s: %d records and %d drafts, want %d and 0", c.name, len(ids), drafts, c.records)
		}
	}
}

// TestEnsurePassesOverALeftoverThatAnotherDeletes has another process delete the same
// leftover, so that the site cannot.
func TestEnsurePassesOverALeftoverThatAnotherDeletes(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"})
	draft := server.Insert("posts", map[string]any{"title": "Kerning", "status": "draft",
		"slug": "kerning-abcdefghijklmnopqrstuvwxyz", "content": "<!-- fontcms-ensure 0/kerning. -->"})
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method != http.MethodDelete {
			return inProcess(server, r)
		}
		resp, err := inProcess(server, r)
		if err != nil {
			return nil, err
		}
		_ = resp.Body.Close()
		return stub.Carried(r, 500, undeletable), nil
	}))
	if _, err := site.Posts.Ensure(t.Context(), "kerning", kerning()); err != nil {
		t.Error(err)
	}
	if server.Record("posts", draft) != nil {
		t.Errorf(`the leftover is left: server.Record("posts", draft) %v, want nil`, server.Record("posts", draft))
	}
}

// TestEnsureThroughACacheKeepsADraftOfAnotherRun has a leftover of another run,
// which claims it while this run updates the record. The cache serves old records.
func TestEnsureThroughACacheKeepsADraftOfAnotherRun(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	server.Insert("posts", map[string]any{"title": "Kerning", "slug": "kerning"})
	draft := server.Insert("posts", map[string]any{
		"title": "Kerning", "status": "draft", "slug": "kerning-" + strings.Repeat("a", 26),
		"content": "<!-- fontcms-ensure 0/kerning. -->",
	})
	login := cms.WithApplicationPassword("admin", server.AppPassword("admin"))
	direct, err := cms.New(server.URL, login)
	if err != nil {
		t.Fatal(err)
	}
	claimed := false
	site, err := cms.New(server.URL, login, cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodPost && !claimed {
				claimed = true
				content, slug := "Pairs.", "leading"
				_, err := direct.Posts.Update(r.Context(), draft, &cms.PostParams{Content: &content, Slug: &slug})
				if err != nil {
					return nil, err
				}
			}
			return next.RoundTrip(r)
		})
	}), cms.WithHTTPClient(&http.Client{Transport: &oldlists.Cache{Records: true}}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Ensure(t.Context(), "kerning", kerning()); err != nil {
		t.Fatal(err)
	}
	now, err := direct.Posts.Get(t.Context(), draft, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatalf("Get of the draft that another run has claimed: error %v, want the record", err)
	}
	if now.Slug != "leading" {
		t.Errorf("the draft that another run has claimed has the slug %q, want leading", now.Slug)
	}
}
