package cms_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// schedules is how many random schedules an exact walk has to get right: FONTCMS_SCHEDULES, or a thousand.
func schedules() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("FONTCMS_SCHEDULES"), 10, 64); err == nil {
		return n
	}
	return 1000
}

// schedule is a site that changes between the requests of a walk.
type schedule struct {
	*rand.Rand

	t      *testing.T
	server *cmstest.Server
	caller string
	status []cms.Status
	size   int

	mu          sync.Mutex // pages are fetched ahead
	requests    int
	most        int            // records that matched at once
	highest     int64          // id at the beginning
	throughout  map[int64]bool // matched and readable so far
	next        int64          // id of the latest record
	ids         []int64        // of all that ever were
	catastrophe int            // the request before which everything is deleted
}

func newSchedule(t *testing.T, seed uint64) *schedule {
	t.Helper()
	s := &schedule{Rand: rand.New(rand.NewPCG(seed, 1)), t: t, server: cmstest.NewServer(), throughout: map[int64]bool{}, next: 10}
	t.Cleanup(s.server.Close)
	s.caller = []string{"admin", "author", "contributor"}[s.IntN(3)]
	s.status = []cms.Status{cms.StatusPublish}
	if s.IntN(3) > 0 {
		s.status = []cms.Status{cms.StatusAny}
	}
	s.size = 2 + s.IntN(6)
	s.catastrophe = -1
	if s.IntN(50) == 0 {
		s.catastrophe = 2 + s.IntN(5)
	}
	for range 1 + s.IntN(5) { // runs of records of one kind, hidden ones among them
		status, author := s.aStatus(), 1+s.IntN(4)
		for range 1 + s.IntN(12) {
			if s.IntN(4) == 0 {
				status, author = s.aStatus(), 1+s.IntN(4)
			}
			s.create(status, author)
		}
	}
	s.watch(true)
	return s
}

func (s *schedule) aStatus() string {
	return []string{"publish", "publish", "draft", "private"}[s.IntN(4)]
}

func (s *schedule) create(status string, author int) {
	s.next += 1 + int64(s.IntN(6))
	s.ids = append(s.ids, s.next)
	s.server.Insert("posts", map[string]any{"id": s.next, "title": "Post", "status": status, "author": author})
}

// admin changes the site through its interface.
func (s *schedule) admin(method, path string, body map[string]any) {
	encoded, _ := json.Marshal(body)
	r := httptest.NewRequest(method, "/cms-json/cms/v2/posts/"+path, bytes.NewReader(encoded))
	r.Header.Set("Content-Type", "application/json")
	r.SetBasicAuth("admin", s.server.AppPassword("admin"))
	s.server.Handler().ServeHTTP(httptest.NewRecorder(), r)
}

// change is something that others do.
func (s *schedule) change() {
	id := fmt.Sprint(s.ids[s.IntN(len(s.ids))])
	switch s.IntN(7) {
	case 0:
		s.create(s.aStatus(), 1+s.IntN(4))
	case 1, 2:
		s.admin("DELETE", id+"?force=true", nil)
	case 3:
		s.admin("DELETE", id, nil)
	case 4:
		s.admin("POST", id, map[string]any{"status": s.aStatus()})
	case 5:
		s.admin("POST", id, map[string]any{"author": 1 + s.IntN(4)})
	case 6: // old drafts are published at once, which moves all others back
		for _, old := range s.ids[:len(s.ids)/2] {
			if r := s.server.Record("posts", old); r != nil && r["status"] == "draft" {
				s.admin("POST", fmt.Sprint(old), map[string]any{"status": "publish"})
			}
		}
	}
}

func (s *schedule) matches(r map[string]any) bool {
	return r != nil && r["status"] != "trash" && (s.status[0] == cms.StatusAny || r["status"] == "publish")
}

func (s *schedule) readable(r map[string]any) bool {
	own := map[string]int64{"author": 3, "contributor": 4}[s.caller]
	return s.caller == "admin" || r["status"] == "publish" || r["author"] == own
}

// watch forgets what no longer matched or could not be read.
func (s *schedule) watch(begin bool) {
	count := 0
	for _, id := range s.ids {
		r := s.server.Record("posts", id)
		matches := s.matches(r)
		if matches {
			count++
		}
		switch {
		case !matches || !s.readable(r):
			delete(s.throughout, id)
		case begin:
			s.throughout[id] = true
		}
		if begin && matches {
			s.highest = id
		}
	}
	s.most = max(s.most, count)
}

// RoundTrip lets others change the site, and passes the request on.
func (s *schedule) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	if s.requests == s.catastrophe {
		for _, id := range s.ids {
			s.admin("DELETE", fmt.Sprint(id, "?force=true"), nil)
		}
	}
	if s.requests > 1 {
		for range s.IntN(4) {
			s.change()
		}
	}
	s.watch(false)
	return inProcess(s.server, r)
}

func (s *schedule) client() *cms.Client {
	site, err := cms.New(s.server.URL, cms.WithApplicationPassword(s.caller, s.server.AppPassword(s.caller)),
		cms.WithHTTPClient(&http.Client{Transport: s}), cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		s.t.Fatal(err)
	}
	return site
}

// walk walks the site and says what is wrong with what came. It stops behind a number of records, if that is above
// zero, and goes on from the cursor.
func (s *schedule) walk(stop int, options ...cms.WalkOption) (wrong []string) {
	site, seen, last := s.client(), map[int64]bool{}, int64(0)
	var cursor cms.Cursor
	options = append(options, cms.Resume(&cursor))
	list := &cms.PostListOptions{Status: s.status, PerPage: s.size}
	for post, err := range both(site.Posts.All(s.t.Context(), list, options...), stop, func() { s.keep(&cursor) }) {
		if err != nil {
			if !errors.Is(err, cms.ErrTotalsVanished) || len(s.throughout) > 0 {
				wrong = append(wrong, err.Error())
			}
			break
		}
		if seen[post.ID] {
			wrong = append(wrong, fmt.Sprintf("%d came twice", post.ID))
		}
		if post.ID < last {
			wrong = append(wrong, fmt.Sprintf("%d came behind %d", post.ID, last))
		}
		seen[post.ID], last = true, post.ID
	}
	for id := range s.throughout {
		if !seen[id] {
			wrong = append(wrong, fmt.Sprintf("%d was lost", id))
		}
	}
	return wrong
}

// keep writes a cursor and reads it again, as another run of a program would.
func (s *schedule) keep(cursor *cms.Cursor) {
	kept, err := json.Marshal(cursor)
	if err != nil {
		s.t.Fatal(err)
	}
	*cursor = cms.Cursor{}
	if err := json.Unmarshal(kept, cursor); err != nil {
		s.t.Fatal(err)
	}
}

// both ranges over a walk twice if it stops: to the stop, and from there on.
func both[T any](walk iter.Seq2[T, error], stop int, between func()) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		n := 0
		for v, err := range walk {
			if !yield(v, err) || err != nil {
				return
			}
			if n++; n == stop {
				break
			}
		}
		if stop == 0 || n < stop {
			return
		}
		between()
		walk(yield)
	}
}

// limit is how many requests the comment of Exact promises.
func (s *schedule) limit() int {
	return 6*s.most/(s.size-1) + int(s.highest)/s.size + 8
}

func TestAnExactWalkYieldsWhatWasThereThroughoutOnce(t *testing.T) {
	t.Parallel()
	const parts = 8
	for part := range uint64(parts) {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := part; seed < schedules(); seed += parts {
				s := newSchedule(t, seed)
				options := []cms.WalkOption{cms.Exact()}
				ahead, stop := s.IntN(4), max(s.IntN(60)-30, 0)
				if ahead > 0 {
					options = append(options, cms.Prefetch(ahead))
				}
				if wrong := s.walk(stop, options...); len(wrong) > 0 {
					t.Fatalf("schedule %d, %s, pages of %d: %s", seed, s.caller, s.size, strings.Join(wrong, ", "))
				}
				if s.requests > s.limit()+2*ahead+3 {
					t.Fatalf("schedule %d: %d requests, more than %d", seed, s.requests, s.limit())
				}
				s.server.Close()
			}
		})
	}
}

// Or the schedules would show nothing.
func TestAPlainWalkLosesAndDoublesUnderTheSameSchedules(t *testing.T) {
	t.Parallel()
	lost, doubled := 0, 0
	for seed := range uint64(300) {
		s := newSchedule(t, seed)
		s.status = []cms.Status{cms.StatusAny}
		wrong := strings.Join(s.walk(0), ", ")
		if strings.Contains(wrong, "lost") {
			lost++
		}
		if strings.Contains(wrong, "twice") {
			doubled++
		}
		s.server.Close()
	}
	if lost < 30 || doubled < 30 {
		t.Errorf("%d of 300 schedules lost records, %d doubled them", lost, doubled)
	}
}
