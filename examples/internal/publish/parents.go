package publish

import (
	"errors"
	"fmt"
	"slices"
)

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

// checkParents refuses each page whose parent is not there, is there twice, or is below the
// page itself.
func (p *publisher) checkParents() {
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
		above := p.above(d)
		for range p.documents {
			if above != nil {
				above = p.above(above)
			}
		}
		switch {
		case n != 1:
			p.refuse(d, fmt.Errorf("%d pages have the slug of its parent, %s", n, wanted))
		case above != nil:
			p.refuse(d, errors.New("it is above itself"))
		}
	}
}
