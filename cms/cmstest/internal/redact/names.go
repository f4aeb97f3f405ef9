package redact

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// unescaped is a part of a query as it reads, or as it is written if it cannot be read.
func unescaped(part string) string {
	if plain, err := url.QueryUnescape(part); err == nil {
		return plain
	}
	return part
}

// secretArgument checks each part of a name such as "user[password]".
func secretArgument(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' }), secretName)
}

// secretName goes by how a name ends. A route is none, nor is where an index says how
// application passwords are made.
func secretName(name string) bool {
	if strings.Contains(name, "/") || name == "application-passwords" {
		return false
	}
	name = strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
	return slices.ContainsFunc(secretNames, func(end string) bool {
		return strings.HasSuffix(name, end) || strings.HasSuffix(name, end+"s")
	})
}

// mailName reports that a member holds the address of a user.
func mailName(name string) bool {
	return name == "email" || name == "user_email" || name == "author_email"
}

// plural reports that a name is that of several secrets. A number under it counts them.
func plural(name string) bool { return strings.HasSuffix(strings.ToLower(name), "s") }

// secretNames are how the names of secrets end: post_password, access_token, _wpnonce.
var secretNames = []string{"password", "userpass", "pass1", "pass2", "passwd",
	"pwd", "nonce", "token", "secret", "apikey", "authorization", "signature", "cookie"}

// methodCall is how XML-RPC begins. Its values have no names, and the first ones are credentials.
const methodCall = "<methodCall>"

var (
	xmlValue = regexp.MustCompile(`(<(?:string|value)>)[^<]+`)
	// In addresses, plain and as they stand in JSON and HTML: the user, and the value of an argument.
	userInfo      = regexp.MustCompile(`(:\\?/\\?/)[^/\\?#@\s"'<>]+@`)
	secretInQuery = regexp.MustCompile(`([?&;#]|\\u0026)([A-Za-z_%-][A-Za-z0-9_%\[\]-]*)=([^&"'<>\s\\#;]+)`)
)

// secretInText takes the secrets out of the addresses in a text.
func secretInText(text string) string {
	text = userInfo.ReplaceAllString(text, "${1}")
	return secretInQuery.ReplaceAllStringFunc(text, func(argument string) string {
		m := secretInQuery.FindStringSubmatch(argument)
		if secretArgument(unescaped(m[2])) {
			return m[1] + m[2] + "=" + redacted
		}
		if within := secretInText(m[3]); within != m[3] { // an address in an argument
			return m[1] + m[2] + "=" + within
		}
		if plain := unescaped(m[3]); secretInText(plain) != plain {
			return m[1] + m[2] + "=" + url.QueryEscape(secretInText(plain))
		}
		return argument
	})
}
