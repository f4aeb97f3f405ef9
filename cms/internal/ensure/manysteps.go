package ensure

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// choose decides what to do with the listed records. It returns the records to update.
func (m *Many) choose(ctx context.Context, all []*wanted) (updates []*wanted) {
	for _, w := range all {
		if !w.known || m.isLeft(w) {
			w.single = true
		}
		if w.single || len(w.listed) != 1 {
			continue
		}
		now := w.listed[0]
		switch {
		case !upsert.Writes[Record](ctx, w.route, w.run, &now):
			w.brought(now)
			w.finished(now.Whole)
		case now.ID != w.made && w.ask(now.Whole) != nil:
			w.end(Outcome{Whole: now.Whole, Did: Refused})
		default:
			updates = append(updates, w)
		}
	}
	return updates
}

// isLeft reports whether an earlier attempt left a draft for a record.
func (m *Many) isLeft(w *wanted) bool {
	for _, one := range m.left[w.key()] {
		if w.isLeftover(one) {
			return true
		}
	}
	return false
}

// update writes the wanted fields that differ. If the list was out of date, other fields may still
// differ after the update. Then the record is not done, and the next pass compares it again.
func (m *Many) update(ctx context.Context, all []*wanted) {
	m.write(ctx, all, func(w *wanted) Write {
		w.wrote = true
		return Write{ID: w.listed[0].ID, Fields: w.differing(w.listed[0])}
	}, func(w *wanted, sent Write, now Record) {
		if now.Slug != w.slug {
			w.end(Outcome{Err: &Taken{Slug: w.slug, Got: now.Slug, ID: now.ID}})
			return
		}
		for name := range w.differing(now) {
			if sent.Fields[name] == nil {
				return
			}
		}
		upsert.Remember[Record](ctx, w.route, w.run, &now)
		w.brought(now)
		w.finished(now.Whole)
	})
}

// create creates the missing records: it creates drafts, and claims the drafts.
func (m *Many) create(ctx context.Context, all []*wanted) {
	var missing []*wanted
	for _, w := range all {
		switch {
		case w.done || w.single || len(w.listed) > 0:
		case w.ask(nil) != nil:
			w.end(Outcome{Did: Refused})
		default:
			missing = append(missing, w)
		}
	}
	m.check(ctx, m.claim(ctx, m.draft(ctx, missing)))
}

// draft creates drafts. It returns the wanted records whose draft was created.
func (m *Many) draft(ctx context.Context, all []*wanted) (drafted []*wanted) {
	m.write(ctx, all, func(w *wanted) (one Write) {
		w.single = true // claim sets single to false if it succeeds; if not, finish completes the record
		w.token, one.Fields = w.draftFields()
		return one
	}, func(w *wanted, _ Write, made Record) {
		if made.Slug != w.token {
			err := w.misnamed(ctx, made, w.token)
			w.end(Outcome{Err: err})
			m.stopped = cmp.Or(m.stopped, err)
			return
		}
		w.draft = made
		w.next = func(ctx context.Context) (any, error) { return w.run.claim(ctx, made) }
		drafted = append(drafted, w)
	})
	return drafted
}

// claim turns drafts into records. It returns the wanted records whose update succeeded.
func (m *Many) claim(ctx context.Context, all []*wanted) (claimed []*wanted) {
	m.write(ctx, all, func(w *wanted) Write {
		w.made = w.draft.ID
		return Write{ID: w.draft.ID, Fields: w.claimFields()}
	}, func(w *wanted, _ Write, now Record) {
		w.claimed, w.stored, w.single = now.ID, now, false
		w.next = func(ctx context.Context) (any, error) { return w.settleClaim(ctx, now.ID, now, nil) }
		claimed = append(claimed, w)
	})
	return claimed
}

// check decides what to do with each claimed record:
//   - If the claimed record is the only record with the slug, check finishes the claim.
//   - If other records have the slug, and the claimed record got another slug or does not have the
//     lowest id, check withdraws the claimed record.
//   - If other records have the slug, and the claimed record is listed with the slug and has the
//     lowest id, the next pass checks it again. Meanwhile other processes withdraw their records.
//   - Any other claimed record goes on without batches.
func (m *Many) check(ctx context.Context, all []*wanted) {
	m.look(ctx, all, m.Store.List)
	var withdrawn []*wanted
	for _, w := range all {
		id, named := w.stored.ID, w.stored.Slug == w.slug
		others := without(w.listed, id)
		listed := len(others) < len(w.listed)
		switch {
		case w.known && named && listed && len(others) == 0:
			w.finished(w.confirm(ctx, w.stored))
		case w.known && len(others) > 0 && (!named || others[0].ID < id):
			withdrawn = append(withdrawn, w)
		case !w.known || !named || !listed:
			w.single = true
		}
	}
	m.withdraw(ctx, withdrawn)
}

// withdraw deletes claimed records. It first turns them into unfinished drafts again: see
// [run.deleteOwn].
func (m *Many) withdraw(ctx context.Context, all []*wanted) {
	var reverted []*wanted
	m.write(ctx, all, func(w *wanted) Write {
		w.single, w.token = true, token(w.slug)
		return Write{ID: w.stored.ID, Fields: w.unfinished(w.token)}
	}, func(w *wanted, _ Write, now Record) {
		if now.Slug == w.token {
			w.claimed = 0
			w.next = func(context.Context) (any, error) { return nil, errAgain }
			reverted = append(reverted, w)
		}
	})
	m.write(ctx, reverted, func(w *wanted) Write {
		return Write{ID: w.stored.ID, Delete: true}
	}, func(w *wanted, _ Write, _ Record) { w.single = false })
}

// batches reports whether to send a further batch.
func (m *Many) batches() bool { return m.size > 1 && m.stopped == nil }

// atOnce is how many batches are sent at the same time.
const atOnce = 4

// sending is a batch. After it was sent, it also has the results.
type sending struct {
	of      []*wanted
	writes  []Write
	written []Written
	err     error
	exit    func() // passes on a panic or Goexit of Write; nil if Write returned: see [relay.Run]
}

// write sends a write for each record, in batches. The function of returns the write for a record.
// The function then is called for each write that the site has carried out. If the site rejects a
// write, the record is done. After any other error of a write, write sets the field unsure of the
// record.
func (m *Many) write(ctx context.Context, all []*wanted, of func(*wanted) Write, then func(*wanted, Write, Record)) {
	for len(all) > 0 && m.batches() {
		var batches []*sending
		for size := m.size; len(all) > 0 && len(batches) < atOnce; {
			n := min(size, len(all))
			one := &sending{of: all[:n]}
			for _, w := range one.of {
				one.writes = append(one.writes, of(w))
			}
			batches, all = append(batches, one), all[n:]
		}
		m.send(ctx, batches)
		var again []*wanted
		for _, one := range batches {
			if errors.Is(one.err, ErrBatchTooLarge) {
				again = append(again, one.of...)
			}
			m.adjust(ctx, one)
			m.settle(ctx, one, then)
		}
		all = append(again, all...)
	}
}

// send sends batches at the same time. If a goroutine panics or exits, send does the same.
func (m *Many) send(ctx context.Context, batches []*sending) {
	var group sync.WaitGroup
	for _, one := range batches {
		group.Go(func() {
			relay.Run(func() { one.written, one.err = m.Store.Write(ctx, one.writes) }, func(exit func()) { one.exit = exit })
		})
	}
	group.Wait()
	for _, one := range batches {
		if one.exit != nil {
			one.exit()
		}
	}
}

// adjust sets the size of the next batches from the result of a batch.
func (m *Many) adjust(ctx context.Context, one *sending) {
	n := len(one.of)
	switch {
	case errors.Is(one.err, ErrBatchTooLarge):
		m.most = min(m.most, n/2)
		m.size = min(m.size, m.most)
	case errors.Is(one.err, ErrNoBatches):
		m.size, m.most = 1, 1
	case one.err == nil:
		m.size = min(2*m.size, m.most)
	default: // a proxy may have timed out: send smaller batches
		m.size = min(max(m.size/2, 2), m.most)
		if errors.Is(one.err, fault.ErrOutcomeUnknown) {
			for _, w := range one.of {
				w.unsure = one.err
			}
		}
		if errors.Is(one.err, fault.ErrUnauthorized) || errors.Is(one.err, fault.ErrCredentialsRejected) {
			m.failed(one.err) // a smaller batch would have the same error
		}
		if ctx.Err() != nil {
			m.stopped = cmp.Or(m.stopped, transport.ContextError(ctx))
		}
	}
}

// settle handles the result of each write of a batch: see [Many.write].
func (m *Many) settle(ctx context.Context, one *sending, then func(*wanted, Write, Record)) {
	for i, result := range one.written {
		w := one.of[i]
		switch {
		case result.Err == nil:
			w.unsure = nil
			then(w, one.writes[i], result.Record)
		case m.Store.Final(result.Err):
			w.end(Outcome{Left: w.claimed, Err: result.Err})
			if w.draft.ID != 0 && w.claimed == 0 {
				_ = w.deleteLeftovers(ctx, []Record{w.draft}) // if that fails, the draft is left for the next run
			}
		default:
			w.unsure = result.Err
		}
	}
}
