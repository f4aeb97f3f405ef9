package redact

import (
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"
)

// Sent returns the body of the request without secrets. Call it before [Redaction.Received],
// because the response may repeat a secret of the request.
func (d *Redaction) Sent(header http.Header, body []byte, length int64) Content {
	kept, text := d.Content(header, body, length), string(body)
	named := json.Valid(body) || !strings.Contains(text, methodCall)
	d.tells = kept.LeftOut != "" || named && strings.Count(kept.Body, redacted) > strings.Count(text, redacted)
	return kept
}

// Received returns the body of the response without secrets. If the response may repeat a secret, a
// body that is not JSON is left out.
func (d *Redaction) Received(header http.Header, body []byte, length int64) Content {
	if _, ok := d.json(body); !ok && (d.makes || d.tells) {
		return leftOut("it is no JSON, and may hold a secret of the request or a new one", body, length)
	}
	return d.Content(header, body, length)
}

// Content returns a body without secrets. It replaces secret members of JSON, secret fields of
// forms, and the credentials of the request in any text.
func (d *Redaction) Content(header http.Header, body []byte, length int64) Content {
	kind, attrs, _ := mime.ParseMediaType(header.Get("Content-Type"))
	encoding := header.Get("Content-Encoding")
	if len(body) > 0 && encoding != "" && !strings.EqualFold(encoding, "identity") {
		return leftOut("it is encoded, and may hold a secret: "+encoding, body, length)
	}
	text := string(body)
	kept, isJSON := d.json(body)
	switch {
	case strings.HasPrefix(kind, "multipart/") && attrs["boundary"] != "":
		text = d.form(text, attrs["boundary"])
	case strings.HasPrefix(kind, "multipart/") && len(body) > 0:
		return leftOut("it is a form in parts without a boundary, and may hold a secret", body, length)
	case isJSON:
		text = d.secretInText(string(kept))
	default:
		if kind == "application/x-www-form-urlencoded" {
			text = d.Query(text)
		}
		if strings.Contains(text, methodCall) {
			text = xmlValue.ReplaceAllString(text, "${1}"+redacted)
		}
		var whole bool
		if text, whole = d.secretsInProse(text); !whole {
			return leftOut("it is no JSON, and holds the name of a secret", body, length)
		}
	}
	if !utf8.ValidString(text) && !isJSON && !strings.HasPrefix(kind, "multipart/") {
		// In binary content the credentials of the request are replaced, but not the address of
		// the site.
		return contentOf([]byte(d.secrets.Replace(text)), length)
	}
	return contentOf([]byte(d.replacer.Replace(text)), length)
}
