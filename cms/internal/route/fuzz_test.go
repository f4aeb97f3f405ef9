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
			t.Fatalf("ParseSite(u.String()): %q became %v, and then %v, %v, want nil", site, u, again, err)
		case again.String() != u.String():
			t.Fatalf("ParseSite(u.String()): %q became %v, and then %v, %v: again.String() %q, want %q", site, u, again, err,
				again.String(), u.String())
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
			t.Fatalf("%q, %q, %q: url.Parse(address.String()): %v", site, root, route, err)
		}
		switch {
		case got.Host != a.URL.Host:
			t.Errorf("url.Parse(address.String()): %q, %q, %q became %v: Host %q, want %q", site, root, route, got, got.Host,
				a.URL.Host)
		case got.Scheme != a.URL.Scheme || got.Fragment != "":
			t.Errorf("url.Parse(address.String()): %q, %q, %q became %v: Scheme %q, Fragment %q, want %q and an empty string",
				site, root, route, got, got.Scheme, got.Fragment, a.URL.Scheme)
		case got.User != nil:
			t.Errorf("url.Parse(address.String()): %q, %q, %q became %v: User %v, want nil", site, root, route, got, got.User)
		case got.Query().Get("q") != "&x=1":
			t.Errorf(`url.Parse(address.String()): %q, %q, %q became %v: Query().Get("q") %q, want %q`, site, root, route, got,
				got.Query().Get("q"), "&x=1")
		case got.Query().Has("x") != a.URL.Query().Has("x"):
			t.Errorf(`url.Parse(address.String()): %q, %q, %q became %v: got.Query().Has("x") is %t, want %t`, site, root, route,
				got, got.Query().Has("x"), a.URL.Query().Has("x"))
		}
		switch {
		case a.plain && (got.Query().Get("rest_route") != "/"+checked || len(got.Query()["rest_route"]) != 1 ||
			got.Path != a.URL.Path):
			t.Errorf(
				`NewRoot(u, root): %q, %q, %q became %v: a.plain && (got.Query().Get("rest_route") != "/"+checked || `+
					`len(got.Query()["rest_route"]) != 1 || got.Path != a.URL.Path) is true, want false`, site, root, route, got)
		case !a.plain && got.Path != a.URL.Path+checked:
			t.Errorf("NewRoot(u, root): %q, %q, %q became %v: Path %q, want %q if !a.plain", site, root, route, got, got.Path,
				a.URL.Path+checked)
		}
		// What a server makes of the path stays below the root.
		if clean := (&url.URL{Path: "/"}).ResolveReference(&url.URL{Path: got.Path}).Path; !a.plain &&
			!strings.Contains(a.URL.Path, "/.") && !strings.HasPrefix(clean+"/", a.URL.Path) {
			t.Errorf(
				`NewRoot(u, root): %q, %q, %q leaves its root: %q: !a.plain && !strings.Contains(a.URL.Path, "/.") && `+
					`!strings.HasPrefix(clean+"/", a.URL.Path) is true, want false`, site, root, route, clean)
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
