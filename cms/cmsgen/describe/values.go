package describe

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Members returns the members of a JSON object in their order, nil for any other value.
// Of two with the same name the last one counts.
func Members(raw jsontext.Value) []NamedValue {
	if raw.Kind() != '{' {
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	_, _ = dec.ReadToken() // the brace
	var all []NamedValue
	at := map[string]int{}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil
		}
		text := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return nil
		}
		if i, ok := at[text]; ok {
			all[i].Value = value.Clone()
			continue
		}
		at[text] = len(all)
		all = append(all, NamedValue{text, value.Clone()})
	}
	return all
}

// NamedValue is a member of a JSON object.
type NamedValue struct {
	Name  string
	Value jsontext.Value
}

// Elements returns the elements of a JSON list. Of an object it returns the values,
// since PHP writes a list with holes as one. It returns nil for any other value.
func Elements(raw jsontext.Value) []jsontext.Value {
	var all []jsontext.Value
	if raw.Kind() == '{' {
		for _, member := range Members(raw) {
			all = append(all, member.Value)
		}
		return all
	}
	if json.Unmarshal(raw, &all, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return nil
	}
	return all
}

// Text returns the content of a JSON string, "" for any other value.
func Text(raw jsontext.Value) string {
	if raw.Kind() != '"' {
		return ""
	}
	unquoted, _ := jsontext.AppendUnquote(nil, raw) // puts U+FFFD for what is no UTF-8
	return string(unquoted)
}

// written is a value that is no list or object as it can be written again: a string
// has U+FFFD for what is no UTF-8.
func written(raw jsontext.Value) jsontext.Value {
	if raw.IsValid() {
		return raw
	}
	quoted, _ := jsontext.AppendQuote(nil, Text(raw))
	return quoted
}

// texts are the strings of a list, or one string.
func texts(raw jsontext.Value) []string {
	if raw.Kind() == '"' {
		return []string{Text(raw)}
	}
	var all []string
	for _, value := range Elements(raw) {
		if value.Kind() == '"' {
			all = append(all, Text(value))
		}
	}
	return all
}

// truth is what PHP takes for true.
func truth(raw jsontext.Value) bool {
	switch string(raw) {
	case "true", "1", `"1"`, `"true"`:
		return true
	}
	return false
}
