package loopback

import "testing"

func TestLoopbackIsLocalhostAndLoopbackAddresses(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "LocalHost": true, "localhost.": true, "site.localhost": true, "a.b.LOCALHOST.": true,
		"127.0.0.1": true, "127.9.9.9": true, "::1": true, "::1%lo": true, "::ffff:127.0.0.1": true,
		"": false, ".": false, "notlocalhost": false, "localhost..": false, "localhost.evil.test": false,
		"127.0.0.1.": false, "127.1": false, "2130706433": false, "0x7f.0.0.1": false, "127.0.0.1.evil.test": false,
		"0.0.0.0": false, "::": false, "128.0.0.1": false, "10.0.0.1": false, "fe80::1%lo": false, "::127.0.0.1": false,
	} {
		if got := Is(host); got != want {
			t.Errorf("Is(%q) returned %v, want %v", host, got, want)
		}
	}
}
