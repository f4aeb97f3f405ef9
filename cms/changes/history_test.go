package changes_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
)

// histories is how many random histories are tried: FONTCMS_HISTORIES, or 500, in 6 s of a CPU. 20,000 take 4 minutes.
func histories() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("FONTCMS_HISTORIES"), 10, 64); err == nil {
		return n
	}
	return 500
}

// TestRandomHistoriesYieldEachChangeOnce changes a site at random between passes, some of
// which are killed. Each pass must yield the difference between the site and what the
// consumer has taken, as read with other code.
func TestRandomHistoriesYieldEachChangeOnce(t *testing.T) {
	t.Parallel()
	const workers = 2
	var group sync.WaitGroup
	for w := range uint64(workers) {
		s := newSite(t)
		s.fill()
		begin, now := s.Snapshot(), s.clock()
		group.Go(func() {
			for seed := w; seed < histories() && !t.Failed(); seed += workers {
				s.Restore(begin)
				s.set(now)
				h := newHistory(t, s, seed)
				h.run()
			}
		})
	}
	group.Wait()
}

// history is a random history of a site, with its consumer.
type history struct {
	*writer
	t     *testing.T
	seed  uint64
	store *shaky
	kinds []changes.Kind
	log   []string

	taken map[string]state // what the consumer knows, by kind and id
	dirty map[string]bool  // records whose texts were changed by an ordinary edit
}

// state is what a consumer knows of a record.
type state struct {
	shape
	whole bool // the feed has surely read the record whole when it was taken, and since
}

func newHistory(t *testing.T, s *site, seed uint64) *history {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	all := []changes.Kind{
		changes.Type("cms/v2/posts"), changes.Type("cms/v2/pages"), changes.Taxonomy("cms/v2/categories"),
		changes.Taxonomy("cms/v2/tags"), changes.Comments(), changes.Users(), changes.Media(),
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	h := &history{
		writer: &writer{site: s, random: random}, t: t, seed: seed, store: &shaky{}, kinds: all[:1+random.IntN(3)],
		taken: map[string]state{}, dirty: map[string]bool{},
	}
	if !slices.ContainsFunc(h.kinds, func(k changes.Kind) bool { return k.Name == "posts" }) && random.IntN(3) > 0 {
		h.kinds = append(h.kinds, changes.Type("cms/v2/posts"))
	}
	s.perPage = 2 + random.IntN(4)
	return h
}

func (h *history) fail(format string, args ...any) {
	h.t.Helper()
	h.t.Log("history ", h.seed, ":\n\t", strings.Join(h.log, "\n\t"))
	h.t.Errorf("%s, want each change once", fmt.Sprintf(format, args...))
}

func (h *history) run() {
	passes := 2 + h.random.IntN(4)
	for n := range passes {
		for range h.random.IntN(8) {
			note, key := h.act(h.t.Context())
			h.log = append(h.log, note)
			if key != "" {
				h.dirty[key] = true
			}
		}
		h.advance()
		if !h.pass(n == passes-1) || h.t.Failed() {
			return
		}
	}
}

// advance moves the clock: often not at all, so that edits and passes share a second.
func (h *history) advance() {
	steps := []time.Duration{0, 0, time.Second, 30 * time.Second, 61 * time.Second, time.Hour, 40 * 24 * time.Hour}
	d := steps[h.random.IntN(len(steps))]
	h.site.pass(d)
	h.log = append(h.log, fmt.Sprintf("%s later", d))
}

// pass runs a pass that may be killed, and compares what it yields.
func (h *history) pass(last bool) bool {
	options := &changes.Options{Full: h.random.IntN(3) == 0, Records: h.random.IntN(4) == 0, AllowEmpty: true}
	stop, store := -1, sound
	if !last && h.random.IntN(3) == 0 {
		stop, store = h.random.IntN(4), storeFault(h.random.IntN(4))
	}
	h.log = append(h.log, fmt.Sprintf("pass with %+v, stopped at change %d by %s", *options, stop, store))
	due, truth := map[string]changes.Op{}, map[string]shape{}
	for _, k := range h.kinds {
		maps.Copy(truth, h.shapes(h.t, k.Name))
	}
	allowed := h.differences(truth, options.Full, due)
	if !last && h.random.IntN(8) == 0 {
		h.site.failAt(h.random.IntN(12))
	}
	ended := h.consume(options, stop, store, truth, allowed, due)
	h.store.fault = sound
	h.site.failAt(-1)
	switch {
	case h.t.Failed():
		return false
	case !ended:
		for key, known := range h.taken { // the feed may have remembered texts
			known.whole = false
			h.taken[key] = known
		}
		return true
	case len(due) > 0:
		h.fail("Feed.All: nothing of %v, want each once", due)
		return false
	}
	if options.Full {
		for key, now := range truth {
			h.taken[key] = state{now, true}
		}
	}
	clear(h.dirty)
	return true
}

// consume runs a pass. It reports whether the pass came to its end without an error.
func (h *history) consume(options *changes.Options, stop int, store storeFault, truth map[string]shape,
	allowed, due map[string]changes.Op) (ended bool) {
	defer func() {
		p := recover()
		if err, ok := p.(error); p != nil && !(ok && errors.Is(err, errKilled)) {
			panic(p)
		}
	}()
	killed, failed, n := false, false, 0
	for c, err := range changes.New(h.site.client, h.store, h.kinds...).All(h.t.Context(), options) {
		switch {
		case err == nil:
		case killed && errors.Is(err, errKilled):
			return false
		case errors.Is(err, cms.ErrorCode("db_down")):
			failed = true
			h.log = append(h.log, fmt.Sprintf("error %v", err))
			continue
		default:
			h.fail("Feed.All: error %v, want none", err)
			return false
		}
		key := fmt.Sprintf("%s/%d", c.Kind, c.ID)
		h.log = append(h.log, fmt.Sprintf("%s %s", c.Op, key))
		if op, ok := allowed[key]; !ok || op != c.Op {
			h.fail("Feed.All: %s %s, want %q; known %+v, now %+v", c.Op, key, op, h.taken[key], truth[key])
			return false
		}
		killed = n == stop
		n++
		if killed {
			h.store.fault = store
		}
		if killed && store == sound {
			return false
		}
		delete(allowed, key)
		delete(due, key)
		if !killed || store == failsAfter {
			h.take(key, truth, options)
		}
	}
	return !failed
}

// take updates what the consumer knows of a record.
func (h *history) take(key string, truth map[string]shape, options *changes.Options) {
	now, ok := truth[key]
	if !ok {
		delete(h.taken, key)
		return
	}
	h.taken[key] = state{now, options.Full || options.Records}
	delete(h.dirty, key)
}

// differences returns the changes that a pass may yield. It adds to due those that the pass
// must yield.
func (h *history) differences(truth map[string]shape, full bool, due map[string]changes.Op) map[string]changes.Op {
	allowed := map[string]changes.Op{}
	for key, known := range h.taken {
		if _, ok := truth[key]; !ok {
			allowed[key], due[key] = changes.Deleted, changes.Deleted
		} else if now := truth[key]; now != known.shape {
			op := changes.Changed
			switch trash := string(cms.StatusTrash); {
			case now.status == trash && known.status != trash:
				op = changes.Trashed
			case now.status != trash && known.status == trash:
				op = changes.Restored
			}
			allowed[key] = op
			if now.listed != known.listed || now.status != known.status || h.dirty[key] || full && known.whole {
				due[key] = op
			}
		}
	}
	for key := range truth {
		if _, ok := h.taken[key]; !ok {
			allowed[key], due[key] = changes.Created, changes.Created
		}
	}
	return allowed
}

// storeFault is how a pass is killed.
type storeFault int

const (
	sound       storeFault = iota // the loop is left
	failsBefore                   // Save is killed before it stores
	failsAfter                    // Save is killed after it has stored
	tears                         // Save panics
)

func (f storeFault) String() string {
	return []string{"break", "before Save", "after Save", "panic"}[f]
}

var errKilled = errors.New("killed")

// shaky is a store that can be killed.
type shaky struct {
	changes.Memory
	fault storeFault
}

func (s *shaky) Save(ctx context.Context, kind string, marks map[int64]string) error {
	switch s.fault {
	case failsBefore:
		return errKilled
	case tears:
		panic(errKilled)
	}
	if err := s.Memory.Save(ctx, kind, marks); err != nil || s.fault == sound {
		return err
	}
	return errKilled
}
