// Mutate shows that the conformance suite notices when the server in memory is wrong: it applies the changes of its tables to cmstest,
// one at a time, runs the suite on each, and prints what failed.
//
//	go run ./internal/conformance/mutate              all of them, some minutes
//	go run ./internal/conformance/mutate -run status  those whose name contains a text
//	go run ./internal/conformance/mutate -check       that each still applies, without running anything
//
// It is run from the root of the module. The tree is not written to: the changed files are given to the compiler beside it.
// A mutation that no scenario notices makes the command fail, and so does a scenario that no mutation makes fail: it does not count.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
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

func mutations() []mutation {
	return slices.Concat(
		writeMutations(), refuseMutations(),
		historyMutations(),
		keepingMutations(),
		trashMutations(),
		pluginMutations(),
		listMutations(),
		mediaMutations(),
		batchMutations(),
		embedMutations(),
		loginMutations(),
		indexMutations(),
		protocolMutations(),
		menuMutations(),
		blockMutations(),
		filterMutations(),
		orderMutations(),
		pageMutations(),
		recordMutations(),
		readerMutations(),
	)
}

func main() {
	only := flag.String("run", "", "run only mutations whose name contains this")
	check := flag.Bool("check", false, "only check that the mutations apply")
	flag.Parse()
	if err := run(*only, *check); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(only string, check bool) error {
	chosen := slices.DeleteFunc(mutations(), func(m mutation) bool { return !strings.Contains(m.name, only) })
	for _, m := range chosen {
		if _, err := m.apply(); err != nil {
			return err
		}
	}
	fmt.Printf("%d mutations apply\n", len(chosen))
	if check {
		return nil
	}
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)

	all, err := suite(folder, nil)
	if err != nil {
		return err
	}
	if bad := all.failed(); len(bad) > 0 {
		return fmt.Errorf("the suite fails as it is: %s", bad[0])
	}
	count(all)

	began := time.Now()
	results := make([]outcome, len(chosen))
	var wg sync.WaitGroup
	work := make(chan int)
	for range max(1, runtime.NumCPU()/2) {
		wg.Go(func() {
			for i := range work {
				results[i], err = suite(filepath.Join(folder, fmt.Sprint(i)), &chosen[i])
				if err != nil {
					results[i] = nil
					fmt.Printf("%s: %v\n", chosen[i].name, err)
				}
			}
		})
	}
	for i := range chosen {
		work <- i
	}
	close(work)
	wg.Wait()
	return report(chosen, all, results, time.Since(began), only == "")
}

// apply is the file with the mistake in it.
func (m mutation) apply() ([]byte, error) {
	source, err := os.ReadFile(filepath.Join("cms/cmstest", m.file))
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(source, []byte(m.old)); n != 1 {
		return nil, fmt.Errorf("%q does not apply: the text stands %d times in %s", m.name, n, m.file)
	}
	return bytes.Replace(source, []byte(m.old), []byte(m.new), 1), nil
}

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

// suite runs the scenarios against cmstest with a mistake in it, or as it is. A server that panics or hangs fails them all.
func suite(folder string, m *mutation) (outcome, error) {
	args := []string{"test", "-json", "-count=1", "-vet=off", "-timeout=3m", "-run=^TestMemory$"}
	if m != nil {
		changed, err := m.apply()
		if err != nil {
			return nil, err
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
		file := filepath.Join(folder, m.file)
		source, err := filepath.Abs(filepath.Join("cms/cmstest", m.file))
		if err != nil {
			return nil, err
		}
		overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{source: file}})
		if err != nil {
			return nil, err
		}
		for name, content := range map[string][]byte{file: changed, filepath.Join(folder, "overlay.json"): overlay} {
			if err := os.WriteFile(name, content, 0o644); err != nil {
				return nil, err
			}
		}
		args = append(args, "-overlay="+filepath.Join(folder, "overlay.json"))
	}
	out, _ := exec.Command("go", append(args, "./internal/conformance")...).Output() // it ends with an error when a test fails
	results := outcome{}
	var said strings.Builder
	for line := range bytes.Lines(out) {
		var event struct{ Action, Test, Output string }
		if json.Unmarshal(line, &event) != nil {
			continue
		}
		said.WriteString(event.Output)
		name, found := strings.CutPrefix(event.Test, "TestMemory/")
		if !found || strings.Count(name, "/") < 3 {
			continue
		}
		switch event.Action {
		case "run":
			results[name] = "fail" // unless it comes to an end
		case "pass", "fail", "skip":
			results[name] = event.Action
		}
	}
	if len(results) == 0 {
		return nil, fmt.Errorf("no scenario ran:\n%s", said.String())
	}
	return results, nil
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

// report prints the table, and fails if a mutation or a scenario is without effect.
func report(chosen []mutation, all outcome, results []outcome, took time.Duration, complete bool) error {
	noticed := map[string]bool{}
	missed := 0
	fmt.Printf("%-68s %7s  %s\n", "mutation of cmstest", "failing", "one of them")
	for i, m := range chosen {
		failed := results[i].failed()
		example := "NOT NOTICED"
		if len(failed) > 0 {
			example = failed[0]
		} else {
			missed++
		}
		fmt.Printf("%-68s %7d  %s\n", m.name, len(failed), example)
		for _, name := range failed {
			noticed[name] = true
		}
	}
	var idle []string
	for name := range all {
		if !noticed[name] {
			idle = append(idle, name)
		}
	}
	fmt.Printf("\n%d mutations, %d not noticed; %d of %d scenarios are failed by one of them; %s\n", len(chosen), missed, len(noticed), len(all), took.Round(time.Second))
	if complete && len(idle) > 0 {
		slices.Sort(idle)
		fmt.Printf("failed by none:\n  %s\n", strings.Join(idle, "\n  "))
	}
	if missed > 0 || complete && len(idle) > 0 {
		return fmt.Errorf("%d mutations are not noticed, and %d scenarios notice none", missed, len(idle))
	}
	return nil
}
