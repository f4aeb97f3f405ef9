package ensure

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Batches reads and writes several records of one type with one request.
type Batches interface {
	Store
	// ListWhole is List for records with Whole.
	ListWhole(ctx context.Context, query url.Values) (found []Record, total int, err error)
	// Write sends creates, updates and deletions in one batch, and returns the result of
	// each. If it returns an error, no result is known. The error is [ErrBatchTooLarge] or
	// [ErrNoBatches] if the site carried nothing out.
	Write(ctx context.Context, writes []Write) ([]Written, error)
	// Splits reports whether a list of fewer slugs may succeed.
	Splits(err error) bool
	// Stops reports whether a failure concerns the site or the connection, so that further
	// requests would fail, too.
	Stops(err error) bool
	// Final reports whether the site has rejected a write of a batch, so that sending it
	// by itself would end in the same way.
	Final(err error) bool
}

// Write is a create, with the id 0, an update, or a permanent deletion.
type Write struct {
	ID     int64
	Fields Fields
	Delete bool
}

// Written is the result of a [Write]. After an update the record has Whole. After a
// deletion the record is empty.
type Written struct {
	Record Record
	Err    error
}

// Errors of [Batches.Write].
var (
	ErrBatchTooLarge = errors.New("the batch is too large")
	ErrNoBatches     = errors.New("the site takes no batches")
)

// Many brings many records of one type to what is wanted. It takes the steps of [Run] for
// several records at once:
//
//  1. Before the first records: list the drafts that earlier attempts left.
//  2. List the records with the slugs.
//  3. Update the records that differ, in batches.
//  4. Create the drafts of missing records in batches, claim them in batches, and list the
//     records with their slugs. Withdraw, in batches, the claimed records whose slug another
//     record keeps.
//
// For records that are not decided, it waits and takes the steps from 2 again: meanwhile
// other processes withdraw their records. A record goes on without batches, with the steps
// of [Run], if an earlier attempt left a draft, if the site gave it another slug, or if the
// response to its create or claim is lost. So Many has the guarantees of Run.
//
// A Many is not safe for concurrent use.
type Many struct {
	Store Batches
	Route string
	// For returns the store for one record with these fields.
	For func(Fields) Store

	left    map[string][]Record // unfinished drafts, by [wanted.key]; nil before they are read
	size    int                 // size of the next batch: 0 before the first; 1 means that no batches are sent
	most    int                 // the largest batch that the site accepts
	stopped error               // the error after which no further records are tried
}

const maxBatch = 25 // a site rejects larger batches

// wanted is the state of a wanted record.
type wanted struct {
	*run
	token   string   // slug of the draft that is created
	draft   Record   // the draft that was created
	listed  []Record // the records with the slug
	stored  Record   // the record after the claim
	known   bool     // listed is complete
	unsure  error    // error of a write that the site may have carried out
	done    bool
	outcome Outcome
	single  bool // the method passes skips the record; the method finish completes it without batches
	// next is the first step of the method finish.
	next func(ctx context.Context) (whole any, err error)
}

func (w *wanted) end(o Outcome) { w.outcome, w.done = o, true }

// finished ends the work on the record. The outcome has what [run.decide] has set.
func (w *wanted) finished(whole any) {
	w.end(Outcome{Whole: whole, Did: w.did, Rewritten: w.rewritten})
}

// key identifies a record by its parent and its slug.
func (w *wanted) key() string { return cmp.Or(w.parent, "0") + "/" + w.slug }

// Bring finds or creates the records, and updates the fields that differ. Pass at most
// [MaxWishes], with different slugs or parents.
func (m *Many) Bring(ctx context.Context, wishes []Wish) []Outcome {
	all := make([]*wanted, len(wishes))
	for i, wish := range wishes {
		w := &wanted{run: newRun(m.For(wish.Fields), m.Route, wish)}
		w.may = wish.May
		w.next = func(context.Context) (any, error) { return nil, errAgain }
		all[i] = w
	}
	if m.size == 0 {
		m.size, m.most = maxBatch, maxBatch
	}
	m.readLeftovers(ctx)
	m.passes(ctx, all)
	outcomes := make([]Outcome, len(all))
	for i, w := range all {
		m.finish(ctx, w)
		outcomes[i] = w.outcome
	}
	return outcomes
}

// passes takes the steps of [Many] several times. It returns when each record is done or is left to
// the method finish, which sends no batches.
func (m *Many) passes(ctx context.Context, all []*wanted) {
	const most = 8 // number of passes; the waits between them take about six seconds in total
	wait := firstWait
	for n := range most {
		var fresh, claimed []*wanted
		for _, w := range all {
			switch {
			case w.done || w.single:
			case w.claimed != 0:
				claimed = append(claimed, w)
			default:
				fresh = append(fresh, w)
			}
		}
		if len(fresh)+len(claimed) == 0 {
			return
		}
		if n > 0 {
			if relay.Sleep(ctx, wait) != nil {
				return
			}
			wait *= 2
		}
		m.check(ctx, claimed)
		m.look(ctx, fresh, m.Store.ListWhole)
		m.update(ctx, m.choose(ctx, fresh))
		m.create(ctx, fresh)
		if !m.batches() {
			return
		}
	}
	for _, w := range all {
		if !w.done && !w.single && w.known && len(w.listed) > 1 {
			w.end(Outcome{Left: w.claimed, Err: &Shared{Holders: w.listed}})
		}
	}
}

// finish ends the work on a record that is not done. It takes the steps of [Run] for the record,
// unless an error has stopped the work on all records.
func (m *Many) finish(ctx context.Context, w *wanted) {
	switch {
	case w.done:
	case m.stopped == nil:
		whole, err := w.next(ctx)
		w.end(w.rounds(ctx, whole, err))
		if m.failed(w.outcome.Err); ctx.Err() != nil {
			m.stopped = cmp.Or(m.stopped, transport.ContextError(ctx))
		}
	case w.unsure != nil:
		w.end(Outcome{Left: w.claimed, Err: m.Store.Fail(http.MethodPost, w.unsure, "")})
	case w.claimed != 0: // the records with the slug were not listed after the claim
		w.end(Outcome{Left: w.claimed, Err: m.Store.Fail(http.MethodGet, m.stopped, "")})
	case w.draft.ID != 0: // a draft was created, and is left for the next run
		w.end(Outcome{Err: m.Store.Fail(http.MethodPost, m.stopped, "")})
	default:
		reason := m.stopped
		// If reason is ErrOutcomeUnknown, it is about another record. Nothing was written for this
		// record, so the error of this record must not wrap ErrOutcomeUnknown: keep only the text.
		if errors.Is(reason, fault.ErrOutcomeUnknown) {
			reason = errors.New(reason.Error())
		}
		w.end(Outcome{Err: m.Store.Fail(http.MethodGet, transport.Because(fault.ErrNotTried, reason), "")})
	}
}

// failed stops the work on all records if err means that further requests would fail, too.
func (m *Many) failed(err error) {
	if err != nil && m.stopped == nil && m.Store.Stops(err) {
		m.stopped = err
	}
}

// readLeftovers lists the drafts of unfinished attempts.
func (m *Many) readLeftovers(ctx context.Context) {
	if m.left != nil || m.stopped != nil {
		return
	}
	m.left = map[string][]Record{}
	const most = 50 // number of requests, each for 100 drafts; further drafts are left for a later call
	for offset := range most {
		query := url.Values{"search": {`"` + strings.TrimSpace(draftMark) + `"`}, "status[]": {"draft"},
			"context": {"edit"}, "orderby": {"id"}, "order": {"asc"}}
		if offset > 0 {
			query.Set("offset", strconv.Itoa(offset*maxLook))
		}
		found, total, err := m.Store.List(ctx, query)
		if err != nil {
			m.stopped = err
			return
		}
		for _, one := range found {
			text, isMark := strings.CutPrefix(strings.TrimSpace(one.Content), "<!-- "+draftMark)
			if key, closed := strings.CutSuffix(text, ". -->"); isMark && closed {
				m.left[key] = append(m.left[key], one)
			}
		}
		if len(found) == 0 || (offset+1)*maxLook >= total {
			return
		}
	}
}
