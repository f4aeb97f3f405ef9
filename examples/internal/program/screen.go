package program

import (
	"io"
	"os"
	"strings"
	"sync"

	"github.com/rivo/uniseg"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// screen is a terminal, which results, messages and a progress bar share.
type screen struct {
	mu     sync.Mutex
	width  func() int               // its columns
	height func() int               // its rows
	bar    *progressbar.ProgressBar // nil if none is shown
}

// window is one of the files that lead to a screen. A text that is written to it takes the
// place of the bar, and is folded.
type window struct {
	*screen
	file io.Writer
}

// windows returns standard output and standard error, those that are terminals as windows
// of one screen. Width is that of standard output, 0 if it is no terminal.
func windows(output, messages *os.File) (out, err io.Writer, width int) {
	out, err = output, messages
	both := &screen{}
	for _, file := range []*os.File{messages, output} {
		size := func() (width, height int) {
			width, height, err := term.GetSize(int(file.Fd()))
			if err != nil {
				return 0, 0
			}
			return width, height
		}
		columns := func() int { width, _ := size(); return width }
		rows := func() int { _, height := size(); return height }
		width = columns()
		switch {
		case width == 0:
		case file == output:
			both.width, both.height, out = columns, rows, window{both, file}
		default:
			both.width, both.height, err = columns, rows, window{both, file}
		}
	}
	return out, err, width
}

func (w window) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.bar != nil {
		_ = w.bar.Clear() // the bar is drawn again at its next step
	}
	if _, err := io.WriteString(w.file, fold(string(p), w.width())); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Unfolded is out without the folding of long lines: for what other programs read.
func Unfolded(out io.Writer) io.Writer {
	if w, ok := out.(window); ok {
		return w.file
	}
	return out
}

// fold breaks the lines of a text between words, so that they fit into a width. What
// follows a break is indented. A longer word, such as an address, stays whole.
func fold(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if width > 0 && uniseg.StringWidth(spaced(line)) > width {
			lines[i] = foldLine(line, width)
		}
	}
	return strings.Join(lines, "\n")
}

// spaced has spaces for the tab that the package flag prints before a text of the help.
func spaced(line string) string {
	return strings.Replace(line, "    \t", "        ", 1)
}

func foldLine(line string, width int) string {
	line = spaced(line)
	words := strings.TrimLeft(line, " ")
	indent := max(2, len(line)-len(words))
	var folded strings.Builder
	column := len(line) - len(words)
	folded.WriteString(line[:column])
	start, gap := column, 0
	for word := range strings.SplitSeq(words, " ") {
		n := uniseg.StringWidth(word)
		switch {
		case n == 0: // an empty word between two spaces
		case column > start && column+gap+n > width:
			folded.WriteString("\n" + strings.Repeat(" ", indent) + word)
			column, start, gap = indent+n, indent, 0
		default:
			folded.WriteString(strings.Repeat(" ", gap) + word)
			column, gap = column+gap+n, 0
		}
		gap++
	}
	return folded.String() + strings.Repeat(" ", gap-1) // keeps the space after a question
}
