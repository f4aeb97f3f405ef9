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
			t.Errorf("width %d:\n%s", width, out.String())
		}
	}
	rows[2][1] = strings.Repeat("x", 300) // no word ends in it
	for _, width := range []int{24, 40, 80} {
		var out bytes.Buffer
		Table(&out, width, rows)
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimSpace(line)); n > width {
				t.Errorf("width %d: a line of %d:\n%s", width, n, out.String())
			}
		}
		if strings.Count(out.String(), "x") < 100 {
			t.Errorf("width %d:\n%s", width, out.String())
		}
	}
}

func TestCellsOfATableArePrintable(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	Table(&out, 60, [][]string{{"A", "B"}, {commanding(), "b"}})
	if strings.ContainsAny(out.String(), "\x1b\x07\r\u202e") || strings.Contains(out.String(), "\nFAKE") {
		t.Errorf("%q", out.String())
	}
}
