package batch_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

type batchBody struct{ Requests []struct{ Path string } }

// readBody reads the body of a batch, and leaves it to be read again.
func readBody(t *testing.T, req *http.Request) (body batchBody) {
	t.Helper()
	data, err := io.ReadAll(req.Body)
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	if err != nil {
		t.Error(err)
	}
	req.Body = io.NopCloser(strings.NewReader(string(data)))
	return body
}

func answer(req *http.Request, status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Request: req,
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), ProtoMajor: 1, ProtoMinor: 1}
}

// farSite is a site in memory that works for a while on each batch, after a latency.
type farSite struct {
	work   func(first string) time.Duration // by the path of the first item
	fails  func(n int) (before, after bool) // loses request n, before or after it ran
	limit  int                              // batches at once before it responds 429, 0 for any number
	mu     sync.Mutex
	busy   int
	most   int   // at once
	counts []int // by request
	ran    map[string]int
}

const latency = 20 * time.Millisecond

var errLost = errors.New("lost")

func (f *farSite) client(t *testing.T) *cms.Client {
	t.Helper()
	f.ran = map[string]int{}
	site, err := cms.New("https://example.org", cms.WithHTTPClient(&http.Client{Transport: roundTrip(
		func(req *http.Request) (*http.Response, error) { return f.serve(t, req) })}))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func (f *farSite) serve(t *testing.T, req *http.Request) (*http.Response, error) {
	t.Helper()
	body := readBody(t, req)
	first, _ := strconv.Atoi(lastSegment(body.Requests[0].Path))
	time.Sleep(latency + time.Duration(first)*time.Microsecond) // batches sent together come in order
	f.mu.Lock()
	n := len(f.counts)
	f.counts = append(f.counts, f.busy)
	if f.limit > 0 && f.busy >= f.limit {
		f.mu.Unlock()
		response := answer(req, http.StatusTooManyRequests, tooMany)
		response.Header.Set("Retry-After", "1")
		return response, nil
	}
	f.busy++
	f.most = max(f.most, f.busy)
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.busy--
		f.mu.Unlock()
	}()
	var before, after bool
	if f.fails != nil {
		before, after = f.fails(n)
	}
	select {
	case <-time.After(f.work(body.Requests[0].Path)):
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
	if before {
		return nil, errLost
	}
	var items []string
	f.mu.Lock()
	for _, r := range body.Requests {
		f.ran[r.Path]++
		items = append(items, item(http.StatusOK, fmt.Sprintf(`{"id":%s}`, lastSegment(r.Path))))
	}
	f.mu.Unlock()
	if after {
		return nil, errLost
	}
	return answer(req, http.StatusMultiStatus, answers(items...)), nil
}

// posts yields an update of the posts 1 to n.
func posts(site *cms.Client, n int) iter.Seq[batch.Item] {
	return func(yield func(batch.Item) bool) {
		for i := range n {
			if !yield(site.Posts.UpdateRequest(int64(i+1), post("x"))) {
				return
			}
		}
	}
}

func constant(d time.Duration) func(string) time.Duration {
	return func(string) time.Duration { return d }
}

func TestSendAllFindsThePaceOfTheSite(t *testing.T) {
	t.Parallel()
	const batches = 200
	for name, c := range map[string]struct {
		limit   int
		options batch.SendOptions
		most    int
		time    time.Duration
	}{
		"one at a time":    {0, batch.SendOptions{Width: 1}, 1, batches * 125 * time.Millisecond},
		"ten at once":      {0, batch.SendOptions{Width: 10}, 10, (1 + batches/10) * 125 * time.Millisecond},
		"by itself":        {0, batch.SendOptions{}, 16, 2000 * time.Millisecond},
		"in any order":     {0, batch.SendOptions{Unordered: true}, 16, 2000 * time.Millisecond},
		"429 above four":   {4, batch.SendOptions{}, 4, 7500 * time.Millisecond},
		"429 in any order": {4, batch.SendOptions{Unordered: true}, 4, 7500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := farSite{work: constant(100 * time.Millisecond), limit: c.limit}
				site := s.client(t)
				began := time.Now()
				results := batch.SendAll(t.Context(), site, posts(site, batches*batch.MaxItems), &c.options)
				for i, result := range collectResults(t, results, batches*batch.MaxItems, c.options.Unordered) {
					if result.Err != nil {
						t.Fatalf("item %d: %v", i, result.Err)
					}
				}
				if took := time.Since(began); took > c.time || s.most != c.most {
					t.Errorf("SendAll took %v with %d batches at once, want at most %v with %d", took, s.most, c.time, c.most)
				}
			})
		})
	}
}

func TestUnorderedResultsDoNotWaitForASlowBatch(t *testing.T) {
	t.Parallel()
	for _, unordered := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := &farSite{work: func(first string) time.Duration {
				if first == "/cms/v2/posts/26" {
					return time.Hour
				}
				return time.Second
			}}
			site := s.client(t)
			began := time.Now()
			var late, all []int
			options := &batch.SendOptions{Width: 9, Unordered: unordered}
			for i := range batch.SendAll(t.Context(), site, posts(site, 250), options) {
				if time.Since(began) > time.Minute {
					late = append(late, i)
				}
				all = append(all, i)
			}
			if want := map[bool]int{false: 225, true: 25}[unordered]; len(late) != want || len(all) != 250 {
				t.Errorf("unordered %t: %d of %d results came late, want %d of 250", unordered, len(late), len(all), want)
			}
		})
	}
}

func TestBreakingOutOfSendAllSendsNothingMore(t *testing.T) {
	t.Parallel()
	for _, unordered := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := &farSite{work: constant(time.Second)}
			site := s.client(t)
			read, ended := 0, false
			items := func(yield func(batch.Item) bool) {
				defer func() { ended = true }()
				for item := range posts(site, 5000) {
					if read++; !yield(item) {
						return
					}
				}
			}
			for i := range batch.SendAll(t.Context(), site, items, &batch.SendOptions{Width: 4, Unordered: unordered}) {
				if i == 30 {
					break
				}
			}
			sent := len(s.counts)
			time.Sleep(time.Hour)
			switch {
			case len(s.counts) != sent:
				t.Errorf("%d batches after the break, want the %d sent before it", len(s.counts), sent)
			case sent > 8:
				t.Errorf("%d batches before the break, want at most 8", sent)
			case read > 8*batch.MaxItems:
				t.Errorf("%d batches, then %d; %d items read, want at most %d", sent, len(s.counts), read, 8*batch.MaxItems)
			case !ended:
				t.Errorf("sequence has not ended after %d items, want it ended", read)
			case s.busy != 0:
				t.Errorf("%d batches, then %d; %d items read: busy %d, want 0", sent, len(s.counts), read, s.busy)
			}
		})
	}
}

func TestSendAllReadsNoMoreItemsThanItMaySend(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &farSite{work: constant(time.Second)}
		site := s.client(t)
		read, most := 0, 0
		items := func(yield func(batch.Item) bool) {
			for item := range posts(site, 5000) {
				if read++; !yield(item) {
					return
				}
			}
		}
		for i := range batch.SendAll(t.Context(), site, items, nil) {
			synctest.Wait()
			most = max(most, read-i)
		}
		if most > 17*batch.MaxItems {
			t.Errorf("%d items were read ahead, want at most %d", most, 17*batch.MaxItems)
		}
	})
}

func TestPanicOfTheSequenceReachesTheLoop(t *testing.T) {
	t.Parallel()
	s := &farSite{work: constant(0)}
	site := s.client(t)
	items := func(yield func(batch.Item) bool) {
		posts(site, 60)(yield)
		panic("no more")
	}
	came := 0
	defer func() {
		switch value := recover(); {
		case value == nil:
			t.Errorf("recovered no panic after %d results, want the panic of the sequence", came)
		case came != 50:
			t.Errorf("the sequence panicked after %d results, want after 50; panic %v", came, value)
		}
	}()
	for range batch.SendAll(t.Context(), site, items, &batch.SendOptions{Width: 2}) {
		came++
	}
}

func TestResultsOfSendAllSayWhatRan(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			var mu sync.Mutex
			failing := 5 + r.IntN(30)
			s := &farSite{
				work: func(string) time.Duration {
					mu.Lock()
					defer mu.Unlock()
					return time.Duration(r.IntN(1000)) * time.Millisecond
				},
				fails: func(n int) (before, after bool) {
					return n >= failing && n%3 == 0, n >= failing && n%3 == 1
				},
				limit: []int{0, 3}[r.IntN(2)],
			}
			site := s.client(t)
			n := r.IntN(1200)
			options := &batch.SendOptions{Width: r.IntN(6), Unordered: r.IntN(2) == 0}
			results := batch.SendAll(t.Context(), site, posts(site, n), options)
			for i, result := range collectResults(t, results, n, options.Unordered) {
				ran := s.ran[fmt.Sprint("/cms/v2/posts/", i+1)]
				notRun, unknown := errors.Is(result.Err, batch.ErrNotRun), errors.Is(result.Err, cms.ErrOutcomeUnknown)
				switch {
				case result.Err == nil && ran == 1, notRun && !unknown && ran == 0, unknown && !notRun && ran <= 1:
				default:
					t.Fatalf("seed %d: item %d ran %d times, with the error %v, want an error that fits", seed, i, ran, result.Err)
				}
			}
		})
	}
}
