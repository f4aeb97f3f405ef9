package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// report prints how many mutants of each package had each outcome, and the mutants that no
// test noticed. It returns the percentage of noticed mutants, without the equivalent mutants.
func report(w io.Writer, trials []trial) float64 {
	kinds := []outcome{killed, timedOut, survived, unreached, equivalent}
	counts := map[string]map[outcome]int{}
	all := map[outcome]int{}
	for _, t := range trials {
		name := strings.TrimPrefix(t.pkg, module+"/")
		if counts[name] == nil {
			counts[name] = map[outcome]int{}
		}
		counts[name][t.outcome]++
		all[t.outcome]++
	}
	fmt.Fprintf(w, "\n%-24s %7s %9s %9s %12s %11s %8s\n", "package", killed, timedOut, survived, unreached, equivalent,
		"noticed")
	line := func(name string, of map[outcome]int) float64 {
		noticed := of[killed] + of[timedOut]
		counted := noticed + of[survived] + of[unreached]
		share := 100.0
		if counted > 0 {
			share = 100 * float64(noticed) / float64(counted)
		}
		fmt.Fprintf(w, "%-24s %7d %9d %9d %12d %11d %6.1f %%\n", name, of[kinds[0]], of[kinds[1]], of[kinds[2]],
			of[kinds[3]], of[kinds[4]], share)
		return share
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		line(name, counts[name])
	}
	share := line("all", all)
	for _, kind := range []outcome{survived, unreached, timedOut, equivalent} {
		for _, t := range trials {
			if t.outcome == kind {
				fmt.Fprintf(w, "%-11s %s\n", kind, t.mutant)
			}
		}
	}
	return share
}
