package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// cycles are the sets of files that refer to each other, the largest first. A file
// in no cycle is left out.
func (g graph) cycles() [][]string {
	var (
		out        [][]string
		stack      []string
		index, low = map[string]int{}, map[string]int{}
		waiting    = map[string]bool{}
		visit      func(string)
	)
	visit = func(file string) { // Tarjan's strongly connected components
		index[file] = len(index) + 1
		low[file] = index[file]
		stack, waiting[file] = append(stack, file), true
		for _, to := range slices.Sorted(maps.Keys(g[file])) {
			if index[to] == 0 {
				visit(to)
				low[file] = min(low[file], low[to])
			} else if waiting[to] {
				low[file] = min(low[file], index[to])
			}
		}
		if low[file] != index[file] {
			return
		}
		from := slices.Index(stack, file)
		cycle := slices.Clone(stack[from:])
		stack = stack[:from]
		for _, member := range cycle {
			waiting[member] = false
		}
		if len(cycle) > 1 {
			slices.Sort(cycle)
			out = append(out, cycle)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(g)) {
		if index[file] == 0 {
			visit(file)
		}
	}
	slices.SortStableFunc(out, func(a, b []string) int { return cmp.Compare(len(b), len(a)) })
	return out
}

func report(out io.Writer, g graph, verbose bool) {
	references := 0
	for _, to := range g {
		references += len(to)
	}
	cycles := g.cycles()
	largest := 0
	if len(cycles) > 0 {
		largest = len(cycles[0])
	}
	fmt.Fprintf(out, "%d files, %d references, %d files in the largest cycle\n", len(g), references, largest)
	for _, cycle := range cycles {
		fmt.Fprintf(out, "  %d: %s\n", len(cycle), strings.Join(cycle, " "))
	}
	if !verbose {
		return
	}
	for _, from := range slices.Sorted(maps.Keys(g)) {
		fmt.Fprintf(out, "%s -> %s\n", from, g.takes(from, slices.Sorted(maps.Keys(g[from]))))
	}
}

// takes says what a file takes from each of others, as in "b.go (name) c.go (x, y)".
func (g graph) takes(from string, others []string) string {
	var taken []string
	for _, to := range others {
		if names := slices.Sorted(slices.Values(g[from][to])); names != nil {
			taken = append(taken, to+" ("+strings.Join(names, ", ")+")")
		}
	}
	return strings.Join(taken, " ")
}

// picture draws the files, those of a cycle in a box, for Graphviz.
func picture(out io.Writer, g graph) {
	fmt.Fprintln(out, "digraph references {\n  rankdir=LR; node [shape=box];")
	for i, cycle := range g.cycles() {
		fmt.Fprintf(out, "  subgraph cluster%d { style=filled; color=lightgrey; \"%s\"; }\n", i, strings.Join(cycle, `"; "`))
	}
	for _, from := range slices.Sorted(maps.Keys(g)) {
		fmt.Fprintf(out, "  %q;\n", from)
		for _, to := range slices.Sorted(maps.Keys(g[from])) {
			fmt.Fprintf(out, "  %q -> %q;\n", from, to)
		}
	}
	fmt.Fprintln(out, "}")
}
