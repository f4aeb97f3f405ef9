package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestErrorOfARedirectNamesItsTarget has a create that is redirected: nobody follows it,
// and the error names the site to give to New if it can.
func TestErrorOfARedirectNamesItsTarget(t *testing.T) {
	t.Parallel()
	const route, final, try = "/cms-json/cms/v2/posts", "; use the site's final address (scheme, host, www, trailing " +
		"slash), or try connect.Discover",
		"; writes follow no redirect: pass the address of the site that this leads to to New, or try connect.Discover"
	for _, test := range []struct {
		options        []cms.Option
		location, hint string
	}{
		{nil, "", "the redirect has no usable address"},
		{nil, "::bad", "the redirect has no usable address"},
		{nil, "mailto:editor@docs.example.org", "the redirect has no usable address"},
		{nil, "https://www.example.org/a" + route + "/?token=hidden#part",
			"to https://www.example.org/a" + route + "/; give https://www.example.org/a to New"},
		{nil, "https://u:hidden@www.example.org/a" + route,
			"to https://www.example.org/a" + route + "; give https://www.example.org/a to New"},
		{nil, "http://docs.example.org/a" + route,
			"to http://docs.example.org/a" + route + "; give http://docs.example.org/a to New"},
		{nil, "/b" + route, "to https://docs.example.org/b" + route + "; give https://docs.example.org/b to New"},
		{nil, route, "to https://docs.example.org" + route + "; give https://docs.example.org to New"},
		{nil, "/a" + route + "/?x=1",
			"to https://docs.example.org/a" + route + "/; this is the requested address, so the redirect is a loop"},
		{nil, "/a" + route,
			"to https://docs.example.org/a" + route + "; this is the requested address, so the redirect is a loop"},
		{nil, "/moved", "to https://docs.example.org/moved" + try},
		{nil, "https://www.example.org/a/cms-json/cms/v2/pages", "to https://www.example.org/a/cms-json/cms/v2/pages" + try},
		{nil, "https://www.example.org/a/x" + route + "x", "to https://www.example.org/a/x" + route + "x" + try},
		{[]cms.Option{cms.WithRoot("api")}, "https://www.example.org/a/api/cms/v2/posts",
			"to https://www.example.org/a/api/cms/v2/posts; give https://www.example.org/a to New"},
		{[]cms.Option{cms.WithRoot("?rest_route=/")}, "https://www.example.org/a/?rest_route=/cms/v2/posts",
			"to https://www.example.org/a/" + final},
	} {
		sent := 0
		site := dial(t, "https://docs.example.org/a", append(test.options,
			cms.WithHTTPClient(&http.Client{Transport: carrier(func(r *http.Request) (*http.Response, error) {
				sent++
				return carried(r, http.StatusFound, "Location: "+test.location, ""), nil
			})}))...)
		_, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("One")})
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("to %q: %v hint %q not  %q: error %v, want a *cms.Error", test.location, err, e.Hint, test.hint, err)
		case !errors.Is(err, cms.ErrRedirected):
			t.Errorf("to %q: %v hint %q not  %q: error %v, want ErrRedirected", test.location, err, e.Hint, test.hint, err)
		case e.Hint != test.hint || e.Status != http.StatusFound:
			t.Errorf("to %q: %v hint %q not  %q: Hint %q, Status %d, want %q and StatusFound", test.location, err, e.Hint,
				test.hint, e.Hint, e.Status, test.hint)
		case sent != 1:
			t.Errorf("to %q: %v hint %q not  %q: sent %d, want 1", test.location, err, e.Hint, test.hint, sent)
		}
	}
}
