package archive

import (
	"encoding/json"
	"io"
	"regexp"
	"strings"
)

// blockComment is the opening of a block with its attributes, a JSON object in
// which "--" is always escaped.
var blockComment = regexp.MustCompile(`<!--\s+wp:([a-z][a-z0-9_/-]*)\s+(\{.*?\})\s+/?-->`)

// block rewrites the attributes of one block. All that is not an id stays byte by
// byte: editors compare it with what they would write themselves.
func (w *Rewriter) block(comment string) string {
	at := blockComment.FindStringSubmatchIndex(comment)
	name, attributes := comment[at[2]:at[3]], comment[at[4]:at[5]]
	return comment[:at[4]] + w.attributes(name, attributes) + comment[at[5]:]
}

// attributes replaces the numbers in a JSON object that are ids of other records.
// A text that is no JSON stays as it is.
func (w *Rewriter) attributes(block, text string) string {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var (
		b     strings.Builder
		last  int64
		depth int
		key   string // the name of the top-level field that is being read
		isKey bool   // the next top-level text is a name
		list  bool   // the value of that field is a list
	)
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			b.WriteString(text[last:])
			return b.String()
		}
		if err != nil {
			return text
		}
		switch value := token.(type) {
		case json.Delim:
			if value == '{' || value == '[' {
				depth++
				isKey = depth == 1
				list = list && depth > 2 || depth == 2 && value == '['
				continue
			}
			depth--
		case string:
			if depth == 1 && isKey {
				key, isKey = value, false
				continue
			}
		case json.Number:
			end := decoder.InputOffset()
			if kind, ok := w.reference(block, key, text); ok && (depth == 1 || depth == 2 && list) {
				b.WriteString(text[last : end-int64(len(value))])
				b.WriteString(w.id(kind, value.String()))
				last = end
			}
		}
		if depth == 1 {
			isKey = true
		}
	}
}
