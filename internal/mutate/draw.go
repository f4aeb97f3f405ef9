package main

import (
	"fmt"
	"go/ast"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// draw returns at most n random mutants that compile. First it draws changed lines that have
// mutants, each line with equal probability. Then it draws one mutant of each drawn line.
func draw(packages []*checked, changed changedLines, n int, seed uint64) []*mutant {
	type place struct {
		pkg  *checked
		here []*mutant
	}
	var lines []place
	for _, p := range packages {
		for _, s := range p.sources {
			byLine := map[int][]*mutant{}
			for _, m := range mutants(p, s) {
				if changed.contains(m.file, m.line) {
					byLine[m.line] = append(byLine[m.line], m)
				}
			}
			for _, line := range slices.Sorted(maps.Keys(byLine)) {
				lines = append(lines, place{p, byLine[line]})
			}
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	var drawn []*mutant
	for len(drawn) < n && len(lines) > 0 {
		// Draw more than needed, because some mutants do not compile.
		count := min(len(lines), (n-len(drawn))*5/4+1)
		fresh := map[*checked][]*mutant{}
		var order []*mutant
		for _, l := range lines[:count] {
			m := l.here[random.IntN(len(l.here))]
			m.number = len(drawn) + len(order) + 1
			order = append(order, m)
			fresh[l.pkg] = append(fresh[l.pkg], m)
		}
		lines = lines[count:]
		good := map[*mutant]bool{}
		for p, all := range fresh {
			for _, m := range p.compiling(all) {
				good[m] = true
			}
		}
		for _, m := range order {
			if good[m] && len(drawn) < n {
				drawn = append(drawn, m)
				m.number = len(drawn)
			}
		}
	}
	return drawn
}

// compiling returns the mutants that compile.
func (c *checked) compiling(all []*mutant) []*mutant {
	suspects, whole := c.suspects(all)
	if whole {
		suspects = all
	}
	var good []*mutant
	for _, m := range all {
		if slices.Contains(suspects, m) {
			texts, _ := c.rewritten([]*mutant{m})
			if len(c.check(texts, nil)) > 0 {
				continue
			}
		}
		good = append(good, m)
	}
	return good
}

// suspects returns the mutants at or near which the compiler reports an error. whole is true if
// an error has no position. Then every mutant may be the cause.
func (c *checked) suspects(all []*mutant) (found []*mutant, whole bool) {
	texts, spans := c.rewritten(all)
	for _, problem := range c.check(texts, nil) {
		if !problem.Pos.IsValid() {
			return nil, true
		}
		at := problem.Fset.Position(problem.Pos)
		inside := 0
		for _, s := range spans[at.Filename] {
			if s.start <= at.Offset && at.Offset < s.end {
				found = append(found, s.mutant)
				inside++
			}
		}
		if inside > 0 {
			continue
		}
		// The error is outside of all mutants, such as a missing return or an unused
		// variable. It may come from any mutant in the function.
		function := c.functionAt(at.Filename, at.Line)
		for _, s := range spans[at.Filename] {
			if s.mutant.function == function {
				found = append(found, s.mutant)
			}
		}
	}
	return found, false
}

// functionAt returns the name of the function that contains a line. The line may be from the
// original file or from a mutated copy, because mutants do not change line numbers.
func (c *checked) functionAt(path string, line int) string {
	for _, s := range c.sources {
		for _, declared := range s.syntax.Decls {
			function, ok := declared.(*ast.FuncDecl)
			if ok && s.path == path && c.files.Position(function.Pos()).Line <= line &&
				line <= c.files.Position(function.End()).Line {
				return nameOf(function)
			}
		}
	}
	return ""
}

// rewritten returns the new texts of the files that contain some of the mutants, and the
// positions of the mutants in these texts. The keys of both maps are paths.
func (c *checked) rewritten(all []*mutant) (map[string]string, map[string][]span) {
	texts, spans := map[string]string{}, map[string][]span{}
	for _, s := range c.sources {
		var here []*mutant
		for _, m := range all {
			if m.file == s.name {
				here = append(here, m)
			}
		}
		if len(here) > 0 {
			texts[s.path], spans[s.path] = rewrite(s.text, here)
		}
	}
	return texts, spans
}

// seedOf parses the first digits of a hexadecimal number, such as the hash of a commit.
func seedOf(text string) uint64 {
	text = strings.TrimSpace(text)
	var n uint64
	if _, err := fmt.Sscanf(text[:min(15, len(text))], "%x", &n); err != nil {
		return 0
	}
	return n
}
