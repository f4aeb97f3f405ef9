package publish

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"

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
	project    *project
	site       *cms.Client
	dry, force bool
	adopt      bool // records that were not published from here
	trash      bool // records of files that are gone
	trashed    int
	source     string // of all documents
	out        io.Writer
	kinds      map[string]kind // by type
	documents  []*document
	refused    int // files that were refused before the run
	assets     *assets
	terms      *termSet
	repository *url.URL         // where the folder can be read; nil if it is not known
	authors    map[string]int64 // ids by login name, 0 for unknown users
	noted      map[string]bool  // lines that were written
	lost       map[string]bool  // pictures that are not shown, by place and path

	records  map[string][]*record // of the site, by type
	own      map[*document]*record
	gone     []*record // records of files that are gone
	filtered bool      // the site takes something out of what the user writes
}

func (p *publisher) run(ctx context.Context) (err error) {
	if p.filtered, err = p.filters(ctx); err != nil {
		return err
	}
	say(p.out, "kind", p.project.kind, p.project.why) // after the login, which is verified by now
	defer p.total()
	p.findParents()
	if err := p.look(ctx); err != nil {
		return err
	}
	p.checkParents()
	if err := p.findAuthors(ctx); err != nil {
		return err
	}
	if err := p.findTerms(ctx); err != nil {
		return err
	}
	if err := p.assets.bring(ctx, p.accepted()); err != nil {
		return err
	}
	for _, d := range p.documents { // the slugs that become free may be those of new files
		if r := p.own[d]; r != nil && !fits(r.slug, d.Slug) {
			if err := p.publish(ctx, d); err != nil {
				return err
			}
		}
	}
	for _, d := range p.documents {
		if err := p.publish(ctx, d); err != nil {
			return err
		}
	}
	if err := p.close(ctx); err != nil {
		return err
	}
	if err := p.trashGone(ctx); err != nil {
		return err
	}
	if n := p.refused + p.count(refuse); n > 0 {
		return incomplete(n, p.refused+len(p.documents))
	}
	if n := len(p.lost); n > 0 {
		return program.Status(fmt.Errorf("%d pictures are not shown", n), program.Incomplete)
	}
	return nil
}

// accepted are the documents that are not refused yet.
func (p *publisher) accepted() []*document {
	return slices.DeleteFunc(slices.Clone(p.documents), func(d *document) bool { return d.what == refuse })
}

// incomplete is the error of a run that refused files.
func incomplete(refused, all int) error {
	return program.Status(fmt.Errorf("%d of %d documents were refused: a line above says why for each", refused, all),
		program.Incomplete)
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
	lost := ""
	if len(p.lost) > 0 {
		lost = fmt.Sprintf(", %d lost", len(p.lost))
	}
	if p.trash {
		lost = fmt.Sprintf(", %d trashed", p.trashed) + lost
	}
	program.Total(p.out, p.dry, "%d created, %d updated, %d unchanged, %d refused; %d uploaded%s",
		p.count(create), p.count(update)+p.count(move), p.count(unchanged), p.refused+p.count(refuse), p.assets.uploads, lost)
}

// look reads what the site has of the documents and the pages above them.
func (p *publisher) look(ctx context.Context) error {
	if err := p.lookMarks(ctx); err != nil {
		return err
	}
	p.sayGone()
	for _, name := range []string{"post", "page"} {
		var slugs []string
		for _, d := range p.documents {
			if d.what == refuse {
				continue
			}
			if d.Type == name && p.own[d] == nil {
				slugs = append(slugs, d.Slug)
			}
			if d.above != nil && p.own[d.above] == nil && name == "page" {
				slugs = append(slugs, d.above.Slug)
			}
			if d.Parent != "" && d.above == nil && name == "page" {
				slugs = append(slugs, slug(d.Parent))
			}
		}
		slices.Sort(slugs)
		found, err := p.kinds[name].find(ctx, slices.Compact(slugs))
		if err != nil {
			return err
		}
		for _, r := range found {
			if !slices.ContainsFunc(p.records[name], func(own *record) bool { return own.id == r.id }) {
				p.records[name] = append(p.records[name], r)
			}
		}
	}
	return nil
}

// publish brings a document to the site, after the page above it and those that it
// names, so that their addresses are known.
func (p *publisher) publish(ctx context.Context, d *document) error {
	if d.state != waiting {
		return nil // refused, or already begun: two documents link to each other
	}
	d.state = begun
	if above := d.above; above != nil {
		if err := p.publish(ctx, above); err != nil {
			return err
		}
		if above.what == refuse && p.record(above) == nil {
			p.refuse(d, fmt.Errorf("the page above it, %s, is refused", above.path))
			return nil
		}
	}
	for _, named := range d.links {
		if p.waits(named) {
			continue // published later, because d is above it
		}
		if err := p.publish(ctx, named); err != nil {
			return err
		}
	}
	what, about, err := p.bring(ctx, d)
	switch {
	case ofFile(err):
		p.refuse(d, err)
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", d.path, err)
	}
	d.state, d.what = done, what
	if what != unchanged {
		say(p.out, what, d.path, about)
	}
	return nil
}

// waits reports that a page above is on its way to the site.
func (p *publisher) waits(d *document) bool {
	for above := d.above; above != nil; above = above.above {
		if above.state == begun {
			return true
		}
	}
	return false
}

// record is what the site has of a document, nil for nothing.
func (p *publisher) record(d *document) *record {
	if r := p.own[d]; r != nil {
		return r
	}
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
	p.own[d] = r
	known := p.records[d.Type]
	if i := slices.IndexFunc(known, func(other *record) bool { return other.id == r.id }); i >= 0 {
		known[i] = r
		return
	}
	p.records[d.Type] = append(known, r)
}
