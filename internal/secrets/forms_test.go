package secrets

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// What must not be told. Each stands where its name says, and nowhere else.
const (
	user     = "editor"
	password = "abcd EFGH 1234 ijkl MNOP 5678"
	argument = "let me in/please?"
	key      = "header-token-xyz"
	cookie   = "cookie-value-hush"
	proxied  = "pr0xy/p@ss word"
)

// plain are the secrets themselves.
func plain() []string {
	return []string{
		password, strings.ReplaceAll(password, " ", ""), user + ":" + password,
		user + ":" + strings.ReplaceAll(password, " ", ""),
		argument, key, cookie, proxied,
	}
}

// forms are all ways in which the secrets may be written.
var forms = sync.OnceValue(func() []string {
	var out []string
	for _, secret := range append(plain(), extraSecrets()...) {
		quoted, _ := json.Marshal(secret)
		numbers := fmt.Sprint([]byte(secret))
		out = append(out,
			secret, strings.ReplaceAll(secret, " ", "+"), url.QueryEscape(secret), url.PathEscape(secret),
			strings.Trim(string(quoted), `"`),
			base64.StdEncoding.EncodeToString([]byte(secret)), base64.URLEncoding.EncodeToString([]byte(secret)),
			base64.RawStdEncoding.EncodeToString([]byte(secret)),
			hex.EncodeToString([]byte(secret)), strings.ToUpper(hex.EncodeToString([]byte(secret))), fmt.Sprintf("% x", secret),
			numbers, strings.ReplaceAll(strings.Trim(numbers, "[]"), " ", ","),
			strings.ReplaceAll(strings.Trim(numbers, "[]"), " ", ", "),
			strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%#v", []byte(secret)), "[]byte{"), "}"),
			fmt.Sprintf("%q", []rune(secret)),
		)
	}
	slices.Sort(out)
	return slices.Compact(out)
})

// extraSecrets are parts by which a secret would be known as well.
func extraSecrets() []string {
	return []string{"pr0xy", "EFGH 1234", "EFGH1234", "abcd EFGH", "abcdEFGH"}
}

// told returns the form of a secret that stands in text, "" for none.
func told(text string) string {
	for _, form := range forms() {
		if strings.Contains(text, form) {
			return form
		}
	}
	return ""
}

// tells fails the test if text tells a secret.
func tells(t *testing.T, what, text string) {
	t.Helper()
	if form := told(text); form != "" {
		_, after, _ := strings.Cut(text, form)
		before := strings.TrimSuffix(text, form+after)
		t.Errorf("%s holds the secret %q after %q, want it without", what, form, before[max(0, len(before)-200):])
	}
}
