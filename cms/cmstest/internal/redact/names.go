package redact

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// unescaped decodes a part of a query. It returns an invalid part unchanged.
func unescaped(part string) string {
	if plain, err := url.QueryUnescape(part); err == nil {
		return plain
	}
	return part
}

// secretArgument reports whether a part of a name such as "user[password]" is secret.
func (d *Redaction) secretArgument(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' }), d.secretName)
}

// secretName reports whether a name is the name of a secret: because of its words, or because the
// caller listed it.
func (d *Redaction) secretName(name string) bool {
	return sensitive.Name(name) || len(d.names) > 0 && slices.Contains(d.names, folded(name))
}

// folded returns a name in lower case without "_", "-" and spaces.
func folded(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// secretValue reports whether a value with a doubtful name is a secret. The value must look
// random, because a field with a doubtful name may also contain something else.
func secretValue(name, value string) bool { return sensitive.Doubtful(name) && sensitive.Random(value) }

// mailName reports whether a member with this name contains the email address of a user.
func mailName(name string) bool {
	return name == "email" || name == "user_email" || name == "author_email"
}

// plural reports whether a name is a plural and so means several secrets. A number in such a
// member is a count, not a secret.
func plural(name string) bool { return strings.HasSuffix(strings.ToLower(name), "s") }

// methodCall begins an XML-RPC request. The values in it have no names, and the first values are
// credentials.
const methodCall = "<methodCall>"

var (
	xmlValue = regexp.MustCompile(`(<(?:string|value)>)[^<]+`)
	// userInfo and secretInQuery match secrets in addresses, even if JSON or HTML escapes them.
	userInfo      = regexp.MustCompile(`(:\\?/\\?/)[^/\\?#@\s"'<>]+@`)
	secretInQuery = regexp.MustCompile(`([?&;#]|\\u0026)([A-Za-z_%-][A-Za-z0-9_%\[\]-]*)=([^&"'<>\s\\#;]+)`)
)

// secretInText replaces the secrets in the addresses of a text, and values that look like keys.
func (d *Redaction) secretInText(text string) string {
	text = sensitive.Replace(userInfo.ReplaceAllString(text, "${1}"), redacted)
	return secretInQuery.ReplaceAllStringFunc(text, func(argument string) string {
		m := secretInQuery.FindStringSubmatch(argument)
		plain := unescaped(m[3])
		if name := unescaped(m[2]); d.secretArgument(name) || secretValue(name, plain) {
			return m[1] + m[2] + "=" + redacted
		}
		if within := d.secretInText(m[3]); within != m[3] { // the argument contains an address with a secret
			return m[1] + m[2] + "=" + within
		}
		if kept := d.secretInText(plain); kept != plain {
			return m[1] + m[2] + "=" + url.QueryEscape(kept)
		}
		return argument
	})
}
