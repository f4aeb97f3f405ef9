package transport

import (
	"bufio"
	"bytes"
	"maps"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

func FuzzNest(f *testing.F) {
	for _, seed := range []string{"a=1&a[]=2&a[b][c]=3", "=1", "[]=1", "[=1&]=2", "a[][]=1&a[][b]=2", "a[=1", "%ff=%ff", "%8f=1&%d2=2", "a[b]=1&a=2&a[b][c]=3", "\x8e&00\xe5&\xb0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		values, _ := url.ParseQuery(query)
		one, err := nestedJSON(values)
		if err != nil {
			t.Fatal(err)
		}
		if two, _ := nestedJSON(values); string(one) != string(two) {
			t.Fatalf("not stable: %s, %s", one, two)
		}
		var object map[string]any
		if err := json.Unmarshal(one, &object); err != nil {
			if utf8.ValidString(strings.Join(slices.Sorted(maps.Keys(values)), "&")) {
				t.Fatalf("%q became %s: %v", query, one, err)
			}
			return
		}
		// Arguments as this module encodes them, none of which contradicts another, are all there.
		for key, list := range values {
			if !utf8.ValidString(key + "=" + strings.Join(list, "&")) {
				return
			}
			name, rest, _ := strings.Cut(key, "[")
			if name == "" || strings.Contains(name, "]") || key != name && rest != "]" || values.Has(name) && values.Has(name+"[]") || nestedBelow(values, name) {
				continue
			}
			switch got := object[name].(type) {
			case string:
				if key != name || got != list[len(list)-1] {
					t.Fatalf("%q became %s", query, one)
				}
			case []any:
				if key == name || len(got) != len(list) {
					t.Fatalf("%q became %s", query, one)
				}
				for i := range got {
					if got[i] != list[i] {
						t.Fatalf("%q became %s", query, one)
					}
				}
			default:
				t.Fatalf("%q of %q is lost in %s", key, query, one)
			}
		}
	})
}

// nestedBelow reports that another argument stands inside of the one with a name.
func nestedBelow(values url.Values, name string) bool {
	for key := range values {
		if base := strings.ReplaceAll(strings.SplitN(key, "[", 2)[0], "]", ""); base == name && key != name && key != name+"[]" {
			return true
		}
	}
	return false
}

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
		if !strings.EqualFold(a.Scheme, b.Scheme) || !strings.EqualFold(a.Hostname(), b.Hostname()) || Secure(a) != Secure(b) || Loopback(a) != Loopback(b) {
			t.Fatalf("%q and %q are one origin", first, second)
		}
		if Loopback(a) && !strings.Contains(strings.ToLower(first), "localhost") && !strings.Contains(first, "127.") && !strings.Contains(first, ":") {
			t.Fatalf("%q is this machine", first)
		}
	})
}
