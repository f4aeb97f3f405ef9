package ledger_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveArgumentsOfThePathsOfASiteAreGuarded does for the routes that a site has what
// TestAnotherValueForAnArgumentOfThePathIsRefused does for those of the tables.
func TestLiveArgumentsOfThePathsOfASiteAreGuarded(t *testing.T) {
	t.Parallel()
	live := sitetest.Live(t)
	said, err := describe.Of(t.Context(), live.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	s := newServices(t)
	site, err := s.site.With(cms.WithPrefix(live.Prefix()))
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for pattern, route := range said.Routes {
		path := describe.Template(pattern)
		if !parameter.MatchString(path) {
			continue
		}
		var methods []string
		for _, e := range route.Endpoints {
			methods = append(methods, e.Methods...)
		}
		for _, method := range methods {
			o := operation{Service: "cms", Method: method, Path: path, pattern: regexp.MustCompile("^" + pattern + "$")}
			tried += o.contradict(t, site)
		}
	}
	if sent := s.cms.take(); len(sent) != 0 {
		t.Errorf("Guarded requests that were sent: %v, want none", sent)
	}
	if tried < 2000 {
		t.Errorf("Guarded requests that were tried: %d, want at least 2000", tried)
	}
	t.Logf("%d requests on %d routes were refused", tried, len(said.Routes))
}

// TestLiveSitePrefersTheQueryToThePath shows what the guard is there for: a site finds
// a route in any case, and answers with another record than that of the path.
func TestLiveSitePrefersTheQueryToThePath(t *testing.T) {
	t.Parallel()
	live := sitetest.Live(t)
	all, err := appearance.New(live).Templates.List(t.Context(), nil)
	if err != nil || len(all) < 2 {
		t.Fatalf("List of templates: %d, error %v, want at least 2", len(all), err)
	}
	for _, c := range []struct{ path, name, other, member, want string }{
		{"cms/v2/Templates/" + strings.Replace(all[0].ID, "//", "/", 1), "id", all[1].ID, "id", all[1].ID},
		{"CMS/V2/types/post", "type", "page", "slug", "page"},
		{"cms/v2/Statuses/publish", "status", "draft", "slug", "draft"},
		{"cms/v2/taxonomies/category", "taxonomy", "post_tag", "slug", "post_tag"},
		{"cms/v2/widget-types/text", "id", "search", "id", "search"},
		{"cms/v2/Block-Types/core/paragraph", "name", "heading", "name", "core/heading"},
	} {
		// What the middleware adds, the guard does not see.
		adding, err := live.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return roundTripper(func(r *http.Request) (*http.Response, error) {
				r = r.Clone(r.Context())
				r.URL.RawQuery = url.Values{c.name: {c.other}}.Encode()
				return next.RoundTrip(r)
			})
		}))
		if err != nil {
			t.Fatal(err)
		}
		r := cms.Request[map[string]any]{Path: c.path}
		if own, err := cms.Do(t.Context(), live, r); err != nil || (*own)[c.member] == c.want {
			t.Errorf("GET of %s: error %v, want none, and the record of the path", c.path, err)
		}
		if other, err := cms.Do(t.Context(), adding, r); err != nil || (*other)[c.member] != c.want {
			t.Errorf("GET of %s with %s=%s: error %v, want none, and the record of the query", c.path, c.name, c.other, err)
		}
	}
}
