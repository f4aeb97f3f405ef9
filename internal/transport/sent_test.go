package transport

import (
	"net/http"
	"strings"
	"testing"
)

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
