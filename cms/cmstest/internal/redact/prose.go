package redact

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

var (
	// memberInText matches a JSON member within other text.
	memberInText = regexp.MustCompile(`"((?:[^"\\]|\\.){3,80})"(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)`)
	// assigned matches an HTML attribute or a variable: name="value", name: 'value', name=value.
	assigned = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_-]*)(\s*[:=]\s*["']|=)([^"'\s<>&;#]+)`)
	// input matches an input element of HTML. inputName and inputValue match its attributes.
	input      = regexp.MustCompile(`(?i)<input\b[^>]*>`)
	inputName  = regexp.MustCompile(`(?i)\bname\s*=\s*["']?([^"'\s>]+)`)
	inputValue = regexp.MustCompile(`(?i)(\bvalue\s*=\s*)("[^"]*"|'[^']*'|[^"'\s>]+)`)
	// named matches the name of a member as JSON and PHP print it: "name": 'name' => ["name"]=>
	// [name] =>
	named = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_ -]*)(?:\\*["']|&quot;|&#0?3[49];)(?:\s*:|\]?\s*=>)\s*|` +
		`\[([A-Za-z_][A-Za-z0-9_ -]*)\]\s*=>\s*`)
	escape = regexp.MustCompile(`\\u00([0-7][0-9a-fA-F])`)
)

// secretsInProse replaces the secrets in text that is not JSON, such as an HTML page. It finds a
// secret only if its name and its complete value stand next to each other. whole is false if out
// still contains the name of a secret before a value.
func (d *Redaction) secretsInProse(text string) (out string, whole bool) {
	text = memberInText.ReplaceAllStringFunc(text, func(one string) string {
		m := memberInText.FindStringSubmatch(one)
		var name string
		switch err := json.Unmarshal([]byte(`"`+m[1]+`"`), &name); {
		case err != nil || m[3] == `""`:
		case d.secretName(name) || secretValue(name, strings.Trim(m[3], `"`)):
			return `"` + m[1] + `"` + m[2] + `"` + redacted + `"`
		case mailName(name):
			return `"` + m[1] + `"` + m[2] + `"` + nobodysMail + `"`
		}
		return one
	})
	if utf8.ValidString(text) {
		text = input.ReplaceAllStringFunc(text, func(tag string) string {
			if name := inputName.FindStringSubmatch(tag); name == nil || !d.secretArgument(name[1]) {
				return tag
			}
			return inputValue.ReplaceAllString(tag, `${1}"`+redacted+`"`)
		})
		text = assigned.ReplaceAllStringFunc(text, func(one string) string {
			if m := assigned.FindStringSubmatch(one); d.secretName(m[1]) || secretValue(m[1], m[3]) {
				return m[1] + m[2] + redacted
			}
			return one
		})
		text = d.secretInText(text)
	}
	return text, !d.namesSecret(text)
}

// namesSecret reports whether a text contains the name of a secret before a value that is not
// empty.
func (d *Redaction) namesSecret(text string) bool {
	text = strings.ReplaceAll(text, "\x00", "") // in UTF-16, every second byte of ASCII text is zero
	text = escape.ReplaceAllStringFunc(text, func(code string) string {
		n, _ := strconv.ParseUint(code[len(`\u`):], 16, 8)
		return string(rune(n))
	})
	for _, at := range named.FindAllStringSubmatchIndex(text, -1) {
		start, end := at[2], at[3]
		if start < 0 {
			start, end = at[4], at[5]
		}
		rest := strings.TrimLeft(text[at[1]:], `\`)
		empty := rest == ""
		for _, none := range []string{`"` + redacted, `""`, `''`, "[]", "{}", "null", "true", "false"} {
			empty = empty || strings.HasPrefix(rest, none)
		}
		if !empty && d.secretName(strings.TrimSpace(text[start:end])) {
			return true
		}
	}
	return false
}
