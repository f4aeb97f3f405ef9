package transport

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestAddressesInATextAreBare(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  "",
		"no address":                        "no address",
		"a://":                              "a:",
		"https://site.test/a":               "https://site.test/a",
		"at https://u:p@site.test/a?k=v#f.": "at https://site.test/a.",
		`Get "https://u:p q@site.test/?k=v": refused, then http://x.test?k`: `Get "an address`,
		`Get "https://u:p@site.test/?k=v": refused, then http://x.test?k`: `Get "https://site.test/": refused, then ` +
			`http://x.test`,
		"(see <https://site.test/%2F?k=v>; rel=next)": "(see <https://site.test/%2F>; rel=next)",
		"https://site.test?k=v: no route":             "https://site.test: no route",
		// The password of a proxy that nobody escaped, as net/http tells of it.
		`invalid proxy address "http://u:p/q@ss@proxy.test": parse "http://u:p/q@ss@proxy.test": invalid port ":p" after ` +
			`host`: `invalid proxy address "an address`,
		"https://u:1/p@site.test/": "an address",
		"https:u:p@site.test":      "https:u:p@site.test", // no address
	} {
		if got := StripSecrets(text); got != want {
			t.Errorf("StripSecrets(%q): %q, want %q", text, got, want)
		}
	}
}

func TestErrorIsTakenApartWithoutItsSecrets(t *testing.T) {
	t.Parallel()
	inner := &net.OpError{Op: "dial", Err: errors.New("refused")}
	leaky := &url.Error{Op: "Get", URL: "https://u:" + secret + "@token.test/grant?key=" + secret, Err: inner}
	for name, err := range map[string]error{
		"wrapped":     fmt.Errorf("token: %w", leaky),
		"in its text": fmt.Errorf("token: %w (%v)", inner, leaky), //nolint:errorlint // what it was is lost
		"joined":      errors.Join(errors.New("first"), leaky),
		"unreadable": fmt.Errorf("token: %w", &url.Error{Op: "parse", URL: "https://u:" + secret + "/x@y",
			Err: fmt.Errorf("invalid port %q: %w", secret, inner)}),
	} {
		err = Scrub(err)
		for e := err; e != nil; e = errors.Unwrap(e) {
			if text := fmt.Sprintf("%v %+v %#v", e, e, e); strings.Contains(text, secret) {
				t.Errorf("%s: text %q, want no %q in it", name, text, secret)
			}
		}
		if one, ok := errors.AsType[*url.Error](err); ok && strings.Contains(one.Error()+fmt.Sprintf("%#v", one), secret) {
			t.Errorf(`Scrub(err): %s: as an error of an address: %v: one.Error()+fmt.Sprintf("%%#v", one) %q, want no %q in it`,
				name, one, one.Error()+fmt.Sprintf("%#v", one), secret)
		}
		if one, ok := errors.AsType[*url.Error](err); ok && (!errors.Is(one, inner) || errors.Is(one, http.ErrNoCookie)) {
			t.Errorf("%s: Scrub(err) holds the *url.Error %v, want one that wraps only the inner error", name, one)
		}
		var network net.Error
		if errors.As(err, &network) && strings.Contains(network.Error(), secret) {
			t.Errorf("%s: Scrub(err) as a net.Error: %v, want no %q in it", name, network, secret)
		}
		switch {
		case !dialFailed(err):
			t.Errorf("%s: Scrub(err) is not a failed dial: %v, want a failed dial", name, err)
		case !errors.Is(err, inner):
			t.Errorf("Scrub(err): %s: it has become another error: %v, want %v", name, err, inner)
		case errors.Is(err, http.ErrNoCookie):
			t.Errorf("Scrub(err): %s: it has become another error: %v, want an error other than ErrNoCookie", name, err)
		}
	}
	if err := errors.New("nothing at https://site.test/a"); Scrub(err) != err { //nolint:errorlint // the same one is meant
		t.Errorf("an error without secrets is another one now: Scrub(err) error %v, want %v", Scrub(err), err)
	}
}

func TestHarmlessHeadersTellNoSecret(t *testing.T) {
	t.Parallel()
	header := http.Header{
		"Set-Cookie": {"a=1", "b=2"}, "X-Wp-Nonce": {"n"}, "X-Api-Key": {"k"}, "Proxy-Authorization": {"p"},
		"X-Csrf-Token": {"t"},
		"Location":     {"/login?token=t#f"}, "Content-Location": {"https://u:p@site.test/a?k"},
		"Link":                         {`<https://u:p@site.test/?k=v>; rel="next"`},
		"Access-Control-Allow-Headers": {"Authorization, X-WP-Nonce"}, "Www-Authenticate": {`Basic realm="x"`},
		"X-Wp-Total": {"7"},
	}
	got := RedactHeader(header)
	for name, want := range map[string][]string{
		"Set-Cookie": {"[redacted]", "[redacted]"}, "X-Wp-Nonce": {"[redacted]"}, "X-Api-Key": {"[redacted]"},
		"Proxy-Authorization": {"[redacted]"},
		"X-Csrf-Token":        {"[redacted]"}, "Location": {"/login"}, "Content-Location": {"https://site.test/a"},
		"Link":                         {`<https://site.test/>; rel="next"`},
		"Access-Control-Allow-Headers": {"Authorization, X-WP-Nonce"}, "Www-Authenticate": {`Basic realm="x"`},
		"X-Wp-Total": {"7"},
	} {
		if fmt.Sprint(got[name]) != fmt.Sprint(want) {
			t.Errorf("RedactHeader: %s: %q, want %q", name, got[name], want)
		}
	}
	switch {
	case header.Get("Set-Cookie") != "a=1":
		t.Errorf(`the header itself was changed: header.Get("Set-Cookie") %q, want %q`, header.Get("Set-Cookie"), "a=1")
	case RedactHeader(nil) != nil:
		t.Errorf("the header itself was changed: RedactHeader(nil) %v, want nil", RedactHeader(nil))
	}
}
