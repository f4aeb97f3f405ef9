package publish

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// close writes those again that name a document that had no address yet, and those whose mark is
// not confirmed, now that all addresses are known. That is a part of what was done about them
// already.
func (p *publisher) close(ctx context.Context) error {
	if p.dry {
		return nil // the plan says it already
	}
	if err := p.closeNew(ctx); err != nil {
		return err
	}
	for _, d := range p.documents {
		if !d.open || d.what == refuse || p.record(d) == nil {
			continue
		}
		what, about, err := p.bring(ctx, d)
		switch {
		case ofFile(err):
			p.refuse(d, err)
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", d.path, err)
		}
		if what == refuse || (what == update || what == move) && d.what == unchanged {
			d.what = what
			say(p.out, what, d.path, about)
		}
	}
	return nil
}

// closeNew is close for the records that this run has created. They are written in batches, and each
// is read right before its batch: a record that a person has changed since is left to close.
// The first round writes what is missing, and the second the mark, where the site has changed what
// was sent.
func (p *publisher) closeNew(ctx context.Context) error {
	for range 2 {
		for _, name := range slices.Sorted(maps.Keys(p.kinds)) {
			var open []*document
			var wanted []amended
			for _, d := range p.documents {
				if d.Type != name || d.what != create || !d.open || p.own[d] == nil {
					continue
				}
				content, err := p.amended(d)
				switch {
				case ofFile(err):
					p.refuse(d, err)
				case err != nil:
					return fmt.Errorf("%s: %w", d.path, err)
				case content == nil:
					d.open = false
				default:
					open, wanted = append(open, d), append(wanted, amended{p.own[d], content})
				}
			}
			for i, r := range p.kinds[name].amend(ctx, wanted) {
				if r != nil && r.mark != nil {
					p.keep(open[i], r)
				}
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// amended are the fields that a record lacks.
type amended struct {
	record *record
	fields fields
}

// amended returns the fields that the new record of a document lacks, nil if it lacks none.
func (p *publisher) amended(d *document) (fields, error) {
	r := p.own[d]
	wanted, err := p.desired(d)
	if err != nil {
		return nil, err
	}
	m, stored := p.mark(d, wanted), r.fields.of(r.mark.names).sum()
	switch {
	case r.mark.sent != m.sent:
		different := wanted.differing(r.fields)
		marked, err := wanted.marked(m)
		if err != nil {
			return nil, err
		}
		different["content"] = marked["content"]
		return different, nil
	case r.mark.stored != stored:
		m.stored = stored
		return r.fields.of([]string{"content"}).marked(m)
	}
	return nil, nil //nolint:nilnil // nothing is missing, and nothing went wrong
}

// amend writes fields into records in batches, where a record still is what was read. It yields
// the index of a record, and the record as it is then; nil if it was not written.
func (c *collection[T, P, L]) amend(ctx context.Context, wanted []amended) map[int]*record {
	done := map[int]*record{}
	params := make([]cms.Wanted[P], len(wanted))
	for i, w := range wanted {
		params[i] = cms.Wanted[P]{Slug: w.record.slug, Params: new(P)}
		f := maps.Clone(w.fields)
		if err := errors.Join(f.set("parent", w.record.parent), f.params(params[i].Params)); err != nil {
			continue // close says it
		}
	}
	options := &cms.EnsureManyOptions[T]{MayWrite: func(i int, now *T) bool {
		if now == nil {
			return false
		}
		r, err := c.known(now)
		before := wanted[i].record
		return err == nil && r.id == before.id && r.mark != nil && r.mark.String() == before.mark.String() &&
			r.fields.sum() == before.fields.sum()
	}}
	for i, outcome := range c.records.EnsureMany(ctx, params, options) {
		if outcome.Err != nil || outcome.Action == cms.EnsureRefused {
			continue // close tries it again by itself, and says what is wrong
		}
		if r, err := c.known(outcome.Record); err == nil {
			done[i] = r
		}
	}
	return done
}
