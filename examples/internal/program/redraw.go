package program

import (
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// Redraw shows a text on a terminal in the place of the text before.
type Redraw struct {
	out   io.Writer
	shown []string // the lines that are on the terminal
}

// NewRedraw returns a Redraw for an output of [Environment].
func NewRedraw(out io.Writer) *Redraw { return &Redraw{out: out} }

// Show folds the lines of a text and shows them. If they do not fit on the terminal, the last ones
// are left out and counted. On another output than a terminal it writes the text as it is.
func (r *Redraw) Show(text string) {
	w, ok := r.out.(window)
	if !ok {
		_, _ = io.WriteString(r.out, text)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	width := w.width()
	back := ""
	if up := rows(r.shown, width); up > 0 {
		back = fmt.Sprintf("\x1b[%dA\x1b[J", up) // up, and clear to the end
	}
	lines := strings.Split(fold(strings.TrimSuffix(text, "\n"), width), "\n")
	r.shown = fit(lines, width, w.height()-1)
	_, _ = io.WriteString(w.file, back+strings.Join(r.shown, "\n")+"\n")
}

// rows is how many rows of a terminal lines take. The terminal breaks a line that is too long.
func rows(lines []string, width int) (count int) {
	for _, line := range lines {
		count++
		if n := uniseg.StringWidth(line); width > 0 && n > width {
			count += (n - 1) / width
		}
	}
	return count
}

// fit returns the first lines that fit into a number of rows. Below 2, all lines fit.
func fit(lines []string, width, most int) []string {
	if most < 2 || rows(lines, width) <= most {
		return lines
	}
	n := 0
	for rows(lines[:n+1], width) < most {
		n++
	}
	return append(lines[:n:n], fmt.Sprintf("… %d more lines", len(lines)-n))
}
