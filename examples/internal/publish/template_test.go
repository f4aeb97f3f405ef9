package publish

import (
	"regexp"
	"strings"
	"testing"
)

func TestTemplateIsSentIfTheMappingNamesIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		line  string
	}{
		"of the generator": {map[string]string{"mkdocs.yml": "x: y", "docs/a.md": "---\ntemplate: home.html\n---\n# A"}, ""},
		"of nobody": {
			map[string]string{"a.md": "---\ntemplate: wide\n---\n# A", "b.md": "---\ntemplate: wide\n---\n# B"},
			`note       a.md  its template "wide" is not used: templates in publish.yaml has no such name`,
		},
	} {
		server := start(t)
		out := must(t, server, folder(t, c.files))
		if !strings.Contains(out, c.line) || strings.Count(out, "its template") != min(1, len(c.line)) {
			t.Errorf("publish of a template %s printed\n%s\nwant once %q", name, out, c.line)
		}
		if got := server.Record("pages", idOf(t, server, "A"))["template"]; got != nil && got != "" {
			t.Errorf("publish of a template %s: the template is %v, want none", name, got)
		}
	}
	server := start(t)
	out, err := publish(t, server, folder(t, map[string]string{
		"publish.yaml": "templates: {Wide: page-wide}\n", "a.md": "---\ntemplate: wide\n---\n# A",
	}))
	if err == nil || !regexp.MustCompile(`refuse     a\.md .*template`).MatchString(out) {
		t.Errorf("publish of a template of the mapping that the site lacks: error %v, want the file refused\n%s", err, out)
	}
}
