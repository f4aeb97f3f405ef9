package publish

import (
	"context"
	"errors"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// record is what has to be known of a post or page.
type record struct {
	id, parent int64
	slug, link string
	fields     fields // without the mark in the content
	mark       *mark  // nil for what was not published from here
	read       any    // the record itself
}

// kind is a type of records.
type kind interface {
	// find returns the records with these slugs that the user may edit.
	find(ctx context.Context, slugs []string) ([]*record, error)
	// marked returns the records that were published from a source and that the user may edit.
	marked(ctx context.Context, source string) ([]*record, error)
	// create makes a record.
	create(ctx context.Context, f fields) (*record, error)
	// update changes a record, if it still is what was read.
	update(ctx context.Context, r *record, f fields) (*record, error)
	// amend writes fields into records that this run has created, where they still are what was
	// read. It returns the records that were written, by their index.
	amend(ctx context.Context, wanted []amended) map[int]*record
	// remove deletes a record permanently.
	remove(ctx context.Context, r *record) error
	// trash moves a record to the trash.
	trash(ctx context.Context, r *record) error
}

func kinds(site *cms.Client) map[string]kind {
	edit, every := cms.ContextEdit, []cms.Status{cms.StatusAny}
	return map[string]kind{
		"post": &collection[cms.Post, cms.PostParams, cms.PostListOptions]{
			site.Posts,
			func(slugs []string) *cms.PostListOptions {
				return &cms.PostListOptions{Context: edit, Status: every, Slug: slugs, OrderBy: cms.ByID, Order: cms.Ascending}
			},
			func(search string) *cms.PostListOptions {
				return &cms.PostListOptions{
					Context: edit, Status: every, Search: search, OrderBy: cms.ByID, Order: cms.Ascending,
				}
			},
			postRecord,
		},
		"page": &collection[cms.Page, cms.PageParams, cms.PageListOptions]{
			site.Pages,
			func(slugs []string) *cms.PageListOptions {
				return &cms.PageListOptions{Context: edit, Status: every, Slug: slugs, OrderBy: cms.ByID, Order: cms.Ascending}
			},
			func(search string) *cms.PageListOptions {
				return &cms.PageListOptions{
					Context: edit, Status: every, Search: search, OrderBy: cms.ByID, Order: cms.Ascending,
				}
			},
			pageRecord,
		},
	}
}

// collection is the kind of a collection of the SDK.
type collection[T, P, L any] struct {
	records *cms.Content[T, P, L]
	bySlugs func(slugs []string) *L
	search  func(text string) *L
	known   func(*T) (*record, error)
}

func (c *collection[T, P, L]) find(ctx context.Context, slugs []string) (found []*record, err error) {
	for chunk := range slices.Chunk(slugs, 100) {
		for v, err := range c.records.All(ctx, c.bySlugs(chunk)) {
			if err != nil {
				return nil, err
			}
			r, err := c.known(v)
			if err != nil {
				return nil, err
			}
			found = append(found, r)
		}
	}
	return found, nil
}

func (c *collection[T, P, L]) marked(ctx context.Context, source string) (found []*record, err error) {
	for v, err := range c.records.All(ctx, c.search(`"`+searched(source)+`"`)) {
		if err != nil {
			return nil, err
		}
		r, err := c.known(v)
		if err != nil {
			return nil, err
		}
		if r.mark != nil && r.mark.source == source { // a text may speak of marks
			found = append(found, r)
		}
	}
	return found, nil
}

func (c *collection[T, P, L]) create(ctx context.Context, f fields) (*record, error) {
	var params P
	if err := f.params(&params); err != nil {
		return nil, err
	}
	v, err := c.records.Create(ctx, &params)
	if err != nil {
		return nil, err
	}
	return c.known(v)
}

func (c *collection[T, P, L]) update(ctx context.Context, r *record, f fields) (*record, error) {
	var params P
	if err := f.params(&params); err != nil {
		return nil, err
	}
	v, err := c.records.UpdateIfUnchanged(ctx, r.read.(*T), &params)
	if err != nil {
		return nil, err
	}
	return c.known(v)
}

func (c *collection[T, P, L]) remove(ctx context.Context, r *record) error {
	_, err := c.records.Delete(ctx, r.id)
	return err
}

func (c *collection[T, P, L]) trash(ctx context.Context, r *record) error {
	_, err := c.records.Trash(ctx, r.id)
	if errors.Is(err, cms.ErrGone) { // somebody else did it
		return nil
	}
	return err
}

func postRecord(p *cms.Post) (*record, error) {
	params, err := p.Params()
	if err != nil {
		return nil, err
	}
	return (&record{id: p.ID, slug: p.Slug, link: p.Link, read: p}).show(params, p.Date, p.DateGMT)
}

func pageRecord(p *cms.Page) (*record, error) {
	params, err := p.Params()
	if err != nil {
		return nil, err
	}
	return (&record{id: p.ID, parent: p.Parent, slug: p.Slug, link: p.Link, read: p}).show(params, p.Date, p.DateGMT)
}

// show fills the fields, and takes the mark out of the content.
func (r *record) show(params any, date cms.LocalTime, gmt cms.GMTTime) (_ *record, err error) {
	if r.fields, err = shown(params); err != nil {
		return nil, err
	}
	content, m := cut(r.fields.text("content"))
	r.mark = m
	for name, value := range map[string]string{"content": content, "date": string(date), "date_gmt": string(gmt)} {
		if err := r.fields.set(name, value); err != nil {
			return nil, err
		}
	}
	return r, nil
}
