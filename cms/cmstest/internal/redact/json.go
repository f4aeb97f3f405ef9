package redact

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/internal/sensitive"
)

// json replaces the secrets in a JSON value and leaves the rest unchanged. It decodes the names
// of members before it compares them with the names of secrets. ok is false if body is not valid
// JSON.
func (d *Redaction) json(body []byte) (out []byte, ok bool) {
	if !json.Valid(body) { // json.Valid also limits the depth
		return nil, false
	}
	w := &rewriter{redaction: d, from: body, dec: json.NewDecoder(bytes.NewReader(body))}
	w.dec.UseNumber()
	w.value("", false)
	return append(w.to, body[w.done:]...), w.err == nil
}

// rewriter copies JSON and replaces some values.
type rewriter struct {
	redaction *Redaction
	from, to  []byte
	done      int // number of bytes in "from" copied or replaced so far
	dec       *json.Decoder
	err       error // first error; reading stops there
}

func (w *rewriter) token() (token json.Token) {
	if w.err == nil {
		token, w.err = w.dec.Token()
	}
	return token
}

// decode reads the next value as raw JSON.
func (w *rewriter) decode(dec *json.Decoder) (value json.RawMessage) {
	if w.err == nil {
		w.err = dec.Decode(&value)
	}
	return value
}

// replace writes the parameter by in place of the last size bytes that the decoder has read.
func (w *rewriter) replace(size int, by string) {
	end := int(w.dec.InputOffset())
	w.to = append(append(w.to, w.from[w.done:end-size]...), by...)
	w.done = end
}

// value copies the next value. name is the name of the member that contains it, or "". described
// is true if the value is in the description of an argument that has the name of a secret.
func (w *rewriter) value(name string, described bool) {
	before := w.dec.InputOffset()
	switch token := w.token().(type) {
	case string:
		w.text(before, token)
	case json.Delim:
		for w.err == nil && w.dec.More() {
			if token == '[' {
				w.value("", described)
			} else {
				w.member(name, described)
			}
		}
		w.token()
	}
}

// member copies a member of an object. The parameter of is the name of the member that contains
// the object.
func (w *rewriter) member(of string, described bool) {
	before := w.dec.InputOffset()
	name, _ := w.token().(string)
	w.text(before, name)
	var by string
	switch {
	case w.redaction.secretName(name), described && givesValue(name):
		by = redacted
	case mailName(name):
		by = nobodysMail
	case w.doubtful(name):
		by = redacted
	default:
		w.value(name, described)
		return
	}
	switch value := w.peek(); {
	case w.err != nil:
	case (of == "args" || of == "properties") && describes(value): // the schema of an argument, not its value
		w.value(name, by == redacted)
	case !holdsText(value),
		by == nobodysMail && value[0] == '{',
		plural(name) && !strings.ContainsRune(`"[{`, rune(value[0])):
		w.value(name, described)
	default:
		w.replace(len(w.decode(w.dec)), `"`+by+`"`)
	}
}

// doubtful reports whether the current member has a doubtful name and a value that looks random.
func (w *rewriter) doubtful(name string) bool {
	var text string
	return sensitive.Doubtful(name) && json.Unmarshal(w.peek(), &text) == nil && sensitive.Random(text)
}

// peek returns the value of the current member without consuming it.
func (w *rewriter) peek() json.RawMessage {
	rest := bytes.TrimLeft(w.from[w.dec.InputOffset():], ": \t\r\n")
	return w.decode(json.NewDecoder(bytes.NewReader(rest)))
}

// holdsText reports whether a value may be a secret: a number, or a string, list or object that is
// not empty.
func holdsText(value []byte) bool {
	switch value[0] {
	case 't', 'f', 'n':
		return false
	case '"':
		return len(value) > len(`""`)
	case '[', '{':
		return len(bytes.TrimSpace(value[1:len(value)-1])) > 0
	}
	return true
}

// describes reports whether a value is the description of an argument, as in an index or a schema.
func describes(value []byte) bool {
	var members map[string]json.RawMessage
	if value[0] != '{' || json.Unmarshal(value, &members) != nil {
		return false
	}
	for name := range members {
		switch name {
		case "type", "required", "description", "$ref", "anyOf", "oneOf":
			return true
		}
	}
	return false
}

// givesValue reports whether a member of a description contains values of the described argument.
func givesValue(name string) bool {
	switch name {
	case "default", "const", "enum", "example", "examples", "value":
		return true
	}
	return false
}

// made matches an application password as WordPress shows it.
var made = regexp.MustCompile(`^(?:(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}|[A-Za-z0-9]{24})$`)

// text replaces a string or a member name that contains an escaped secret. An unescaped secret is
// replaced later, by Content. before is the offset at which the string begins.
func (w *rewriter) text(before int64, s string) {
	raw := bytes.TrimLeft(w.from[before:w.dec.InputOffset()], ",: \t\r\n")
	within := s
	if strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[") { // may be JSON in a string, as in options of plugins
		if kept, ok := w.redaction.json([]byte(s)); ok {
			within = string(kept)
		}
	}
	by := w.redaction.replacer.Replace(w.redaction.secretInText(within))
	if w.redaction.makes && made.MatchString(s) {
		by = redacted
	}
	if by == s {
		return
	}
	var plain string
	later := w.redaction.replacer.Replace(w.redaction.secretInText(string(raw)))
	if json.Unmarshal([]byte(later), &plain) == nil && plain == by {
		return // the secret is not escaped, so Content replaces it
	}
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(by) // a string can always be encoded
	w.replace(len(raw), strings.TrimSuffix(quoted.String(), "\n"))
}
