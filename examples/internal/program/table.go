package program

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms"
)

// Limits of a table.
const (
	maxCell  = 200 // bytes of a cell
	minWidth = 8   // columns of the terminal for a column of the table
	gap      = "  "
)

// Table prints rows, the first of which has the titles, in columns that are as wide as
// their longest cell. If that is more than width, the columns of the terminal, the widest
// ones become narrower and their cells are wrapped. A width of 0 has no limit.
func Table(out io.Writer, width int, rows [][]string) {
	widths := make([]int, len(rows[0]))
	cells := make([][]string, len(rows))
	for i, row := range rows {
		for column, cell := range row {
			cell = cms.Line(cell, maxCell)
			cells[i] = append(cells[i], cell)
			widths[column] = max(widths[column], utf8.RuneCountInString(cell))
		}
	}
	narrow(widths, width)
	for _, row := range cells {
		printRow(out, row, widths)
	}
}

// narrow takes from the widest columns until a table fits into a width, or cannot.
func narrow(widths []int, width int) {
	sum := len(gap) * (len(widths) - 1)
	for _, w := range widths {
		sum += w
	}
	for ; width > 0 && sum > width; sum-- {
		widest := slices.Max(widths)
		if widest <= minWidth {
			return
		}
		widths[slices.Index(widths, widest)]--
	}
}

// printRow prints as many lines as the longest of its cells takes.
func printRow(out io.Writer, row []string, widths []int) {
	wrapped, height := make([][]string, len(row)), 0
	for column, cell := range row {
		wrapped[column] = wrap(cell, widths[column])
		height = max(height, len(wrapped[column]))
	}
	for n := range height {
		var line strings.Builder
		for column, lines := range wrapped {
			cell := ""
			if n < len(lines) {
				cell = lines[n]
			}
			line.WriteString(cell + strings.Repeat(" ", widths[column]-utf8.RuneCountInString(cell)) + gap)
		}
		Println(out, strings.TrimRight(line.String(), " "))
	}
}

// wrap breaks a text into lines of at most width characters: between words, or within one
// that is longer.
func wrap(text string, width int) (lines []string) {
	rest := []rune(text)
	for len(rest) > width {
		at := width
		for i := width; i > 0; i-- {
			if rest[i] == ' ' {
				at = i
				break
			}
		}
		lines = append(lines, string(rest[:at]))
		rest = []rune(strings.TrimLeft(string(rest[at:]), " "))
	}
	return append(lines, string(rest))
}
