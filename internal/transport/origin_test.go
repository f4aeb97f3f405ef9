package transport

import (
	"strings"
	"testing"
)

func TestSameOriginComparesSchemeHostAndPort(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"https://a.test/x", "https://a.test/y?z=1", true},
		{"HTTPS://A.test", "https://a.TEST:443", true},
		{"http://a.test", "http://a.test:80", true},
		{"http://[::1]", "http://[::1]:80", true},
		{"https://bücher.test", "https://xn--bcher-kva.test", true},
		{"https://BÜCHER.test:443", "https://XN--bcher-kva.test", true},
		{"https://bücher.test", "https://bucher.test", false},
		{"https://bücher.test", "https://xn--bcher-kva.test.evil.test", false},
		{"https://u:p@a.test", "https://a.test", true},
		{"http://a.test", "https://a.test", false},
		{"http://a.test:443", "https://a.test:443", false},
		{"https://a.test", "https://a.test:8443", false},
		{"https://a.test", "https://www.a.test", false},
		{"https://a.test", "https://a.test.evil.test", false},
		{"https://a.test", "//a.test", false},
		{"ftp://a.test", "ftp://a.test:21", false},
	} {
		switch {
		case SameOrigin(at(test.a), at(test.b)) != test.want:
			t.Errorf("SameOrigin(%s, %s) %t, want %t", test.a, test.b, !test.want, test.want)
		case SameOrigin(at(test.b), at(test.a)) != test.want:
			t.Errorf("SameOrigin(%s, %s) %t, want %t", test.b, test.a, !test.want, test.want)
		}
	}
}

func TestSecureIsHTTPSOrLoopback(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://a.test": true, "HTTPS://a.test": true,
		"http://localhost": true, "http://LocalHost.:8080": true, "http://site.localhost": true,
		"http://127.0.0.1": true, "http://127.9.9.9:1": true, "http://[::1]": true, "http://[::ffff:127.0.0.1]": true,
		"http://a.test": false, "http://notlocalhost": false, "http://localhost.evil.test": false,
		"http://127.0.0.1.evil.test": false,
		"http://10.0.0.1":            false, "http://0.0.0.0": false, "http://[::]": false, "http://127.0.0.1.": false,
		"http://128.0.0.1": false, "http://": false,
	} {
		if Secure(at(address)) != want {
			t.Errorf("Secure(%s) %t, want %t", address, !want, want)
		}
	}
}

func TestAddressThatCannotBeReachedIsRefused(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://site.test":                              "",
		"https://site.test.:1/a%2Fb":                     "",
		"https://site.test:65535":                        "",
		"https://site_1.test:":                           "",
		"https://az-AZ-09.test":                          "",
		"http://127.0.0.1:8080":                          "",
		"http://[::1]":                                   "",
		"http://[fe80::1%25eth0]:80":                     "",
		"https://bücher.test/字":                          "",
		"https://site.test/a.b/..c":                      "",
		"https://xn--bcher-kva.test":                     "",
		"https://site.test:99999":                        "the port 99999 is not between 1 and 65535",
		"https://site.test:65536":                        "the port 65536 is not between 1 and 65535",
		"https://site.test:0":                            "the port 0 is not between 1 and 65535",
		"https://site.test:99999999999999999999":         "the port 99999999999999999999 is not between 1 and 65535",
		"https://a..b":                                   "the host is not a name",
		"https://.":                                      "the host is not a name",
		"https://.site.test":                             "the host is not a name",
		"https://si<te>.test":                            "the host is not a name",
		`https://si"te.test`:                             "the host is not a name",
		"https://si*te.test":                             "the host is not a name",
		"https://site%E2%80%A8.test":                     "the host is not a name",
		"https://site%E2%80%AE.test":                     "the host is not a name",
		"https://" + strings.Repeat("a", 63) + ".test":   "",
		"https://" + strings.Repeat("a", 64) + ".test":   "the host is not a name",
		"https://" + strings.Repeat("a.", 126) + "a":     "",
		"https://" + strings.Repeat("a.", 126) + "ab":    "the host is not a name",
		"https://" + strings.Repeat("abc.", 64) + "test": "the host is not a name",
		"https://site.test/a%00b":                        "the path holds a control character",
		"https://site.test/a%0d%0ab":                     "the path holds a control character",
		"https://site.test/%C2%85":                       "the path holds a control character",
	} {
		if got := CheckAddress(at(address)); got != want {
			t.Errorf("CheckAddress(%s): %q, want %q", address, got, want)
		}
	}
}
