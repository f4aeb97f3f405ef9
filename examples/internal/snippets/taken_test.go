package snippets

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// odd are snippets as a site may hold them.
func odd() []map[string]any {
	return []map[string]any{
		{"name": "Tags", "tags": []string{"two words", "a,b", "  c  ", "x, y"}, "code": "tags();"},
		{"name": "", "code": "none();"},
		{"name": "", "code": "none();"},
		{"name": " ", "code": "blank();"},
		{"name": "Swap", "code": "one();"},
		{"name": "Swap", "code": "two();"},
		{"name": "swap", "code": "three();", "active": true},
		{"name": "Swap 6", "code": "four();"},
		{"name": "../../etc/passwd", "code": "passwd();"},
		{"name": "CON", "code": "con();"},
		{"name": "nul", "code": "td{}", "scope": "site-css"},
		{"name": ".hidden", "code": "hidden();"},
		{"name": "???", "code": "marks();"},
		{"name": strings.Repeat("long ", 100), "code": "long();"},
		{"name": "字体 Ä ß \u2028 \ufeff \u0085", "code": "script();"},
		{"name": "*/ end", "desc": "one\n*/\ntwo", "tags": []string{"*/"}, "code": "end();\n*/\n"},
		{"name": "--> end", "desc": " - x: y\n\t# z", "code": "<!-- c -->\n-->\n", "scope": "content"},
		{"name": "  lead\n and\n\tmore: ", "desc": "\n  indented\nless\n", "code": "lead();"},
		{"name": "yes", "desc": "~", "tags": []string{"null", "07", "- x", "#"}, "code": "yes();"},
		{"name": "\t\\\u2028\n  {a", "code": "tab();"},
		{"name": "Ends", "desc": "a\r\r\nb\rc", "code": "a();\r\r\nb();\rc();\r"},
		{"name": "Zero", "priority": 0, "code": "\n\n\tzero();\n\n"},
		{"name": "Empty", "code": ""},
		{"name": "Opening", "code": "<?php\n/* snippet\nname: x\n*/\nopening();"},
		{"name": "Once", "scope": "single-use", "active": true, "code": "once();"},
		{"name": "Control \x00\x07\x1b", "code": "control();"},
	}
}

func TestPulledFilesAreAcceptedByEveryVerb(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := odd()
	for _, snippet := range all {
		b.site.Insert("snippets", snippet)
	}
	b.works("pull")
	if n := len(b.files()); n != len(all) {
		t.Errorf("After the pull the folder has %d files of %d snippets, want one of each: %q", n, len(all), b.files())
	}
	b.writes()
	want := fmt.Sprintf("same:      %d of %d\n", len(all), len(all))
	for _, verb := range []string{"plan", "pull", "push", "push -delete", "pull -delete -force"} {
		if out := b.works(verb); out != want+nothing(verb) {
			t.Errorf("snippets %s printed %q, want %q", verb, out, want+nothing(verb))
		}
	}
	if err := os.Remove(filepath.Join(b.folder, lockName)); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"plan", "push", "pull"} { // without a lock, too
		if out := b.works(verb); out != want+nothing(verb) {
			t.Errorf("snippets %s without a lock printed %q, want %q", verb, out, want+nothing(verb))
		}
	}
	if n := b.writes(); n != 0 {
		t.Errorf("The commands sent %d writes, want none", n)
	}
}

func TestWhatPullWroteIsPushedWhenItChanges(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := odd()
	for _, snippet := range all {
		b.site.Insert("snippets", snippet)
	}
	b.works("pull")
	priority := regexp.MustCompile(`(priority"?: )\d+`)
	for _, name := range b.files() {
		b.write(name, priority.ReplaceAllString(b.read(name), "${1}4"))
	}
	b.works("push")
	for id := range all {
		if got := b.site.Record("snippets", int64(id+1))["priority"]; got != int64(4) {
			t.Errorf("After the push snippet %d has the priority %v, want 4", id+1, got)
		}
	}
	if got := b.site.Record("snippets", 1)["tags"]; !slices.Equal(got.([]string),
		[]string{"two words", "a", "b", "c", "x", "y"}) {
		t.Errorf("After the push the first snippet has the tags %q, want two words, a, b, c, x and y", got)
	}
	b.works("plan", fmt.Sprintf("same:      %d of %d", len(all), len(all)))
}

func TestWhatPullWroteIsPushedToAnotherSite(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := odd()
	for _, snippet := range all {
		b.site.Insert("snippets", snippet)
	}
	b.works("pull")
	other := cmstest.NewServer(cmstest.WithTest(t))
	b.site, b.address = other, other.URL
	other.Insert("snippets", map[string]any{"name": "", "code": "theirs();"})
	b.works("push")
	if n := len(b.files()); n != len(all) {
		t.Errorf("After the push the folder has %d files, want %d", n, len(all))
	}
	if got := other.Record("snippets", 1)["code"]; got != "theirs();" {
		t.Errorf("After the push the other snippet without a name has the code %q, want theirs();", got)
	}
	b.works("pull", "pulled:    snippet-")
	b.works("push", fmt.Sprintf("same:      %d of %d", len(all)+1, len(all)+1))
}
