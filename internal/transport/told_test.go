package transport

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestBaseAddressIsParsedOrRefused(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		" https://docs.example.org/a%2Fb// ": "https://docs.example.org/a%2Fb",
		"http://[::1]:8080":                  "http://[::1]:8080",
		"https://a.test/b/../c//d/./e/":      "https://a.test/c/d/e",
	} {
		switch u, reason := ParseBase(address); {
		case reason != "":
			t.Errorf("%q: ParseBase(address): reason %q, want an empty string", address, reason)
		case u.String() != want:
			t.Errorf("%q: ParseBase(address): %q, want %q", address, u.String(), want)
		}
	}
	for address, want := range map[string]string{
		"": "the address is empty: pass one like", "docs.example.org": "must begin with https://",
		"https://:80":        "has no host",
		"https://u:p@a.test": HoldsUser,
		"https://a.test?":    HasQuery, "https://a.test/#": "has a fragment", "https://a.test:0": "the port 0 is not",
		"https://%zz": "cannot be parsed",
	} {
		if u, reason := ParseBase(address); u != nil || !strings.HasPrefix(reason, want) {
			t.Errorf("ParseBase(%q): %v, reason %q, want nil and the prefix %q", address, u, reason, want)
		}
	}
}

func TestSettingOfACallIsTakenOrRefused(t *testing.T) {
	t.Parallel()
	var p PerCall
	switch {
	case p.SetAttempts(0) == "":
		t.Error("PerCall.SetAttempts(0): SetAttempts(0) empty, want a text")
	case p.SetTimeout(0) == "":
		t.Error("PerCall.SetTimeout(0): SetTimeout(0) empty, want a text")
	case p.SetHeader("Accept", "x") == "":
		t.Error(`PerCall.SetHeader: SetHeader("Accept", "x") empty, want a text`)
	case p.SetHeader("Cookie", "x", "Cookie") == "":
		t.Error(`PerCall.SetHeader: SetHeader("Cookie", "x", "Cookie") empty, want a text`)
	case len(p.Header) != 0 || p.Attempts != 0:
		t.Errorf("p.Header %v, p.Attempts %d, want an empty list and 0", p.Header, p.Attempts)
	case p.Timeout != 0:
		t.Errorf("p.Timeout %v, want 0", p.Timeout)
	}
	switch {
	case p.SetAttempts(1)+p.SetTimeout(1)+p.SetHeader("x-a", "b")+p.SetHeader("x-b", "c") != "":
		t.Errorf(`p.SetAttempts(1)+p.SetTimeout(1)+p.SetHeader("x-a", "b") %q, want an empty string`,
			p.SetAttempts(1)+p.SetTimeout(1)+p.SetHeader("x-a", "b"))
	case p.Attempts != 1 || p.Timeout != time.Duration(1):
		t.Errorf("p.Attempts %d, p.Timeout %v, want 1 and %v", p.Attempts, p.Timeout, time.Duration(1))
	case p.Header.Get("X-A") != "b" || p.Header.Get("X-B") != "c":
		t.Errorf("PerCall.SetHeader: header %v, want X-A and X-B", p.Header)
	}
}

func TestTargetOfARedirectTellsNoSecret(t *testing.T) {
	t.Parallel()
	from := at(site + "/a/b")
	for location, want := range map[string]string{
		"../c?key=k#f": site + "/c", "https://u:p@other.test/%2F?k": "https://other.test/%2F", "": "", "mailto:x": "",
		"https://%zz": "",
	} {
		got := ""
		if u := Target(from, location); u != nil {
			got = u.String()
		}
		if got != want {
			t.Errorf("Target(from, %q): %q, want %q", location, got, want)
		}
	}
	switch u := Target(nil, "/c?k"); {
	case u == nil:
		t.Error("Target: result nil, want a value")
	case *u != (url.URL{Path: "/c"}):
		t.Errorf("Target: *u %v, want %v", *u, url.URL{Path: "/c"})
	}
}

func TestClippedBytesDoNotKeepTheWholeBody(t *testing.T) {
	t.Parallel()
	large := make([]byte, 100)
	switch got := Clip(large, 10); {
	case len(got) != 10:
		t.Errorf("Clip(large, 10): %d bytes, want 10", len(got))
	case cap(got) > 50:
		t.Errorf("Clip(large, 10): %d bytes of %d, want at most 50", len(got), cap(got))
	}
	switch got := Clip(large[:5:15], 10); {
	case len(got) != 5:
		t.Errorf("Clip(large[:5:15], 10): %d bytes were copied, want 5", len(got))
	case &got[0] != &large[0]:
		t.Errorf("Clip(large[:5:15], 10): %d bytes were copied: &got[0] %+v, want %+v", len(got), &got[0], &large[0])
	}
}
