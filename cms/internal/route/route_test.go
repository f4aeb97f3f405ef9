package route

import (
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

func TestAddressIsBelowTheRootInTheSpellingOfTheSite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ root, path, query, want string }{
		{"wp-json/", "cms/v2/posts/5", "", "https://h/a/wp-json/wp/v2/posts/5"},
		{"wp-json/", "/CMS/v2/posts/5/", "_fields=id", "https://h/a/wp-json/wp/v2/posts/5?_fields=id"},
		{"api", "shop/v1/orders", "", "https://h/a/api/shop/v1/orders"},
		{"wp-json/", "", "", "https://h/a/wp-json/"},
		{"wp-json/", "cms/v2/templates/plain//home/revisions/7", "",
			"https://h/a/wp-json/wp/v2/templates/plain//home/revisions/7"},
		{"index.php?rest_route=/", "cms/v2/template-parts/plain//a/autosaves", "",
			"https://h/a/index.php?rest_route=%2Fwp%2Fv2%2Ftemplate-parts%2Fplain%2F%2Fa%2Fautosaves"},
		{"index.php?rest_route=/", "cms/v2/posts/5", "_fields=id",
			"https://h/a/index.php?rest_route=%2Fwp%2Fv2%2Fposts%2F5&_fields=id"},
		{"?lang=de&rest_route=/", "cms/v2/posts/5", "lang=en", "https://h/a/?rest_route=%2Fwp%2Fv2%2Fposts%2F5&lang=en"},
	} {
		site, err := ParseSite("https://h/a/")
		if err != nil {
			t.Fatal(err)
		}
		root, err := NewRoot(site, c.root)
		if err != nil {
			t.Fatal(err)
		}
		query, _ := url.ParseQuery(c.query)
		_, u, err := root.Address("wp", Request{Method: http.MethodGet, Path: c.path, Query: query})
		switch {
		case err != nil:
			t.Errorf("Address of %s below %s: error %v, want nil", c.path, c.root, err)
		case u.String() != c.want:
			t.Errorf("Address of %s below %s: %v (error %v), want %s", c.path, c.root, u, err, c.want)
		}
	}
}

func TestAddressRefusesArgumentsThatOverrideTheRoute(t *testing.T) {
	t.Parallel()
	object := func(text string) *transport.Body {
		return &transport.Body{Type: "application/json", Bytes: []byte(text)}
	}
	for name, c := range map[string]struct {
		method, path, root, query string
		body                      *transport.Body
		refused                   string // the argument, "" for none
	}{
		"another id in the address": {"GET", "cms/v2/posts/5", "wp-json/", "id=7", nil, "id"},
		"another id in the root":    {"GET", "cms/v2/posts/5", "?rest_route=/&id=7", "", nil, "id"},
		"the same id":               {"GET", "cms/v2/posts/5", "wp-json/", "id=05", nil, ""},
		"another id in the body":    {"POST", "cms/v2/posts/5", "wp-json/", "", object(`{"id":"7"}`), "id"},
		"no id in the body":         {"POST", "cms/v2/posts/5", "wp-json/", "", object(`{"id":null,"title":"7"}`), ""},
		"a stream of arguments": {"POST", "cms/v2/posts/5", "wp-json/", "",
			&transport.Body{Type: "Application/JSON; charset=utf-8"}, "body"},
		"a stream of a file":           {"POST", "cms/v2/posts/5", "wp-json/", "", &transport.Body{Type: "image/png"}, ""},
		"a body that is no JSON":       {"POST", "cms/v2/posts/5", "wp-json/", "", object(`{"id":`), "body"},
		"a user without an heir":       {"DELETE", "cms/v2/users/5", "wp-json/", "", nil, "reassign"},
		"a user who inherits":          {"DELETE", "cms/v2/users/5", "wp-json/", "reassign=05", nil, "reassign"},
		"an heir":                      {"DELETE", "cms/v2/users/5", "wp-json/", "reassign=6", nil, ""},
		"a route that leaves the root": {"GET", "cms/v2/../x", "wp-json/", "", nil, "path"},
		"two slashes in a route":       {"GET", "cms/v2/posts//5", "wp-json/", "", nil, "path"},
		"four slashes of a template":   {"GET", "cms/v2/templates/a//b//revisions", "wp-json/", "", nil, "path"},
		"a query in the route":         {"GET", "cms/v2/posts?id=7", "wp-json/", "", nil, "path"},
	} {
		root, err := NewRoot(&url.URL{Scheme: "https", Host: "h"}, c.root)
		if err != nil {
			t.Fatal(err)
		}
		query, _ := url.ParseQuery(c.query)
		_, _, err = root.Address("wp", Request{Method: c.method, Path: c.path, Query: query, Body: c.body})
		argument, refused := errors.AsType[*fault.Argument](err)
		switch {
		case (err == nil) != (c.refused == ""):
			t.Errorf("%s: Address: error %v, want an error: %t", name, err, c.refused != "")
		case refused == (c.refused == ""):
			t.Errorf("%s: Root.Address: refused is %t, want %t", name, refused, !(c.refused == ""))
		case refused && argument.Argument != c.refused:
			t.Errorf("%s: Address: argument %q refused, want %q", name, argument.Argument, c.refused)
		}
	}
}

func TestRewritesFindsArgumentsThatChangeTheRequest(t *testing.T) {
	t.Parallel()
	root, err := NewRoot(&url.URL{Scheme: "https", Host: "h"}, "api")
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"https://h/a.png":                               false,
		"https://h/a.png?size=2":                        false,
		"https://h/?rest_route=/files/1":                false,
		"https://h/?rest_route=/files/1&_method=DELETE": true,
		"https://h/a.png?_method=DELETE":                true,
		"https://h/a.png?a=1;_method=DELETE":            true,
		"https://h/a.png?%5Fmethod=DELETE":              true,
		"https://other/a.png?_method=DELETE":            false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if root.Rewrites(u) != want {
			t.Errorf("Root.Rewrites(%s): %t, want %t", address, !want, want)
		}
	}
}
