package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine/enginetest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
)

// open opens a store in an engine of its own.
func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), enginetest.Start(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func claim(t *testing.T, s *Store) *Lease {
	t.Helper()
	l, err := s.Claim(t.Context(), "run", "blog")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// page is a page with the records before position.
func page(position int) Page {
	return Page{
		Kind: "posts", Position: fmt.Appendf(nil, "%d", position), Total: int64(position),
		Records: []json.RawMessage{fmt.Appendf(nil, "%d", position-1)},
	}
}

// stored are the records in the store, with how often each is there.
func stored(t *testing.T, s *Store) map[string]int {
	t.Helper()
	times := map[string]int{}
	err := s.Each(t.Context(), "run", func(_ string, p Page) error {
		for _, record := range p.Records {
			times[string(record)]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return times
}

// twoWorkers lets a worker commit a page, stall, and commit its next page after another
// worker has claimed the job and committed that page.
func twoWorkers(t *testing.T, s *Store) error {
	t.Helper()
	first := claim(t, s)
	if err := first.Commit(t.Context(), page(1)); err != nil {
		t.Fatal(err)
	}
	second := claim(t, s)
	if position := string(second.Last().Position); position != "1" {
		t.Errorf("The second worker begins at %s, want 1", position)
	}
	if err := second.Commit(t.Context(), page(2)); err != nil {
		t.Fatal(err)
	}
	return first.Commit(t.Context(), page(2))
}

func TestWorkerThatWasReplacedCannotCommit(t *testing.T) {
	t.Parallel()
	s := open(t)
	if err := twoWorkers(t, s); !errors.Is(err, ErrFenced) {
		t.Errorf("Commit of a worker that was replaced: error %v, want ErrFenced", err)
	}
	if got := stored(t, s); !maps.Equal(got, map[string]int{"0": 1, "1": 1}) {
		t.Errorf("The store has the records %v, want each of both once", got)
	}
}

// The control: the test of the fence would notice that it is absent.
func TestWithoutTheFenceRecordsAreDoubled(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.publish = enginetest.Unfenced{JetStream: s.publish.(jetstream.JetStream)}
	if err := twoWorkers(t, s); err != nil {
		t.Fatal(err)
	}
	if got := stored(t, s); got["1"] != 2 {
		t.Errorf("Without the fence the store has the records %v, want the second one twice", got)
	}
}

// losing loses the response to one write, or the write itself.
type losing struct {
	publisher
	arrives bool
	lost    int
}

func (l *losing) PublishMsg(
	ctx context.Context, message *nats.Msg, options ...jetstream.PublishOpt,
) (*jetstream.PubAck, error) {
	if l.lost == 0 {
		l.lost++
		if l.arrives {
			if _, err := l.publisher.PublishMsg(ctx, message, options...); err != nil {
				return nil, err
			}
		}
		return nil, context.DeadlineExceeded
	}
	return l.publisher.PublishMsg(ctx, message, options...)
}

func TestPageIsStoredOnceIfTheResponseIsLost(t *testing.T) {
	t.Parallel()
	for name, arrives := range map[string]bool{"the response is lost": true, "the write is lost": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			l := claim(t, s)
			broken := &losing{publisher: s.publish, arrives: arrives}
			s.publish = broken
			for i := range 3 {
				if err := l.Commit(t.Context(), page(i+1)); err != nil {
					t.Fatal(err)
				}
			}
			if got := stored(t, s); !maps.Equal(got, map[string]int{"0": 1, "1": 1, "2": 1}) || broken.lost != 1 {
				t.Errorf("The store has the records %v after %d lost responses, want each of three once after 1", got, broken.lost)
			}
		})
	}
}

func TestReplacedWorkerIsFencedEvenIfTheResponseIsLost(t *testing.T) {
	t.Parallel()
	s := open(t)
	first := claim(t, s)
	claim(t, s)
	s.publish = &losing{publisher: s.publish}
	if err := first.Commit(t.Context(), page(1)); !errors.Is(err, ErrFenced) {
		t.Errorf("Commit of a worker that was replaced: error %v, want ErrFenced", err)
	}
}

func TestPageAboveTheLargestMessageIsRefusedAndNothingIsLost(t *testing.T) {
	t.Parallel()
	s := open(t)
	l := claim(t, s)
	large := page(1)
	large.Records = []json.RawMessage{make([]byte, engine.MaxMessage+2)}
	for i := range large.Records[0] {
		large.Records[0][i] = '1'
	}
	if err := l.Commit(t.Context(), large); !errors.Is(err, nats.ErrMaxPayload) {
		t.Errorf("Commit of a page above the largest message: error %v, want ErrMaxPayload", err)
	}
	if err := l.Commit(t.Context(), page(1)); err != nil {
		t.Error(err)
	}
}

func TestFinishedSiteIsNotClaimedAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	l := claim(t, s)
	last := page(1)
	last.Done = true
	if err := l.Commit(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	if l := claim(t, s); !l.Last().Done {
		t.Error("Claim of a finished site: its last page is not done, want it done")
	}
	standings, err := s.Standings(t.Context(), "")
	if err != nil || len(standings) != 1 {
		t.Errorf("Standings: %+v, error %v, want one", standings, err)
	} else if standings[0].Total != 1 || !standings[0].Done {
		t.Errorf("Standings: %+v, want one record, and done", standings)
	} else if standings[0].Site != "blog" {
		t.Errorf("Standings: %+v, want the site blog", standings)
	}
}

func TestResultOfAJobReplacesTheEarlierOne(t *testing.T) {
	t.Parallel()
	s := open(t)
	r := Result{Job: job.Job{Run: "run", Kind: "mirror", Site: sites.Site{Name: "blog"}}}
	dead := r
	dead.Cause, dead.Reason = "login", "the password is wrong"
	for range 2 { // it is stored again after a crash
		if err := s.End(t.Context(), dead); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.Dead(t.Context(), "run")
	if err != nil || len(list) != 1 {
		t.Fatalf("Dead of the run: %+v, error %v, want one result", list, err)
	} else if list[0].Reason != dead.Reason {
		t.Fatalf("Dead of the run: %+v, want the reason %q", list, dead.Reason)
	}
	if err := s.End(t.Context(), dead); err != nil { // it dies again before the first is forgotten
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), list[0]); err != nil {
		t.Fatal(err)
	}
	counts, err := s.Count(t.Context(), "")
	if err != nil || counts["run"].Dead["login"] != 1 {
		t.Errorf("Count after a job died again: %+v, error %v, want 1 dead of login", counts, err)
	} else if counts["run"].Done != 0 {
		t.Errorf("Count after a job died again: %+v, want none done", counts)
	}
	if err := s.End(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	counts, err = s.Count(t.Context(), "run")
	if err != nil || len(counts["run"].Dead) != 0 {
		t.Errorf("Count after the job was done: %+v, error %v, want none dead", counts, err)
	} else if counts["run"].Done != 1 {
		t.Errorf("Count after the job was done: %+v, want 1 done", counts)
	}
}

func TestStandingsHaveTheLastPageOfManySites(t *testing.T) {
	t.Parallel()
	s := open(t)
	const sites = 450 // more than are read at once
	for i := range sites {
		l, err := s.Claim(t.Context(), "run", fmt.Sprint("site", i))
		if err != nil {
			t.Fatal(err)
		}
		for position := range 2 {
			if err := l.Commit(t.Context(), page(position+1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	standings, err := s.Standings(t.Context(), "run")
	if err != nil {
		t.Fatal(err)
	}
	totals := map[string]int64{}
	for _, standing := range standings {
		totals[standing.Site] += standing.Total
	}
	for i := range sites {
		if name := fmt.Sprint("site", i); totals[name] != 2 {
			t.Fatalf("%s has %d records, want 2; %d sites have some", name, totals[name], len(totals))
		}
	}
}
