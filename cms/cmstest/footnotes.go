package cmstest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// footnotes are the notes of a text as the site stores them for the user. Who may not post any HTML stores a list of
// notes that each have an id and a content, and "" in place of what is no JSON of a list or an object.
func (u *user) footnotes(text string) string {
	if u.can("unfiltered_html") {
		return text
	}
	var sent any
	if err := json.Unmarshal([]byte(text), &sent); err != nil {
		return ""
	}
	list, ok := sent.([]any)
	if _, named := sent.(map[string]any); named {
		list, ok = membersInOrder(text), true
	}
	if !ok {
		return ""
	}
	notes := []any{}
	for _, e := range list {
		note, _ := e.(map[string]any)
		if truthy(note["id"]) && truthy(note["content"]) {
			notes = append(notes, object{{"id", sanitizeKey(fmt.Sprint(note["id"]))}, {"content", filtered(fmt.Sprint(note["content"]), textElements)}})
		}
	}
	return string(appendJSON(nil, notes))
}

// membersInOrder are the values of a JSON object.
func membersInOrder(text string) []any {
	decoder := json.NewDecoder(strings.NewReader(text))
	_, _ = decoder.Token() // the brace
	var out []any
	for decoder.More() {
		_, _ = decoder.Token() // the name
		var value any
		if decoder.Decode(&value) != nil {
			break
		}
		out = append(out, value)
	}
	return out
}

// sanitizeKey keeps the letters of ASCII, in lower case, digits, dashes and underscores.
func sanitizeKey(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}, strings.ToLower(text))
}
