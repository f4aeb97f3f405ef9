package route

import (
	"net/url"
	"strings"
	"testing"
)

func FuzzSite(f *testing.F) {
	for _, s := range []string{"https://docs.example.org/a//", "http://[::1]:80", "https://u:p@h", "//h", "https://h/%2e%2e/", "https://h/../x", "https://h/wp-json", "https://h/a%2fb", "https://h:99999999/", "https://h\t/"} {
		f.Add(s, "cms/v2/posts", "index.php?rest_route=/")
	}
	f.Add("https://h", "../x", "//h2/")
	f.Add("https://h/a", "cms/v2/posts/slug/ä b", "wp-json/")
	f.Add("https://h/a", "a&rest_route=/b", "?rest_route=/&rest_route=/x")
	f.Fuzz(func(t *testing.T, site, route, root string) {
		u, err := ParseSite(site)
		if err != nil {
			return
		}
		if u.User != nil || u.RawQuery != "" || u.Hostname() == "" || strings.ContainsAny(u.Host, "\r\n\x00 /\\@?#") {
			t.Fatalf("%q was taken: %v", site, u)
		}
		if again, err := ParseSite(u.String()); err != nil || again.String() != u.String() {
			t.Fatalf("%q became %v, and then %v, %v", site, u, again, err)
		}
		a, err := NewRoot(u, root)
		if err != nil {
			return
		}
		checked, address, err := a.Address("", Request{Path: route, Query: url.Values{"q": {"&x=1"}}})
		if err != nil {
			return
		}
		got, err := url.Parse(address.String())
		if err != nil {
			t.Fatalf("%q, %q, %q: %v", site, root, route, err)
		}
		if got.Host != a.URL.Host || got.Scheme != a.URL.Scheme || got.Fragment != "" || got.User != nil || got.Query().Get("q") != "&x=1" || got.Query().Has("x") != a.URL.Query().Has("x") {
			t.Errorf("%q, %q, %q became %v", site, root, route, got)
		}
		if a.plain && (got.Query().Get("rest_route") != "/"+checked || len(got.Query()["rest_route"]) != 1 || got.Path != a.URL.Path) || !a.plain && got.Path != a.URL.Path+checked {
			t.Errorf("%q, %q, %q became %v", site, root, route, got)
		}
		// What a server makes of the path stays below the root.
		if clean := (&url.URL{Path: "/"}).ResolveReference(&url.URL{Path: got.Path}).Path; !a.plain && !strings.Contains(a.URL.Path, "/.") && !strings.HasPrefix(clean+"/", a.URL.Path) {
			t.Errorf("%q, %q, %q leaves its root: %q", site, root, route, clean)
		}
		if strings.Contains("/"+checked+"/", "/../") || strings.Contains(checked, "//") || strings.ContainsAny(checked, "?#%\\\x00\r\n") {
			t.Errorf("%q was taken", route)
		}
	})
}
