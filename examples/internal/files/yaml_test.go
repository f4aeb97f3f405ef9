package files_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// front is what the tests read.
type front struct {
	Title string         `yaml:"title"`
	Tags  []string       `yaml:"tags"`
	Meta  map[string]any `yaml:"meta"`
}

func TestYAMLRefusesAliasesAndUnknownFields(t *testing.T) {
	t.Parallel()
	bomb := "meta:\n  a0: &a0 [x, x]\n"
	for i := range 22 {
		bomb += strings.NewReplacer("N", string(rune('b'+i)), "M", string(rune('a'+i))).Replace("  N0: &N0 [*M0, *M0]\n")
	}
	for name, c := range map[string]struct{ text, want string }{
		"an alias":              {"title: &t Text\nmeta: {a: *t}", "line 1: anchors and aliases"},
		"an unused anchor":      {"title: &t Text", "line 1: anchors and aliases"},
		"an unknown alias":      {"meta: {a: {b: 1}}\n<<: *meta", "unknown anchor 'meta'"},
		"a merge":               {"meta: &meta {a: 1}\n<<: *meta", "line 1: anchors and aliases"},
		"a bomb":                {bomb, "line 2: anchors and aliases"},
		"a misspelled field":    {"title: Text\ntitel: Text", "line 2: unknown field titel"},
		"a field twice":         {"title: Text\ntitle: Text", `line 2: the key "title" is in line 1 already`},
		"a list as a key":       {"meta: {[a]: b}", "line 1: a key has to be a text"},
		"a list for a text":     {"\ntitle: [a]", "line 2: cannot construct"},
		"a colon in a text":     {"title: a: b", "line 1: mapping values are not allowed"},
		"a second document":     {"title: a\n---\ntitle: b", "one document"},
		"an end that is absent": {"title: \"a", "line 1"},
	} {
		var v front
		if err := files.UnmarshalYAML([]byte(c.text), &v); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("UnmarshalYAML of %s: error %v, want it to contain %q", name, err, c.want)
		}
	}
}

func TestYAMLReadsTextsAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want func(front) bool
	}{
		"signs in texts": {"title: \"&t *t\"\nmeta: {a: 'x *y', b: R&D}",
			func(v front) bool { return v.Title == "&t *t" && v.Meta["b"] == "R&D" }},
		"numbers, dates and words": {"title: 1.10\ntags: [1, 2026-01-01, no]",
			func(v front) bool { return v.Title == "1.10" && strings.Join(v.Tags, " ") == "1 2026-01-01 no" }},
		"a date of any field": {"meta: {a: 2026-05-01}", func(v front) bool { return v.Meta["a"] == "2026-05-01" }},
		"a number as a key": {"meta: {a: {1: x}}", func(v front) bool {
			inner, ok := v.Meta["a"].(map[string]any)
			return ok && inner["1"] == "x"
		}},
		"nothing":   {"", func(v front) bool { return v.Title == "" }},
		"a comment": {"# only this\n", func(v front) bool { return v.Title == "" }},
		"fifty deep": {"meta: {a: " + strings.Repeat("[", 48) + strings.Repeat("]", 48) + "}",
			func(v front) bool { return v.Meta["a"] != nil }},
	} {
		var v front
		if err := files.UnmarshalYAML([]byte(c.text), &v); err != nil || !c.want(v) {
			t.Errorf("UnmarshalYAML of %s: %+v, error %v, want the texts as written", name, v, err)
		}
	}
}

// hostileYAML returns texts of about size bytes that parsers spend much memory on.
func hostileYAML(size int) map[string]string {
	repeat := func(part string) string { return strings.Repeat(part, size/len(part)) }
	var distinct strings.Builder
	for i := 0; distinct.Len() < size-10; i++ {
		fmt.Fprintf(&distinct, "%x:\n", i)
	}
	return map[string]string{
		"brackets":       "meta: " + repeat("["),
		"braces":         "meta: " + repeat("{a: "),
		"pairs":          "tags: [" + repeat("[],") + "]",
		"commas":         "tags: [" + repeat("a,") + "]",
		"dashes":         repeat("- "),
		"question marks": repeat("? "),
		"aliases":        "meta: &a [" + repeat("*a,") + "]",
		"anchors":        repeat("&a "),
		"tags":           repeat("!a "),
		"a field twice":  repeat("a:\n"),
		"unknown fields": distinct.String(),
	}
}

// TestYAMLIsBoundedBeforeItIsParsed has no parallel tests: it measures what the process
// allocates.
func TestYAMLIsBoundedBeforeItIsParsed(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	for _, size := range []int{files.MaxYAML - 100, 1 << 20} {
		for name, text := range hostileYAML(size) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var v front
			err := files.UnmarshalYAML([]byte(text), &v)
			runtime.ReadMemStats(&after)
			// All that is allocated, not only what is held at once.
			if used := after.TotalAlloc - before.TotalAlloc; used > 50<<20 {
				t.Errorf("UnmarshalYAML of %d bytes of %s allocates %d MiB, want at most 50", size, name, used>>20)
			}
			if size > files.MaxYAML && (err == nil || !strings.Contains(err.Error(), "longer than 65536 bytes")) {
				t.Errorf("UnmarshalYAML of %d bytes of %s: error %v, want one about the length", size, name, err)
			}
		}
	}
	var v front
	err := files.UnmarshalYAML([]byte("title: a\nmeta: "+strings.Repeat("[", 51)), &v)
	if text := fmt.Sprint(err); !strings.Contains(text, "line 2: ") || !strings.Contains(text, "depth of 50") {
		t.Errorf("UnmarshalYAML of 51 brackets: error %v, want one about the depth in line 2", err)
	}
}
