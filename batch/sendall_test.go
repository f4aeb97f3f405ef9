package batch_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// tagged is a site with tags, whose names the items change.
type tagged struct {
	*cmstest.Server
	site *cms.Client
	tags *cms.Collection[term, termParams, struct{}]
	ids  []int64
}

func newTagged(t *testing.T, n int, options ...cms.Option) *tagged {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	quick := cms.WithRetry(cms.Retry{Attempts: 3, MinWait: time.Millisecond, MaxWait: 2 * time.Second})
	site, err := cms.New(server.URL, append([]cms.Option{
		cms.WithApplicationPassword("admin", server.AppPassword("admin")), quick,
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	s := &tagged{Server: server, site: site, tags: cms.NewCollection[term, termParams, struct{}](site, "cms/v2/tags")}
	for i := range n {
		s.ids = append(s.ids, server.Insert("tags", map[string]any{"name": fmt.Sprint("Tag ", i)}))
	}
	return s
}

// renames yields a request for each tag, to the name "New" and its index.
func (s *tagged) renames(indexes ...int) iter.Seq[batch.Item] {
	return func(yield func(batch.Item) bool) {
		for _, i := range indexes {
			if !yield(s.tags.UpdateRequest(s.ids[i], &termParams{Name: new(fmt.Sprint("New ", i))})) {
				return
			}
		}
	}
}

// renamed reports whether a tag has its new name.
func (s *tagged) renamed(t *testing.T, i int) bool {
	t.Helper()
	return s.Record("tags", s.ids[i])["name"] == fmt.Sprint("New ", i)
}

func upTo(n int) []int {
	return slices.Collect(func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	})
}

// collectResults returns the results by index. Each index must come once; in order unless
// any order will do.
func collectResults(t *testing.T, results iter.Seq2[int, batch.Result], n int, anyOrder bool) []batch.Result {
	t.Helper()
	list, seen := make([]batch.Result, n), make([]bool, n)
	came := 0
	for i, result := range results {
		switch {
		case i < 0:
			t.Fatalf("result %d: index %d, want at least 0", came, i)
		case i >= n:
			t.Fatalf("result %d: index %d, want less than %d", came, i, n)
		case seen[i]:
			t.Fatalf("result %d: index %d came before, want each index once", came, i)
		case i != came && !anyOrder:
			t.Fatalf("result %d: index %d, want %[1]d", came, i)
		}
		list[i], seen[i] = result, true
		came++
	}
	if came != n {
		t.Fatalf("SendAll of %d items: %d results, want one for each item", n, came)
	}
	return list
}

func TestSendAllYieldsOneResultForEachItem(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 25, 26, 130} {
		for _, options := range []*batch.SendOptions{
			nil, {Width: 1}, {Width: 3}, {Width: 3, Unordered: true}, {Unordered: true},
		} {
			t.Run(fmt.Sprintf("%d items, %+v", n, options), func(t *testing.T) {
				t.Parallel()
				s := newTagged(t, n)
				results := batch.SendAll(t.Context(), s.site, s.renames(upTo(n)...), options)
				for range 2 { // the iterator may be used again
					for i, result := range collectResults(t, results, n, options != nil && options.Unordered) {
						v, ok := batch.Value[term](result)
						switch {
						case result.Err != nil:
							t.Fatalf("item %d: %+v: Err %v, want nil", i, result, result.Err)
						case !ok:
							t.Fatalf("item %d: result %+v, want a *term", i, result)
						case v.ID != s.ids[i]:
							t.Fatalf("item %d: %+v: ID %d, want %d", i, result, v.ID, s.ids[i])
						case !s.renamed(t, i):
							t.Fatalf("item %d: result %+v without a change on the site, want the term renamed", i, result)
						case result.Status != http.StatusOK:
							t.Fatalf("item %d: %+v: Status %d, want StatusOK", i, result, result.Status)
						}
					}
				}
				if sent := s.Requests(); len(sent) != 2*((n+24)/25) {
					t.Errorf("s.Requests: %d requests, want %d", len(sent), 2*((n+24)/25))
				}
			})
		}
	}
}

func TestItemsAfterALostResponseAreNotRunAndCanBeSentAgain(t *testing.T) {
	t.Parallel()
	for _, options := range []*batch.SendOptions{nil, {Width: 1}, {Width: 2, Unordered: true}} {
		for _, processed := range []bool{true, false} {
			s := newTagged(t, 400)
			s.Fail(cmstest.Fault{Route: "/batch/v1", Skip: 2, Times: 1, Processed: processed, Cut: cmstest.CutAnswer})
			var again []int
			unknown := 0
			results := batch.SendAll(t.Context(), s.site, s.renames(upTo(400)...), options)
			for i, result := range collectResults(t, results, 400, options != nil && options.Unordered) {
				switch err := result.Err; {
				case err == nil:
					if !s.renamed(t, i) {
						t.Fatalf("item %d succeeded without a change on the site, want the term renamed", i)
					}
				case errors.Is(err, batch.ErrNotRun):
					again = append(again, i)
					exactly(t, err, batch.ErrNotRun)
					switch {
					case !strings.Contains(err.Error(), "because of an error of other items: cms: batch (POST batch/v1)"):
						t.Fatalf("item %d: %v, want %q in it", i, err,
							"because of an error of other items: cms: batch (POST batch/v1)")
					case strings.Contains(err.Error(), "check before you call again"):
						t.Fatalf("item %d: %v, want no %q in it", i, err, "check before you call again")
					case s.renamed(t, i):
						t.Fatalf("item %d did not run (%v) and is renamed on the site, want no change", i, err)
					}
				default:
					unknown++
					exactly(t, err, cms.ErrOutcomeUnknown)
					if s.renamed(t, i) != processed {
						t.Fatalf("item %d of the lost batch (error %v): term renamed %t, want %t", i, err, !processed, processed)
					}
				}
			}
			if unknown != 25 || len(again) < 100 {
				t.Errorf("SendAll with %+v: %d items of unknown outcome, %d not run, want 25 and at least 100", options, unknown,
					len(again))
			}
			rest := batch.SendAll(t.Context(), s.site, s.renames(again...), nil)
			for i, result := range collectResults(t, rest, len(again), false) {
				switch {
				case result.Err != nil:
					t.Fatalf("item %d: %v, want nil", again[i], result.Err)
				case !s.renamed(t, again[i]):
					t.Fatalf("item %d sent a second time: error %v, term not renamed, want it renamed", again[i], result.Err)
				}
			}
		}
	}
}

func TestSendAllStopsAtARejectedBatch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault cmstest.Fault
		is    []error
	}{
		"403":             {cmstest.Fault{Status: 403}, []error{batch.ErrNotRun, cms.ErrNotREST}},
		"429 three times": {cmstest.TooMany(0), []error{batch.ErrNotRun, cms.ErrRateLimited}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTagged(t, 200)
			c.fault.Route, c.fault.Skip = "/batch/v1", 1
			s.Fail(c.fault)
			results := batch.SendAll(t.Context(), s.site, s.renames(upTo(200)...), nil)
			for i, result := range collectResults(t, results, 200, false) {
				if i < 25 {
					if result.Err != nil {
						t.Fatalf("%d: collectResults(results, 200, false): Err %v, want nil", i, result.Err)
					}
					continue
				}
				exactly(t, result.Err, c.is...)
				e, ok := errors.AsType[*cms.Error](result.Err)
				switch {
				case !ok:
					t.Fatalf("item %d: %+v: Err %v, want a *cms.Error", i, result, result.Err)
				case e.Operation != "batch":
					t.Fatalf("item %d: %+v: Operation %q, want %q", i, result, e.Operation, "batch")
				case result.Operation != "tags.Update":
					t.Fatalf("item %d: %+v: Operation %q, want %q", i, result, result.Operation, "tags.Update")
				}
			}
		})
	}
}

func TestA429IsRetriedWhileOtherBatchesGoOn(t *testing.T) {
	t.Parallel()
	s := newTagged(t, 300)
	fault := cmstest.TooMany(time.Second)
	fault.Route, fault.Skip, fault.Times = "/batch/v1", 2, 2
	s.Fail(fault)
	results := batch.SendAll(t.Context(), s.site, s.renames(upTo(300)...), nil)
	for i, result := range collectResults(t, results, 300, false) {
		switch {
		case result.Err != nil:
			t.Fatalf("item %d: %v, want nil", i, result.Err)
		case !s.renamed(t, i):
			t.Fatalf("item %d: error %v, term not renamed, want it renamed", i, result.Err)
		}
	}
}

func TestSendAllSkipsARefusedItem(t *testing.T) {
	t.Parallel()
	s := newTagged(t, 60)
	items := func(yield func(batch.Item) bool) {
		i := 0
		for item := range s.renames(upTo(60)...) {
			switch i++; i {
			case 11:
				item = nil
			case 31:
				item = s.tags.UpdateRequest(0, nil)
			case 32:
				item = cms.Request[term]{Method: http.MethodGet, Path: "cms/v2/tags/1"}
			case 33:
				item = s.tags.UpdateRequest(1<<40, nil)
			}
			if !yield(item) {
				return
			}
		}
	}
	for i, result := range collectResults(t, batch.SendAll(t.Context(), s.site, items, nil), 60, false) {
		switch i {
		case 10, 30, 31:
			exactly(t, result.Err, cms.ErrInvalidArgument)
		case 32:
			exactly(t, result.Err, cms.ErrNotFound)
		default:
			switch {
			case result.Err != nil:
				t.Errorf("item %d: %v, want nil", i, result.Err)
			case !s.renamed(t, i):
				t.Errorf("item %d: error %v, term not renamed, want it renamed", i, result.Err)
			}
		}
	}
}

func TestCancelledSendAllReportsWhichItemsRan(t *testing.T) {
	t.Parallel()
	for _, width := range []int{0, 1, 4} {
		s := newTagged(t, 300)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ran, not, results := 0, 0, map[int]int{}
		for i, result := range batch.SendAll(ctx, s.site, s.renames(upTo(300)...), &batch.SendOptions{Width: width}) {
			results[i]++
			if i == 30 {
				cancel()
			}
			switch err := result.Err; {
			case err == nil && s.renamed(t, i):
				ran++
			case errors.Is(err, batch.ErrNotRun) && errors.Is(err, context.Canceled) && !s.renamed(t, i):
				not++
			case !errors.Is(err, cms.ErrOutcomeUnknown) || errors.Is(err, batch.ErrNotRun):
				t.Fatalf("item %d: error %v, want success, ErrNotRun or ErrOutcomeUnknown, as the site ran it", i, err)
			}
		}
		for i := range 300 {
			if results[i] != 1 {
				t.Errorf("width %d: item %d has %d results, want 1", width, i, results[i])
			}
		}
		switch {
		case ran < 31:
			t.Errorf("width %d: %d items ran before the cancel, want at least 31", width, ran)
		case not == 0:
			t.Errorf("width %d: %d ran, %d did not: not 0, want more than 0", width, ran, not)
		}
	}
}

func TestSendAllSendsSmallerBatchesToASiteThatAcceptsFewerItems(t *testing.T) {
	t.Parallel()
	const most = 10
	var sizes []int
	s := newTagged(t, 100, cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(req *http.Request) (*http.Response, error) {
			n := len(readBody(t, req).Requests)
			sizes = append(sizes, n)
			if n > most {
				return answer(req, 400, `{"code":"rest_invalid_param","message":"x","data":{"status":400,
					"details":{"requests":{"code":"rest_too_many_items","message":"x"}}}}`), nil
			}
			return next.RoundTrip(req)
		})
	}))
	options := &batch.SendOptions{Width: 1}
	results := batch.SendAll(t.Context(), s.site, s.renames(upTo(100)...), options)
	for i, result := range collectResults(t, results, 100, false) {
		switch {
		case result.Err != nil:
			t.Fatalf("item %d: %v, want nil", i, result.Err)
		case !s.renamed(t, i):
			t.Fatalf("item %d: error %v, term not renamed, want it renamed", i, result.Err)
		}
	}
	if want := []int{25, 12, 6, 6, 6, 6, 1, 6, 6, 6, 6, 1, 6, 6, 6, 6, 1, 6, 6, 6, 6, 1}; !slices.Equal(sizes, want) {
		t.Errorf("sizes %v, want %v", sizes, want)
	}
}

// The sequence waits until all items before have a result, as one that takes from a pool.
func TestSendAllSendsAFullBatchWhileTheSequenceWaits(t *testing.T) {
	t.Parallel()
	s := newTagged(t, 3*batch.MaxItems)
	more := make(chan struct{}, 3)
	items := func(yield func(batch.Item) bool) {
		for batchOf := range slices.Chunk(upTo(3*batch.MaxItems), batch.MaxItems) {
			for item := range s.renames(batchOf...) {
				if !yield(item) {
					return
				}
			}
			select {
			case <-more:
			case <-time.After(time.Minute): // ends the test: SendAll will not send anything
				t.Errorf("SendAll sent no batch while the sequence waited, want each batch of %d", batch.MaxItems)
				return
			}
		}
	}
	for i, result := range batch.SendAll(t.Context(), s.site, items, &batch.SendOptions{Width: 4}) {
		switch {
		case result.Err != nil:
			t.Errorf("item %d: %v, want nil", i, result.Err)
		case !s.renamed(t, i):
			t.Errorf("item %d: error %v, term not renamed, want it renamed", i, result.Err)
		}
		if i%batch.MaxItems == batch.MaxItems-1 {
			more <- struct{}{}
		}
	}
}

func TestBadWidthIsTheErrorOfEveryItem(t *testing.T) {
	t.Parallel()
	s := newTagged(t, 30)
	for _, width := range []int{-1, 65} {
		results := batch.SendAll(t.Context(), s.site, s.renames(upTo(30)...), &batch.SendOptions{Width: width})
		for _, result := range collectResults(t, results, 30, false) {
			exactly(t, result.Err, cms.ErrInvalidArgument)
		}
	}
	if sent := s.Requests(); len(sent) != 0 {
		t.Errorf("sent %v: %d requests, want 0", sent, len(sent))
	}
}

func TestBatchThatRanNothingIsAnError(t *testing.T) {
	t.Parallel()
	invalid := `{"failed":"validation","responses":[null,` + item(400,
		`{"code":"rest_invalid_param","message":"x"}`) + `]}`
	s := newStub(t, always(207, invalid))
	site := client(t, s)
	items := []batch.Item{site.Posts.TrashRequest(1), site.Posts.TrashRequest(2)}
	results := collectResults(t, batch.SendAll(t.Context(), site, slices.Values(items), nil), 2, false)
	exactly(t, results[0].Err, batch.ErrNotRun)
	exactly(t, results[1].Err, cms.ErrBadRequest)
}

func TestSendAllChecksArguments(t *testing.T) {
	t.Parallel()
	s := newTagged(t, 60, cms.WithCheckedArguments())
	path := fmt.Sprint("cms/v2/tags/", s.ids[0])
	wrong := cms.Request[term]{Method: http.MethodPost, Path: path, Body: map[string]string{"nane": "x"}}
	items := func(yield func(batch.Item) bool) {
		if yield(wrong) {
			s.renames(upTo(60)...)(yield)
		}
	}
	results := collectResults(t, batch.SendAll(t.Context(), s.site, items, nil), 61, false)
	exactly(t, results[0].Err, cms.ErrInvalidArgument)
	for i, result := range results[1:] {
		switch {
		case result.Err != nil:
			t.Fatalf("item %d: %v, want nil", i, result.Err)
		case !s.renamed(t, i):
			t.Fatalf("item %d: error %v, term not renamed, want it renamed", i, result.Err)
		}
	}

	s = newTagged(t, 60, cms.WithCheckedArguments())
	s.Fail(cmstest.Fault{Status: 403})
	for _, result := range collectResults(t, batch.SendAll(t.Context(), s.site, s.renames(upTo(60)...), nil), 60, false) {
		exactly(t, result.Err, batch.ErrNotRun, cms.ErrNotREST)
	}
}
