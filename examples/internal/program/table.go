package program

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

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
			widths[column] = max(widths[column], uniseg.StringWidth(cell))
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
			line.WriteString(cell + strings.Repeat(" ", widths[column]-uniseg.StringWidth(cell)) + gap)
		}
		Println(out, strings.TrimRight(line.String(), " "))
	}
}

// wrap breaks a text into lines of at most width columns: between words, or within one
// that is longer. A character stays whole with what is combined with it.
func wrap(text string, width int) (lines []string) {
	for uniseg.StringWidth(text) > width {
		at := breakAt(text, width)
		lines = append(lines, text[:at])
		text = strings.TrimLeft(text[at:], " ")
	}
	return append(lines, text)
}

// breakAt is where the first line of a text that is wider than width ends: at its last
// space, or else after as many characters as fit, at least one.
func breakAt(text string, width int) int {
	end, space, column, state := 0, 0, 0, -1
	for rest := text; rest != ""; {
		var character string
		var columns int
		character, rest, columns, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if character == " " {
			space = end
		}
		if column += columns; column > width && end > 0 {
			break
		}
		end += len(character)
	}
	return cmp.Or(space, end)
}
