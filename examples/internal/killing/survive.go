package killing

import (
	"math/rand/v2"
	"testing"
)

// Survive has a program run a number of times, each to be killed at a random
// moment of a random request of those numbered from first to last, and then once
// more, to its end. Before a run that is to be killed it calls add, if there is
// one, so that there is always something to do.
func (f *Front) Survive(t *testing.T, runs, first, last int, add func(run int),
	program func(at int, moment Moment) Run) {
	t.Helper()
	f.Kill(t, runs, first, last, add, program)
	// A request that was sent before its program died may arrive after the next run.
	f.Settle()
	if got := program(0, Never); got.Err != nil {
		t.Fatalf("%v\n%s", got.Err, got.Output)
	}
}

// Kill is Survive without the last run.
func (f *Front) Kill(t *testing.T, runs, first, last int, add func(run int),
	program func(at int, moment Moment) Run) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(runs), uint64(last))) // the same each time
	killed := 0
	for run := range runs {
		if add != nil {
			add(run)
		}
		at, moment := first+random.IntN(last-first+1), []Moment{Before, During, After}[random.IntN(3)]
		got := program(at, moment)
		if got.Killed {
			killed++
		} else if got.Err != nil {
			t.Fatalf("it ended by itself: %v\n%s", got.Err, got.Output)
		}
		t.Logf("killed %v request %d: %v, after %d requests that write", moment, at, got.Killed, got.Writes)
	}
	if killed == 0 {
		t.Error("it was never killed")
	}
	t.Logf("killed in %d of %d runs", killed, runs)
}
