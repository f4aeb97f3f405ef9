package redact

import (
	"mime"
	"slices"
	"strings"
	"unicode"
)

// form returns a multipart form without the values of secret fields. The boundary of the request
// is replaced with [Boundary].
func (d *Redaction) form(text, boundary string) string {
	parts := strings.Split("\r\n"+text, "\r\n--"+boundary)
	for i, part := range parts {
		head, value, ok := strings.Cut(part, "\r\n\r\n")
		if !ok || value == "" || i == 0 {
			continue
		}
		if d.secretField(head, value) {
			parts[i] = head + "\r\n\r\n" + redacted
		} else {
			parts[i] = head + "\r\n\r\n" + d.field(value)
		}
	}
	if boundary == d.boundary {
		boundary = Boundary
	}
	return strings.TrimPrefix(strings.Join(parts, "\r\n--"+boundary), "\r\n")
}

// secretField reports whether a part of a form is secret. It takes the name of the field from head,
// the header of the part. A doubtful name is secret if the value looks random. If head is
// malformed, the part is secret if any word in head is the name of a secret.
func (d *Redaction) secretField(head, value string) bool {
	for line := range strings.SplitSeq(head, "\r\n") {
		name, attributes, _ := strings.Cut(line, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Disposition") {
			continue
		}
		_, attrs, err := mime.ParseMediaType(attributes)
		if err == nil {
			return d.secretArgument(attrs["name"]) || secretValue(attrs["name"], value)
		}
		words := strings.FieldsFunc(attributes, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
		})
		if slices.ContainsFunc(words, d.secretName) {
			return true
		}
	}
	return false
}
