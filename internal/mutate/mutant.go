package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// mutant is one change of one file. It is compiled in beside what the file says,
// and takes effect where its number is chosen.
type mutant struct {
	number   int
	pkg      string // the import path
	file     string // below the root of the module
	line     int
	function string // the function around the place: "Client.Do"
	kind     string // "condition", "bound", …
	was, is  string // as a reader sees them

	start, end int // what of the file is wrapped, in bytes
	// wrap is the text of both, of which on("n") chooses: inner is what the file
	// says, with the mutants inside it.
	wrap func(on, inner string) string
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d %s: %s: %s -> %s", m.file, m.line, m.function, m.kind, m.was, m.is)
}

// on is the call that says whether a mutant was chosen.
func (m *mutant) on() string { return fmt.Sprintf("%s(%d)", switchName, m.number) }

// span is where a mutant stands in the text that rewrite returned.
type span struct {
	mutant     *mutant
	start, end int
}

// rewrite is the text of a file with mutants in it, which may stand inside each
// other but do not overlap.
func rewrite(source []byte, mutants []*mutant) (string, []span) {
	mutants = slices.Clone(mutants)
	slices.SortStableFunc(mutants, func(a, b *mutant) int {
		return cmp.Or(a.start-b.start, b.end-a.end)
	})
	var spans []span
	var render func(start, end int, inside []*mutant, at int) string
	render = func(start, end int, inside []*mutant, at int) string {
		var out strings.Builder
		for len(inside) > 0 {
			m := inside[0]
			last := 1
			for last < len(inside) && inside[last].start < m.end {
				last++
			}
			out.Write(source[start:m.start])
			inner := render(m.start, m.end, inside[1:last], 0)
			text := m.wrap(m.on(), inner)
			spans = append(spans, span{m, at + out.Len(), at + out.Len() + len(text)})
			out.WriteString(text)
			start, inside = m.end, inside[last:]
		}
		out.Write(source[start:end])
		return out.String()
	}
	text := render(0, len(source), mutants, 0)
	return text, spans
}
