package changes

import (
	"encoding/json"
	"testing"
)

func TestMarksAreReadBack(t *testing.T) {
	t.Parallel()
	for _, m := range []mark{
		{},
		{status: "publish", modified: "2026-11-29T09:15:00", rules: "AbCd", list: "abcdefghijk", content: "-_cdefghijk"},
		{status: "a / b", modified: "/", rules: "-", list: "", content: "x", fresh: true},
	} {
		if got, err := parseMark(m.String()); err != nil || got != m {
			t.Errorf("parseMark(%q): %+v and error %v, want %+v", m.String(), got, err, m)
		}
	}
	for _, text := range []string{"", "a", "a b c d", "a b c d e f", "a  c d e", "a b c d e fresh x", "%zz b c d e"} {
		if got, err := parseMark(text); err == nil {
			t.Errorf("parseMark(%q): %+v, want an error", text, got)
		}
	}
}

func TestHashesCompareValues(t *testing.T) {
	t.Parallel()
	k := Type("cms/v2/posts")
	k.Ignore = []string{"views", "meta.seen"}
	const base = `{"id":1,"title":{"raw":"a","rendered":"x"},"meta":{"b":1,"c":[1,2]},"tags":[1,2]}`
	for text, same := range map[string]bool{
		base: true,
		`{"tags":[1, 2.0],"meta":{"c":[1,2],"b":1},"title":{"rendered":"y","raw":"\u0061"},"id":1}`:  true,
		`{"id":1,"title":{"raw":"a"},"meta":{"b":1,"c":[1,2],"seen":7},"tags":[1,2],"views":9}`:      true,
		`{"id":1,"title":{"raw":"a"},"meta":{"b":1,"c":[1,2]},"tags":[1,2],"link":"/a","_links":{}}`: true,
		`{"id":1,"title":{"raw":"b"},"meta":{"b":1,"c":[1,2]},"tags":[1,2]}`:                         false,
		`{"id":1,"title":{"raw":"a"},"meta":{"b":1,"c":[2,1]},"tags":[1,2]}`:                         false,
		`{"id":1,"title":{"raw":"a"},"meta":{"b":1,"c":[1,2]},"tags":[1,2],"price":""}`:              false,
		`{"id":1,"title":"a","meta":{"b":1,"c":[1,2]},"tags":[1,2]}`:                                 false,
	} {
		if got := k.contents(recordOf(t, text)) == k.contents(recordOf(t, base)); got != same {
			t.Errorf("contents of %s and of %s are equal: %t, want %t", text, base, got, same)
		}
	}
}

func recordOf(t *testing.T, text string) (r record) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func FuzzMark(f *testing.F) {
	f.Add("publish 2026-11-29T09:15:00 AbCd abcdefghijk / fresh")
	f.Add("/ / / / /")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseMark(text)
		if err != nil {
			return
		}
		if again, err := parseMark(m.String()); err != nil || again != m {
			t.Errorf("parseMark(%q): %+v and error %v, want %+v", m.String(), again, err, m)
		}
	})
}
