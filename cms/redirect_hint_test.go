package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestErrorOfARedirectNamesItsTarget has a create that is redirected: nobody follows it,
// and the error names the site to give to New if it can.
func TestErrorOfARedirectNamesItsTarget(t *testing.T) {
	t.Parallel()
	const route = "/cms-json/cms/v2/posts"
	const nowhere = "the server redirects, but the redirect has no usable address; ask the hosting company to " +
		"correct this redirect"
	moved := func(site string) string {
		return "the site has another address: docs.example.org redirects its requests to " + site + "; use the address " +
			site + " for the site"
	}
	loop := func(to string) string {
		return "the server redirects in a loop, at " + to + "; ask the hosting company to remove this redirect"
	}
	slash := func(to string) string {
		return "the server redirects to " + to + ", which differs only in the slash at its end; ask the administrator of " +
			"the site to exempt the REST API from the rule of the server or the plugin that adds or removes this slash " +
			"(Apache: .htaccess; nginx: rewrite)"
	}
	elsewhere := func(to string) string {
		return "the server redirects to " + to +
			"; open the home page of docs.example.org in a browser, and use the address that the browser shows in the end; " +
			"if it is on another domain, ask the administrator first whether it is the same site"
	}
	for _, test := range []struct {
		options        []cms.Option
		location, hint string
	}{
		{nil, "", nowhere},
		{nil, "::bad", nowhere},
		{nil, "mailto:editor@docs.example.org", nowhere},
		{nil, "https://www.example.org/a" + route + "/?token=hidden#part",
			moved("https://www.example.org/a")},
		{nil, "https://u:hidden@www.example.org/a" + route,
			moved("https://www.example.org/a")},
		{nil, "http://docs.example.org/a" + route,
			moved("http://docs.example.org/a")},
		{nil, "/b" + route, moved("https://docs.example.org/b")},
		{nil, route, moved("https://docs.example.org")},
		{nil, "/a" + route + "/?x=1",
			slash("https://docs.example.org/a" + route + "/")},
		{nil, "/a" + route,
			loop("https://docs.example.org/a" + route + "")},
		{nil, "/moved", elsewhere("https://docs.example.org/moved")},
		{nil, "https://www.example.org/a/cms-json/cms/v2/pages",
			elsewhere("https://www.example.org/a/cms-json/cms/v2/pages")},
		{nil, "https://www.example.org/a/x" + route + "x", elsewhere("https://www.example.org/a/x" + route + "x")},
		{[]cms.Option{cms.WithRoot("api")}, "https://www.example.org/a/api/cms/v2/posts",
			moved("https://www.example.org/a")},
		{[]cms.Option{cms.WithRoot("?rest_route=/")}, "https://www.example.org/a/?rest_route=/cms/v2/posts",
			elsewhere("https://www.example.org/a/")},
	} {
		sent := 0
		site := stub.Dial(t, "https://docs.example.org/a", append(test.options,
			cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(r *http.Request) (*http.Response, error) {
				sent++
				return stub.Carried(r, http.StatusFound, "Location: "+test.location, ""), nil
			})}))...)
		_, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("One")})
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("redirect to %q: error %v, want a *cms.Error", test.location, err)
		case !errors.Is(err, cms.ErrRedirected):
			t.Errorf("redirect to %q: error %v, want ErrRedirected", test.location, err)
		case e.Hint != test.hint || e.Status != http.StatusFound:
			t.Errorf("redirect to %q: hint %q, status %d, want %q and 302", test.location, e.Hint, e.Status, test.hint)
		case sent != 1:
			t.Errorf("to %q: sent %d, want 1", test.location, sent)
		}
	}
}
