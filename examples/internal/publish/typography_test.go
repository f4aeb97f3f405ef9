package publish

import (
	"strings"
	"testing"
)

func TestTypographyIsExactOrTheSites(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]struct{ exact, site string }{
		"a -- b --- c":               {"a &#045;- b &#045;&#045;- c", "a -- b --- c"},
		"one - two":                  {"one &#045; two", "one - two"},
		"well-known":                 {"well-known", "well-known"},
		"so...":                      {"so&#046;&#046;.", "so..."},
		"3x4 and 0x1F":               {"3&#120;4 and 0&#120;1F", "3x4 and 0x1F"},
		"it's \"so\"":                {"it&#039;s &quot;so&quot;", "it's \"so\""},
		"a :) b :-D":                 {"a &#058;) b &#058;-D", "a :) b :-D"},
		"see: this 12:30":            {"see: this 12:30", "see: this 12:30"},
		"Wordpress (tm)":             {"&#087;ordpress &#040;tm)", "Wordpress (tm)"},
		"`a -- 'b' :)`":              {"<code>a -- 'b' :)</code>", "<code>a -- 'b' :)</code>"},
		"[a -- b](c--d 'e')":         {`<a href="c--d" title="e">a &#045;- b</a>`, `<a href="c--d" title="e">a -- b</a>`},
		"<b title=\"a--b\">x--y</b>": {`<b title="a--b">x&#045;-y</b>`, `<b title="a--b">x--y</b>`},
	} {
		for exact, want := range map[bool]string{true: want.exact, false: want.site} {
			got, err := render([]byte(source), rendering{exact: exact}, func(r reference) string { return r.address })
			if err != nil || !strings.Contains(got, "<p>"+want+"</p>") {
				t.Errorf("render of %q, exact %v: error %v, %s, want %s", source, exact, err, got, want)
			}
		}
	}
}

func TestTypographyIsThatOfTheGeneratorUnlessTheMappingNamesOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		exact bool
	}{
		"plain":       {map[string]string{"a.md": "# A\n\nx--y\n"}, true},
		"plain, site": {map[string]string{"a.md": "# A\n\nx--y\n", "publish.yaml": "typography: site\n"}, false},
		"jekyll":      {map[string]string{"a.md": "---\ntitle: A\n---\nx--y\n", "_config.yml": "title: x\n"}, false},
		"hugo":        {map[string]string{"content/a.md": "---\ntitle: A\n---\nx--y\n", "hugo.toml": ""}, false},
		"jekyll, exact": {map[string]string{
			"a.md": "---\ntitle: A\n---\nx--y\n", "_config.yml": "title: x\n", "publish.yaml": "typography: exact\n",
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			must(t, server, folder(t, c.files))
			want := map[bool]string{true: "x&#045;-y", false: "x--y"}[c.exact]
			if got := server.Record("pages", idOf(t, server, "A"))["content"].(string); !strings.Contains(got, want) {
				t.Errorf("publish of a folder of %s stored %s, want %s in it", name, got, want)
			}
		})
	}
}
