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
