package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// What is done about a document.
const (
	create    = "create"
	update    = "update"
	move      = "move"
	unchanged = "unchanged"
	refuse    = "refuse"
	leaveOut  = "left-out"
	loss      = "note"
)

// say writes a line of what is done, or would be.
func say(out io.Writer, what, path, detail string) {
	if detail != "" {
		detail = "  " + detail
	}
	program.Printf(out, "%-9s  %s%s\n", what, path, detail)
}

// bring makes the record of a document what the document says. about is why, and where the
// record is.
func (p *publisher) bring(ctx context.Context, d *document) (what, about string, err error) {
	wanted, err := p.desired(d)
	if err != nil {
		return "", "", err
	}
	r := p.record(d)
	what, about = p.decide(d, r, wanted)
	if p.dry || what == refuse || what == unchanged {
		if r != nil && (what == move || what == update && moves(wanted.differing(r.fields))) {
			r.link = "" // nobody knows what it will be
		}
		return what, about, nil
	}
	written, err := p.write(ctx, d, r, wanted)
	if err != nil {
		return "", "", err
	}
	p.keep(d, written)
	return what, strings.TrimSpace(fmt.Sprintf("%s  %s %d  %s", about, d.Type, written.id, written.link)), nil
}

// decide says what is to be done about a record, nil for none, and why.
func (p *publisher) decide(d *document, r *record, wanted fields) (what, why string) {
	switch from := p.origin(d); {
	case r == nil:
		return create, ""
	case r.mark == nil && !p.adopt:
		return refuse, fmt.Sprintf("record %d was not published from here; -adopt takes it over", r.id)
	case r.mark == nil:
		return update, "[adopted]"
	case r.mark.old && !p.adopt:
		return refuse, fmt.Sprintf("record %d was published by an earlier version; -adopt takes it over", r.id)
	case r.mark.old:
		return update, "[adopted from an earlier version]"
	case r.mark.source != p.source:
		return refuse, fmt.Sprintf("record %d was published from %s", r.id, r.mark.origin)
	case r.mark.origin != from && p.own[d] == nil && !p.adopt:
		return refuse, fmt.Sprintf("record %d was published from %s; -adopt takes it over", r.id, r.mark.origin)
	case r.mark.origin != from && p.own[d] == nil:
		return update, "[adopted]"
	}
	confirmed := r.mark.stored != unconfirmed // false if the program was killed while it published
	touched := confirmed && r.fields.of(r.mark.names).sum() != r.mark.stored
	changed := wanted.sum() != r.mark.sent
	different := wanted.differing(r.fields)
	placed := r.mark.path == d.path && fits(r.slug, d.Slug) && different["parent"] == nil
	switch {
	case touched && (len(different) > 0 || !placed) && !p.force:
		return refuse, fmt.Sprintf("record %d was changed on the site since it was published; -force overwrites it", r.id)
	case !placed:
		return move, fmt.Sprintf("from %s", r.mark.path)
	case len(different) > 0 && (changed || touched || !confirmed):
		return update, fmt.Sprint(different.names())
	case changed || touched || !confirmed || r.mark.text != d.sumOfText():
		return update, "[mark]"
	}
	return unchanged, ""
}

// origin is where a document is published from.
func (p *publisher) origin(d *document) origin { return origin{p.source, d.path} }

// String names the file for messages.
func (o origin) String() string {
	return fmt.Sprintf("%s of the source %q", o.path, o.source)
}

// moves reports that a change of these fields may change the address of a record.
func moves(different fields) bool {
	return len(different.of([]string{"status", "date", "date_gmt", "parent"})) > 0
}

// filters asks whether the site takes something out of what the user writes.
func (p *publisher) filters(ctx context.Context) (bool, error) {
	me, err := cms.Do(ctx, p.site, cms.Request[struct {
		Capabilities map[string]any `json:"capabilities"`
	}]{
		Path:  "cms/v2/users/me",
		Query: url.Values{"context": {"edit"}, "_fields": {"capabilities"}},
	})
	if err != nil {
		return false, err
	}
	return me.Capabilities["unfiltered_html"] != true, nil
}

// mark returns the mark of a document that is about to be written. If the site may not store what it
// is sent, the mark says so, for a run after one that was killed in between.
func (p *publisher) mark(d *document, wanted fields) mark {
	sum := wanted.sum()
	m := mark{origin: p.origin(d), sent: sum, stored: sum, text: d.sumOfText(), names: wanted.names()}
	if p.filtered || len(d.Meta) > 0 {
		m.stored = unconfirmed
	}
	return m
}

// write creates or changes the record of a document. If the site does not store what it is sent, a
// changed record gets its mark with one update more, and a new record when the run closes.
func (p *publisher) write(ctx context.Context, d *document, r *record, wanted fields) (*record, error) {
	kind, isNew := p.kinds[d.Type], r == nil
	first := p.mark(d, wanted)
	sent, err := wanted.marked(first)
	if err != nil {
		return nil, err
	}
	if isNew {
		r, err = p.create(ctx, d, sent)
	} else {
		different := wanted.differing(r.fields)
		different["content"] = sent["content"]
		if !fits(r.slug, d.Slug) {
			if err := different.set("slug", d.Slug); err != nil {
				return nil, err
			}
		}
		r, err = kind.update(ctx, r, different)
	}
	if err != nil {
		return nil, err
	}
	stored := r.fields.of(first.names).sum()
	switch {
	case r.mark == nil:
		return nil, fmt.Errorf("the site removes comments from the content of record %d, and so the mark", r.id)
	case stored == first.stored:
		return r, nil
	case isNew:
		d.open = true
		return r, nil
	}
	first.stored = stored
	correct, err := r.fields.of([]string{"content"}).marked(first)
	if err != nil {
		return nil, err
	}
	return kind.update(ctx, r, correct)
}

// create makes the record of a document. The mark tells which record is its own: after a lost
// response, and if another run made one at the same time. Of two records the older one stays, and
// this run deletes its own.
func (p *publisher) create(ctx context.Context, d *document, sent fields) (*record, error) {
	kind, sent := p.kinds[d.Type], maps.Clone(sent)
	if err := sent.set("slug", d.Slug); err != nil {
		return nil, err
	}
	made, err := kind.create(ctx, sent)
	var own []*record
	switch {
	case errors.Is(err, cms.ErrOutcomeUnknown):
		found, errFind := kind.marked(ctx, p.source)
		if errFind != nil {
			return nil, errors.Join(err, errFind)
		}
		own = found
	case err != nil:
		return nil, err
	default:
		if own, err = kind.find(ctx, []string{d.Slug}); err != nil {
			return nil, err
		}
	}
	oldest := made
	for _, r := range own {
		if r.mark != nil && r.mark.origin == p.origin(d) && (oldest == nil || r.id < oldest.id) {
			oldest = r
		}
	}
	if oldest == nil {
		return nil, err // the create did not reach the site
	}
	if made != nil && oldest.id != made.id {
		if err := kind.remove(ctx, made); err != nil { // this run has just made it
			return nil, fmt.Errorf("record %d is a second one of this file, and stays: %w", made.id, err)
		}
	}
	return oldest, nil
}

// marked are the fields with a mark in the content.
func (f fields) marked(m mark) (fields, error) {
	f = maps.Clone(f)
	return f, f.set("content", f.text("content")+m.String())
}
