package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// sentTo returns the address that a call of f goes to.
func sentTo(t *testing.T, site string, options []cms.Option, f func(*cms.Client) error) string {
	t.Helper()
	var address string
	client, err := cms.New(site, append(options,
		cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(req *http.Request) (*http.Response, error) {
			address = req.Method + " " + req.URL.String()
			return stub.Carried(req, 200, `{"id":5,"deleted":true}`), nil
		})}))...)
	if err != nil {
		t.Fatal(err)
	}
	if err := f(client); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("%5B", "[", "%5D", "]", "%2F", "/", "%2C", ",", "%3A", ":").Replace(address)
}

func TestEveryCallGoesToItsAddress(t *testing.T) {
	t.Parallel()
	calls := []struct {
		name, method, route, query string
		do                         func(*cms.Client) error
	}{
		{"index", "GET", "", "_fields=name", func(c *cms.Client) error {
			_, err := c.Index(t.Context(), cms.Fields("name"))
			return err
		}},
		{"get", "GET", "PREFIX/v2/posts/5", "_embed=PREFIX:term,author&context=edit&excerpt_length=9&password=a b",
			func(c *cms.Client) error {
				_, err := c.Posts.Get(t.Context(), 5, cms.InContext(cms.ContextEdit), cms.PostPassword("a b"), cms.ExcerptLength(9),
					cms.Embed("cms:term", "author"))
				return err
			}},
		{"fields and embedded", "GET", "PREFIX/v2/posts/5", "_embed=1&_fields=_links,_embedded,id,title.rendered",
			func(c *cms.Client) error {
				_, err := c.Posts.Get(t.Context(), 5, cms.Fields("id"), cms.Embed(), cms.Fields("title.rendered"))
				return err
			}},
		{"create", "POST", "PREFIX/v2/posts", "", func(c *cms.Client) error {
			_, err := c.Posts.Create(t.Context(), nil)
			return err
		}},
		{"update", "POST", "PREFIX/v2/pages/5", "", func(c *cms.Client) error {
			_, err := c.Pages.Update(t.Context(), 5, nil)
			return err
		}},
		{"patch", "PATCH", "PREFIX/v2/pages/5", "_fields=id", func(c *cms.Client) error {
			_, err := c.Pages.Update(t.Context(), 5, nil, cms.UpdateMethod("PATCH"), cms.Fields("id"))
			return err
		}},
		{"put", "PUT", "PREFIX/v2/pages/5", "", func(c *cms.Client) error {
			_, err := c.Pages.Update(t.Context(), 5, nil, cms.UpdateMethod("PUT"))
			return err
		}},
		{"trash", "DELETE", "PREFIX/v2/posts/5", "", func(c *cms.Client) error {
			_, err := c.Posts.Trash(t.Context(), 5)
			return err
		}},
		{"delete", "DELETE", "PREFIX/v2/posts/5", "force=true", func(c *cms.Client) error {
			_, err := c.Posts.Delete(t.Context(), 5)
			return err
		}},
		{"custom type", "GET", "PREFIX/v2/products/5", "", func(c *cms.Client) error {
			_, err := cms.NewCollection[map[string]any, struct{}, struct{}](c, "/cms/v2/products/").Get(t.Context(), 5)
			return err
		}},
		{"another namespace", "GET", "shop/v1/cms/5", "a=1&a=2", func(c *cms.Client) error {
			_, err := cms.Do(t.Context(), c, cms.Request[any]{Path: "/shop/v1/cms/5/",
				Query: map[string][]string{"a": {"1", "2"}}})
			return err
		}},
		{"pattern categories", "GET", "PREFIX/v2/blocks", "PREFIX_pattern_category=3&PREFIX_pattern_category_exclude[]=4",
			func(c *cms.Client) error {
				_, err := cms.Do(t.Context(), c, cms.Request[any]{Path: "cms/v2/blocks", Query: map[string][]string{
					"cms_pattern_category": {"3"}, "cms_pattern_category_exclude[]": {"4"}}})
				return err
			}},
		{"letters that need escaping", "GET", "shop/v1/gr%C3%B6%C3%9Fe%20x", "q=%26%3D%23", func(c *cms.Client) error {
			_, err := cms.Do(t.Context(), c, cms.Request[any]{Path: "shop/v1/größe x", Query: map[string][]string{"q": {"&=#"}}})
			return err
		}},
	}
	forms := []struct {
		name, site    string
		options       []cms.Option
		before, after string // of the route; after holds what joins the query
	}{
		{"readable", "https://docs.example.org", nil, "https://docs.example.org/cms-json/", "?"},
		{"trailing slash", "https://docs.example.org/", nil, "https://docs.example.org/cms-json/", "?"},
		{"sub-directory and port", "https://docs.example.org:8443/developer//", nil,
			"https://docs.example.org:8443/developer/cms-json/", "?"},
		{"wp", "https://docs.example.org", []cms.Option{cms.WithPrefix("wp")}, "https://docs.example.org/wp-json/", "?"},
		{"wp in a sub-directory", "https://docs.example.org/a/b", []cms.Option{cms.WithPrefix("wp")},
			"https://docs.example.org/a/b/wp-json/", "?"},
		{"root of another name", "https://docs.example.org/a", []cms.Option{cms.WithRoot("api")},
			"https://docs.example.org/a/api/", "?"},
		{"root elsewhere", "https://docs.example.org/a", []cms.Option{cms.WithRoot("https://api.example.org/x")},
			"https://api.example.org/x/", "?"},
		{"rest_route", "https://docs.example.org/a", []cms.Option{cms.WithRoot("?rest_route=/")},
			"https://docs.example.org/a/?rest_route=/", "&"},
		{"rest_route of index.php, wp", "https://docs.example.org", []cms.Option{cms.WithPrefix("wp"),
			cms.WithRoot("index.php?rest_route=/")}, "https://docs.example.org/index.php?rest_route=/", "&"},
		{"rest_route beside another argument", "https://docs.example.org",
			[]cms.Option{cms.WithRoot("?lang=de&rest_route=/")}, "https://docs.example.org/?lang=de&rest_route=/", "&"},
	}
	for _, form := range forms {
		t.Run(form.name, func(t *testing.T) {
			t.Parallel()
			prefix := "cms"
			if strings.Contains(form.name, "wp") {
				prefix = "wp"
			}
			spell := func(s string) string { return strings.ReplaceAll(s, "PREFIX", prefix) }
			for _, call := range calls {
				route := spell(call.route)
				if strings.Contains(form.before, "?") {
					route = strings.ReplaceAll(route, "%20", "+") // it is in the query
				}
				want := call.method + " " + form.before + route
				if call.query != "" {
					want += form.after + strings.ReplaceAll(spell(call.query), " ", "+")
				}
				if got := sentTo(t, form.site, form.options, call.do); got != want {
					t.Errorf("%s was sent to %q, want %q", call.name, got, want)
				}
			}
		})
	}
}

func TestInvalidAddressIsRefused(t *testing.T) {
	t.Parallel()
	for _, site := range []string{
		"", "  ", "docs.example.org", "docs.example.org:8080", "//docs.example.org", "ftp://docs.example.org", "https://",
		"https:///path",
		"https://user:secret@docs.example.org", "https://user@docs.example.org", "https://docs.example.org/?a=1",
		"https://docs.example.org/?",
		"https://docs.example.org/#x", "https://docs.example.org/wp-json/", "https://docs.example.org/cms-json",
		"https://docs.example.org/%zz",
		"https://docs.example.org\r\nHost: evil", "https://docs example.org", "https://docs.example.org:port", "http://[::1",
		"javascript:alert(1)",
		"https://docs.example.org:99999", "https://docs.example.org:0", "https://docs..example.org",
		`https://docs"example.org`, "https://docs.example.org/a%00b", "https://docs.example.org/a%0ab",
	} {
		client, err := cms.New(site)
		switch _, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("New(%q): client %v, error %v, want a *cms.ArgumentError", site, client, err)
		case client != nil:
			t.Errorf("New(%q): client %v, want nil", site, client)
		case !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("New(%q): error %v, want ErrInvalidArgument", site, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("New(%q): error %v, want no %q in it", site, err, "secret")
		}
	}
}

func TestInvalidRootIsRefused(t *testing.T) {
	t.Parallel()
	for _, root := range []string{"", "api?x=1", "ftp://h/", "https://u:p@h/", "api#x", "https://", "%zz", "http://[::1",
		"//::",
		"https://docs.example.org:65536/api/", "//docs.example.org:0/api/", "https://do<cs/api/", "api%00",
		"index%0d.php?rest_route=/"} {
		if _, err := cms.New("https://docs.example.org", cms.WithRoot(root)); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("WithRoot(%q): %v, want ErrInvalidArgument", root, err)
		}
	}
}

func TestPathThatLeavesTheRootIsRefused(t *testing.T) {
	t.Parallel()
	server := stub.New(t, stub.Always(200, `{}`))
	site := server.Client(t)
	for _, path := range []string{
		"..", "../x", "cms/../x", "cms/v2/..", "./x", "a/./b", "a//b", "//a", "a//", "a?b=1", "a#b", "a%2fb", "%2e%2e/x",
		`a\b`, `..\x`,
		"a\x00b", "a\r\nb", "a\tb", "a\x7f",
	} {
		_, err := cms.Do(t.Context(), site, cms.Request[any]{Path: path})
		switch argument, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%q: cms.Do: error %v, want a *cms.ArgumentError", path, err)
		case argument.Argument != "path":
			t.Errorf("%q: cms.Do: Argument %q, want %q", path, argument.Argument, "path")
		}
		_, err = cms.NewCollection[cms.Post, cms.PostParams, cms.PostListOptions](site, path).Create(t.Context(), nil)
		if _, ok := errors.AsType[*cms.ArgumentError](err); !ok && path != "a//" && path != "//a" {
			t.Errorf("Create at %q: error %v, want a *cms.ArgumentError", path, err)
		}
	}
	if seen := server.Seen(); len(seen) > 2 {
		t.Errorf("%d requests sent: %v, want at most 2", len(seen), seen)
	}
}

// TestSlashInThePathOfASiteStaysEscaped has one that is part of a name.
func TestSlashInThePathOfASiteStaysEscaped(t *testing.T) {
	t.Parallel()
	for site, want := range map[string]string{
		"https://docs.example.org/a%2Fb/": "/a%2Fb/cms-json/cms/v2/posts/7",
		"https://docs.example.org/a/b":    "/a/b/cms-json/cms/v2/posts/7",
	} {
		client := stub.Dial(t, site,
			cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(r *http.Request) (*http.Response, error) {
				if got := r.URL.EscapedPath(); got != want {
					t.Errorf("path %q, want %q", got, want)
				}
				return stub.Carried(r, 200, `{"id":7}`), nil
			})}))
		if _, err := client.Posts.Get(t.Context(), 7); err != nil {
			t.Error(err)
		}
	}
}

// TestInvalidRootNameIsRefused has names of different kinds.
func TestInvalidRootNameIsRefused(t *testing.T) {
	t.Parallel()
	for root, reason := range map[string]string{
		"http://[::1":               "cannot be parsed",
		"//::":                      "host cannot be parsed",
		"ftp://docs.example.org/":   "a name below the site",
		"https:///api":              "a name below the site",
		"https://u:p@example.org/":  "a name below the site",
		"api#part":                  "a name below the site",
		"https://example.org:0/api": "port",
		"%2e%2e/api":                "dots",
		"api?lang=de":               "may only have rest_route",
		"?rest_route=/&_method=PUT": "would change the request",
	} {
		_, err := cms.New("https://docs.example.org/a", cms.WithRoot(root))
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s: cms.New: error %v, want a *cms.ArgumentError", root, err)
		case refused.Argument != "WithRoot" || !strings.Contains(refused.Reason, reason):
			t.Errorf("%s: cms.New: Argument %q, Reason %q, want %q and %q in it", root, refused.Argument, refused.Reason,
				"WithRoot", reason)
		}
	}
	for site, reason := range map[string]string{
		"":                                  "is empty",
		" ":                                 "is empty",
		"http://[::1":                       "cannot be parsed",
		"docs.example.org":                  "must begin with https://",
		"ftp://docs.example.org":            "must begin with https://",
		"https://":                          "no host",
		"https://u@docs.example.org":        "holds a user",
		"https://docs.example.org?a=b":      "has a query",
		"https://docs.example.org?":         "has a query",
		"https://docs.example.org#part":     "has a fragment",
		"https://docs.example.org:0":        "port",
		"https://docs.example.org/wp-json/": "wp-json is the root",
	} {
		_, err := cms.New(site)
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s: cms.New(site): error %v, want a *cms.ArgumentError", site, err)
		case refused.Argument != "site" || !strings.Contains(refused.Reason, reason):
			t.Errorf("%s: cms.New(site): Argument %q, Reason %q, want %q and %q in it", site, refused.Argument, refused.Reason,
				"site", reason)
		}
	}
}

func TestRootOfOneSiteAmongOthersIsRefused(t *testing.T) {
	t.Parallel()
	for root, ok := range map[string]bool{
		"?rest_route=/": true, "index.php?rest_route=": true,
		"wp-json/?rest_route=/sites/123/": false, "?rest_route=/wp/v2": false,
	} {
		if _, err := cms.New("https://site.example", cms.WithRoot(root)); (err == nil) != ok {
			t.Errorf("WithRoot(%q): error %v, want none: %t", root, err, ok)
		}
	}
}
