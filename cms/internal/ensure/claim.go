package ensure

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// claim turns a draft into the record. It checks whether another process has claimed the slug at
// the same time.
func (e *run) claim(ctx context.Context, draft Record) (any, error) {
	e.made = draft.ID
	now, err := e.update(ctx, draft.ID, e.claimFields())
	return e.settleClaim(ctx, draft.ID, now, err)
}

// claimFields returns the fields that turn a draft into the record. If status or
// content is not among the wanted fields, it is set to "draft" or "".
func (e *run) claimFields() Fields {
	fields := maps.Clone(e.fields)
	for name, value := range map[string]string{"status": "draft", "content": ""} {
		if _, ok := fields[name]; !ok {
			fields[name] = text(value)
		}
	}
	return fields
}

// settleClaim finishes a claim after its update was sent. The parameter id is the id of the draft.
// now and failed are the record and the error that the update returned.
func (e *run) settleClaim(ctx context.Context, id int64, now Record, failed error) (any, error) {
	if failed != nil {
		if refused(failed) {
			_ = e.deleteLeftovers(ctx, []Record{{ID: id}}) // if that fails, the draft is left for the next run
		}
		var err error
		if now, err = e.written(ctx, id, failed); err != nil {
			return nil, err
		}
		if e.isLeftover(now) { // the site may still carry out the update, so claimed keeps the id
			return nil, failed
		}
	}
	e.claimed = id
	now, err := e.check(ctx, now)
	if err != nil {
		return nil, err
	}
	e.claimed = 0
	if now.Whole == nil { // the response to the update is lost
		return nil, errAgain // the next round compares the record, and writes the fields that differ
	}
	return e.confirm(ctx, now), nil
}

// confirm ends a claim that succeeded, because only this record has the slug.
func (e *run) confirm(ctx context.Context, now Record) any {
	e.claimed = 0
	upsert.Remember[Record](ctx, e.route, e, &now)
	e.decide(Created, now)
	return now.Whole
}

// check compares the claimed record with the other records that have the slug. It returns the
// present state of the claimed record. It withdraws the claimed record if another record keeps
// the slug.
func (e *run) check(ctx context.Context, now Record) (Record, error) {
	holders, err := e.listed(ctx, now)
	if err != nil {
		return Record{}, err
	}
	others := without(holders, now.ID)
	switch {
	case now.Slug != e.slug && len(others) == 0:
		return e.claimAgain(ctx, now)
	case len(others) > 0 && (now.Slug != e.slug || others[0].ID < now.ID):
		if err := e.deleteOwn(ctx, now.ID); err != nil {
			return Record{}, err
		}
		return Record{}, errAgain // another record keeps the slug: the next round updates that record
	case len(others) == len(holders):
		taken, err := e.takenBack(ctx, now.ID)
		switch {
		case err != nil:
			return Record{}, err
		case taken:
			return Record{}, errAgain
		}
		if err := e.deleteOwn(ctx, now.ID); err != nil {
			return Record{}, err
		}
		return Record{}, e.ignored(fmt.Errorf(
			"record %d was created with the slug, was not listed, and was deleted again", now.ID))
	}
	one, err := e.settle(ctx, holders)
	if err == nil && one.ID != now.ID {
		err = errAgain
	}
	return now, err
}

// claimAgain requests the slug again for a claimed record that got another slug. Another process
// may have withdrawn the record that had the slug.
func (e *run) claimAgain(ctx context.Context, record Record) (Record, error) {
	now, err := e.update(ctx, record.ID, Fields{"slug": text(e.slug)})
	if err != nil {
		now, err = e.written(ctx, record.ID, err)
	}
	switch {
	case errors.Is(err, errAgain):
		e.claimed = 0 // the record is gone: another process has deleted it as a leftover
		return Record{}, err
	case err != nil:
		return Record{}, err
	case now.Slug == e.slug:
		return e.check(ctx, now)
	}
	if _, err := e.revertToDraft(ctx, record.ID); err != nil {
		return Record{}, err
	}
	return Record{}, &Taken{Slug: e.slug, Got: now.Slug, ID: record.ID}
}

// listed returns the records with the slug. If record has the slug, listed reads the list until
// it contains record, because a replica of the database may lag. It gives up after a limited
// time.
func (e *run) listed(ctx context.Context, record Record) (holders []Record, err error) {
	wait := firstWait
	for range looks {
		holders, err = e.holders(ctx, e.slug)
		if err != nil || record.Slug != e.slug || len(without(holders, record.ID)) < len(holders) {
			return holders, err
		}
		if err := relay.Sleep(ctx, wait); err != nil {
			return nil, e.store.Fail(http.MethodGet, err, "")
		}
		wait *= 2
	}
	return holders, nil
}

func without(records []Record, id int64) []Record {
	return slices.DeleteFunc(slices.Clone(records), func(one Record) bool { return one.ID == id })
}
