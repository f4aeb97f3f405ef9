package files_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

func TestYAMLRefusesAliasesAndUnknownFields(t *testing.T) {
	t.Parallel()
	bomb := "meta:\n  a0: &a0 [x, x]\n"
	for i := range 22 {
		bomb += strings.NewReplacer("N", string(rune('b'+i)), "M", string(rune('a'+i))).Replace("  N0: &N0 [*M0, *M0]\n")
	}
	for name, c := range map[string]struct{ text, want string }{
		"an alias":         {"title: &t Text\nmeta: {a: *t}", "line 1: anchors and aliases"},
		"an unused anchor": {"title: &t Text", "line 1: anchors and aliases"},
		"a merge":          {"meta: {a: {b: 1}}\n<<: *meta", "line 2: anchors and aliases"},
		"a bomb":           {bomb, "line 2: anchors and aliases"},
		"a misspelled one": {"titel: Text", `unknown field "titel"`},
		"signs in texts":   {"title: \"&t *t\"\nmeta: {a: 'x *y', b: R&D}", ""},
	} {
		var v struct {
			Title string         `yaml:"title"`
			Meta  map[string]any `yaml:"meta"`
		}
		err := files.UnmarshalYAML([]byte(c.text), &v)
		if c.want == "" && (err != nil || v.Title != "&t *t" || v.Meta["b"] != "R&D") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}
