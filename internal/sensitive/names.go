// Package sensitive recognizes the names and the values of secrets: for what this module
// logs, prints and records.
package sensitive

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Name reports whether a field, an argument or an option with this name holds a secret,
// such as api_key, smtpPass, webhook_secret_v2 and _wpnonce. A route is not such a name.
func Name(name string) bool {
	// A name with a slash is a route, which is no secret. The index of a site has the member
	// application-passwords, which is no secret either.
	if strings.Contains(name, "/") || name == "application-passwords" {
		return false
	}
	words := wordsOf(name)
	if len(words) == 0 || about(words[len(words)-1]) {
		return false
	}
	for i, word := range words {
		switch {
		case endsLikeSecret(word):
			return true
		case i > 0 && singular(word) == "key" && ofKeys(words[i-1]):
			return true
		case i > 0 && singular(word) == "code" && ofCodes(words[i-1]):
			return true
		}
	}
	last := words[len(words)-1]
	return last == "pass" || joined(last) || endsLikeSecret(strings.Join(words, ""))
}

// Header reports whether a header with this name holds a secret.
func Header(name string) bool {
	lower := strings.ToLower(name)
	if strings.HasPrefix(lower, "access-control-") || strings.HasSuffix(lower, "-authenticate") {
		return false // these headers list names of headers, or ways to log in
	}
	for _, part := range [...]string{"cookie", "auth", "nonce", "token", "secret", "password", "apikey"} {
		if strings.Contains(strings.ReplaceAll(lower, "-", ""), part) {
			return true
		}
	}
	return Name(name)
}

// Doubtful reports whether a field with this name may hold a secret or something else:
// a key of a service or the key of a table. [Random] decides by the value.
func Doubtful(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(word string) bool { return doubtful(singular(word)) })
}

// always returns word endings. Every word with one of these endings names a secret. The word may
// consist of two joined words, such as accesstoken.
func always() []string {
	return []string{
		"password", "passwd", "passphrase", "passcode", "userpass", "pwd", "nonce", "token", "secret",
		"apikey", "authorization", "signature", "cookie", "credential", "jwt",
	}
}

// about reports whether a name only describes a secret, because the given word is its last word.
// For example, the fields token_type and token_expires do not hold the token.
func about(word string) bool {
	switch word {
	case "type", "types", "name", "names", "count", "length", "size", "limit", "expires", "expiry",
		"expiration", "expired", "lifetime", "ttl", "age", "date", "gmt", "at", "required", "enabled",
		"disabled", "protected", "supported", "allowed", "valid", "status", "url", "uri", "link",
		"endpoint", "page", "label", "title", "description", "placeholder", "hint", "policy", "strength",
		"id", "ids", "format", "method", "domain", "path", "notice":
		return true
	}
	return false
}

// ofKeys reports whether word and "key" together name a secret, such as api_key. Other names
// with "key" do not name a secret, such as meta_key and sort_key.
func ofKeys(word string) bool {
	switch word {
	case "secret", "private", "access", "consumer", "license", "licence", "api", "app", "application",
		"auth", "client", "encryption", "decryption", "signing", "master", "server", "account",
		"activation", "webhook", "shared", "session", "ssh", "service", "security", "recovery", "live",
		"stripe", "paypal", "rest", "hmac":
		return true
	}
	return false
}

// joined reports whether a word is one of the known names of secrets that join two words, such
// as secretkey.
func joined(word string) bool {
	switch word {
	case "secretkey", "privatekey", "accesskey", "consumerkey", "licensekey", "licencekey", "authkey",
		"clientkey", "encryptionkey", "signingkey", "masterkey", "smtppass", "dbpass", "ftppass",
		"mailpass":
		return true
	}
	return false
}

// ofCodes reports whether word and "code" together name a secret, such as backup_code.
func ofCodes(word string) bool {
	switch word {
	case "auth", "authorization", "backup", "recovery", "purchase", "activation":
		return true
	}
	return false
}

// doubtful reports whether a name that contains the given word may name a secret.
func doubtful(word string) bool {
	switch word {
	case "key", "license", "licence", "auth", "session", "sid", "serial", "bearer", "salt",
		"otp":
		return true
	}
	return false
}

// endsLikeSecret reports whether a word ends with one of the endings of the function always, in
// the singular or plural.
func endsLikeSecret(word string) bool {
	return slices.ContainsFunc(always(), func(end string) bool {
		return strings.HasSuffix(word, end) || strings.HasSuffix(word, end+"s")
	})
}

func singular(word string) string { return strings.TrimSuffix(word, "s") }

// wordsOf splits a name at punctuation and at capital letters, and returns the words in
// lower case: "apiKey_v2" is api and key. It leaves out a version or number at the end.
func wordsOf(name string) []string {
	var spaced strings.Builder
	var before rune
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 && unicode.IsLower(before) {
			spaced.WriteByte(' ')
		}
		spaced.WriteRune(unicode.ToLower(r))
		before = r
	}
	words := strings.FieldsFunc(spaced.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for len(words) > 1 && strings.Trim(strings.TrimPrefix(words[len(words)-1], "v"), "0123456789") == "" {
		words = words[:len(words)-1]
	}
	if n := len(words) - 1; n >= 0 {
		words[n] = cmp.Or(strings.TrimRight(words[n], "0123456789"), words[n])
	}
	return words
}
