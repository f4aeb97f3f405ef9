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
	if len(s.Routes) != len(whole.Routes) || len(s.Types) != len(whole.Types) ||
		len(s.Taxonomies) != len(whole.Taxonomies) || len(s.Statuses) != len(whole.Statuses) || len(s.Routes) < 130 {
		t.Errorf("%d of %d routes, %d of %d types, %d of %d taxonomies, %d of %d statuses", len(s.Routes), len(whole.Routes),
			len(s.Types), len(whole.Types), len(s.Taxonomies), len(whole.Taxonomies), len(s.Statuses), len(whole.Statuses))
	}
	schemas := 0
	for _, r := range s.Routes {
		if _, err := regexp.Compile(r.Path); err != nil {
			t.Error(err)
		}
		if !json.Valid([]byte(r.Route())) {
			t.Errorf("%s: the route is not JSON", r.Path)
		}
		if schema := r.Schema(); schema != "" && schema[0] != '{' {
			t.Errorf("%s: the schema is %.40s", r.Path, schema)
		} else if schema != "" {
			schemas++
		}
	}
	if schemas != len(whole.Schemas) {
		t.Errorf("%d of %d schemas", schemas, len(whole.Schemas))
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
			t.Errorf("%s becomes %s", text, got)
		}
	}
	if s.Types.Get("wp_block") == nil || s.Read(s.Types.Get("wp_block")).Get("slug") != "wp_block" {
		t.Error("there is no type wp_block")
	}
}
