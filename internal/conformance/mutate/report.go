package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// outcome is what became of each scenario: "pass", "fail" or "skip".
type outcome map[string]string

func (o outcome) failed() []string {
	var out []string
	for name, result := range o {
		if result == "fail" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// count prints how many scenarios there are by collection and kind.
func count(all outcome) {
	kinds := []string{"reading", "writing", "failing"}
	table := map[string]map[string]int{}
	for name := range all {
		parts := strings.SplitN(name, "/", 3)
		if table[parts[0]] == nil {
			table[parts[0]] = map[string]int{}
		}
		table[parts[0]][parts[1]]++
	}
	fmt.Printf("\n%-20s %8s %8s %8s %8s\n", "scenarios", kinds[0], kinds[1], kinds[2], "all")
	sums := [4]int{}
	for _, collection := range slices.Sorted(maps.Keys(table)) {
		var row [4]int
		for i, kind := range kinds {
			row[i] = table[collection][kind]
			row[3] += row[i]
		}
		for i := range sums {
			sums[i] += row[i]
		}
		fmt.Printf("%-20s %8d %8d %8d %8d\n", collection, row[0], row[1], row[2], row[3])
	}
	fmt.Printf("%-20s %8d %8d %8d %8d\n\n", "all", sums[0], sums[1], sums[2], sums[3])
}

func (t *trial) print() {
	failed := t.outcome.failed()
	example := "NOT NOTICED"
	switch {
	case t.err != nil:
		example = "DOES NOT COMPILE OR RUN: " + t.err.Error()
	case len(failed) > 0:
		example = failed[0]
	}
	fmt.Printf("%-80s %7d  %s\n", t.name, len(failed), example)
}

// report sums up, and fails if a mutation or a scenario is without effect.
func report(trials []trial, all outcome, took time.Duration, complete bool) error {
	noticed := map[string]bool{}
	var missed []string
	for _, t := range trials {
		failed := t.outcome.failed()
		if len(failed) == 0 {
			missed = append(missed, t.name)
		}
		for _, name := range failed {
			noticed[name] = true
		}
	}
	var idle []string
	for name, result := range all {
		if !noticed[name] && result != "skip" {
			idle = append(idle, name)
		}
	}
	slices.Sort(idle)
	fmt.Printf("\n%d mutations, %d not noticed; %d of %d scenarios are failed by one of them; %s\n",
		len(trials), len(missed), len(noticed), len(noticed)+len(idle), took.Round(time.Second))
	if len(missed) > 0 {
		fmt.Printf("not noticed:\n  %s\n", strings.Join(missed, "\n  "))
	}
	if complete && len(idle) > 0 {
		fmt.Printf("failed by none:\n  %s\n", strings.Join(idle, "\n  "))
	}
	if len(missed) > 0 || complete && len(idle) > 0 {
		return fmt.Errorf("%d mutations are not noticed, and %d scenarios notice none", len(missed), len(idle))
	}
	return nil
}
