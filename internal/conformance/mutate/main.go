// Mutate shows that the conformance suite notices when the server in memory is wrong: it applies the changes of its tables to cmstest,
// one at a time, runs the suite on each, and prints what failed.
//
//	go run ./internal/conformance/mutate               all of them, most of an hour on two cores
//	go run ./internal/conformance/mutate -run status   those whose name contains a text
//	go run ./internal/conformance/mutate -every 10     each tenth
//	go run ./internal/conformance/mutate -check        that each still applies, without running anything
//
// It is run from the root of the module. The tree is not written to: the changed files are given to the compiler beside it. The suite
// is compiled once; what is compiled for each change is the program mutant, a server that the suite is pointed at.
//
// A change is tried against the scenarios of its own table's collections (all, if the table names none), and against all if none of these notices. One that
// no scenario notices makes the command fail, and so does a scenario that no change makes fail: it does not count.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// mutation is a mistake that somebody could have made in cmstest.
type mutation struct {
	name string // what the server then does wrong
	file string // of cms/cmstest
	old  string // stands once in the file
	new  string
}

// table is the mutations of a part of the server.
type table struct {
	collections string // whose scenarios are to notice, as a regular expression
	mutations   []mutation
}

func tables() []table {
	const (
		content  = "posts|pages|categories|tags|users|generic"
		history  = "(post|page)-(revisions|autosaves|trash)"
		plugins  = "snippets|analytics|block-visibility|archiver"
		protocol = "batch|oembed|login|index|interface"
		menus    = "menu-items|blocks"
	)
	return []table{
		{content, slices.Concat(listMutations(), filterMutations(), orderMutations(), pageMutations(), recordMutations(), readerMutations())},
		{content, slices.Concat(writeMutations(), refuseMutations())},
		{history, slices.Concat(historyMutations(), keepingMutations(), trashMutations())},
		{"media", mediaMutations()},
		{menus, slices.Concat(menuMutations(), blockMutations())},
		{plugins, pluginMutations()},
		{"", wholeMutations()},
		{protocol, slices.Concat(batchMutations(), embedMutations(), loginMutations(), indexMutations(), protocolMutations())},
	}
}

// trial is a mutation and what became of the scenarios.
type trial struct {
	mutation
	collections string
	outcome     outcome
	err         error
}

func main() {
	only := flag.String("run", "", "run only mutations whose name contains this")
	every := flag.Int("every", 1, "run only each so manieth")
	check := flag.Bool("check", false, "only check that the mutations apply")
	workers := flag.Int("workers", runtime.NumCPU(), "how many run at once")
	flag.Parse()
	trials := choose(*only, *every)
	complete := *only == "" && *every == 1
	if err := run(trials, *workers, *check, complete); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func choose(only string, every int) []trial {
	var out []trial
	n := 0
	for _, t := range tables() {
		for _, m := range t.mutations {
			if strings.Contains(m.name, only) {
				if n%max(every, 1) == 0 {
					out = append(out, trial{mutation: m, collections: t.collections})
				}
				n++
			}
		}
	}
	return out
}

func run(trials []trial, workers int, check, complete bool) error {
	for _, t := range trials {
		if _, err := t.apply(); err != nil {
			return err
		}
	}
	fmt.Printf("%d mutations apply\n", len(trials))
	if check {
		return nil
	}
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	s, err := compileSuite(folder)
	if err != nil {
		return err
	}
	all, err := s.try(filepath.Join(folder, "none"), nil, "")
	if err != nil {
		return err
	}
	if bad := all.failed(); len(bad) > 0 {
		return fmt.Errorf("the suite fails as it is: %s", strings.Join(bad, "\n  "))
	}
	count(all)

	began := time.Now()
	var wg sync.WaitGroup
	work := make(chan int)
	for range workers {
		wg.Go(func() {
			for i := range work {
				t := &trials[i]
				place := filepath.Join(folder, fmt.Sprint(i))
				t.outcome, t.err = s.try(place, &t.mutation, t.collections)
				if t.err == nil && len(t.outcome.failed()) == 0 {
					t.outcome, t.err = s.try(place, &t.mutation, "")
				}
				t.print()
				_ = os.RemoveAll(place)
			}
		})
	}
	fmt.Printf("%-80s %7s  %s\n", "mutation of cmstest", "failing", "one of them")
	for i := range trials {
		work <- i
	}
	close(work)
	wg.Wait()
	return report(trials, all, time.Since(began), complete)
}
