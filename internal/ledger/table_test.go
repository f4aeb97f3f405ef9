package ledger_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// operation is a row of the table.
type operation struct {
	Service string     `json:"service"`
	Method  string     `json:"method"`
	Path    string     `json:"path"`
	Args    []argument `json:"args"`

	pattern *regexp.Regexp // of the path, where the table has one
}

// argument is an argument of an operation.
type argument struct {
	Name       string                     `json:"name"`
	Type       string                     `json:"type"`
	In         string                     `json:"in"`
	Enum       []string                   `json:"enum"`
	Properties map[string]json.RawMessage `json:"properties"`
	Items      json.RawMessage            `json:"items"`
	Default    json.RawMessage            `json:"default"`
	Min        *float64                   `json:"min"`
	Max        *float64                   `json:"max"`
}

func (o operation) name() string { return o.Method + " " + o.Path }

// table reads the table.
func table(t *testing.T) []operation {
	t.Helper()
	raw, err := os.ReadFile("testdata/operations.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Operations []operation `json:"operations"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	return file.Operations
}

// matches reports whether a path that was sent is one of the operation.
func (o operation) matches(sent request) bool {
	if sent.service != o.Service || sent.method != o.Method {
		return false
	}
	if o.pattern != nil {
		return o.pattern.MatchString(sent.path)
	}
	pattern := regexp.QuoteMeta(o.Path)
	for _, name := range []string{"id", "parent"} {
		pattern = strings.ReplaceAll(pattern, regexp.QuoteMeta("{"+name+"}"), `\d+`)
	}
	return regexp.MustCompile("^" + pattern + "$").MatchString(sent.path)
}

// enumOf returns the values that an argument, or the items of a list, may have.
func (a argument) enumOf() []string {
	if a.Enum != nil {
		return a.Enum
	}
	var items struct {
		Enum []string `json:"enum"`
	}
	if json.Unmarshal(a.Items, &items) == nil {
		return items.Enum
	}
	return nil
}

// members returns the settable members of an argument that is an object, or a
// list of objects.
func (a argument) members() []string {
	var names []string
	var items map[string]json.RawMessage
	if json.Unmarshal(a.Items, &items) == nil {
		for name, raw := range items {
			if raw[0] == '{' { // of the schema of a plain item the values are strings
				names = append(names, name)
			}
		}
	}
	for name, raw := range a.Properties {
		var schema struct {
			ReadOnly bool `json:"readOnly"`
		}
		if json.Unmarshal(raw, &schema) != nil || !schema.ReadOnly {
			names = append(names, name)
		}
	}
	return names
}
