package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// mutant is one change of a file. The compiled code contains both the original code and the
// changed code. The changed code runs if the number of the mutant is chosen.
type mutant struct {
	number   int
	pkg      string // import path
	file     string // path relative to the root of the module
	line     int
	function string // function that contains the change, such as "Client.Do"
	kind     string // such as "condition" or "bound"
	was, is  string // original and changed code for the report

	start, end int // wrap gets the bytes from start to end-1 of the file as inner
	// wrap returns code that runs the changed code if the condition on is true, and the
	// original code if not. inner is the original code, which may contain other mutants.
	wrap func(on, inner string) string
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d %s: %s: %s -> %s", m.file, m.line, m.function, m.kind, m.was, m.is)
}

// on returns the source of a call that reports whether the mutant is active.
func (m *mutant) on() string { return fmt.Sprintf("%s(%d)", switchName, m.number) }

// span is the position of a mutant in the text that rewrite returns.
type span struct {
	mutant     *mutant
	start, end int
}

// rewrite returns the source of a file with mutants, and where they are in this source. Two
// mutants must not overlap, unless one is completely inside the other.
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
