package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// term is a term of any taxonomy, or a menu.
type term struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Slug        string `json:"slug"`
	Description string `json:"description"`
	Parent      int64  `json:"parent"`
	// Meta is what plugins keep of it.
	Meta json.RawMessage `json:"meta"`
}

type termParams struct {
	Name        string `json:"name"`
	Slug        string `json:"slug,omitzero"`
	Description string `json:"description,omitzero"`
	Parent      int64  `json:"parent,omitzero"`
	Meta        any    `json:"meta,omitzero"`
}

type termCollection = cms.Collection[term, termParams, struct{}]

// terms finds the terms of the folder on the site by their slugs, and makes those
// that are missing, parents first.
func (r *restore) terms(ctx context.Context) error {
	for _, kind := range r.kinds {
		if !kind.Terms {
			continue
		}
		if r.skip[kind.Name] {
			if err := r.skipKind(kind.Name); err != nil {
				return err
			}
			continue
		}
		if err := r.taxonomy(ctx, kind); err != nil {
			return fmt.Errorf("%s: %w", kind.Name, err)
		}
	}
	return nil
}

func (r *restore) taxonomy(ctx context.Context, kind archive.Kind) error {
	ids, err := r.records(kind.Name)
	if err != nil {
		return err
	}
	there := map[string]int64{}
	list := cms.NewCollection[term, termParams, struct{}](r.site, kind.Route)
	for t, err := range list.All(ctx, nil, cms.Exact()) {
		if err != nil {
			return err
		}
		there[t.Slug] = t.ID
	}
	wanted := map[int64]term{}
	for _, id := range ids {
		var t term
		if err := r.from.Read(kind.Name, strconv.FormatInt(id, 10), &t); err != nil {
			return err
		}
		wanted[id] = t
	}
	for _, id := range ids {
		if err := r.term(ctx, kind.Name, list, wanted, there, id, 0); err != nil {
			return err
		}
	}
	return nil
}

// term makes one term and those above it.
func (r *restore) term(ctx context.Context, kind string, list *termCollection, wanted map[int64]term,
	there map[string]int64, id int64, depth int) error {
	t, ok := wanted[id]
	if !ok || r.journal.id(kind, id) != 0 || depth > len(wanted) {
		return nil
	}
	if err := r.term(ctx, kind, list, wanted, there, t.Parent, depth+1); err != nil {
		return err
	}
	found, ok := there[t.Slug]
	if !ok {
		var err error
		if found, err = r.makeTerm(ctx, kind, list, t); err != nil {
			r.fail(kind, id, err)
			return ctx.Err()
		}
	}
	return r.journal.write(entry{Kind: kind, Old: id, New: found, Done: true})
}

func (r *restore) makeTerm(ctx context.Context, kind string, list *termCollection, t term) (int64, error) {
	params := &termParams{Name: t.Name, Slug: t.Slug, Description: t.Description, Parent: r.journal.id(kind, t.Parent)}
	if meta, ok := settable(t.Meta); ok {
		params.Meta = meta
	}
	made, err := list.Create(ctx, params)
	if params.Meta != nil && refused(err) && existing(err) == 0 {
		r.note(kind, t.ID, "the site does not take its meta, and it comes without: %v", err)
		params.Meta = nil
		made, err = list.Create(ctx, params) // if the first create worked, this one fails with "exists"
	}
	if errors.Is(err, cms.ErrOutcomeUnknown) && ctx.Err() == nil {
		made, err = list.Create(ctx, params) // if the first create worked, this one fails with "exists"
	}
	if err == nil {
		return made.ID, nil
	}
	if id := existing(err); id != 0 {
		return sameTerm(ctx, list, id, params, err) // it has another slug, for example a renamed menu
	}
	return 0, err
}

// sameTerm reads the term that a refusal names. A term with another name or parent is
// not the one to make.
func sameTerm(ctx context.Context, list *termCollection, id int64, wanted *termParams, refusal error) (int64, error) {
	found, err := list.Get(ctx, id)
	if err != nil {
		return 0, errors.Join(refusal, err)
	}
	name := func(text string) string { return strings.Join(strings.Fields(html.UnescapeString(text)), " ") }
	if !strings.EqualFold(name(found.Name), name(wanted.Name)) || found.Parent != wanted.Parent {
		return 0, fmt.Errorf("%w: the site names the term %d, which is another one: %.80q", refusal, id, found.Name)
	}
	return id, nil
}

// existing is the id of the term for which the site refused another one, 0 for none.
func existing(err error) int64 {
	var term struct {
		ID int64 `json:"term_id"`
	}
	if refused, ok := errors.AsType[*cms.Error](err); !ok || json.Unmarshal(refused.Data, &term) != nil {
		return 0
	}
	return term.ID
}

// findAuthors looks for the authors on the site, by their slugs. The records of
// those who are not there become those of who restores.
func (r *restore) findAuthors(ctx context.Context) error {
	r.authors = map[int64]int64{}
	whose := "whose records become yours"
	if r.wants(archive.Comments) {
		whose += ", and whose comments become those of a guest"
	}
	ids, err := r.records(archive.Users)
	if err != nil {
		return err
	}
	type user struct {
		ID   int64  `json:"id"`
		Slug string `json:"slug"`
	}
	for _, id := range ids {
		var wanted user
		if err := r.from.Read(archive.Users, strconv.FormatInt(id, 10), &wanted); err != nil {
			return err
		}
		found, err := cms.Do(ctx, r.site, cms.Request[[]user]{Path: "cms/v2/users",
			Query: url.Values{"slug[]": {wanted.Slug}, "context": {"edit"}}}, cms.Fields("id", "slug"))
		listed := err == nil
		if errors.Is(err, cms.ErrNoRoute) { // the list has no route: look for the same id
			var one *user
			if one, err = cms.Do(ctx, r.site, cms.Request[user]{Path: fmt.Sprintf("cms/v2/users/%d", id)},
				cms.Fields("id", "slug")); err == nil {
				found = &[]user{*one}
			}
		}
		if err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
		if found == nil {
			found = &[]user{}
		}
		i := slices.IndexFunc(*found, func(u user) bool { return u.Slug == wanted.Slug && u.ID > 0 })
		if i >= 0 {
			r.authors[id] = (*found)[i].ID
			continue
		}
		if len(*found) > 0 && listed { // the user may be on another page
			return fmt.Errorf("%w: asked for the user %s, got %.80q", cms.ErrFilterIgnored, wanted.Slug, (*found)[0].Slug)
		}
		r.note(archive.Users, id, "the site has no %s, %s", wanted.Slug, whose)
	}
	return nil
}
