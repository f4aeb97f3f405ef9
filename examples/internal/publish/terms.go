package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
)

// termSet are the categories and tags that documents name.
type termSet struct {
	site   *cms.Client
	create bool
	dry    bool
	out    io.Writer

	ids  map[named]int64 // unknown for what a dry run would create
	said map[named]bool  // what a dry run would create
}

// named is a term as a document names it.
type named struct{ taxonomy, name string }

// folded is how all spellings of a name are known.
func (n named) folded() named { return named{n.taxonomy, strings.ToLower(n.name)} }

func (d *document) terms() (all []named) {
	if d.Type == "page" {
		return nil
	}
	for _, name := range d.Categories {
		all = append(all, named{"categories", name})
	}
	for _, name := range d.Tags {
		all = append(all, named{"tags", name})
	}
	return all
}

// findTerms finds the terms of all documents, and creates those that are missing. A document
// is refused if one of its terms cannot be had.
func (p *publisher) findTerms(ctx context.Context) error {
	t := p.terms
	t.ids, t.said = map[named]int64{}, map[named]bool{}
	failed := map[named]error{}
	for _, d := range p.accepted() {
		for _, term := range d.terms() {
			key, shown := term.folded(), strings.ReplaceAll(term.name, below, "/")
			if _, known := t.ids[key]; !known && failed[key] == nil {
				id, err := t.id(ctx, term)
				switch {
				case err != nil && !ofFile(err):
					return err
				case err != nil:
					failed[key] = fmt.Errorf("one of the %s, %.80q: %w", term.taxonomy, shown, err)
				case id == 0:
					failed[key] = fmt.Errorf("the site has none of the %s called %.80q; -create-terms creates it",
						term.taxonomy, shown)
				default:
					t.ids[key] = id
				}
			}
			if failed[key] != nil {
				p.refuse(d, failed[key])
			}
		}
	}
	return nil
}

// id is the id of a term, 0 if there is none and none is to be created. A category may be a path
// of names, joined by [below].
func (t *termSet) id(ctx context.Context, wanted named) (int64, error) {
	records, path := terms.Tags(t.site), []string{wanted.name}
	if wanted.taxonomy == "categories" {
		records, path = terms.Categories(t.site), strings.Split(wanted.name, below)
	}
	var last terms.Term
	for i, name := range path {
		found, err := records.ByName(ctx, name, last.ID)
		if errors.Is(err, cms.ErrNotFound) && t.create {
			if t.dry {
				t.plan(wanted.taxonomy, path, i)
				return unknown, nil
			}
			say(t.out, create, name, "one of the "+wanted.taxonomy)
			found, err = records.Ensure(ctx, name, &terms.Params{Parent: &last.ID})
		}
		switch {
		case errors.Is(err, cms.ErrNotFound):
			return 0, nil
		case err != nil:
			return 0, err
		}
		last = *found
	}
	return last.ID, nil
}

// plan says which terms of a path a run would create: those from one on.
func (t *termSet) plan(taxonomy string, path []string, from int) {
	for i := from; i < len(path); i++ {
		whole := named{taxonomy, strings.Join(path[:i+1], below)}.folded()
		if !t.said[whole] {
			t.said[whole] = true
			say(t.out, create, path[i], "one of the "+taxonomy)
		}
	}
}

// all are the ids of names, in order.
func (t *termSet) all(taxonomy string, names []string) []int64 {
	ids := make([]int64, len(names))
	for i, name := range names {
		ids[i] = t.ids[named{taxonomy, name}.folded()]
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
