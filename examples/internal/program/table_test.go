package program

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTableFitsTheWidthOfTheTerminal(t *testing.T) {
	t.Parallel()
	rows := [][]string{
		{"ID", "USER", "MAY"},
		{"1", "admin", "settings, users, plugins, files, scripts"},
		{"27", "größe", "nothing"},
	}
	for width, want := range map[int]string{
		0: `ID  USER   MAY
1   admin  settings, users, plugins, files, scripts
27  größe  nothing
`,
		30: `ID  USER   MAY
1   admin  settings, users,
           plugins, files,
           scripts
27  größe  nothing
`,
	} {
		var out bytes.Buffer
		Table(&out, width, rows)
		if out.String() != want {
			t.Errorf("Table with width %d:\n%s\nwant\n%s", width, out.String(), want)
		}
	}
	rows[2][1] = strings.Repeat("x", 300) // no word ends in it
	for _, width := range []int{24, 40, 80} {
		var out bytes.Buffer
		Table(&out, width, rows)
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimSpace(line)); n > width {
				t.Errorf("Table with width %d: a line of %d columns, want at most %d:\n%s", width, n, width, out.String())
			}
		}
		if strings.Count(out.String(), "x") < 100 {
			t.Errorf("Table with width %d: a long word is cut, want 100 of its letters or more:\n%s", width, out.String())
		}
	}
}

// A terminal shows wide characters in two columns, and combining ones in none.
func TestTableCountsColumnsOfTheTerminal(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"TITLE", "ID"}, {"思源黑体", "1"}, {"e\u0301te\u0301", "2"}, {"👩 art", "3"}, {"plain", "4"}}
	var out bytes.Buffer
	Table(&out, 0, rows)
	want := "TITLE     ID\n思源黑体  1\ne\u0301te\u0301       2\n👩 art    3\nplain     4\n"
	if out.String() != want {
		t.Errorf("Table with wide characters: %q, want %q", out.String(), want)
	}
	for text, want := range map[string][]string{
		"思源黑体是一个字体家族": {"思源黑体", "是一个字", "体家族"},
		"思源 黑体 字体":    {"思源", "黑体", "字体"},
		"ééééééééé":   {"éééééééé", "é"},
	} {
		text = strings.ReplaceAll(text, "é", "e\u0301")
		if got := strings.ReplaceAll(strings.Join(wrap(text, 8), "|"), "e\u0301", "é"); got != strings.Join(want, "|") {
			t.Errorf("wrap of %q: %q, want %q", text, got, want)
		}
	}
}

func TestCellsOfATableArePrintable(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	Table(&out, 60, [][]string{{"A", "B"}, {commanding(), "b"}})
	if strings.ContainsAny(out.String(), "\x1b\x07\r\u202e") || strings.Contains(out.String(), "\nFAKE") {
		t.Errorf("Table of a text that commands a terminal: %q, want no commands, and one line", out.String())
	}
}
