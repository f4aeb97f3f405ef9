package transport

import (
	"net/http"
	"strings"
	"testing"
)

func TestSameLoginIsStoredOnce(t *testing.T) {
	t.Parallel()
	var sent Sent
	for _, login := range []string{"first-secret", "second-secret", "second-secret", "second-secret", "second-secret"} {
		sent.keep(http.Header{"Authorization": {login}})
	}
	if sent.stored != 2 {
		t.Errorf("keep of two logins in five requests stored %d headers, want 2", sent.stored)
	}
	if text := sent.Redact("first-secret"); text != redacted {
		t.Errorf("Redact after five requests: %q, want the first login redacted", text)
	}
}

func TestSecretIsRedactedInEachFormOfAServer(t *testing.T) {
	t.Parallel()
	var sent Sent
	sent.keep(http.Header{"X-Api-Key": {"se cr/et+ü"}})
	for _, form := range []string{"se cr/et+ü", "secr/et+ü", `se cr\/et+ü`, "se+cr%2Fet%2B%C3%BC", "se%20cr%2Fet+%C3%BC"} {
		if text := sent.Redact("key " + form + "."); text != "key "+redacted+"." {
			t.Errorf("Redact of the form %s: %q, want it redacted", form, text)
		}
	}
}

func TestSecretThatBeginsWithAnotherIsRedactedAsAWhole(t *testing.T) {
	t.Parallel()
	var cookies []string
	for n := range 12 {
		cookies = append(cookies, "a=secret"+"0123456789abcdef"[:n])
	}
	var sent Sent
	sent.keep(http.Header{"Cookie": {strings.Join(cookies, "; ")}})
	for range 20 { // the secrets come from a map
		if text := sent.Redact("secret0123456789a"); text != redacted {
			t.Fatalf("Redact of the longest of 12 secrets: %q, want %q", text, redacted)
		}
	}
}

func TestEachPartOfALoginThatChangedIsRedacted(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Authorization", "Cookie", "X-Wp-Nonce"} {
		var sent Sent
		for _, value := range []string{"a=first-secret", "a=second-secret"} {
			header := http.Header{"Authorization": {"Bearer unchanged"}, "Cookie": {"a=unchanged"}, "X-Wp-Nonce": {"unchanged"}}
			header.Set(name, value)
			sent.keep(header)
		}
		if text := sent.Redact("a=first-secret and a=second-secret"); strings.Contains(text, "secret") {
			t.Errorf("Redact after two values of %s: %q, want neither of them", name, text)
		}
	}
}
