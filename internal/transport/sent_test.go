package transport

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
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

func TestPartsOfALoginAreRedacted(t *testing.T) {
	t.Parallel()
	const basic = "c29tZWJvZHk6bXktcGFzc3dvcmQ=" // somebody:my-password
	for name, header := range map[string]http.Header{
		"a password":       {"Authorization": {"Basic " + basic}},
		"another header":   {"X-Authorization": {"Basic " + basic}},
		"a token":          {"Authorization": {"Bearer my-password"}},
		"a cookie":         {"Cookie": {"lang=de; session=my-password"}},
		"the first cookie": {"Cookie": {"session=my-password; lang=de"}},
	} {
		var sent Sent
		sent.keep(header)
		if text, want := sent.Redact("it is my-password, in de"), "it is "+redacted+", in de"; text != want {
			t.Errorf("Redact of %s: %q, want %q", name, text, want)
		}
		if text := sent.Redact("it is " + basic); name == "a password" && text != "it is "+redacted {
			t.Errorf("Redact of %s as it was sent: %q, want it redacted", name, text)
		}
	}
}

func TestErrorThatRepeatsALoginIsRedacted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"the proxy refused Basic my-password": "the proxy refused " + redacted, "the proxy is gone": "the proxy is gone",
	} {
		fault := errors.New(text)
		c := newClient(t, Config{Authorize: static("Basic my-password"), Attempts: 1},
			newScript(t, httpmock.NewErrorResponder(fault)))
		if _, err := c.Do(t.Context(), get(site)); !errors.Is(err, fault) || err.Error() != want {
			t.Errorf("Do with the error %q: %v, want one that wraps it with the text %q", text, err, want)
		}
	}
	if err := new(Sent).RedactError(nil); err != nil {
		t.Errorf("RedactError(nil): %v, want nil", err)
	}
	if err := (*Sent)(nil).RedactError(io.EOF); !errors.Is(err, io.EOF) {
		t.Errorf("RedactError(io.EOF) of a nil Sent: %v, want io.EOF", err)
	}
}

func TestLastLoginsAreRedacted(t *testing.T) {
	t.Parallel()
	var sent Sent
	for _, login := range []string{"login-1", "login-2", "login-3", "login-4", "login-5", "login-6"} {
		sent.keep(http.Header{"Authorization": {login}})
	}
	const want = "login-1 login-2 [redacted] [redacted] [redacted] [redacted]"
	if text := sent.Redact("login-1 login-2 login-3 login-4 login-5 login-6"); text != want {
		t.Errorf("Redact after six logins: %q, want %q", text, want)
	}
}

func TestShortSecretIsNotRedacted(t *testing.T) {
	t.Parallel()
	for secret, want := range map[string]string{"posts": "posts", "secret": redacted} {
		var sent Sent
		sent.keep(http.Header{"X-Api-Key": {secret}})
		if text := sent.Redact(secret); text != want {
			t.Errorf("Redact of a key of %d bytes: %q, want %q", len(secret), text, want)
		}
	}
}
