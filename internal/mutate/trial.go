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

// test is one test of a binary, with the results of a run in which no mutant was active.
type test struct {
	name    string
	took    time.Duration
	reached map[int]bool
	failed  bool // the test also fails without a mutant, so it is not used
}

// outcome is the result of a trial.
type outcome string

const (
	killed     outcome = "killed"
	timedOut   outcome = "timed out"
	survived   outcome = "survived"
	unreached  outcome = "not reached" // no test executes the changed code
	equivalent outcome = "equivalent"  // no test can notice the change: see equivalents
)

// trial is a mutant with its outcome.
type trial struct {
	*mutant
	outcome outcome
	by      string // package whose tests noticed the mutant, or the reason why the mutant is equivalent
	took    time.Duration
}

// runner runs compiled test programs.
type runner struct {
	folder, overlay string
	binaries        []*binary
	workers         int
}

// memory is the limit for the memory of a test program, in KiB. A mutant may cause an
// endless loop that allocates.
const memory = 8 << 20

// run runs the named tests of a binary. It returns errTime if they take longer than limit.
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

// profile runs each test separately, with no active mutant. It records which mutants the test
// reaches, how long the test takes, and whether it fails.
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

// quick is the largest duration of a quick test. A test that takes longer is a slow test.
const quick = 2 * time.Second

// try runs the tests that reach a mutant until one of them fails. It runs quick tests
// before slow tests. In both groups, the tests of the mutant's own package come first.
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

// order returns the binaries in the order in which a trial runs them: first the binary of
// the mutant's package, then the other binaries, the quickest first.
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

// each calls do for all elements, in several goroutines, but at most workers at a time.
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

// root returns the folder of the module.
func root() (string, error) {
	out, err := command(exec.Command("go", "env", "GOMOD"))
	return filepath.Dir(strings.TrimSpace(string(out))), err
}
