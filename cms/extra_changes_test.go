package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestChangesOfExtraAreTheMembersThatDiffer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		asked, stored string // "" for a member that is absent
		changes       bool
	}{
		"the same":              {`{"a":1,"b":[2]}`, ` { "b": [2.0], "a": 1 } `, false},
		"another value":         {`1`, `2`, true},
		"another type":          {`1`, `"1"`, true},
		"absent":                {`0`, "", true},
		"false for nothing":     {`false`, "", true},
		"null for absent":       {`null`, "", false},
		"null for null":         {`null`, `null`, false},
		"null for empty text":   {`null`, `""`, false},
		"null for zero":         {`null`, `0`, false},
		"null for an empty set": {`null`, `{}`, false},
		"null for a list":       {`null`, `[]`, false},
		"null for a value":      {`null`, `"x"`, true},
		"a value for null":      {`"x"`, `null`, true},
		"a list for null":       {`[]`, `null`, true},
		"nothing is asked":      {"", `1`, false},
		"no JSON":               {`{`, `{`, true},
		"no JSON is stored":     {`1`, `{`, true},
	} {
		asked, stored := cms.Extra{"m": []byte(c.asked)}, cms.Extra{"other": []byte("1")}
		if c.stored != "" {
			stored["m"] = []byte(c.stored)
		}
		switch got := asked.Changes(stored); {
		case (got != nil) != c.changes:
			t.Errorf("%s: Changes: %v, want changes: %t", name, got, c.changes)
		case c.changes && string(got["m"]) != c.asked:
			t.Errorf("%s: Changes: %s, want %s", name, got["m"], c.asked)
		}
		meta := (&cms.MetaParams{Extra: asked}).Changes(cms.Meta{Extra: stored})
		switch {
		case (meta != nil) != c.changes:
			t.Errorf("%s in meta: Changes: %v, want changes: %t", name, meta, c.changes)
		case c.changes && string(meta.Extra["m"]) != c.asked:
			t.Errorf("%s in meta: Changes: %s, want %s", name, meta.Extra["m"], c.asked)
		}
	}
}

// Advanced Custom Fields and Meta Box show all their fields, and change only those that a request names.
func TestChangesCompareOnlyTheNamedFieldsOfAPlugin(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"acf", "meta_box"} {
		for asked, changes := range map[string]bool{
			`{"price":5}`: false, `{"price":5,"color":null}`: false, `{}`: false, `{"price":6}`: true,
			`{"price":5,"size":1}`: true, `{"price":null}`: true, `5`: true,
		} {
			stored := cms.Extra{name: []byte(`{"price":5,"color":"","gallery":false}`)}
			if got := (cms.Extra{name: []byte(asked)}).Changes(stored); (got != nil) != changes {
				t.Errorf("Changes of %s from %s to %s: %s, want changes: %t", name, stored[name], asked, got[name], changes)
			}
		}
		for _, empty := range []string{"[]", "false", "null", ""} { // a record without the fields of a plugin
			stored := cms.Extra{name: []byte(empty)}
			if got := (cms.Extra{name: []byte(`{"price":5}`)}).Changes(stored); got == nil {
				t.Errorf(`Changes of %s from %q to {"price":5}: nil, want this field`, name, empty)
			}
		}
	}
	if got := (cms.Extra{"size": []byte(`{"w":1}`)}).Changes(cms.Extra{"size": []byte(`{"w":1,"h":2}`)}); got == nil {
		t.Error("Changes of another object that has one more field: nil, want this object")
	}
}

func TestChangesOfMetaHaveTheFootnotesThatDiffer(t *testing.T) {
	t.Parallel()
	stored := cms.Meta{Footnotes: "[1]", Extra: cms.Extra{"a": []byte("1")}}
	for _, p := range []*cms.MetaParams{nil, {}, {Footnotes: new("[1]"), Extra: cms.Extra{"a": []byte("1")}}} {
		if got := p.Changes(stored); got != nil {
			t.Errorf("MetaParams.Changes(stored): %+v, want nil", got)
		}
	}
	switch got := (&cms.MetaParams{Footnotes: new(""), Extra: cms.Extra{"a": []byte("1")}}).Changes(stored); {
	case got == nil:
		t.Error("MetaParams.Changes(stored): result nil, want a value")
	case *got.Footnotes != "":
		t.Errorf("MetaParams.Changes(stored): Footnotes %q, want an empty string", *got.Footnotes)
	case got.Extra != nil:
		t.Errorf("MetaParams.Changes(stored): Extra %v, want nil", got.Extra)
	}
}
