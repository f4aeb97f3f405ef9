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
