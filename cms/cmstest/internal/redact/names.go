package redact

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// unescaped is a part of a query as it reads, or as it is written if it cannot be read.
func unescaped(part string) string {
	if plain, err := url.QueryUnescape(part); err == nil {
		return plain
	}
	return part
}

// secretArgument checks each part of a name such as "user[password]".
func (d *Redaction) secretArgument(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' }), d.secretName)
}

// secretName reports that a name is that of a secret, or one that the caller gave.
func (d *Redaction) secretName(name string) bool {
	return sensitive.Name(name) || len(d.names) > 0 && slices.Contains(d.names, folded(name))
}

// folded is a name without case and marks.
func folded(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// secretValue reports that a value is secret although its name may also be that of something else.
func secretValue(name, value string) bool { return sensitive.Doubtful(name) && sensitive.Random(value) }

// mailName reports that a member holds the address of a user.
func mailName(name string) bool {
	return name == "email" || name == "user_email" || name == "author_email"
}

// plural reports that a name is that of several secrets. A number under it counts them.
func plural(name string) bool { return strings.HasSuffix(strings.ToLower(name), "s") }

// methodCall is how XML-RPC begins. Its values have no names, and the first ones are credentials.
const methodCall = "<methodCall>"

var (
	xmlValue = regexp.MustCompile(`(<(?:string|value)>)[^<]+`)
	// In addresses, plain and as they stand in JSON and HTML: the user, and the value of an argument.
	userInfo      = regexp.MustCompile(`(:\\?/\\?/)[^/\\?#@\s"'<>]+@`)
	secretInQuery = regexp.MustCompile(`([?&;#]|\\u0026)([A-Za-z_%-][A-Za-z0-9_%\[\]-]*)=([^&"'<>\s\\#;]+)`)
)

// secretInText takes the secrets out of the addresses in a text, and what looks like a key.
func (d *Redaction) secretInText(text string) string {
	text = sensitive.Replace(userInfo.ReplaceAllString(text, "${1}"), redacted)
	return secretInQuery.ReplaceAllStringFunc(text, func(argument string) string {
		m := secretInQuery.FindStringSubmatch(argument)
		plain := unescaped(m[3])
		if name := unescaped(m[2]); d.secretArgument(name) || secretValue(name, plain) {
			return m[1] + m[2] + "=" + redacted
		}
		if within := d.secretInText(m[3]); within != m[3] { // an address in an argument
			return m[1] + m[2] + "=" + within
		}
		if kept := d.secretInText(plain); kept != plain {
			return m[1] + m[2] + "=" + url.QueryEscape(kept)
		}
		return argument
	})
}
