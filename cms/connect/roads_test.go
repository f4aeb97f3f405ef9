package connect_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestDiscoverFollowsOnlyRedirectsWithinTheSite(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		from, to string
		follow   bool
	}{
		{"https://docs.test/", "/en/", true},
		{"https://docs.test/", "https://www.docs.test/", true},
		{"https://www.docs.test/", "https://docs.test/x", true},
		{"https://WWW.Docs.test/", "https://docs.test/x", true},
		{"http://docs.test/", "https://docs.test/", true},
		{"http://docs.test:80/", "https://docs.test:443/", true},
		{"http://docs.test:80/", "https://docs.test/", true},
		{"http://docs.test/", "https://docs.test:443/", true},
		{"https://docs.test:8443/", "https://docs.test:8443/x", true},
		{"http://docs.test:8080/", "https://docs.test/", false},
		{"http://docs.test/", "https://docs.test:8443/", false},
		{"https://docs.test/", "https://docs.test:8443/", false},
		{"https://docs.test/", "http://docs.test/", false},
		{"https://docs.test/", "https://shop.docs.test/", false},
		{"https://docs.test/", "https://user:secret@docs.test/x", false},
		{"https://docs.test/", "ftp://docs.test/", false},
		{"https://docs.test/", "https:///x", false},
		{"https://docs.test/", "mailto:a@docs.test", false},
		{"https://docs.test/", "https://docs.test/%zz", false},
	} {
		_, asked, err := find(t, map[string]func(*http.Request) *http.Response{tc.from: answer(302, "Location: "+tc.to, "")},
			tc.from)
		switch followed := len(asked) > 1; {
		case followed != tc.follow:
			t.Errorf("from %s to %s: followed is %t, want %t", tc.from, tc.to, followed, tc.follow)
		case errors.Is(err, cms.ErrRedirected) == tc.follow:
			t.Errorf("from %s to %s: error is ErrRedirected: %t, want %t", tc.from, tc.to, errors.Is(err, cms.ErrRedirected),
				!(tc.follow))
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells a password: %v, want no %q in it", err, "secret")
		}
		if e, ok := errors.AsType[*cms.Error](err); !tc.follow && (!ok || e.Operation != "Discover" || e.Method != "GET" ||
			e.Path != "/") {
			t.Errorf("Discover: error %v, want a *cms.Error of GET / in Discover", err)
		}
	}
}

func TestRedirectThatIsNotFollowedIsNamedWithoutItsSecrets(t *testing.T) {
	t.Parallel()
	for to, want := range map[string]string{
		"https://user:secret@other.test/a/?token=secret#secret": "to https://other.test/a/; open",
		"https://other.test/a/?":                                "to https://other.test/a/; open",
		"mailto:secret@other.test":                              "has no usable address",
		"https://other.test/%zzsecret":                          "has no usable address",
	} {
		_, _, err := find(t, map[string]func(*http.Request) *http.Response{"https://docs.test/": answer(302, "Location: "+to,
			"")}, "https://docs.test/")
		switch {
		case err == nil || !strings.Contains(err.Error(), want):
			t.Errorf("%s: find: error %v, want %q in it", to, err, want)
		case strings.Contains(err.Error(), "secret"):
			t.Errorf("%s: find: error %v, want no %q in it", to, err, "secret")
		}
	}
}

// Redirects within one origin are followed by the transport, and not counted here.
func TestDiscoverChangesTheOriginNineTimes(t *testing.T) {
	t.Parallel()
	for _, hops := range []int{9, 10} {
		host := func(i int) string { return []string{"docs.test", "www.docs.test"}[i%2] }
		answers := map[string]func(*http.Request) *http.Response{"https://" + host(hops) + "/wp-json/": indexOf("")}
		for i := range hops {
			answers[fmt.Sprintf("https://%s/%d", host(i), i)] = answer(302, fmt.Sprintf("Location: https://%s/%d", host(i+1),
				i+1), "")
		}
		answers[fmt.Sprintf("https://%s/%d", host(hops), hops)] = answer(200, linkTo("/wp-json/"), "")
		_, asked, err := find(t, answers, "https://docs.test/0")
		switch {
		case (err == nil) != (hops == 9):
			t.Errorf("Discover over %d redirects: error %v, want an error: %t; requests %q", hops, err, hops != 9, asked)
		case hops == 10 && (len(asked) != 10 || !errors.Is(err, cms.ErrRedirected)):
			t.Errorf("Discover over %d redirects: error %v, want ErrRedirected after 10 requests; requests %q", hops, err, asked)
		}
	}
}

// A status below 300 or from 400 on is a page, whatever it says of a location.
func TestDiscoverTreatsOnlyStatuses300To399AsRedirects(t *testing.T) {
	t.Parallel()
	for status, page := range map[int]bool{299: true, 300: false, 399: false, 400: true} {
		_, _, err := find(t, map[string]func(*http.Request) *http.Response{
			"https://docs.test/":         answer(status, "Location: https://other.test/", ""),
			"https://docs.test/wp-json/": indexOf(""),
		}, "https://docs.test/")
		switch {
		case (err == nil) != page:
			t.Errorf("%d: error %v, want nil: %t", status, err, page)
		case !page && !errors.Is(err, cms.ErrRedirected):
			t.Errorf("status %d: error %v, want ErrRedirected", status, err)
		}
	}
}

func TestDiscoverReadsTheLinksOfAPage(t *testing.T) {
	t.Parallel()
	const rel = `rel="https://api.w.org/"`
	for name, tc := range map[string]struct{ header, body, want string }{
		"a comma in quotes":             {`</api/>; title="x, </no/>"; ` + rel, "", "/api/"},
		"a comma behind quotes":         {`</no/>; title="x", </api/>; ` + rel, "", "/api/"},
		"the first of two":              {`</api/>; ` + rel + `, </no/>; ` + rel, "", "/api/"},
		"blanks everywhere":             {` < /api/ > ; REL = ` + strings.TrimPrefix(rel, "rel=") + ` ; x`, "", "/api/"},
		"another name for the relation": {`</no/>; rev="https://api.w.org/"`, "", ""},
		"an address that is not closed": {`</no/ ; ` + rel, "", ""},
		"no address":                    {rel, "", ""},
		"an address without parameters": {`</no/>`, "", ""},
		"a header, then an element":     {`</api/>; ` + rel, `<link ` + rel + ` href="/no/">`, "/api/"},
		"a header of another scheme":    {`<ftp://docs.test/no/>; ` + rel, `<link ` + rel + ` href="/api/">`, "/api/"},
		"a header with a user": {`<https://u:p@docs.test/no/>; ` + rel, `<link ` + rel + ` href="/api/">`,
			"/api/"},
		"a header that cannot be parsed": {`<%zz>; ` + rel, `<link ` + rel + ` href="/api/">`, "/api/"},
		"an element without an address":  {"", `<link ` + rel + ` href=""><link ` + rel + ` href="/api/">`, "/api/"},
		"an element behind others": {"",
			`<p ` + rel + ` href="/no/"></p><link rel="x" href="/no/"><link ` + rel + ` href="/api/">`, "/api/"},
		"an element that closes itself":    {"", `<meta/><link ` + rel + ` href="/api/"/>`, "/api/"},
		"an address before its relation":   {"", `<link href="/api/" ` + rel + `>`, "/api/"},
		"an element in the body of a page": {"", `<body><link ` + rel + ` href="/no/">`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := map[string]func(*http.Request) *http.Response{"https://docs.test/": answer(200, "Link: "+tc.header,
				tc.body)}
			for _, root := range []string{"/api/", "/no/", "/wp-json/"} {
				answers["https://docs.test"+root] = indexOf("")
			}
			if tc.want == "" {
				tc.want = "/wp-json/"
			}
			site, asked, err := find(t, answers, "https://docs.test/")
			switch {
			case err != nil:
				t.Errorf("Discover: error %v, want nil; requests %q", err, asked)
			case site.Root() != "https://docs.test"+tc.want:
				t.Errorf("Discover: root %q, want %q", site.Root(), "https://docs.test"+tc.want)
			}
		})
	}
}
