package transport

import "testing"

func TestHeaderThatCouldCarryAnotherIsNotValid(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, value string
		want        bool
	}{
		{"X-Trace", "a", true},
		{"x_trace.1", "a\tb ü", true},
		{"", "a", false},
		{"X-Trace", "", false},
		{"X-Trace", " \t ", false}, // it would arrive as ""
		{"X Trace", "a", false},
		{"X:", "a", false},
		{"X(", "a", false},
		{"X\r\nY", "a", false},
		{"Ü", "a", false},
		{"X", "a\r\nY: b", false},
		{"X", "a\x00", false},
		{"X", "a\x7f", false},
	} {
		if got := ValidHeader(test.name, test.value); got != test.want {
			t.Errorf("ValidHeader(%q, %q): %t, want %t", test.name, test.value, got, test.want)
		}
	}
}

func TestHeadersOfTheConnectionAreTheClientsOwn(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Accept": true, "accept-encoding": true, "Connection": true, "Content-Encoding": true, "Content-Length": true,
		"Content-Range": true,
		"content_type":  true, "Expect": true, "Host": true, "HTTP2-Settings": true, "If-Range": true, "Keep-Alive": true,
		"Proxy-Anything":     true,
		"Proxy-Authenticate": true, "proxy_authorization": true, "Proxy-Connection": true, "RANGE": true, "te": true,
		"Trailer":           true,
		"Transfer-Encoding": true, "Upgrade": true, "X_HTTP_Method_Override": true,
		"Accept-Language": false, "Authorization": false, "Cookie": false, "If-None-Match": false, "Proxied": false,
		"Upgrade-Insecure-Requests": false,
		"X-Range":                   false, "X-Trace": false,
	} {
		if got := OwnHeader(name); got != want {
			t.Errorf("%s: OwnHeader(name): got is %t, want %t", name, got, want)
		}
	}
}
