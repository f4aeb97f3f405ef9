package main

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// members are those of an object in their order, nil for anything else. Of two with
// the same name the last one counts.
func members(raw jsontext.Value) []NamedValue {
	if raw.Kind() != '{' {
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
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

// NamedValue is a member of an object.
type NamedValue struct {
	Name  string
	Value jsontext.Value
}

// elements are those of a list, or the values of an object: PHP writes a list with
// holes as one.
func elements(raw jsontext.Value) []jsontext.Value {
	var all []jsontext.Value
	if raw.Kind() == '{' {
		for _, member := range members(raw) {
			all = append(all, member.Value)
		}
		return all
	}
	if json.Unmarshal(raw, &all, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return nil
	}
	return all
}

// text is a JSON string, "" for anything else.
func text(raw jsontext.Value) string {
	if raw.Kind() != '"' {
		return ""
	}
	unquoted, err := jsontext.AppendUnquote(nil, raw)
	if err != nil && len(unquoted) == 0 {
		return ""
	}
	return strings.ToValidUTF8(string(unquoted), "\ufffd")
}

// texts are the strings of a list, or one string.
func texts(raw jsontext.Value) []string {
	if raw.Kind() == '"' {
		return []string{text(raw)}
	}
	var all []string
	for _, value := range elements(raw) {
		if value.Kind() == '"' {
			all = append(all, text(value))
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
