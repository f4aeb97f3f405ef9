// Mutate finds changes of the source that no test notices. It draws places of the
// source. At each it makes a mistake, one at a time, and runs the tests that execute
// the place until one fails.
//
//	go run ./internal/mutate                            100 places of all packages that are shipped
//	go run ./internal/mutate -n 300 -seed 7             another number, and another draw
//	go run ./internal/mutate -package ./cms             those of some packages
//	go run ./internal/mutate -package ./cms/cmstest -tests ./internal/conformance   what the suite notices
//	go run ./internal/mutate -since HEAD~20             in lines that were changed since a commit
//	go run ./internal/mutate -nightly                   300 places, and 100 of cmstest against the suite
//	go run ./internal/mutate -list                      what would be tried
//
// The mistakes: a condition negated, a bound moved by one, an operator swapped, a
// statement or a returned error dropped, a constant changed, a case taken out. Texts of
// messages are not changed. All mistakes of a draw are compiled in at once, and a
// variable of the environment selects one. No file of the tree is written.
//
// Without -seed the draw depends on the hash of the commit, so that nobody chooses it.
// A mutant that makes the tests time out counts as noticed, and is listed separately.
// Mutants in the list of equivalents are not counted. Mutate fails if fewer mutants are
// noticed than -goal, in per cent, or if more than a tenth are equivalents.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// config has the values of the flags.
type config struct {
	n               int
	packages, tests string
	seed, since     string
	goal            float64
	workers         int
	list            bool
}

func main() {
	var c config
	flag.IntVar(&c.n, "n", 100, "how many mutants")
	flag.StringVar(&c.packages, "package", "./...", "of which packages")
	flag.StringVar(&c.tests, "tests", "./... ./examples/...", "whose tests are run")
	flag.StringVar(&c.seed, "seed", "",
		"what the draw follows from: a number or the hash of a commit (default that of HEAD)")
	flag.StringVar(&c.since, "since", "", "draw only lines that were changed since this commit (default all lines)")
	flag.Float64Var(&c.goal, "goal", 94, "how many per cent have to be noticed")
	flag.IntVar(&c.workers, "workers", runtime.NumCPU(), "how many run at once")
	flag.BoolVar(&c.list, "list", false, "print the draw and do not run it")
	nightly := flag.Bool("nightly", false, "draw 300, and 100 of cmstest with only the conformance suite")
	flag.Parse()
	runs := []config{c}
	if *nightly {
		suite := c
		runs[0].n, suite.n = 300, 100
		suite.packages, suite.tests = "./cms/cmstest", "./internal/conformance"
		runs = append(runs, suite)
	}
	status := 0
	for _, c := range runs {
		if err := run(c); err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			status = 1
		}
	}
	os.Exit(status)
}

func run(c config) error {
	began := time.Now()
	dir, err := root()
	if err != nil {
		return err
	}
	if c.seed == "" {
		head, err := command(exec.Command("git", "-C", dir, "rev-parse", "HEAD"))
		if err != nil {
			return err
		}
		c.seed = strings.TrimSpace(string(head))
	}
	packages, err := load(dir, strings.Fields(c.packages))
	if err != nil {
		return err
	}
	var lines changedLines
	if c.since != "" {
		if lines, err = changedSince(dir, c.since); err != nil {
			return err
		}
	}
	drawn := draw(packages, lines, c.n, seedOf(c.seed))
	fmt.Printf("%d mutants of %s, seed %s\n", len(drawn), c.packages, c.seed)
	if c.list {
		for _, m := range drawn {
			fmt.Println(m)
		}
		return nil
	}
	trials, err := try(c, packages, drawn)
	if err != nil {
		return err
	}
	share := report(os.Stdout, trials)
	fmt.Printf("\n%d mutants in %s: %.1f %% are noticed\n", len(trials), time.Since(began).Round(time.Second), share)
	left := 0
	for _, t := range trials {
		if t.outcome == equivalent {
			left++
		}
	}
	switch {
	case 10*left > len(trials):
		return fmt.Errorf("%d of %d are in the list of equivalents", left, len(trials))
	case share < c.goal:
		return fmt.Errorf("%.1f %% are noticed, not %.1f %%", share, c.goal)
	}
	return nil
}

// try compiles all mutants into the test programs, and runs the tests for each mutant.
func try(c config, packages []*checked, drawn []*mutant) ([]trial, error) {
	began := time.Now()
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	r := runner{folder: folder, workers: max(1, c.workers)}
	if r.overlay, err = overlay(folder, packages, drawn); err != nil {
		return nil, err
	}
	if r.binaries, err = build(folder, r.overlay, strings.Fields(c.tests), drawn, r.workers); err != nil {
		return nil, err
	}
	fmt.Printf("%d packages of tests compiled after %s\n", len(r.binaries), time.Since(began).Round(time.Second))
	if err := r.profile(); err != nil {
		return nil, err
	}
	count := 0
	for _, b := range r.binaries {
		for _, t := range b.tests {
			count++
			if t.failed {
				fmt.Printf("left out, as it fails without a mutant: %s of %s\n", t.name, b.pkg)
			}
		}
	}
	fmt.Printf("%d tests run once after %s\n", count, time.Since(began).Round(time.Second))
	trials := make([]trial, len(drawn))
	return trials, each(r.workers, drawn, func(m *mutant) error {
		t := trial{mutant: m, outcome: equivalent, by: whySame(m)}
		if t.by == "" {
			t = r.try(m)
		}
		trials[m.number-1] = t
		fmt.Println(strconv.Itoa(m.number)+"/"+strconv.Itoa(len(drawn)), t.outcome, t.took.Round(100*time.Millisecond),
			t.by, m)
		return nil
	})
}
