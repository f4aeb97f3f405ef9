package transport

import "testing"

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
		{"https://u:p@a.test", "https://a.test", true},
		{"http://a.test", "https://a.test", false},
		{"http://a.test:443", "https://a.test:443", false},
		{"https://a.test", "https://a.test:8443", false},
		{"https://a.test", "https://www.a.test", false},
		{"https://a.test", "https://a.test.evil.test", false},
		{"https://a.test", "//a.test", false},
		{"ftp://a.test", "ftp://a.test:21", false},
	} {
		if SameOrigin(at(test.a), at(test.b)) != test.want || SameOrigin(at(test.b), at(test.a)) != test.want {
			t.Errorf("SameOrigin(%s, %s) is not %v", test.a, test.b, test.want)
		}
	}
}

func TestSecureIsHTTPSOrLoopback(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://a.test": true, "HTTPS://a.test": true,
		"http://localhost": true, "http://LocalHost.:8080": true, "http://site.localhost": true,
		"http://127.0.0.1": true, "http://127.9.9.9:1": true, "http://[::1]": true, "http://[::ffff:127.0.0.1]": true,
		"http://a.test": false, "http://notlocalhost": false, "http://localhost.evil.test": false, "http://127.0.0.1.evil.test": false,
		"http://10.0.0.1": false, "http://0.0.0.0": false, "http://[::]": false, "http://128.0.0.1": false, "http://": false,
	} {
		if Secure(at(address)) != want {
			t.Errorf("Secure(%s) is not %v", address, want)
		}
	}
}
