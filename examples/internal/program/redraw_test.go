package program

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
)

// shownOn returns the lines that a terminal shows after a text was written to it: it breaks lines
// that are too long, moves the cursor up, and clears the lines below it.
func shownOn(t *testing.T, written string, columns int) []string {
	t.Helper()
	lines, row := []string{""}, 0
	for written != "" {
		move, moves := strings.CutPrefix(written, "\x1b[")
		if up, rest, ok := strings.Cut(move, "A\x1b[J"); ok && moves {
			n, err := strconv.Atoi(up)
			if err != nil || n > row {
				t.Fatalf("the cursor moves up by %q from row %d, want a row on the screen", up, row)
			}
			row -= n
			lines, written = append(lines[:row:row], ""), rest
			continue
		}
		character := []rune(written)[0]
		written = strings.TrimPrefix(written, string(character))
		if character == '\n' || len([]rune(lines[row])) == columns {
			row++
			lines = append(lines, "")
		}
		if character != '\n' {
			lines[row] += string(character)
		}
	}
	return lines
}

func TestRedrawReplacesAllLinesOfTheTextBefore(t *testing.T) {
	t.Parallel()
	long := "run nightly-20261101T030000: 12 done, 3 begun, 1 of them failing, 31415 records; " +
		"4 wait for a person (login)\n"
	word := strings.Repeat("x", 170) + "\n"
	for name, texts := range map[string][2]string{
		"short lines":                       {"queue: 1 waiting\nrun a: 1 done\n", "queue: 0 waiting\n"},
		"folded lines":                      {"queue: 1 waiting\n" + long + long, "queue: 0 waiting\n" + long},
		"a word of more than two rows":      {word + "end\n", "queue: 0 waiting\n" + word},
		"a word of exactly one row":         {word[90:], "queue: 0 waiting\n"},
		"lines that would fill two screens": {strings.Repeat(long, 20), strings.Repeat(long, 20)},
	} {
		var written bytes.Buffer
		const columns, rows = 80, 24
		out := window{&screen{width: func() int { return columns }, height: func() int { return rows }}, &written}
		redraw := NewRedraw(out)
		redraw.Show(texts[0])
		redraw.Show(texts[1])
		redraw.Show(texts[1])
		shown := strings.TrimRight(strings.Join(shownOn(t, written.String(), columns), "\n"), "\n")
		if n := strings.Count(shown, "\n") + 1; n >= rows {
			t.Errorf("%s: %d rows, want fewer than %d", name, n, rows)
		}
		once := window{&screen{width: out.width, height: out.height}, &bytes.Buffer{}}
		NewRedraw(once).Show(texts[1])
		want := strings.TrimRight(strings.Join(shownOn(t, once.file.(*bytes.Buffer).String(), columns), "\n"), "\n")
		if shown != want {
			t.Errorf("%s: three texts in one place show\n%s\nwant the last one alone\n%s", name, shown, want)
		}
		first, _, _ := strings.Cut(strings.TrimSuffix(texts[1], "\n"), ",")
		if !strings.HasPrefix(shown, first[:min(len(first), columns)]) {
			t.Errorf("%s: the screen shows\n%s\nwant it to begin with %q", name, shown, first)
		}
	}
}

func TestRedrawKeepsItsPlaceIfTheTerminalBecomesNarrower(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	columns := 80
	redraw := NewRedraw(window{&screen{width: func() int { return columns }, height: func() int { return 24 }}, &written})
	redraw.Show(strings.Repeat("a", 70) + "\nend\n")
	columns = 40
	redraw.Show("end\n")
	if want := "\x1b[3A"; !strings.Contains(written.String(), want) {
		t.Errorf("after the terminal became narrower: %q, want %q in it", written.String(), want)
	}
}
