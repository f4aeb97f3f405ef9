package transport

import (
	"bufio"
	"bytes"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"testing"
)

// FuzzHeader writes a header that is taken into a request: who reads it finds
// this header with this value and no other.
func FuzzHeader(f *testing.F) {
	f.Add("X-A", "b")
	f.Add("X-A\r\nX-B", "b\r\nX-C: d")
	f.Add("Wéird", "\x00\x7f\t é\xff")
	f.Add("X-A ", " b ")
	f.Fuzz(func(t *testing.T, name, value string) {
		if !ValidHeader(name, value) {
			return
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://docs.example.org/", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = http.Header{name: {value}, "User-Agent": {"x"}}
		switch strings.ToLower(name) {
		case "host", "user-agent", "content-length", "transfer-encoding", "trailer", "connection": // net/http's own
			return
		}
		var wire bytes.Buffer
		if err := req.Write(&wire); err != nil {
			t.Fatalf("%q: %q was taken, and cannot be sent: %v", name, value, err)
		}
		got, err := http.ReadRequest(bufio.NewReader(&wire))
		if err != nil {
			t.Fatalf("%q: %q was taken, and cannot be read: %v", name, value, err)
		}
		got.Header.Del("User-Agent")
		switch key := textproto.CanonicalMIMEHeaderKey(name); {
		case len(got.Header) != 1:
			t.Fatalf("header %q: %q was read as %q, want 1 field", name, value, got.Header)
		case got.Header.Get(key) != textproto.TrimString(value):
			t.Fatalf("http.ReadRequest: %q: %q was read as %q: Header.Get(key) %q, want %q", name, value, got.Header,
				got.Header.Get(key), textproto.TrimString(value))
		}
	})
}

// FuzzOrigin compares two addresses: being of one origin goes both ways, and
// means that a request to either reaches the same door.
func FuzzOrigin(f *testing.F) {
	f.Add("https://docs.example.org/a", "https://DOCS.example.org:443/b")
	f.Add("http://127.0.0.1", "http://localhost")
	f.Add("https://[::1]:80/", "http://[::1]/")
	f.Add("https://a.example.", "https://a.example")
	f.Add("https://a@b/", "https://b:/")
	f.Fuzz(func(t *testing.T, first, second string) {
		a, errA := url.Parse(first)
		b, errB := url.Parse(second)
		if errA != nil || errB != nil {
			return
		}
		switch {
		case !SameOrigin(a, a):
			t.Fatalf("SameOrigin(%q, %[1]q) false, want true", first)
		case SameOrigin(a, b) != SameOrigin(b, a):
			t.Fatalf("SameOrigin(%q, %q): %t, want %t as the other way round", first, second, SameOrigin(a, b), SameOrigin(b, a))
		}
		if !SameOrigin(a, b) {
			return
		}
		switch {
		case !strings.EqualFold(a.Scheme, b.Scheme):
			t.Fatalf("SameOrigin(%q, %q) true, want false: the schemes differ", first, second)
		case Host(a) != Host(b):
			t.Fatalf("SameOrigin(%q, %q) true, want false: the hosts differ", first, second)
		case Secure(a) != Secure(b):
			t.Fatalf("Secure(%q): %t, want %t as for %q of the same origin", first, Secure(a), Secure(b), second)
		}
		if Secure(a) && !strings.EqualFold(a.Scheme, "https") && !strings.Contains(strings.ToLower(first), "localhost") &&
			!strings.Contains(first, "127.") && !strings.Contains(first, ":") {
			t.Fatalf("Secure(%q) true, want false: neither HTTPS nor this machine", first)
		}
	})
}
