package cms

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// leftovers are drafts of attempts that did not come to their end.
func (e *ensuring[T, P, L]) leftovers(ctx context.Context) ([]holder, error) {
	found, _, err := e.list(ctx, url.Values{"search": {`"` + e.mark() + `"`}, "status[]": {string(StatusDraft)}})
	return slices.DeleteFunc(found, func(h holder) bool {
		return !strings.HasPrefix(h.Slug, e.slug+"-") || !strings.Contains(h.Content.Raw, e.mark())
	}), err
}

// merge trashes the doubles that a race of two processes left when one of them
// ended before it could look: what is the same but for its id. Of others nobody
// knows which is meant, and an update would give the first another slug.
func (e *ensuring[T, P, L]) merge(ctx context.Context, holders []holder) error {
	first, doubles := holders[0], holders[1:]
	for _, h := range doubles {
		if h.Title.Raw != first.Title.Raw || h.Content.Raw != first.Content.Raw {
			return e.c.fails("Ensure", http.MethodPost, because(ErrConflict, fmt.Errorf("%d and %d have the slug, and are not the same", first.ID, h.ID)))
		}
	}
	return e.trash(ctx, doubles)
}

// trash trashes records that may be gone already.
func (e *ensuring[T, P, L]) trash(ctx context.Context, records []holder) error {
	for _, record := range records {
		if _, err := e.c.Trash(ctx, record.ID); err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrGone) {
			return err
		}
	}
	return nil
}

func (e *ensuring[T, P, L]) delete(ctx context.Context, drafts []holder) error {
	for _, draft := range drafts {
		if _, err := e.c.Delete(ctx, draft.ID); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
	}
	return nil
}
