package main

import (
	"context"
	"errors"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/snippets"
)

// draftSnippets makes an empty snippet, switched off, for each that is missing. A
// site takes none in a batch.
func (r *restore) draftSnippets(ctx context.Context) error {
	left, err := r.unmade(archive.Snippets)
	if err != nil || len(left) == 0 {
		return err
	}
	if r.skip[archive.Snippets] {
		return r.skipKind(archive.Snippets)
	}
	if err := r.adoptSnippets(ctx); err != nil {
		return err
	}
	if left, err = r.unmade(archive.Snippets); err != nil {
		return err
	}
	for _, id := range left {
		made, err := r.snippets.Create(ctx, &snippets.Params{Name: new(r.slug(archive.Snippets, id)), Active: new(false)})
		if errors.Is(err, cms.ErrOutcomeUnknown) && ctx.Err() == nil {
			if err := r.adoptSnippets(ctx); err != nil {
				return err
			}
			if r.journal.id(archive.Snippets, id) != 0 {
				continue
			}
		}
		if err != nil {
			return err
		}
		if err := r.journal.write(entry{Kind: archive.Snippets, Old: id, New: made.ID}); err != nil {
			return err
		}
	}
	return nil
}

// adoptSnippets is adopt for snippets.
func (r *restore) adoptSnippets(ctx context.Context) error {
	if r.skip[archive.Snippets] {
		return nil
	}
	var twice []int64
	for s, err := range r.snippets.All(ctx, nil) {
		if err != nil {
			return err
		}
		old, ok := r.standsFor(archive.Snippets, s.Name)
		switch id := r.journal.id(archive.Snippets, old); {
		case !ok || id == s.ID:
		case id != 0:
			twice = append(twice, s.ID)
		default:
			if err := r.journal.write(entry{Kind: archive.Snippets, Old: old, New: s.ID}); err != nil {
				return err
			}
		}
	}
	for _, id := range twice {
		if _, err := r.snippets.Delete(ctx, id); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
	}
	return nil
}

// fillSnippets writes the snippets. One whose code is broken is kept switched off
// by the site.
func (r *restore) fillSnippets(ctx context.Context) error {
	ids, err := r.records(archive.Snippets)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if r.journal.id(archive.Snippets, id) == 0 || r.journal.finished(archive.Snippets, id) {
			continue
		}
		if err := r.fillSnippet(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (r *restore) fillSnippet(ctx context.Context, id int64) error {
	var s snippets.Snippet
	if err := r.from.Read(archive.Snippets, strconv.FormatInt(id, 10), &s); err != nil {
		return err
	}
	params, err := s.Params()
	if err != nil {
		return err
	}
	params.ConditionID = r.id(archive.Snippets, params.ConditionID)
	made, err := r.snippets.Update(ctx, r.journal.id(archive.Snippets, id), params)
	if refused(err) || errors.Is(err, cms.ErrOutcomeUnknown) && ctx.Err() == nil { // not retried: it may have run the code
		r.fail(archive.Snippets, id, err)
		return nil
	}
	if err != nil {
		return err
	}
	if made.Active != s.Active {
		r.note(archive.Snippets, id, "the site keeps it switched off: %s", made.CodeError)
	}
	return r.journal.write(entry{Kind: archive.Snippets, Old: id, Done: true})
}
