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
		if key := textproto.CanonicalMIMEHeaderKey(name); len(got.Header) != 1 || got.Header.Get(key) != textproto.TrimString(value) {
			t.Fatalf("%q: %q was read as %q", name, value, got.Header)
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
		if !SameOrigin(a, a) || SameOrigin(a, b) != SameOrigin(b, a) {
			t.Fatalf("%q, %q", first, second)
		}
		if !SameOrigin(a, b) {
			return
		}
		if !strings.EqualFold(a.Scheme, b.Scheme) || !strings.EqualFold(a.Hostname(), b.Hostname()) || Secure(a) != Secure(b) {
			t.Fatalf("%q and %q are one origin", first, second)
		}
		if Secure(a) && !strings.EqualFold(a.Scheme, "https") && !strings.Contains(strings.ToLower(first), "localhost") && !strings.Contains(first, "127.") && !strings.Contains(first, ":") {
			t.Fatalf("%q is this machine", first)
		}
	})
}
