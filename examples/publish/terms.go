package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/cms"
)

// terms are the categories and tags that documents name.
type terms struct {
	site   *cms.Client
	create bool
	dry    bool
	out    io.Writer

	ids map[string]int64 // by taxonomy and name; -1 for what a dry run would create
}

// termParams is what a term is created with.
type termParams struct {
	Name string `json:"name"`
}

// termSearch finds terms whose names hold a text.
type termSearch struct {
	Search  string `url:"search"`
	Page    int    `url:"page,omitempty"`
	PerPage int    `url:"per_page,omitempty"`
}

func (t *terms) of(taxonomy string) *cms.Collection[cms.Term, termParams, termSearch] {
	return cms.NewCollection[cms.Term, termParams, termSearch](t.site, "cms/v2/"+taxonomy)
}

// named is a term as a document names it.
type named struct{ taxonomy, name string }

func (n named) key() string { return n.taxonomy + " " + strings.ToLower(n.name) }

func (d *document) terms() (all []named) {
	for _, name := range d.Categories {
		all = append(all, named{"categories", name})
	}
	for _, name := range d.Tags {
		all = append(all, named{"tags", name})
	}
	return all
}

// bring finds the terms of all documents, and creates those that are missing or
// says which they are.
func (t *terms) bring(ctx context.Context, documents []*document) error {
	t.ids = map[string]int64{}
	var missing []error
	for _, d := range documents {
		for _, term := range d.terms() {
			if _, known := t.ids[term.key()]; known {
				continue
			}
			id, err := t.id(ctx, term)
			if err != nil {
				return err
			}
			if t.ids[term.key()] = id; id == 0 {
				missing = append(missing, fmt.Errorf("%s: the site has none of the %s called %q; -create-terms creates it", d.path, term.taxonomy, term.name))
			}
		}
	}
	return errors.Join(missing...)
}

// longest is the longest word of a name: searches find it, whatever the site has
// made of the signs around it.
func longest(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return name
	}
	return slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
}

// id is that of a term, 0 if there is none and none is to be created.
func (t *terms) id(ctx context.Context, wanted named) (int64, error) {
	records := t.of(wanted.taxonomy)
	for term, err := range records.All(ctx, &termSearch{Search: longest(wanted.name)}) {
		if err != nil {
			return 0, err
		}
		if strings.EqualFold(html.UnescapeString(term.Name), wanted.name) || term.Slug == wanted.name {
			return term.ID, nil
		}
	}
	if !t.create {
		return 0, nil
	}
	say(t.out, "create", wanted.name, "one of the "+wanted.taxonomy)
	if t.dry {
		return -1, nil
	}
	term, err := records.Create(ctx, &termParams{wanted.name})
	if err == nil {
		return term.ID, nil
	}
	return existing(err)
}

// existing is the id of the term that stands in the way of another, which is the
// one that was looked for.
func existing(err error) (int64, error) {
	var data struct {
		ID int64 `json:"term_id"`
	}
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || e.Code != "term_exists" || decode(e.Data, &data) != nil || data.ID == 0 {
		return 0, err
	}
	return data.ID, nil
}

// all are the ids of names, in order.
func (t *terms) all(taxonomy string, names []string) []int64 {
	ids := make([]int64, len(names))
	for i, name := range names {
		ids[i] = t.ids[named{taxonomy, name}.key()]
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
