package changes

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// pass compares the records of one kind with their marks.
type pass struct {
	feed    *Feed
	kind    *Kind
	options *Options
	list    *cms.Collection[record, struct{}, listOptions]
	yield   func(*Change, error) bool

	rules string
	known map[int64]mark
	seen  map[int64]struct{} // ids of the records that the list has
	quiet map[int64]string   // new marks of records that have not changed, if the new mark differs from the stored mark
	total int                // the total of the list; -1 if the site sends no total
	lost  int                // number of broken records without an id
}

func (p *pass) run(ctx context.Context) error {
	if err := p.load(ctx); err != nil {
		return err
	}
	if err := p.walk(ctx); err != nil {
		return err
	}
	if p.options.Listed != nil {
		p.options.Listed(p.kind.Name, len(p.seen)+p.lost, p.total)
	}
	missing := p.missing()
	switch {
	case len(missing) == 0:
		return nil
	case p.short():
		return fmt.Errorf("%w: %d of %d records are listed, and %d of the last pass are missing; use a user who may read "+
			"all records", ErrShort, len(p.seen)+p.lost, p.total, len(missing))
	case len(missing) == len(p.known) && !p.options.AllowEmpty:
		return fmt.Errorf("%w: %d were known; check whether the site shows its content, and if all were deleted on purpose, "+
			"pass Options.AllowEmpty", ErrAllGone, len(missing))
	}
	return p.gone(ctx, missing)
}

func (p *pass) load(ctx context.Context) error {
	marks, err := p.feed.store.Load(ctx, p.kind.Name)
	if err != nil {
		return &storeError{fmt.Errorf("loading marks: %w", err)}
	}
	p.rules, p.known = p.kind.rules(), make(map[int64]mark, len(marks))
	for id, text := range marks {
		if p.known[id], err = parseMark(text); err != nil {
			return &storeError{fmt.Errorf("record %d: %w: %.300q", id, err, text)}
		}
	}
	return nil
}

// missing returns the ids of the records that the store has and the list lacks.
func (p *pass) missing() []int64 {
	var ids []int64
	for id := range p.known {
		if _, ok := p.seen[id]; !ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// short reports whether the list may be incomplete: it has no total, or the walk found fewer
// records than the total. If a record leaves the list during the walk, the walk may miss one
// other record. The total is then one lower too, so short is false. In this case gone reads the
// missed record by its id.
func (p *pass) short() bool { return p.total < 0 || len(p.seen)+p.lost < p.total }

// reads reports whether the walk reads all fields of the records.
func (p *pass) reads() bool {
	return p.kind.Whole || p.options.Full || p.options.Records && len(p.known) == 0
}

// asked returns the options for reading a list. If whole is false, the site sends only the
// fields that Kind.compared returns.
func (p *pass) asked(whole bool) []cms.WalkOption {
	options := []cms.WalkOption{cms.Uncached()}
	if !whole {
		options = append(options, cms.Fields(p.kind.compared()...))
	}
	return options
}

// walk reads the list of the site, and compares each record with its mark.
func (p *pass) walk(ctx context.Context) error {
	first := true
	for page, err := range p.list.Pages(ctx, p.kind.options(), p.asked(p.reads())...) {
		if err != nil {
			if err := p.broken(err); err != nil {
				return err
			}
			continue
		}
		if first {
			p.total, first = page.Total, false
		}
		p.total = min(p.total, page.Total) // the total falls if records are deleted during the walk
		if err := p.compare(ctx, p.unseen(page.Items), p.reads(), clock(page.Response)); err != nil {
			return err
		}
	}
	return nil
}

// unseen returns the records that no earlier page had, and adds their ids to seen. It drops
// records without an id.
func (p *pass) unseen(records []record) (list []record) {
	for _, r := range records {
		id := r.id()
		if _, seen := p.seen[id]; !seen && id > 0 {
			p.seen[id] = struct{}{}
			list = append(list, r)
		}
	}
	return list
}

// broken yields an error that concerns a single record, and counts this record as listed. It
// returns any other error.
func (p *pass) broken(err error) error {
	e, ok := errors.AsType[*cms.BrokenRecordError](err)
	if !ok {
		return err
	}
	if e.ID > 0 {
		p.seen[e.ID] = struct{}{}
	} else {
		p.lost++
	}
	if !p.yield(nil, fmt.Errorf("changes: %s: %w", p.kind.Name, err)) {
		return errLeft
	}
	return nil
}

// reread reads all fields of the records of one page, and compares the records. It skips
// records that the list no longer has: the next pass finds that they are gone.
func (p *pass) reread(ctx context.Context, ids []int64) error {
	var response cms.Response
	var records []record
	for r, err := range p.list.GetMany(ctx, ids, p.kind.options(), append(p.asked(true), cms.Capture(&response))...) {
		if err == nil {
			records = append(records, *r)
		} else if err := p.broken(err); err != nil {
			return err
		}
	}
	return p.compare(ctx, records, true, clock(response))
}

// compare compares records with their marks, and yields the changes. If the comparison of a
// record needs all its fields, compare passes the record to reread. Each mark comes from a
// single response. So if a record is edited after this response, its next mark is different.
func (p *pass) compare(ctx context.Context, records []record, whole bool, now time.Time) error {
	var due []*Change
	var again []int64
	for _, r := range records {
		id := r.id()
		m, changed := p.marked(r, whole, now)
		old := p.known[id]
		if !whole && (m.fresh || old.fresh || changed && p.options.Records) {
			again = append(again, id)
			continue
		}
		change, err := p.change(r, id, m)
		switch {
		case err != nil:
			return err
		case changed:
			due = append(due, change)
		case m != old:
			p.quiet[id] = m.String()
		}
	}
	if err := p.remember(ctx); err != nil {
		return err
	}
	for _, change := range due {
		if err := p.give(ctx, change); err != nil {
			return err
		}
	}
	if len(again) == 0 {
		return nil
	}
	return p.reread(ctx, again)
}

// marked returns the mark of a record, and whether the record has changed.
func (p *pass) marked(r record, whole bool, now time.Time) (m mark, changed bool) {
	id := r.id()
	old, known := p.known[id]
	m = mark{status: r.text("status"), modified: r.text("modified_gmt"), rules: p.rules}
	m.fresh = !p.kind.Whole && fresh(m.modified, now, old)
	switch {
	case p.kind.Whole:
		m.list = p.kind.contents(r)
	case whole:
		m.list, m.content = p.kind.listed(r), p.kind.contents(r)
	default:
		m.list = p.kind.listed(r)
	}
	changed = !known || old.stale() || m.status != old.status || m.modified != old.modified
	if known && m.rules == old.rules {
		changed = changed || m.list != old.list || whole && old.content != "" && m.content != old.content
		if !changed && !whole {
			m.content = old.content
		}
	}
	return m, changed
}

// fresh reports whether an edit at the time now, or later, may get the same modified_gmt as the
// record has. The minute allows for clocks that differ. A scheduled post is always fresh: its
// modified_gmt is in the future. If now or modified_gmt is unknown, a record is fresh if its
// modified_gmt has changed.
func fresh(modified string, now time.Time, old mark) bool {
	at, err := cms.GMTTime(modified).Time()
	if err != nil || now.IsZero() {
		return modified != old.modified
	}
	return now.Sub(at) <= time.Minute
}

// clock returns the time in the header Date of a response, or the zero time if it has none.
func clock(response cms.Response) time.Time {
	now, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return now
}

// change returns the Change to yield for a record. m is the new mark of the record.
func (p *pass) change(r record, id int64, m mark) (*Change, error) {
	old, known := p.known[id]
	const trash = string(cms.StatusTrash)
	c := &Change{Kind: p.kind.Name, ID: id, Op: Changed, Status: m.status, Was: old.status,
		Modified: cms.GMTTime(m.modified), Mark: m.String()}
	switch {
	case !known:
		c.Op = Created
	case m.status == trash && old.status != trash:
		c.Op = Trashed
	case m.status != trash && old.status == trash:
		c.Op = Restored
	}
	if !p.options.Records {
		return c, nil
	}
	var err error
	c.Record, err = cms.Marshal(r)
	return c, err
}

// give yields a change. It saves the mark of the change after the loop of the caller has
// processed the change.
func (p *pass) give(ctx context.Context, c *Change) error {
	id, text := c.ID, c.Mark
	if err := ctx.Err(); err != nil {
		return err
	}
	if !p.yield(c, nil) {
		return errLeft
	}
	return p.save(ctx, map[int64]string{id: text})
}

// remember saves new marks of records that have not changed, for example of records that are
// no longer fresh.
func (p *pass) remember(ctx context.Context) error {
	if len(p.quiet) == 0 {
		return nil
	}
	marks := maps.Clone(p.quiet)
	clear(p.quiet)
	return p.save(ctx, marks)
}

func (p *pass) save(ctx context.Context, marks map[int64]string) error {
	// The caller may cancel ctx after its loop has received a change. The mark of this change
	// is saved nevertheless.
	if err := p.feed.store.Save(context.WithoutCancel(ctx), p.kind.Name, marks); err != nil {
		return &storeError{fmt.Errorf("saving %d marks: %w", len(marks), err)}
	}
	return nil
}
