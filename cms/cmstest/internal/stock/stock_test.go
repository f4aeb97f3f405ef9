package stock

import (
	"encoding/json"
	"regexp"
	"testing"
)

// TestEveryPartOfTheFileIsRead compares what the lines give with the whole file.
func TestEveryPartOfTheFileIsRead(t *testing.T) {
	t.Parallel()
	var whole struct {
		Routes, Schemas, Types, Taxonomies, Statuses map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(file), &whole); err != nil {
		t.Fatal(err)
	}
	s := New("wp")
	if len(s.Routes) != len(whole.Routes) || len(s.Types) != len(whole.Types) {
		t.Errorf("New: %d of %d routes, %d of %d types, want all", len(s.Routes), len(whole.Routes), len(s.Types),
			len(whole.Types))
	} else if len(s.Taxonomies) != len(whole.Taxonomies) || len(s.Statuses) != len(whole.Statuses) {
		t.Errorf("New: %d of %d taxonomies, %d of %d statuses, want all", len(s.Taxonomies), len(whole.Taxonomies),
			len(s.Statuses), len(whole.Statuses))
	} else if len(s.Routes) < 130 {
		t.Errorf("New: %d routes, want at least 130", len(s.Routes))
	}
	schemas := 0
	for _, r := range s.Routes {
		if _, err := regexp.Compile(r.Path); err != nil {
			t.Error(err)
		}
		if !json.Valid([]byte(r.Route())) {
			t.Errorf("Route of %s is invalid, want JSON", r.Path)
		}
		if schema := r.Schema(); schema != "" && schema[0] != '{' {
			t.Errorf("Schema of %s is %.40s, want an object", r.Path, schema)
		} else if schema != "" {
			schemas++
		}
	}
	if schemas != len(whole.Schemas) {
		t.Errorf("Routes with a schema: %d, want %d", schemas, len(whole.Schemas))
	}
}

func TestNamesBeginWithThePrefix(t *testing.T) {
	t.Parallel()
	s := New("wp")
	for text, want := range map[string]string{
		`{"namespace":"cms/v2"}`:     `{"namespace":"wp/v2"}`,
		`["cms_block","/cms-json/"]`: `["wp_block","/wp-json/"]`,
		`"_cms_note","cmsx","a cms"`: `"_cms_note","cmsx","a cms"`,
	} {
		if got := s.spelled(text); got != want {
			t.Errorf("Spelling of %s: %s, want %s", text, got, want)
		}
	}
	if s.Types.Get("wp_block") == nil || s.Read(s.Types.Get("wp_block")).Get("slug") != "wp_block" {
		t.Error("Type wp_block is missing or has another slug, want it")
	}
}
