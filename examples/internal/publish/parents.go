package publish

import (
	"errors"
	"fmt"
	"strings"
)

// findParents finds the pages that files name as the pages above them, by slug or by title. A
// page that is not in the folder may be on the site.
func (p *publisher) findParents() {
	named := map[string][]*document{}
	for _, d := range p.documents {
		if d.Type != "page" {
			continue
		}
		named[d.Slug] = append(named[d.Slug], d)
		if title := " " + strings.ToLower(d.Title); slug(d.Title) != d.Slug {
			named[title] = append(named[title], d)
		}
	}
	for _, d := range p.documents {
		if d.Parent == "" {
			continue
		}
		found := except(named[slug(d.Parent)], d)
		if len(found) == 0 {
			found = except(named[" "+strings.ToLower(d.Parent)], d)
		}
		if len(found) > 1 && d.grand != "" {
			var fit []*document
			for _, other := range found {
				if strings.EqualFold(other.Parent, d.grand) {
					fit = append(fit, other)
				}
			}
			found = fit
		}
		if len(found) > 1 {
			p.refuse(d, fmt.Errorf("%d pages have the slug of its parent, %s", len(found), slug(d.Parent)))
		} else if len(found) == 1 {
			d.above = found[0]
		}
	}
}

// except returns the documents without one of them.
func except(documents []*document, d *document) (others []*document) {
	for _, other := range documents {
		if other != d {
			others = append(others, other)
		}
	}
	return others
}

// checkParents refuses each page whose parent is neither in the folder nor on the site, and
// pages that are below themselves.
func (p *publisher) checkParents() {
	for _, d := range p.documents {
		above := d.above
		for range p.documents {
			if above == nil || above == d {
				break
			}
			above = above.above
		}
		switch n := len(p.bySlug(d.Parent)); {
		case above == d:
			p.refuse(d, errors.New("it is above itself"))
			d.above = nil
		case d.Parent != "" && d.above == nil && n != 1:
			p.refuse(d, fmt.Errorf("%d pages have the slug of its parent, %s", n, slug(d.Parent)))
		}
	}
}

// bySlug returns the pages of the site with a slug.
func (p *publisher) bySlug(name string) (found []*record) {
	if name == "" {
		return nil
	}
	wanted := slug(name)
	for _, r := range p.records["page"] {
		if r.slug == wanted {
			found = append(found, r)
		}
	}
	return found
}

// parent returns the id of the parent page, 0 if there is none.
func (p *publisher) parent(d *document) int64 {
	switch found := p.bySlug(d.Parent); {
	case d.above != nil:
		if r := p.record(d.above); r != nil {
			return r.id
		}
		return unknown
	case d.Parent == "":
		return 0
	case len(found) > 0:
		return found[0].id
	}
	return unknown
}
