package transport

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestABaseAddressIsParsedOrRefused(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		" https://docs.example.org/a%2Fb// ": "https://docs.example.org/a%2Fb",
		"http://[::1]:8080":                  "http://[::1]:8080",
	} {
		if u, reason := ParseBase(address); reason != "" || u.String() != want {
			t.Errorf("%q: %v, %q", address, u, reason)
		}
	}
	for address, want := range map[string]string{
		"": "it is empty", "docs.example.org": "it needs a scheme", "https://:80": "it has no host", "https://u:p@a.test": HoldsUser,
		"https://a.test?": HasQuery, "https://a.test/#": "it has a fragment", "https://a.test:0": "the port 0 is not", "https://%zz": "it cannot be parsed",
	} {
		if u, reason := ParseBase(address); u != nil || !strings.HasPrefix(reason, want) {
			t.Errorf("%q: %v, %q, not %q", address, u, reason, want)
		}
	}
}

func TestASettingOfACallIsTakenOrRefused(t *testing.T) {
	t.Parallel()
	p := PerCall{Header: http.Header{}}
	if p.SetAttempts(0) == "" || p.SetTimeout(0) == "" || p.SetHeader("Accept", "x") == "" || p.SetHeader("Cookie", "x", "Cookie") == "" || len(p.Header) != 0 || p.Attempts != 0 || p.Timeout != 0 {
		t.Errorf("%+v", p)
	}
	if p.SetAttempts(1)+p.SetTimeout(1)+p.SetHeader("x-a", "b") != "" || p.Attempts != 1 || p.Timeout != time.Duration(1) || p.Header.Get("X-A") != "b" {
		t.Errorf("%+v", p)
	}
}

func TestTheTargetOfARedirectTellsNoSecret(t *testing.T) {
	t.Parallel()
	from := at(site + "/a/b")
	for location, want := range map[string]string{
		"../c?key=k#f": site + "/c", "https://u:p@other.test/%2F?k": "https://other.test/%2F", "": "", "mailto:x": "", "https://%zz": "",
	} {
		got := ""
		if u := Target(from, location); u != nil {
			got = u.String()
		}
		if got != want {
			t.Errorf("%q: %q, not %q", location, got, want)
		}
	}
	if u := Target(nil, "/c?k"); u == nil || *u != (url.URL{Path: "/c"}) {
		t.Errorf("%v", u)
	}
}

func TestClippedBytesDoNotKeepTheWholeBody(t *testing.T) {
	t.Parallel()
	large := make([]byte, 100)
	if got := Clip(large, 10); len(got) != 10 || cap(got) > 50 {
		t.Errorf("%d bytes of %d", len(got), cap(got))
	}
	if got := Clip(large[:5:15], 10); len(got) != 5 || &got[0] != &large[0] {
		t.Errorf("%d bytes were copied", len(got))
	}
}
