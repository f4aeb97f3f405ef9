package ensure

import (
	"context"
	"encoding/json"
	"errors"
	"maps"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// bring updates the fields of a record that differ from the wanted fields. If no field
// differs, it reads the record and compares again, because the list may be old.
func (e *run) bring(ctx context.Context, listed Record) (Record, error) {
	record, err := upsert.Bring[Record](ctx, e.route, e, []*Record{&listed})
	if err != nil {
		return Record{}, err
	}
	if record.Whole != nil {
		e.brought(*record)
		return *record, nil
	}
	now, err := e.store.ReadWhole(ctx, listed.ID)
	switch {
	case errors.Is(err, fault.ErrNotFound), err == nil && now.Slug != e.slug:
		return Record{}, errAgain // the record was deleted or renamed after it was listed
	case err != nil:
		return Record{}, err
	}
	if record, err = upsert.Bring[Record](ctx, e.route, e, []*Record{&now}); err != nil {
		return Record{}, err
	}
	e.brought(*record)
	return *record, nil
}

// brought sets the outcome for a record that the run found with the slug, and perhaps updated.
func (e *run) brought(record Record) {
	switch {
	case record.ID == e.made:
		e.decide(Created, record) // this run created the record: only the response to its claim was lost
	case e.wrote:
		e.decide(Updated, record)
	default:
		e.decide(Unchanged, record)
	}
}

// ID is a method of [upsert.Fields].
func (e *run) ID(record *Record) int64 { return record.ID }

// Differs is a method of [upsert.Fields].
func (e *run) Differs(record *Record) string {
	changes := e.differing(*record)
	if len(changes) == 0 {
		return ""
	}
	stored := Fields{}
	for name := range changes {
		stored[name] = Typed(record.Stored[name]) // a rendered text may be another one in each response
	}
	return upsert.Text(changes, stored)
}

// Bring is a method of [upsert.Fields]. It sends each field at most once: if the field then
// still differs, the site stores it in another form. A second update is needed only if the
// listed record was out of date, and the response shows that further fields differ.
func (e *run) Bring(ctx context.Context, record *Record, _ []*Record) (*Record, error) {
	sent := Fields{}
	if e.may != nil && record.ID != e.made {
		now, err := e.asked(ctx, record)
		if err != nil {
			return nil, err
		}
		record = now
	}
	for {
		changes := e.differing(*record)
		maps.DeleteFunc(changes, func(name string, _ json.RawMessage) bool { return sent[name] != nil })
		if len(changes) == 0 {
			return record, nil
		}
		maps.Copy(sent, changes)
		e.wrote = true
		now, err := e.update(ctx, record.ID, changes)
		if err == nil && now.Slug != e.slug {
			err = &Taken{Slug: e.slug, Got: now.Slug, ID: now.ID}
		}
		if err != nil {
			return nil, err
		}
		record = &now
	}
}

// differing returns the wanted fields that have other values in a record.
func (e *run) differing(record Record) Fields {
	changes := Fields{}
	for name, wanted := range e.fields {
		if !e.store.Same(name, wanted, record) {
			changes[name] = wanted
		}
	}
	return changes
}
