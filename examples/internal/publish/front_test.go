package publish

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestFrontMatterIsReadInEveryForm(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"YAML":                     "---\ntitle: A\n---\ntext",
		"YAML closed by dots":      "---\ntitle: A\n...\ntext",
		"YAML without a text":      "---\ntitle: A\n---",
		"blanks after the dashes":  "--- \t\ntitle: A\n---  \ntext",
		"a byte order mark":        "\uFEFF---\ntitle: A\n---\ntext",
		"lines of Windows":         "---\r\ntitle: A\r\n---\r\ntext",
		"blank lines first":        "\n \n---\ntitle: A\n---\ntext",
		"a tab after the colon":    "---\ntitle:\tA\n---\ntext",
		"another case":             "---\nTitle: A\n---\ntext",
		"unknown fields":           "---\ntitle: A\nsidebar: {x: [1]}\ncatgories: no\n---\ntext",
		"TOML":                     "+++\ntitle = \"A\"\ndate = 2020-01-01\n+++\ntext",
		"JSON":                     "{\n\"title\": \"A\"\n}\n\ntext",
		"JSON with braces in text": "{\"title\": \"A\", \"x\": \"}\"}\ntext",
		"Hexo without an opening":  "title: A\ndate: 2013/7/13 20:46:25\n---\ntext",
		"Hexo with JSON":           ";;;\n\"title\": \"A\"\n;;;\ntext",
		"Hexo with JSON, unopened": "\"title\": \"A\"\n;;;\ntext",
	} {
		f, text, err := split([]byte(source))
		if title := f.text("title"); err != nil || title != "A" {
			t.Errorf("split of %s: title %q, error %v, want the title A", name, title, err)
		}
		if got := strings.TrimSpace(string(text)); got != "text" && name != "YAML without a text" {
			t.Errorf("split of %s: text %q, want only what follows the front matter", name, got)
		}
	}
}

func TestFilesWithoutFrontMatterKeepTheirText(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"", "text", "---\ntext", "---\ntext\n---\ntext", "Note: a heading\n---\ntext",
		"{{< figure >}}\ntext", "{% raw %}\n---\n",
		"{#id}", "+++\nno end", "\n\n",
	} {
		f, text, err := split([]byte(source))
		if err != nil || f != nil {
			t.Errorf("split of %q: front matter %v, error %v, want neither", source, f, err)
		}
		if string(text) != source {
			t.Errorf("split of %q: text %q, want all of it", source, text)
		}
	}
}

func TestErrorsInFrontMatterNameTheLineOfTheFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		source string
		line   int
	}{
		"two values in a line":       {"\n---\na: b\ntitle: {Go: the: language}\n---\n", 4},
		"a field twice":              {"---\ntitle: t\ntitle: u\n---\n", 3},
		"an alias":                   {"---\ntitle: &x t\n---\n", 2},
		"Hexo without an opening":    {"title: a\ntags: [a\n---\n", 3},
		"TOML":                       {"+++\ntitle = \"a\"\nb = \n+++\n", 3},
		"JSON without an end":        {"{\n\"title\": \"a\",\n", 3},
		"Latin-1 in the text":        {"---\ntitle: a\n---\n\nRe\xe9sum\xe9", 5},
		"a field twice in two cases": {"---\nTitle: a\ntitle: b\n---\n", 2},
	} {
		_, _, err := split([]byte(c.source))
		at, ok := errors.AsType[*lineError](err)
		if !ok || at.line != c.line {
			t.Errorf("split of %s: error %v, want one in line %d", name, err, c.line)
		}
	}
	_, _, err := split([]byte("\n---\na: b\na: c\n---\n"))
	if err == nil || err.Error() != `line 4: the key "a" is in line 3 already` {
		t.Errorf("split of a field twice: error %v, want the lines 4 and 3", err)
	}
	if _, _, err := split(make([]byte, maxText+1)); err == nil || !strings.Contains(err.Error(), "longer than 1048576") {
		t.Errorf("split of more than 1 MiB: error %v, want one about the length", err)
	}
}

func TestColonInATextNeedsNoQuotes(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"Go: the language":      "Go: the language",
		"It's: \"so\"":          "It's: \"so\"",
		"Questions:":            "Questions:",
		"a: b: c # no part":     "a: b: c",
		"at 10:30: a talk  ":    "at 10:30: a talk",
		"https://x.example: it": "https://x.example: it",
	} {
		f, text, err := split([]byte("---\nid: a\ntitle: " + line + "\ntags: [x]\n---\ntext"))
		if err != nil {
			t.Errorf("split of the title %s: error %v, want none", line, err)
			continue
		}
		got := []string{f.text("id"), f.text("title"), f.text("tags"), string(text)}
		if want := []string{"a", want, "x", "text"}; !slices.Equal(got, want) {
			t.Errorf("split of the title %s: fields and text %q, want %q", line, got, want)
		}
	}
	_, _, err := split([]byte("---\ntitle: Go: the language\ntags: [\n---\n"))
	if at, ok := errors.AsType[*lineError](err); !ok || at.line != 2 {
		t.Errorf("split of fields with another mistake: error %v, want one in line 2", err)
	}
}

// Docusaurus 1 reads such titles, and the documentation of real projects has them. Generators with a YAML library
// refuse them.
func TestColonInATitleIsReadAndOtherMistakesAreRefused(t *testing.T) {
	t.Parallel()
	server := start(t)
	out, err := publish(t, server, folder(t, map[string]string{
		"a.md": "---\nid: a\ntitle: Recipes: index\n---\ntext",
		"b.md": "---\nid: b\ntitle: {Recipes: index: b}\n---\ntext",
		"c.md": "---\ntitle: Recipes: index\ntags: [a\n---\ntext",
	}))
	if !program.IsIncomplete(err) {
		t.Errorf("publish of two files with mistakes: error %v, want status 3", err)
	}
	if got, want := published(t, server), []string{"page a = Recipes: index"}; !slices.Equal(got, want) {
		t.Errorf("publish of titles with a colon: %q, want %q", got, want)
	}
	for _, want := range []string{"refuse     b.md:3  ", "refuse     c.md:2  "} {
		if !strings.Contains(out, want) {
			t.Errorf("publish of files with mistakes printed\n%s\nwant a line %q", out, want)
		}
	}
}

func TestStatusOfAnotherProcessIsNotTheSites(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, folder(t, map[string]string{
		"a.md": "---\nstatus: Accepted\n---\n# A\n", "b.md": "---\nstatus: unpublished\n---\n# B\n",
	}), "-status", "private")
	want := `note       a.md  no site has its status "accepted": it is taken for private`
	if !strings.Contains(out, want) {
		t.Errorf("publish of a file with the status Accepted printed %s, want %q", out, want)
	}
	if got := server.Record("pages", idOf(t, server, "A"))["status"]; got != "private" {
		t.Errorf("status of the page A: %v, want private, as -status says", got)
	}
	if got := server.Record("pages", idOf(t, server, "B"))["status"]; got != "draft" {
		t.Errorf("status of the page of an unpublished file: %v, want draft", got)
	}
}
