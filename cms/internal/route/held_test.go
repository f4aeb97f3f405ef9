package route

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// holding parses "name=value&…", without escapes.
func holding(text string) map[string]string {
	held := map[string]string{}
	for pair := range strings.SplitSeq(text, "&") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			held[name] = value
		}
	}
	return held
}

func TestRoutesHoldTheirArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, route, want string }{
		{"GET", "wp/v2/posts", ""},
		{"GET", "wp/v2/posts/5", "id=5"},
		{"GET", "5", "id=5"},
		{"DELETE", "5/7", "id=7"},
		{"GET", "wp/v2/posts/5/revisions", "parent=5"},
		{"POST", "wp/v2/posts/5/Revisions", "parent=5"},
		{"GET", "wp/v2/posts/5/revisions/7", "parent=5&id=7"},
		{"GET", "wp/v2/posts/5/Autosaves/7", "parent=5&id=7"},
		{"POST", "wp/v2/posts/5/autosaves", "id=5"},
		{"GET", "wp/v2/posts/five/revisions/7", "id=7"},
		{"GET", "shop/v1/orders/5/notes/7", "id=7"},
		{"GET", "shop/v1/orders/5/notes", "id=5"},
		{"POST", "shop/v1/orders/5/notes", ""},
		{"GET", "wp/v2/users/me", ""},
		{"GET", "WP/v2/Users/3/application-passwords", "user_id=3&uuid="},
		{"DELETE", "wp/v2/users/3/application-passwords/ab", "user_id=3&uuid=ab"},
		{"GET", "wp/v2/users/3/application-passwords/introspect", "user_id=3"},
		{"DELETE", "wp/v2/users/3/application-passwords/introspect", "user_id=3&uuid=introspect"},
		{"GET", "wp/v2/templates/lookup", ""},
		{"GET", "wp/v2/templates/theme//home", "id=theme//home"},
		{"GET", "wp/v2/templates/theme//home/revisions", "parent=theme//home"},
		{"DELETE", "wp/v2/templates/theme//home/revisions", "parent=theme//home&id=theme//home/revisions"},
		{"GET", "wp/v2/templates/theme//home/revisions/7", "parent=theme//home&id=7"},
		{"GET", "wp/v2/media/5/edit", "id=5"},
		{"POST", "wp/v2/media/5/edit", "id=5"},
		{"GET", "wp/v2/plugins/akismet/akismet", "plugin=akismet/akismet"},
		{"GET", "wp/v2/plugins", ""},
		{"GET", "wp/v2/sidebars/a/b", ""},
		{"GET", "wp-abilities/v1/abilities/a/b/run", "name=a/b"},
		{"GET", "code-snippets/v1/snippets/5/export", "id=5"},
		{"GET", "wp/v2/block-types/core", "namespace=core"},
		{"GET", "wp/v2/block-types/core/quote", "namespace=core&name=quote"},
	} {
		if got := held(c.method, Prefix("wp").specified(c.route)); !maps.Equal(got, holding(c.want)) {
			t.Errorf("held(%s, %s): %v, want %v", c.method, c.route, got, holding(c.want))
		}
	}
}

func TestPrefixIsReplacedInNames(t *testing.T) {
	t.Parallel()
	const site = Prefix("wp")
	for _, c := range []struct{ got, want string }{
		{site.Root(), "wp-json/"},
		{site.Route("CMS/v2/posts"), "wp/v2/posts"},
		{site.Route("cms-abilities/v1"), "cms-abilities/v1"},
		{site.Route("shop/cms/v2"), "shop/cms/v2"},
		{site.Relation("cms:term"), "wp:term"},
		{site.Relation("author"), "author"},
		{site.Field("_links.cms:term"), "_links.wp:term"},
		{site.Field("meta.cms_pattern_x"), "meta.wp_pattern_x"},
		{site.Field("cms_pattern"), "cms_pattern"},
		{site.Arguments(url.Values{"cms_pattern_category[]": {"a"}}).Get("wp_pattern_category[]"), "a"},
		{site.Arguments(url.Values{"cms_pattern": {"a"}}).Get("cms_pattern"), "a"},
	} {
		if c.got != c.want {
			t.Errorf("name with the prefix replaced %q, want %q", c.got, c.want)
		}
	}
	for route, own := range map[string]bool{
		"wp/v2/posts": true, "WP/V2/posts": true, "cms/v2/posts": true, "wp/v2": false, "wp": false, "wp/v3/posts": false,
		"wpx/v2/posts": false, "shop/v1/orders": false, "": false,
	} {
		if site.IsOwn(route) != own {
			t.Errorf("Prefix.IsOwn(%q): %t, want %t", route, !own, own)
		}
	}
}

func TestTotalIsThatOfTheFirstHeaderWithANumber(t *testing.T) {
	t.Parallel()
	for want, headers := range map[int][]string{
		-1: {"X-WP-Total: -1", "X-CMS-Total: many"},
		0:  {"X-SHOP-Total: 0", "X-WP-Total: 7"},
		7:  {"X-SHOP-Total: ", "X-WP-Total: 7", "X-CMS-Total: 8"},
		8:  {"X-CMS-Total: 8"},
	} {
		header := http.Header{}
		for _, line := range headers {
			name, value, _ := strings.Cut(line, ": ")
			header.Set(name, value)
		}
		if got := Prefix("shop").Total(header, "Total"); got != want {
			t.Errorf("Total of the headers %q: %d, want %d", headers, got, want)
		}
	}
}

func TestFieldsOfParamsHaveThePrefixOfTheSite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		prefix     Prefix
		body, want string // "" for a refusal
	}{
		{"wp", `{"cms_pattern_a":1,"meta":{"cms_pattern_b":2,"cms_c":3}}`,
			`{"meta":{"cms_c":3,"wp_pattern_b":2},"wp_pattern_a":1}`},
		{"wp", `{"meta":"cms_pattern_b"}`, `{"meta":"cms_pattern_b"}`},
		{"cms", `{"b":1, "a":2}`, `{"b":1, "a":2}`},
		{"wp", `{"b":1, "a":2}`, `{"b":1, "a":2}`},
		{"wp", `{"rest_route":1}`, `{"rest_route":1}`},
		{"wp", `{"_method":"DELETE"}`, ""},
		{"wp", `{"id":7}`, ""},
		{"wp", `null`, ""},
		{"wp", `[]`, ""},
		{"wp", `{`, ""},
	} {
		got, _, err := c.prefix.Params([]byte(c.body), "uuid", "id")
		switch {
		case (err == nil) != (c.want != ""):
			t.Errorf("Params of %s: %s, error %v, want an error: %t", c.body, got, err, c.want == "")
		case string(got) != c.want:
			t.Errorf("Params of %s: %s (error %v), want %s", c.body, got, err, c.want)
		}
	}
}

func TestRequestsNameNoOtherRecordThanTheirRoute(t *testing.T) {
	t.Parallel()
	object := func(text string) *transport.Body {
		return &transport.Body{Type: "application/json", Bytes: []byte(text)}
	}
	for name, c := range map[string]struct {
		method, path, name, query string
		body                      *transport.Body
		fine                      bool
	}{
		"the same number otherwise written":      {"POST", "cms/v2/posts/5", "", "id=%2005", object(`{"id":5}`), true},
		"a list with the same number":            {"GET", "cms/v2/posts/5", "", "id[]=5", nil, false},
		"a list in the body":                     {"POST", "cms/v2/posts/5", "", "", object(`{"id":[5]}`), false},
		"one of two":                             {"GET", "cms/v2/posts/5", "", "id=5&id=7", nil, false},
		"another argument":                       {"GET", "cms/v2/posts/5", "", "page=7", nil, true},
		"an id of a list":                        {"GET", "cms/v2/posts", "", "id=7", nil, true},
		"another name":                           {"GET", "shop/v1/tax/a", "a", "slug=b", nil, false},
		"the same name":                          {"GET", "shop/v1/tax/a//b", "a//b", "slug=a/b", nil, true},
		"a number that is another name":          {"GET", "shop/v1/tax/a", "a", "slug=0", nil, false},
		"a reserved argument":                    {"GET", "cms/v2/posts", "", "_method=PUT", nil, false},
		"a reserved field":                       {"POST", "cms/v2/posts", "", "", object(`{"_method":"PUT"}`), false},
		"a field that is reserved in an address": {"POST", "cms/v2/posts", "", "", object(`{"rest_route":"/"}`), true},
		"no object":                              {"POST", "cms/v2/posts/5", "", "", object(`[7]`), true},
		"a form": {"POST", "cms/v2/posts/5", "", "",
			&transport.Body{Type: "multipart/form-data; boundary=json"}, true},
		"an urlencoded stream": {"POST", "cms/v2/posts/5", "", "",
			&transport.Body{Type: "application/x-www-form-URLencoded"}, false},
		"a stream to a list":      {"POST", "cms/v2/posts", "", "", &transport.Body{Type: "application/json"}, true},
		"heirs":                   {"DELETE", "cms/v2/users/5", "", "reassign=6&reassign=0", nil, false},
		"no user as heir":         {"DELETE", "cms/v2/users/5", "", "reassign=false", nil, false},
		"the user 1 as heir":      {"DELETE", "cms/v2/users/5", "", "reassign=1", nil, true},
		"a password of a user":    {"DELETE", "cms/v2/users/5/application-passwords/a", "", "", nil, true},
		"a post":                  {"DELETE", "cms/v2/posts/5", "", "", nil, true},
		"an empty segment":        {"GET", "cms/v2//posts", "", "", nil, false},
		"two slashes in a name":   {"GET", "cms/v2/templates/a//b", "a//b", "", nil, true},
		"three slashes in a name": {"GET", "cms/v2/templates/a///b", "a///b", "", nil, false},
		"a dot":                   {"GET", "cms/./posts", "", "", nil, false},
		"a space":                 {"GET", "cms/v2/posts/a b", "", "", nil, true},
		"a control character":     {"GET", "cms/v2/posts/a\x1f", "", "", nil, false},
		"a delete character":      {"GET", "cms/v2/posts/a\x7f", "", "", nil, false},
		"a fragment":              {"GET", "cms/v2/posts#a", "", "", nil, false},
		"an escape":               {"GET", "cms/v2/posts/%2e", "", "", nil, false},
		"a backslash":             {"GET", `cms/v2/posts\a`, "", "", nil, false},
	} {
		root, err := NewRoot(&url.URL{Scheme: "https", Host: "h"}, "wp-json")
		if err != nil {
			t.Fatal(err)
		}
		query, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = root.Address("wp", Request{
			Method: c.method, Path: c.path, Name: c.name, Key: "slug", Query: query, Body: c.body,
		})
		if (err == nil) != c.fine {
			t.Errorf("%s: error %v, want an error: %t", name, err, !c.fine)
		}
	}
}
