package upsert

import (
	"context"
	"errors"
	"slices"
)

// Batches reads and writes several records of one kind with one request. Each function has a
// result for each store, in order.
type Batches[T any] interface {
	// LookAll is [Store.Look] for all stores. made has the records that this call has
	// created. It is nil before the creates. known is false for a store if the list may lack
	// some of its records.
	LookAll(ctx context.Context, stores []Store[T], made []*T) (found [][]*T, known []bool, err error)
	// MakeAll is [Store.Make] for all stores.
	MakeAll(ctx context.Context, stores []Store[T]) []Written[T]
	// BringAll is [Store.Bring] for all stores and their records.
	BringAll(ctx context.Context, stores []Store[T], records []*T) []Written[T]
	// Stops reports whether further requests would fail, too.
	Stops(err error) bool
	// Final reports whether the site has rejected a write of a batch, so that the same write
	// outside of a batch would fail, too.
	Final(err error) bool
	// Failed returns an error of the operation.
	Failed(reason error) error
	// NotTried returns the error for a store for which nothing was sent. reason is the error
	// of another store, which has stopped the call.
	NotTried(reason error) error
}

// Written is the result of a write in a batch.
type Written[T any] struct {
	Record *T
	Err    error
	Unsent bool // nothing was sent, because of Err
	Unsure bool // the response is lost
}

// Wish is a record that [Many.Bring] is to find or create.
type Wish[T any] struct {
	Store Store[T]
	// May reports whether a record may be written. now is nil for a record that would be
	// created. By default all records may be written.
	May func(now *T) bool
}

// Did is what was done with a record.
type Did string

// The values of Did tell what [Many.Bring] has done with a record.
const (
	Created   Did = "created"
	Updated   Did = "updated"
	Unchanged Did = "unchanged"
	Refused   Did = "refused"
)

// Outcome is the result for a [Wish].
type Outcome[T any] struct {
	Record *T
	Did    Did // "" after an error
	Err    error
}

// Many takes the steps of [Run] for several records at once. It looks all records up,
// updates and creates records in batches, and looks the created records up. If a batch
// does not decide about a record, Many takes the steps of Run for this record separately.
// After a create it continues with the step that follows a create. So Many has the
// guarantees of Run. A Many is not safe for concurrent use.
type Many[T any] struct {
	Batches Batches[T]
	Route   string

	stopped error // the reason why no further records are tried
}

// bringing is the state of one record during [Many.Bring].
type bringing[T any] struct {
	*asking[T]
	done    bool
	outcome Outcome[T]
	record  *T    // the record to update, or the record that this call has created
	unsure  error // error of a write that the site may have carried out
}

// Bring finds or creates the records, and updates them. No two of them may have the same
// key.
func (m *Many[T]) Bring(ctx context.Context, wishes []Wish[T]) []Outcome[T] {
	all := make([]*bringing[T], len(wishes))
	for i, wish := range wishes {
		all[i] = &bringing[T]{asking: &asking[T]{Store: wish.Store, may: wish.May}}
	}
	if m.stopped == nil {
		m.inBatches(ctx, all)
		if ctx.Err() != nil && m.stopped == nil {
			m.stopped = m.Batches.Failed(context.Cause(ctx))
		}
	}
	outcomes := make([]Outcome[T], len(all))
	for i, one := range all {
		if !one.done {
			m.single(ctx, one)
		}
		outcomes[i] = one.outcome
	}
	return outcomes
}

// inBatches finds, creates and updates records in batches. It sets no outcome for a record that
// could not be handled in a batch. [Many.single] handles this record later.
func (m *Many[T]) inBatches(ctx context.Context, all []*bringing[T]) {
	updates, missing := m.look(ctx, all)
	m.update(ctx, updates)
	m.update(ctx, m.check(ctx, m.create(ctx, missing)))
}

// look looks all records up. It sets the outcomes of records that need no write, and of
// records whose write was refused. It returns the records to update and the records to
// create.
func (m *Many[T]) look(ctx context.Context, all []*bringing[T]) (updates, missing []*bringing[T]) {
	found, known, err := m.Batches.LookAll(ctx, stores(all), nil)
	if err != nil {
		m.failed(err)
		return nil, nil
	}
	for i, one := range all {
		if len(found[i]) > 0 {
			one.record = lowest[T](one, found[i])
		}
		switch {
		case one.record == nil && !known[i]:
		case one.record == nil && one.ask(nil) != nil:
			one.end(nil, Refused, nil)
		case one.record == nil:
			missing = append(missing, one)
		case !Writes[T](ctx, m.Route, one, one.record):
			one.end(one.record, Unchanged, nil)
		case one.ask(one.record) != nil:
			one.end(one.record, Refused, nil)
		default:
			updates = append(updates, one)
		}
	}
	return updates, missing
}

// update updates records. If an update fails and the failure is not final, [Many.single] looks
// the record up again later.
func (m *Many[T]) update(ctx context.Context, all []*bringing[T]) {
	if len(all) == 0 || m.stopped != nil {
		return
	}
	records := make([]*T, len(all))
	for i, one := range all {
		records[i] = one.record
	}
	for i, result := range m.Batches.BringAll(ctx, stores(all), records) {
		one := all[i]
		did := Updated
		if one.made == one.ID(one.record) {
			did = Created
		}
		if one.record = nil; m.failedWrite(one, result) {
			continue
		}
		Remember[T](ctx, m.Route, one, result.Record)
		one.end(result.Record, did, nil)
	}
}

// create creates the missing records, and returns the records that were created.
func (m *Many[T]) create(ctx context.Context, all []*bringing[T]) (created []*bringing[T]) {
	if len(all) == 0 || m.stopped != nil {
		return nil
	}
	for i, result := range m.Batches.MakeAll(ctx, stores(all)) {
		if one := all[i]; !m.failedWrite(one, result) {
			one.record, one.made, one.did = result.Record, one.ID(result.Record), Created
			created = append(created, one)
		}
	}
	return created
}

// check looks the created records up, and does one of these for each:
//   - If the record does not have the wanted key, or another record with this key has a lower id,
//     check leaves the record to [Many.single]. It does the same if the look failed.
//   - If the record needs an update, check returns it.
//   - In all other cases check sets the outcome of the record.
func (m *Many[T]) check(ctx context.Context, all []*bringing[T]) (updates []*bringing[T]) {
	if len(all) == 0 || m.stopped != nil {
		return nil
	}
	made := make([]*T, len(all))
	for i, one := range all {
		made[i] = one.record
	}
	found, known, err := m.Batches.LookAll(ctx, stores(all), made)
	if err != nil {
		m.failed(err)
		return nil
	}
	for i, one := range all {
		switch {
		case !known[i] || one.Check(one.record) != nil || one.ID(lowest[T](one, found[i])) != one.made:
		case Writes[T](ctx, m.Route, one, one.record):
			updates = append(updates, one)
		default:
			one.end(one.record, Created, nil)
		}
	}
	return updates
}

// failedWrite reports whether a write has failed. It sets the outcome of the record if the error
// is final, or if the Many has stopped. If the site may have done the write, it stores the error
// in one.unsure.
func (m *Many[T]) failedWrite(one *bringing[T], result Written[T]) bool {
	switch {
	case result.Err == nil:
		return false
	case result.Unsent:
		return true
	case result.Unsure:
		one.unsure = result.Err
		return true
	}
	if m.failed(result.Err); m.stopped != nil || m.Batches.Final(result.Err) {
		one.end(nil, "", result.Err)
	}
	return true
}

// failed stops the Many if err means that all further requests would fail, too.
func (m *Many[T]) failed(err error) {
	if err != nil && m.stopped == nil && m.Batches.Stops(err) {
		m.stopped = err
	}
}

// single finds, creates or updates one record without a batch.
func (m *Many[T]) single(ctx context.Context, one *bringing[T]) {
	switch {
	case m.stopped == nil:
	case one.unsure != nil:
		one.end(nil, "", one.unsure)
		return
	case one.record != nil && one.made != 0: // created, but not yet compared with records of other processes
		one.end(nil, "", m.stopped)
		return
	default:
		one.end(nil, "", m.Batches.NotTried(m.stopped))
		return
	}
	record, err := rounds[T](ctx, m.Route, one, one.record)
	refusal, isDeclined := errors.AsType[*declined[T]](err)
	switch {
	case isDeclined:
		one.end(refusal.now, Refused, nil)
	case err != nil:
		m.failed(err)
		one.end(nil, "", err)
	case one.did == "":
		one.end(record, Unchanged, nil)
	default:
		one.end(record, one.did, nil)
	}
}

func (b *bringing[T]) end(record *T, did Did, err error) {
	b.outcome, b.done = Outcome[T]{Record: record, Did: did, Err: err}, true
}

// stores returns the stores of records. It removes the wrapper of type asking from each.
func stores[T any](all []*bringing[T]) []Store[T] {
	out := make([]Store[T], len(all))
	for i, one := range all {
		out[i] = one.Store
	}
	return out
}

// asking is a store that records what it has written. Before it creates a record, or updates one
// that it has not created, it calls its field may, if this is not nil.
type asking[T any] struct {
	Store[T]
	may  func(now *T) bool
	made int64 // id of the record that this call has created
	did  Did
}

// declined is the error of a write that [Wish.May] has refused.
type declined[T any] struct{ now *T }

func (d *declined[T]) Error() string { return "the write was refused" }

func (a *asking[T]) ask(now *T) error {
	if a.may == nil || a.may(now) {
		return nil
	}
	return &declined[T]{now}
}

func (a *asking[T]) Make(ctx context.Context) (*T, error) {
	if err := a.ask(nil); err != nil {
		return nil, err
	}
	made, err := a.Store.Make(ctx)
	if err == nil {
		a.made, a.did = a.ID(made), Created
	}
	return made, err
}

func (a *asking[T]) Bring(ctx context.Context, record *T, all []*T) (*T, error) {
	if a.ID(record) != a.made {
		if err := a.ask(record); err != nil {
			return nil, err
		}
	}
	now, err := a.Store.Bring(ctx, record, slices.Clone(all))
	if err == nil && a.did == "" {
		a.did = Updated
	}
	return now, err
}

func (a *asking[T]) Withdraw(ctx context.Context, made, other *T) error {
	err := a.Store.Withdraw(ctx, made, other)
	if err == nil {
		a.made, a.did = 0, ""
	}
	return err
}
