package snapshot_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// FuzzSnapshot reads a file: it is refused as what it is, or written again so that
// nothing is lost, in which Diff agrees.
func FuzzSnapshot(f *testing.F) {
	const head = `{"version":1,"fetched_at":"2026-03-01T08:30:00Z","fonts":[`
	for _, text := range []string{
		head + "\n" + record + "\n]}\n", head + `{"id":"b","x":{"b":1,"a":[1e400]},"fontSubfamily":""},{"id":"a"},{},` +
			`{"id":null}]}`,
		head + `null]}`, head, head + `]}{}`, "", "[]", `{"version":"1","fonts":{}}`,
		`{"version":1,"fonts":[],"fetched_at":"9999-12-31T23:59:59+23:59"}`,
		`{"version":1,"version":1,"fonts":[{"id":"` + "\xff" + `"}]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		first, err := snapshot.Read(bytes.NewReader(text))
		if err != nil {
			if first != nil || !errors.Is(err, fonts.ErrNotJSON) && !errors.Is(err, fonts.ErrDecode) {
				t.Fatalf("Read of %q: %v, error %v, want no snapshot and ErrNotJSON or ErrDecode", text, first, err)
			}
			return
		}
		var once, twice bytes.Buffer
		if _, err := first.WriteTo(&once); err != nil {
			t.Fatalf("%q cannot be written: %v", text, err)
		}
		second, err := snapshot.Read(bytes.NewReader(once.Bytes()))
		if err != nil {
			t.Fatalf("Read of %q, written as %q: error %v, want none", text, once.Bytes(), err)
		}
		if _, err := second.WriteTo(&twice); err != nil || !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Fatalf("%q was written as %q, and then as %q (error %v), want the same", text, once.Bytes(), twice.Bytes(), err)
		}
		if changes := snapshot.Diff(first, second); !changes.Empty() {
			t.Fatalf("Diff of %q written and read: %+v, want no change", text, changes)
		}
		report := first.Licenses()
		n := len(report.Without)
		for _, group := range report.Groups {
			n += len(group.Fonts)
		}
		if n != len(first.Fonts) {
			t.Fatalf("Licenses of %q: %d fonts, want %d", text, n, len(first.Fonts))
		}
	})
}

// FuzzSearch compares the search with one that is slow and plain.
func FuzzSearch(f *testing.F) {
	f.Add("Inter", "latin,Cyrillic", "en, pt-BR", "sans-serif", "inter", "LATIN", "pt", "Sans Serif")
	f.Add("\u212A\u017F", "a;b", "zh_Hant", "黑体", "ks", "b", "zh", "黑 体")
	f.Add("\xff\xfe", "\x00", ",", "-", "\ufffd", " ", ",", "")
	f.Fuzz(func(t *testing.T, name, tags, languages, category, keyword, tag, language, wanted string) {
		font := fonts.Font{Name: name, Tags: tags, Languages: languages, Category: category}
		q := snapshot.Query{Tags: []string{tag}, Languages: []string{language}, Keyword: keyword, Category: wanted}
		got := q.Matches(&font)
		if want := plainly(q, font); got != want {
			t.Errorf("Matches of %+q in %#v: %t, want %t", q, font, got, want)
		}
	})
}

func plainly(q snapshot.Query, font fonts.Font) bool {
	bare := func(s string) string {
		// Letter by letter: bytes that are none on either side of a blank must not become one.
		return string(slices.DeleteFunc([]rune(s),
			func(r rune) bool { return r == '-' || r == '_' || strings.TrimSpace(string(r)) == "" }))
	}
	if c := bare(q.Category); c != "" && !strings.EqualFold(c, bare(font.Category)) {
		return false
	}
	if tag := strings.TrimSpace(q.Tags[0]); tag != "" &&
		!slices.ContainsFunc(font.TagList(), func(s string) bool { return strings.EqualFold(s, tag) }) {
		return false
	}
	language := strings.TrimSpace(q.Languages[0])
	speaks := func(s string) bool {
		rest, ok := strings.CutPrefix(s, s[:min(len(s), len(language))])
		return strings.EqualFold(s, language) ||
			ok && strings.EqualFold(s[:min(len(s), len(language))], language) && (rest[0] == '-' || rest[0] == '_')
	}
	if language != "" && !slices.ContainsFunc(font.LanguageList(), speaks) {
		return false
	}
	for _, word := range strings.Fields(q.Keyword) {
		if !containsPlainly(font.Name, word) {
			return false
		}
	}
	return true
}

func containsPlainly(s, word string) bool {
	letters, wanted := []rune(s), []rune(word)
	for i := 0; i+len(wanted) <= len(letters); i++ {
		if strings.EqualFold(string(letters[i:i+len(wanted)]), string(wanted)) {
			return true
		}
	}
	return false
}

// TestDiffOfASnapshotWithItself is what FuzzSnapshot relies on.
func TestDiffOfASnapshotWithItself(t *testing.T) {
	t.Parallel()
	s := snapshot.New(time.Unix(0, 0), []fonts.Font{{ID: "a"}, {ID: "a"}, {}, {}})
	equal(t, "changes", snapshot.Diff(s, s),
		snapshot.Changes{Added: []fonts.Font{}, Removed: []fonts.Font{}, Changed: []snapshot.Change{}})
	if reflect.DeepEqual(s, samples()) {
		t.Error("Two different snapshots are equal, want a difference")
	}
}
