package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// test is a test of a binary, and what it showed of the tree as it is.
type test struct {
	name    string
	took    time.Duration
	reached map[int]bool
	failed  bool // the test fails without any mutant, and is left out
}

// outcome is what became of a mutant.
type outcome string

const (
	killed     outcome = "killed"
	timedOut   outcome = "timed out"
	survived   outcome = "survived"
	unreached  outcome = "not reached" // no test executes it: it survived
	equivalent outcome = "equivalent"  // nothing could notice it: see equivalents
)

// trial is a mutant and what became of it.
type trial struct {
	*mutant
	outcome outcome
	by      string // the package whose tests noticed
	took    time.Duration
}

// runner runs compiled tests.
type runner struct {
	folder, overlay string
	binaries        []*binary
	workers         int
}

// memory is what tests may take, in KiB: a mutant may be an endless loop.
const memory = 8 << 20

// run runs some tests of a binary.
func (r *runner) run(b *binary, names []string, limit time.Duration, env ...string) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), limit+10*time.Second, errTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("ulimit -v %d; exec \"$@\"", memory), "sh", b.path,
		"-test.run=^("+strings.Join(names, "|")+")$", "-test.failfast", "-test.timeout="+limit.String())
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), append(env, "GOFLAGS=-overlay="+r.overlay)...)
	cmd.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if err != nil && (ctx.Err() != nil || strings.Contains(out.String(), "panic: test timed out")) {
		err = errTime
	}
	return err
}

var errTime = errors.New("the time is up")

// profile runs each test by itself, without a mutant, and notes which mutants it
// reaches and how long it takes.
func (r *runner) profile() error {
	for _, b := range r.binaries {
		cmd := exec.Command(b.path, "-test.list=^(Test|Example|Fuzz)")
		cmd.Dir = b.dir
		out, err := command(cmd)
		if err != nil {
			return err
		}
		for name := range strings.FieldsSeq(string(out)) {
			b.tests = append(b.tests, &test{name: name, reached: map[int]bool{}})
		}
	}
	type job struct {
		b *binary
		t *test
	}
	var jobs []job
	for _, b := range r.binaries {
		for _, t := range b.tests {
			jobs = append(jobs, job{b, t})
		}
	}
	return each(r.workers, jobs, func(j job) error {
		file, err := os.CreateTemp(r.folder, "reached")
		if err != nil {
			return err
		}
		_ = file.Close()
		began := time.Now()
		err = r.run(j.b, []string{j.t.name}, 10*time.Minute, reachedVar+"="+file.Name())
		j.t.took, j.t.failed = time.Since(began), err != nil
		text, err := os.ReadFile(file.Name())
		if err != nil {
			return err
		}
		for line := range strings.FieldsSeq(string(text)) {
			if n, err := strconv.Atoi(line); err == nil {
				j.t.reached[n] = true
			}
		}
		return os.Remove(file.Name())
	})
}

// quick divides tests into those that are tried first and the others.
const quick = 2 * time.Second

// try runs the tests that reach a mutant until one notices. Quick tests come first, and among these
// the tests of its own package.
func (r *runner) try(m *mutant) trial {
	began := time.Now()
	t := trial{mutant: m, outcome: unreached}
	for _, slow := range []bool{false, true} {
		for _, b := range r.order(m) {
			var names []string
			var usual time.Duration
			for _, test := range b.tests {
				if test.reached[m.number] && !test.failed && (test.took > quick) == slow {
					names = append(names, regexp.QuoteMeta(test.name))
					usual += test.took
				}
			}
			if len(names) == 0 {
				continue
			}
			t.outcome = survived
			if err := r.run(b, names, 20*time.Second+5*usual, fmt.Sprintf("%s=%d", chosenVar, m.number)); err != nil {
				t.outcome, t.by, t.took = killed, strings.TrimPrefix(b.pkg, module+"/"), time.Since(began)
				if errors.Is(err, errTime) {
					t.outcome = timedOut
				}
				return t
			}
		}
	}
	t.took = time.Since(began)
	return t
}

// order are the binaries in the order of the trial: first the binary of the mutant's package, then
// the others, the quickest first.
func (r *runner) order(m *mutant) []*binary {
	cost := func(b *binary) (sum time.Duration) {
		if b.pkg == m.pkg {
			return 0
		}
		for _, t := range b.tests {
			if t.reached[m.number] {
				sum += t.took
			}
		}
		return sum
	}
	return slices.SortedStableFunc(slices.Values(r.binaries),
		func(a, b *binary) int { return cmp.Compare(cost(a), cost(b)) })
}

// each does something with all of a list, some of them at once.
func each[T any](workers int, all []T, do func(T) error) error {
	var wait sync.WaitGroup
	errs := make([]error, len(all))
	slots := make(chan struct{}, workers)
	for i, one := range all {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			errs[i] = do(one)
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// root is the folder of the module.
func root() (string, error) {
	out, err := command(exec.Command("go", "env", "GOMOD"))
	return filepath.Dir(strings.TrimSpace(string(out))), err
}
