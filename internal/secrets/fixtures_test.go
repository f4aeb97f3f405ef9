package secrets

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// leaks are what no file of a testdata folder may hold, in JSON or plain.
var leaks = map[string]*regexp.Regexp{
	"credentials":             regexp.MustCompile(`(?i)\b(?:Basic|Bearer|Digest) +[A-Za-z0-9+/=._~-]{6,}`),
	"a header of credentials": regexp.MustCompile(`(?i)"(?:proxy-)?authorization"\s*:\s*\[?\s*"[^"]*"`),
	"a cookie":                regexp.MustCompile(`(?i)"(?:set-)?cookie2?"\s*:\s*\[?\s*"[^"]*"`),
	"a cookie of a login":     regexp.MustCompile(`(?i)(?:wordpress|cms)_(?:logged_in|sec)_[0-9a-f]{8,}`),
	"an application password": regexp.MustCompile(`\b(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}\b`),
	"the user of an address":  regexp.MustCompile(`(?i)https?:\\*/\\*/[^/\\\s"'<>?#]+:[^/\\\s"'<>?#]+@`),
	"a nonce or token": regexp.MustCompile(`(?i)(?:_wpnonce|[?&]token|access_token|rest_nonce)=[^&"'\s\\R][^&` +
		`"'\s\\]*`),
	"a header of a nonce or key": regexp.MustCompile(`(?i)"x-(?:wp|cms)-nonce"\s*:\s*\[\s*"[^"]*"|` +
		`"x-api-key"\s*:\s*\[\s*"[^"]*"`),
	"a private key": regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----`),
}

// harmless are the values that may stand where a secret would. Those of the last line are wrong credentials that the
// conformance suite sends, and an address.
var harmless = regexp.MustCompile(`(?i)REDACTED|\[redacted\]|<redacted>|: *\[?\s*"(?:Basic|Bearer) ` +
	`\*+"|"authorization": *\[?\s*""|(?:long ){5}long` +
	`|Basic YWRtaW46YWRtaW4=|Bearer abcdef|"Authorization":"(?:abcdef|Basic|Basic !!!)"|"authorization":"SITE/`)

// found names the leaks in a text.
func found(text string) map[string]string {
	out := map[string]string{}
	for what, pattern := range leaks {
		for _, hit := range pattern.FindAllString(text, -1) {
			if !harmless.MatchString(hit) {
				out[what] = hit
			}
		}
	}
	return out
}

func TestNoFixtureHoldsASecret(t *testing.T) {
	t.Parallel()
	looked := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.Contains(filepath.ToSlash(path), "/testdata/") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		looked++
		text := string(raw)
		for what, hit := range found(text) {
			t.Errorf("Fixture %s holds %s: %.120s, want no secret", path, what, hit)
		}
		if form := told(text); form != "" {
			t.Errorf("Fixture %s holds %q, want no secret", path, form)
		}
		return nil
	})
	if err != nil || looked < 500 {
		t.Errorf("Walk of the fixtures: %d files, error %v, want at least 500 and none", looked, err)
	}
}

func TestSecretInAFixtureIsFound(t *testing.T) {
	t.Parallel()
	for text, leaks := range map[string]bool{
		`"Authorization": ["Basic ZWRpdG9yOmFiY2Q="]`: true, `"authorization":"x"`: true,
		`"Authorization": [ "Basic REDACTED" ]`:                    false,
		`"Set-Cookie": ["wordpress_logged_in_0123456789abcdef=x"]`: true, `"Cookie": ["REDACTED"]`: false,
		`"password":"abcd EFGH 1234 ijkl MNOP 5678"`: true, "four word text that goes": false,
		"long long long long long long":    false,
		`"https:\/\/kim:hush@site.test\/"`: true, `"http://127.0.0.1:80/a@b"`: false, `?_wpnonce=abc123`: true,
		`?_wpnonce=REDACTED`:    false,
		`"X-WP-Nonce": ["abc"]`: true, "-----BEGIN PRIVATE KEY-----": true,
	} {
		if got := len(found(text)) > 0; got != leaks {
			t.Errorf("Search in %s: found %v, want a secret: %t", text, found(text), leaks)
		}
	}
}
