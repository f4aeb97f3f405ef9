package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// unknown is the id of what a dry run would make.
const unknown = -1

// state is how far a document has come.
type state int

const (
	waiting state = iota
	begun
	done
)

// publisher brings documents to a site.
type publisher struct {
	site       *cms.Client
	dry, force bool
	source     string // of all documents
	out        io.Writer
	kinds      map[string]kind // by type
	documents  []*document
	refused    int // files that were refused before the run
	assets     *assets
	terms      *termSet
	authors    map[string]int64 // ids by login name

	records  map[string][]*record // of the site, by type
	filtered bool                 // the site takes something out of what the user writes
}

func (p *publisher) run(ctx context.Context) (err error) {
	if p.filtered, err = p.filters(ctx); err != nil {
		return err
	}
	defer p.total()
	if err := p.look(ctx); err != nil {
		return err
	}
	if err := p.findAuthors(ctx); err != nil {
		return err
	}
	if err := p.terms.bring(ctx, p.documents); err != nil {
		return err
	}
	if err := p.assets.bring(ctx, p.documents); err != nil {
		return err
	}
	for _, d := range p.documents {
		if err := p.publish(ctx, d); err != nil {
			return err
		}
	}
	if err := p.close(ctx); err != nil {
		return err
	}
	if n := p.refused + p.count(refuse); n > 0 {
		return incomplete(n, p.refused+len(p.documents))
	}
	return nil
}

// incomplete is the error of a run that refused files.
func incomplete(refused, all int) error {
	return program.Status(fmt.Errorf("%d of %d documents were refused", refused, all), program.Incomplete)
}

// count is about how many documents something was done.
func (p *publisher) count(what string) (n int) {
	for _, d := range p.documents {
		if d.what == what {
			n++
		}
	}
	return n
}

// total prints what was done, also if an error or an interrupt ended it.
func (p *publisher) total() {
	program.Total(p.out, p.dry, "%d created, %d updated, %d unchanged, %d refused; %d uploaded",
		p.count(create), p.count(update), p.count(unchanged), p.refused+p.count(refuse), p.assets.uploads)
}

// look reads what the site has of the documents and the pages above them.
func (p *publisher) look(ctx context.Context) error {
	p.records = map[string][]*record{}
	for _, name := range []string{"post", "page"} {
		var slugs []string
		for _, d := range p.documents {
			if d.Type == name {
				slugs = append(slugs, d.Slug)
			}
			if d.Parent != "" && name == "page" {
				slugs = append(slugs, slug(d.Parent))
			}
		}
		if len(slugs) == 0 {
			continue
		}
		slices.Sort(slugs)
		found, err := p.kinds[name].find(ctx, slices.Compact(slugs))
		if err != nil {
			return err
		}
		p.records[name] = found
		if err := p.sweep(ctx, name); err != nil {
			return err
		}
	}
	return p.checkParents()
}

// sweep ends what a run that was killed has left: a draft of a record that has come
// to be by another way. [cms.Content.Ensure] for its slug deletes it.
func (p *publisher) sweep(ctx context.Context, name string) error {
	left, err := p.kinds[name].unfinished(ctx)
	if err != nil || len(left) == 0 || p.dry {
		return err
	}
	for i, r := range p.records[name] {
		if !slices.ContainsFunc(left, func(draft string) bool { return strings.HasPrefix(draft, r.slug+"-") }) {
			continue
		}
		same := fields{}
		if name == "page" {
			same = r.fields.of([]string{"parent"})
		}
		if p.records[name][i], err = p.kinds[name].ensure(ctx, r.slug, same); err != nil {
			return err
		}
	}
	return nil
}

// publish brings a document to the site, after the page above it and those that it
// names, so that their addresses are known.
func (p *publisher) publish(ctx context.Context, d *document) error {
	if d.state != waiting {
		return nil // already begun: two documents link to each other
	}
	d.state = begun
	if above := p.above(d); above != nil {
		if err := p.publish(ctx, above); err != nil {
			return err
		}
	}
	for _, target := range d.links {
		named := p.byPath(target)
		if p.waits(named) {
			continue // published later, because d is above it
		}
		if err := p.publish(ctx, named); err != nil {
			return err
		}
	}
	what, about, err := p.bring(ctx, d)
	if err != nil {
		return err
	}
	d.state, d.what = done, what
	if what != unchanged {
		say(p.out, what, d.path, about)
	}
	return nil
}

// waits reports that a page above is on its way to the site.
func (p *publisher) waits(d *document) bool {
	for above := p.above(d); above != nil; above = p.above(above) {
		if above.state == begun {
			return true
		}
	}
	return false
}

// close brings those again that name each other, now that all addresses are known. That is
// a part of what was done about them already.
func (p *publisher) close(ctx context.Context) error {
	if p.dry {
		return nil // the plan says it already
	}
	for _, d := range p.documents {
		if !d.open || p.record(d) == nil {
			continue
		}
		what, about, err := p.bring(ctx, d)
		if err != nil {
			return err
		}
		if what == refuse || what == update && d.what == unchanged {
			d.what = what
			say(p.out, what, d.path, about)
		}
	}
	return nil
}

// above is the document of the page above a page, nil if the folder has none.
func (p *publisher) above(d *document) *document {
	if d.Parent == "" {
		return nil
	}
	i := slices.IndexFunc(p.documents, func(other *document) bool {
		return other != d && other.Type == "page" && other.Slug == slug(d.Parent)
	})
	if i < 0 {
		return nil
	}
	return p.documents[i]
}

// parent is the id of the page above a page, 0 for none.
func (p *publisher) parent(d *document) int64 {
	if d.Parent == "" {
		return 0
	}
	if above := p.above(d); above != nil {
		if r := p.record(above); r != nil {
			return r.id
		}
		return unknown
	}
	for _, r := range p.records["page"] {
		if r.slug == slug(d.Parent) {
			return r.id
		}
	}
	return unknown
}

// checkParents refuses a parent that is not there, is there twice, or is above itself.
func (p *publisher) checkParents() error {
	var wrong []error
	for _, d := range p.documents {
		if d.Parent == "" {
			continue
		}
		n, wanted := 0, slug(d.Parent)
		for _, other := range p.documents {
			if other.Type == "page" && other.Slug == wanted && other != d {
				n++
			}
		}
		if n == 0 {
			for _, r := range p.records["page"] {
				if r.slug == wanted {
					n++
				}
			}
		}
		if n != 1 {
			wrong = append(wrong, fmt.Errorf("%s: %d pages have the slug of its parent, %s", d.path, n, wanted))
		}
		above := p.above(d)
		for range p.documents {
			if above != nil {
				above = p.above(above)
			}
		}
		if above != nil {
			wrong = append(wrong, fmt.Errorf("%s is above itself", d.path))
		}
	}
	return errors.Join(wrong...)
}

func (p *publisher) byPath(name string) *document {
	i := slices.IndexFunc(p.documents, func(d *document) bool { return d.path == name })
	if i < 0 {
		return nil
	}
	return p.documents[i]
}

// record is what the site has of a document, nil for nothing.
func (p *publisher) record(d *document) *record {
	parent := p.parent(d)
	for _, r := range p.records[d.Type] {
		if r.slug == d.Slug && r.parent == parent {
			return r
		}
	}
	return nil
}

// keep takes a record over as it now is.
func (p *publisher) keep(d *document, r *record) {
	known := p.records[d.Type]
	if i := slices.IndexFunc(known, func(other *record) bool { return other.id == r.id }); i >= 0 {
		known[i] = r
		return
	}
	p.records[d.Type] = append(known, r)
}
