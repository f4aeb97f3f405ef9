package changes_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// withoutEmbed returns a client of a site whose cache does not compare the argument _embed.
func withoutEmbed(t *testing.T, s *site) *cms.Client {
	t.Helper()
	client, err := s.client.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(r *http.Request) (*http.Response, error) {
			r = r.Clone(r.Context())
			query := r.URL.Query()
			query.Del("_embed")
			r.URL.RawQuery = query.Encode()
			return next.RoundTrip(r)
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// TestOldListsOfACacheDeleteNoRecordsThatTheSiteHas runs a pass past the cache, so that the
// store knows records which the list of the cache lacks.
func TestOldListsOfACacheDeleteNoRecordsThatTheSiteHas(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]*changes.Options{
		"a usual pass": nil, "Full": {Full: true}, "Records": {Records: true}, "AllowEmpty": {AllowEmpty: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, store := newSite(t, cmstest.WithListCache()), new(changes.Memory)
			old := 0
			s.change = func(r *http.Request, response *http.Response) {
				if strings.HasSuffix(r.URL.Path, "/posts") && response.Header.Get("X-Cache") == "HIT" {
					old++
				}
			}
			feed := changes.New(withoutEmbed(t, s), store, changes.Type("cms/v2/posts"))
			other := changes.New(s.client, store, changes.Type("cms/v2/posts"))
			created := func(id int64) string { return fmt.Sprintf("created posts/%d", id) }
			one := s.post(t, &cms.PostParams{Title: new("One")})
			s.pass(time.Hour)
			expect(t, "the list that the cache keeps", feed, options, created(one))
			two, three := s.post(t, &cms.PostParams{Title: new("Two")}), s.post(t, &cms.PostParams{Title: new("Three")})
			expect(t, "past the cache", other, options, created(two), created(three))
			for n := range 2 {
				got, errs := taken(t, feed, options)
				if len(errs) > 0 {
					t.Errorf("pass %d over an old list: Feed.All: errors %v, want none", n, errs)
				}
				if slices.ContainsFunc(got, func(c string) bool { return strings.HasPrefix(c, "deleted") }) {
					t.Errorf("pass %d over an old list: Feed.All yielded %q, want no deletion of posts that the site has", n, got)
				}
			}
			if old < 2 {
				t.Fatalf("two passes within a minute read %d lists from the cache, want 2 at least", old)
			}
			s.remove(t, two)
			s.pass(2 * time.Minute)
			expect(t, "when the cache has a new list", feed, options, fmt.Sprintf("deleted posts/%d", two))
			expect(t, "nothing", feed, options)
		})
	}
}
