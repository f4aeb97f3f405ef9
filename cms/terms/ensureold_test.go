package terms_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/oldlists"
)

// TestEnsureThroughACacheMakesNoDuplicate has a cache that served an empty list before the
// first process created the term.
func TestEnsureThroughACacheMakesNoDuplicate(t *testing.T) {
	t.Parallel()
	for name, slugs := range map[string][]*string{
		"without slugs":    {nil, nil, nil},
		"with other slugs": {new("a"), new("b"), new("b")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			cache := &oldlists.Cache{}
			var first int64
			for i, slug := range slugs {
				site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
					cms.WithHTTPClient(&http.Client{Transport: cache}))
				if err != nil {
					t.Fatal(err)
				}
				term, err := terms.Tags(site).Ensure(t.Context(), "Serif", &terms.Params{Slug: slug})
				if i == 0 && err == nil {
					first = term.ID
				}
				if err != nil || term.ID != first {
					t.Errorf("Ensure of process %d: %v, error %v, want the term %d", i, term, err, first)
				}
			}
			if left := named(server, "tags", "Serif"); !slices.Equal(left, []int64{first}) || cache.Hits() == 0 {
				t.Errorf("the site has the terms %d after %d old lists, want %d", left, cache.Hits(), first)
			}
		})
	}
}
