package route

import (
	"net/url"
	"strings"
	"testing"
)

func FuzzSite(f *testing.F) {
	for _, s := range []string{"https://docs.example.org/a//", "http://[::1]:80", "https://u:p@h", "//h",
		"https://h/%2e%2e/", "https://h/../x", "https://h/wp-json", "https://h/a%2fb", "https://h:99999999/",
		"https://h\t/"} {
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
		switch {
		case u.User != nil:
			t.Fatalf("ParseSite(site): %q was taken: %v: User %v, want nil", site, u, u.User)
		case u.RawQuery != "":
			t.Fatalf("ParseSite(site): %q was taken: %v: RawQuery %q, want an empty string", site, u, u.RawQuery)
		case u.Hostname() == "":
			t.Fatalf("ParseSite(site): %q was taken: %v: Hostname() empty, want a text", site, u)
		case strings.ContainsAny(u.Host, "\r\n\x00 /\\@?#"):
			t.Fatalf("ParseSite(site): %q was taken: %v: Host %q, want no character of %q", site, u, u.Host, "\r\n\x00 /\\@?#")
		}
		switch again, err := ParseSite(u.String()); {
		case err != nil:
			t.Fatalf("ParseSite(%q) gives %v, parsed again: error %v, want nil", site, u, err)
		case again.String() != u.String():
			t.Fatalf("ParseSite(%q) gives %v, parsed again: %v, want the same", site, u, again)
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
			t.Fatalf("address of %q, %q, %q: url.Parse error %v, want nil", site, root, route, err)
		}
		switch {
		case got.Host != a.URL.Host:
			t.Errorf("address of %q, %q, %q: host %q, want %q", site, root, route, got.Host, a.URL.Host)
		case got.Scheme != a.URL.Scheme || got.Fragment != "":
			t.Errorf("address of %q, %q, %q: scheme %q, fragment %q, want %q and none", site, root, route, got.Scheme,
				got.Fragment, a.URL.Scheme)
		case got.User != nil:
			t.Errorf("address of %q, %q, %q: user %v, want nil", site, root, route, got.User)
		case got.Query().Get("q") != "&x=1":
			t.Errorf("address of %q, %q, %q: argument q %q, want %q", site, root, route, got.Query().Get("q"), "&x=1")
		case got.Query().Has("x") != a.URL.Query().Has("x"):
			t.Errorf("address of %q, %q, %q: %v, want the argument x as in %v", site, root, route, got, a.URL)
		}
		switch {
		case a.plain && (got.Query().Get("rest_route") != "/"+checked || len(got.Query()["rest_route"]) != 1 ||
			got.Path != a.URL.Path):
			t.Errorf("address of %q, %q, %q: %v, want one rest_route of %q below %q", site, root, route, got, "/"+checked,
				a.URL.Path)
		case !a.plain && got.Path != a.URL.Path+checked:
			t.Errorf("address of %q, %q, %q: path %q, want %q", site, root, route, got.Path, a.URL.Path+checked)
		}
		// What a server makes of the path stays below the root.
		if clean := (&url.URL{Path: "/"}).ResolveReference(&url.URL{Path: got.Path}).Path; !a.plain &&
			!strings.Contains(a.URL.Path, "/.") && !strings.HasPrefix(clean+"/", a.URL.Path) {
			t.Errorf("address of %q, %q, %q: path %q, want it below %q", site, root, route, clean, a.URL.Path)
		}
		switch {
		case strings.Contains("/"+checked+"/", "/../"):
			t.Errorf(`%q was taken: "/"+checked+"/" %q, want no %q in it`, route, "/"+checked+"/", "/../")
		case strings.Contains(checked, "//"):
			t.Errorf("Root.Address: %q was taken: checked %q, want no %q in it", route, checked, "//")
		case strings.ContainsAny(checked, "?#%\\\x00\r\n"):
			t.Errorf("Root.Address: %q was taken: checked %q, want no character of %q", route, checked, "?#%\\\x00\r\n")
		}
	})
}
