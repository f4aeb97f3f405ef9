package sensitive

import (
	"regexp"
	"strings"
	"unicode"
)

// shapes is a regular expression. It matches values that are secret whatever their name is,
// because they have the form of a private key, a token, or the hash of a password.
const shapes = `-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)` +
	`|\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*` + // JWT
	`|\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9+/=]{16,}` + // Stripe
	`|\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{30,}|\bglpat-[A-Za-z0-9_-]{20,}` +
	`|\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}` +
	`|\bAIza[A-Za-z0-9_-]{35}|\bya29\.[A-Za-z0-9_-]{20,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b` +
	`|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|\b[a-f0-9]{32}-us[0-9]{1,2}\b` + // SendGrid, Mailchimp
	`|\bc[ks]_[a-f0-9]{40}\b|\bsk-(?:proj-|ant-)?[A-Za-z0-9_]{32,}` + // WooCommerce, keys of language models
	`|\$(?:P|H)\$[./A-Za-z0-9]{31}|\$(?:wp)?\$?2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}|\$argon2[a-z]+\$[^\s"'<>&]{20,}`

// Replace puts by in place of each value in text that looks like a key, a token or the
// hash of a password: JWTs, keys of known services, private keys in PEM.
func Replace(text, by string) string {
	if !mayHold(text) {
		return text
	}
	return regexp.MustCompile(shapes).ReplaceAllLiteralString(text, by)
}

// mayHold reports whether text has a fixed part of one of the shapes. Most texts have
// none, and this check is much faster than the regular expression.
func mayHold(text string) bool {
	for _, part := range [...]string{
		"-----BEGIN ", "eyJ", "sk_", "rk_", "whsec_", "gh", "github_pat_", "glpat-", "xox", "shp", "AIza",
		"ya29.", "AKIA", "ASIA", "SG.", "-us", "ck_", "cs_", "sk-", "$P$", "$H$", "$2", "$argon2",
	} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// Random reports whether a value is a long random string, such as a key: at least 20
// letters and digits, both mixed, with no words in between.
func Random(value string) bool {
	if len(value) < 20 || len(value) > 4096 {
		return false
	}
	letters, digits, changes := 0, 0, 0
	before := 0
	for _, r := range value {
		kind := 0
		switch {
		case r > unicode.MaxASCII:
			return false
		case unicode.IsDigit(r):
			kind, digits = 1, digits+1
		case unicode.IsLetter(r):
			kind, letters = 2, letters+1
		case !strings.ContainsRune("+/=_-.", r):
			return false
		}
		if kind != 0 && before != 0 && kind != before {
			changes++
		}
		before = kind
	}
	return letters > 0 && digits > 0 && changes*5 >= letters+digits
}
