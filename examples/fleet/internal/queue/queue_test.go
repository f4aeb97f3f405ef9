package queue

import (
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine/enginetest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
)

func open(t *testing.T, config Config) *Queue {
	t.Helper()
	config.Replicas = 1
	q, err := Open(t.Context(), enginetest.Start(t), config)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func of(site string) job.Job {
	return job.Job{Run: "run", Kind: "mirror", Site: sites.Site{Name: site, Address: "https://" + site + ".example.org"}}
}

func add(t *testing.T, q *Queue, names ...string) (refused int) {
	t.Helper()
	var jobs []job.Job
	for _, name := range names {
		jobs = append(jobs, of(name))
	}
	left, err := q.Add(t.Context(), jobs...)
	if err != nil {
		t.Fatal(err)
	}
	return len(left)
}

func take(t *testing.T, q *Queue) *Delivery {
	t.Helper()
	d, err := q.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSiteHasOneJobWaitingOrRunning(t *testing.T) {
	t.Parallel()
	q := open(t, Config{})
	if n := add(t, q, "a", "b", "a"); n != 1 {
		t.Errorf("%d refused, want 1", n)
	}
	d := take(t, q)
	if n := add(t, q, d.Job.Site.Name); n != 1 {
		t.Errorf("Add of a site with a running job: %d refused, want 1", n)
	}
	if err := d.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := add(t, q, d.Job.Site.Name); n != 0 {
		t.Errorf("Add of a site whose job has ended: %d refused, want none", n)
	}
}

func TestSiteHasAsManyJobsAsItMayAndOneOfARun(t *testing.T) {
	t.Parallel()
	q := open(t, Config{})
	for _, one := range []struct {
		run     string
		refused int
	}{{"first", 0}, {"first", 1}, {"second", 0}, {"second", 1}, {"third", 1}} {
		j := of("a")
		j.Run, j.PerSite = one.run, 2
		if refused, err := q.Add(t.Context(), j); len(refused) != one.refused || err != nil {
			t.Errorf("run %s: %d refused, want %d, %v", one.run, len(refused), one.refused, err)
		}
	}
	first, second := take(t, q), take(t, q)
	if first == nil || second == nil {
		t.Fatalf("Next twice: %+v and %+v, want two jobs", first, second)
	} else if first.Job.Run == second.Job.Run {
		t.Fatalf("Next twice: %+v and %+v, want jobs of two runs", first, second)
	}
	if err := first.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	third := of("a")
	third.Run, third.PerSite = "third", 2
	if refused, err := q.Add(t.Context(), third); len(refused) != 0 || err != nil {
		t.Errorf("Add of a third run after one job has ended: %v refused, error %v, want none of both", refused, err)
	}
}

func TestOverallLimitIsStoredForLaterProcesses(t *testing.T) {
	t.Parallel()
	q := open(t, Config{Overall: 2})
	again, err := Open(t.Context(), q.js, Config{})
	if err != nil {
		t.Fatal(err)
	}
	add(t, q, "a", "b", "c")
	if take(t, q) == nil || take(t, again) == nil {
		t.Error("Next with a limit of 2 gave out fewer than two jobs, want two")
	} else if take(t, again) != nil {
		t.Error("Next with a limit of 2 gave out a third job, want two")
	}
	state, err := q.State(t.Context())
	if err != nil || state.Waiting != 1 {
		t.Errorf("State of the queue: %+v, error %v, want 1 waiting", state, err)
	} else if state.Running != 2 {
		t.Errorf("State of the queue: %+v, want 2 running", state)
	}
}

func TestJobOfASilentWorkerIsGivenOutAgain(t *testing.T) {
	t.Parallel()
	q := open(t, Config{AckWait: 300 * time.Millisecond})
	add(t, q, "a")
	if q.AckWait() != 300*time.Millisecond {
		t.Errorf("AckWait: %v, want 300ms", q.AckWait())
	}
	take(t, q)
	for range 30 { // on a busy machine
		if second := take(t, q); second != nil {
			if second.Job.Site.Name != "a" {
				t.Errorf("Next after a worker fell silent: %+v, want the job of a", second.Job)
			}
			return
		}
	}
	t.Error("Next 30 times after a worker fell silent: no job, want the job of a")
}

func TestDelayedJobIsQueuedWhenItsTimeHasCome(t *testing.T) {
	t.Parallel()
	q := open(t, Config{})
	other := of("a")
	other.Run = "other"
	for _, j := range []job.Job{of("a"), other} { // of one site, in two runs
		if err := q.Later(t.Context(), j, time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if state, err := q.State(t.Context()); err != nil || state.Later != 2 {
		t.Errorf("State of the queue: %+v, error %v, want 2 later", state, err)
	}
	came := map[string]bool{}
	for range 20 {
		if _, err := q.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
		if d := take(t, q); d != nil {
			came[d.Job.Run] = true
			if err := d.End(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if len(came) == 2 {
			break
		}
	}
	if state, err := q.State(t.Context()); err != nil || len(came) != 2 {
		t.Errorf("The delayed jobs of the runs %v came, error of State %v, want both", came, err)
	} else if state != (State{}) {
		t.Errorf("State of the queue: %+v, want it empty", state)
	}
}

func TestPlanQueuesItsSitesInARunOfItsName(t *testing.T) {
	t.Parallel()
	q := open(t, Config{})
	plan := Plan{
		Name: "nightly", Cron: "* * * * * *", Zone: "Europe/Berlin", Kind: "mirror",
		Sites: []sites.Site{of("a").Site, of("b").Site},
	}
	if err := q.Plan(t.Context(), plan); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if came, err := q.Due(t.Context()); err != nil {
			t.Fatal(err)
		} else if came {
			break
		}
	}
	first, second := take(t, q), take(t, q)
	if first == nil || second == nil {
		t.Fatalf("Next twice: %+v and %+v, want the jobs of both sites", first, second)
	} else if first.Job.Run != second.Job.Run || !strings.HasPrefix(first.Job.Run, "nightly-2") {
		t.Fatalf("Next twice: %+v and %+v, want one run with the name of the plan", first, second)
	}
	if err := q.Unplan(t.Context(), "nightly"); err != nil {
		t.Fatal(err)
	}
	if state, err := q.State(t.Context()); err != nil || state.Plans != 0 {
		t.Errorf("State of the queue after Unplan: %+v, error %v, want no plans", state, err)
	}
}

func TestWrongPlanIsRefused(t *testing.T) {
	t.Parallel()
	q := open(t, Config{})
	for _, plan := range []Plan{
		{Name: "a", Cron: "0 3 * * *"}, {Name: "a.b", Cron: "0 0 3 * * *"},
		{Name: "a", Cron: "0 0 99 * * *"}, {Name: "a", Cron: "0 0 3 * * *", Zone: "Europe/Nowhere"},
	} {
		if err := q.Plan(t.Context(), plan); err == nil {
			t.Errorf("Plan of %+v: no error, want one", plan)
		}
	}
}

func TestInvalidJobIsReturnedWithItsError(t *testing.T) {
	t.Parallel()
	q := open(t, Config{})
	for _, text := range []string{
		"x", `{"run":"a.b"}`, `{"run":"r","site":{"name":"b","address":"https://b.example.org"}}`,
	} {
		if _, err := q.js.Publish(t.Context(), "job.a.0", []byte(text)); err != nil {
			t.Fatal(err)
		}
		d := take(t, q)
		if d == nil || d.Wrong == nil {
			t.Fatalf("Next of the job %q: %+v, want one with an error", text, d)
		}
		if err := d.End(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestJobIsCountedFromAddToItsEnd(t *testing.T) {
	t.Parallel()
	q := open(t, Config{})
	for range 200 {
		add(t, q, "a")
		state, err := q.State(t.Context())
		if err != nil || state.Waiting+state.Running != 1 {
			t.Fatalf("State of a queue with one job: %+v, error %v, want 1 waiting or running", state, err)
		}
		if err := take(t, q).End(t.Context()); err != nil {
			t.Fatal(err)
		}
		if state, err := q.State(t.Context()); err != nil || state != (State{}) {
			t.Fatalf("State of a queue whose job has ended: %+v, error %v, want none", state, err)
		}
	}
}
