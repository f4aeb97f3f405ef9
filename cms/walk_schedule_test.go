package cms_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// schedules is how many random schedules each kind of walk has to get right: FONTCMS_SCHEDULES, or a thousand.
func schedules() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("FONTCMS_SCHEDULES"), 10, 64); err == nil {
		return n
	}
	return 1000
}

// fault is what is wrong with a record.
type fault int

const (
	sound    fault = iota
	fails          // the site fails when it has to show it
	bent           // it does not fit its type
	nameless       // it does not fit its type and has no id
)

// entry is a record of a schedule.
type entry struct {
	id     int64
	listed bool // it matches the walk
	hidden bool // it is counted, and the caller may not read it
	fault  fault

	throughout bool // it was listed and not hidden so far
	ever       bool // it was so at one time
}

func (e *entry) shown() bool { return e.listed && !e.hidden }

// lie is what a site says of a number of records and of pages, -1 for nothing.
type lie struct {
	name  string
	state func(total, pages, size int) (int, int)
}

// lies are the sites. The first tells the truth.
var lies = []lie{
	{"the truth", func(total, pages, _ int) (int, int) { return total, pages }},
	{"the total alone", func(total, _, _ int) (int, int) { return total, -1 }},
	{"the pages alone", func(_, pages, _ int) (int, int) { return -1, pages }},
	{"nothing", func(_, _, _ int) (int, int) { return -1, -1 }},
	{"a total too low", func(total, pages, _ int) (int, int) { return total / 2, pages }},
	{"too few pages", func(total, pages, _ int) (int, int) { return total, pages / 2 }},
	{"too little of both", func(total, _, size int) (int, int) { return total / 2, (total/2 + size - 1) / size }},
	{"a total too high", func(total, pages, _ int) (int, int) { return total + 9, pages }},
	{"too many pages", func(total, pages, _ int) (int, int) { return total, pages + 2 }},
	{"too much of both", func(total, _, size int) (int, int) { return total + 9, (total + 9 + size - 1) / size }},
	{"that there is nothing", func(_, _, _ int) (int, int) { return 0, 0 }},
}

// schedule is a site that changes between the requests of a walk.
type schedule struct {
	*rand.Rand

	t       *testing.T
	seed    uint64
	size    int  // of a page, as requested
	most    int  // of a page that the site gives
	lie     lie  // what it states
	changes bool // others change it
	desc    bool // the order of a walk that is not exact
	offset  int  // of a walk with one

	mu          sync.Mutex // pages are fetched ahead
	entries     []*entry   // in the order of ids
	last        int64      // the latest id
	requests    int
	catastrophe int   // the request before which all records go
	left, came  int   // how often a record was no longer shown, and how often one was
	matched     int   // records that were listed at once, at most
	highest     int64 // id at the beginning
	stopped     bool  // a page without a record that can be read came before one that has some, or a page again
	dark        bool  // so did the page of the newest ones
	before      string
}

// newSchedule draws a site. Half of the sites give pages as they are asked for and state the truth.
func newSchedule(t *testing.T, seed uint64) *schedule {
	t.Helper()
	s := &schedule{Rand: rand.New(rand.NewPCG(seed, 1)), t: t, seed: seed, last: 10, lie: lies[0], catastrophe: -1}
	s.size = 2 + s.IntN(6)
	s.most, s.changes, s.desc, s.offset = s.size, s.IntN(3) > 0, s.IntN(2) == 0, s.IntN(8)
	if s.IntN(4) == 0 {
		s.most = 1 + s.IntN(s.size)
	}
	if s.IntN(3) == 0 {
		s.lie = lies[s.IntN(len(lies))]
	}
	if s.changes && s.IntN(50) == 0 {
		s.catastrophe = 2 + s.IntN(5)
	}
	broken := 40 * s.IntN(2) // one record of so many, or none
	if broken > 0 && s.IntN(2) == 0 {
		broken = 4
	}
	for range 1 + s.IntN(5) { // runs of records of one kind
		kind := s.draw(broken)
		for range 1 + s.IntN(12) {
			if s.IntN(4) == 0 {
				kind = s.draw(broken)
			}
			s.add(kind)
		}
	}
	s.watch(true)
	return s
}

// draw draws a record, of which one of so many is broken.
func (s *schedule) draw(broken int) entry {
	e := entry{listed: s.IntN(4) > 0, hidden: s.IntN(4) == 0}
	if broken > 0 && s.IntN(broken) == 0 {
		e.fault = fails + fault(s.IntN(3))
	}
	return e
}

func (s *schedule) add(e entry) {
	s.last += 1 + int64(s.IntN(6))
	e.id = s.last
	s.entries = append(s.entries, &e)
}

// change is something that others do.
func (s *schedule) change() {
	e := s.entries[s.IntN(len(s.entries))]
	switch s.IntN(7) {
	case 0:
		e := s.draw(0)
		if s.add(e); e.listed {
			s.came++
		}
	case 1, 2, 3:
		s.turn(e, func() { e.listed = false })
	case 4:
		s.turn(e, func() { e.listed = !e.listed })
	case 5:
		s.turn(e, func() { e.hidden = !e.hidden })
	case 6: // old ones are published at once, which moves all others back
		for _, e := range s.entries[:len(s.entries)/2] {
			s.turn(e, func() { e.listed = true })
		}
	}
}

// turn changes a record, and counts what moves.
func (s *schedule) turn(e *entry, change func()) {
	before := *e
	change()
	if before.listed && !e.listed || before.shown() && !e.shown() {
		s.left++
	}
	if !before.listed && e.listed || !before.shown() && e.shown() {
		s.came++
	}
}

// watch forgets what is no longer shown.
func (s *schedule) watch(begin bool) {
	count := 0
	for _, e := range s.entries {
		e.throughout = (e.throughout || begin) && e.shown()
		e.ever = e.ever || e.shown()
		if e.listed {
			if count++; begin {
				s.highest = e.id
			}
		}
	}
	s.matched = max(s.matched, count)
}

// RoundTrip lets others change the site, and answers.
func (s *schedule) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if s.requests++; s.requests > 3000 {
		return answered(r, 403, `{"code":"too_many","message":"Too many requests.","data":{"status":403}}`), nil
	}
	if s.requests == s.catastrophe {
		for _, e := range s.entries {
			s.turn(e, func() { e.listed = false })
		}
	}
	if s.requests > 1 && s.changes {
		for range s.IntN(4) {
			s.change()
		}
	}
	s.watch(false)
	return s.answer(r, r.URL.Query()), nil
}

// answer is what the site says to a query.
func (s *schedule) answer(r *http.Request, q url.Values) *http.Response {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(q.Get(name)); err == nil {
			return n
		}
		return otherwise
	}
	include := q["include[]"]
	var list []*entry
	for _, e := range s.entries {
		if e.listed && (len(include) == 0 || slices.Contains(include, strconv.FormatInt(e.id, 10))) {
			list = append(list, e)
		}
	}
	if q.Get("order") != "asc" {
		slices.Reverse(list)
	}
	size, page := min(number("per_page", 10), s.most), number("page", 1)
	begin := number("offset", (page-1)*size)
	total := len(list)
	if begin >= total && page > 1 && total > 0 {
		return answered(r, 400, `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`)
	}
	var records []string
	for _, e := range list[min(begin, total):min(begin+size, total)] {
		switch {
		case e.hidden:
		case q.Get("_fields") == "id" && e.fault != nameless:
			records = append(records, fmt.Sprintf(`{"id":%d}`, e.id))
		case e.fault == fails:
			return answered(r, 500, fatal)
		case e.fault == bent:
			records = append(records, fmt.Sprintf(`{"id":%d,`+crowd()+`}`, e.id))
		case e.fault == nameless:
			records = append(records, fmt.Sprintf(`{"slug":{},"title":"%d"}`, e.id))
		default:
			records = append(records, fmt.Sprintf(`{"id":%d}`, e.id))
		}
	}
	body := "[" + strings.Join(records, ",") + "]"
	s.stopped, s.before = s.stopped || body == s.before, body
	if len(records) == 0 && slices.ContainsFunc(list[min(begin+size, total):], (*entry).shown) {
		s.stopped, s.dark = true, s.dark || q.Get("_fields") == "id"
	}
	if begin >= total {
		total = 0
	}
	resp := answered(r, 200, body)
	total, pages := s.lie.state(total, (total+size-1)/size, size)
	for name, n := range map[string]int{"X-CMS-Total": total, "X-CMS-TotalPages": pages} {
		if n >= 0 {
			resp.Header.Set(name, strconv.Itoa(n))
		}
	}
	return resp
}

// honest reports that the site gives pages as they are asked for and states the truth.
func (s *schedule) honest() bool { return s.most == s.size && s.lie.name == lies[0].name }

// outage reports that there are more records that the site fails on, or that have no id, than a page may hold.
func (s *schedule) outage() bool {
	n := map[fault]int{}
	for _, e := range s.entries {
		n[e.fault]++
	}
	return n[fails] > 5 || n[nameless] > 5
}

func (s *schedule) String() string {
	const format = "schedule %d, pages of %d where %d are asked for, stating %s, changes %t, offset %d"
	return fmt.Sprintf(format, s.seed, s.most, s.size, s.lie.name, s.changes, s.offset)
}

// outcome is what a walk came to.
type outcome struct {
	ids      []int64
	broken   map[int64]int // how often it told of an id
	nameless map[string]int
	err      error
	cursor   cms.Cursor
}

// walk walks the site by records or by pages. It stops behind a number of them, if that is above zero, and goes on from
// the cursor.
func (s *schedule) walk(list *cms.PostListOptions, pages bool, stop int, options ...cms.WalkOption) (o outcome) {
	once := cms.WithRetry(cms.Retry{Attempts: 1})
	site, err := cms.New("https://docs.example.org", cms.WithHTTPClient(&http.Client{Transport: s}), once)
	if err != nil {
		s.t.Fatal(err)
	}
	o.broken, o.nameless = map[int64]int{}, map[string]int{}
	options = append(slices.Clip(options), cms.Resume(&o.cursor))
	failed := func(err error) {
		record, ok := errors.AsType[*cms.BrokenRecordError](err)
		switch {
		case !ok:
			o.err = cmp.Or(err, o.err)
		case record.ID > 0:
			o.broken[record.ID]++
		default:
			o.nameless[string(record.Raw)]++
		}
	}
	between := func() { s.keep(&o.cursor) }
	if pages {
		for page, err := range both(site.Posts.Pages(s.t.Context(), list, options...), stop, between) {
			if failed(err); page != nil {
				for i := range page.Items {
					o.ids = append(o.ids, page.Items[i].ID)
				}
			}
		}
		return o
	}
	for post, err := range both(site.Posts.All(s.t.Context(), list, options...), stop, between) {
		if failed(err); post != nil {
			o.ids = append(o.ids, post.ID)
		}
	}
	return o
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
		n, ended := 0, true
		for v, err := range walk {
			if !yield(v, err) {
				return
			}
			if _, broken := errors.AsType[*cms.BrokenRecordError](err); err != nil && !broken {
				return
			}
			if n++; n == stop {
				ended = false
				break
			}
		}
		if ended {
			return
		}
		between()
		walk(yield)
	}
}
