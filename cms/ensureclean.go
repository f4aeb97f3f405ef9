package cms

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// holder is what Ensure has to know of a record.
type holder struct {
	ID      int64  `json:"id"`
	Slug    string `json:"slug"`
	Parent  int64  `json:"parent"`
	Title   Text   `json:"title"`
	Content Text   `json:"content"`
}

// doubles reports that two records are the same but for their ids, and can be
// told from others at all.
func (h holder) doubles(other holder) bool {
	return h.Slug == other.Slug && h.Parent == other.Parent &&
		h.Title.Raw != "" && h.Title.Raw == other.Title.Raw && h.Content.Raw != "" && h.Content.Raw == other.Content.Raw
}

func without(holders []holder, id int64) []holder {
	return slices.DeleteFunc(slices.Clone(holders), func(h holder) bool { return h.ID == id })
}

// mark stands in the content of a draft that is not finished. Searches find it.
func (e *ensuring[T, P, L]) mark() string {
	return "fontcms-ensure " + cmp.Or(e.parent, "0") + "/" + e.slug + "."
}

// token is a slug for an unfinished draft, as the site stores one.
func (e *ensuring[T, P, L]) token() string { return e.slug + "-" + strings.ToLower(rand.Text()) }

// isToken reports whether a slug is a token of this slug.
func (e *ensuring[T, P, L]) isToken(slug string) bool {
	token, ok := strings.CutPrefix(slug, e.slug+"-")
	token = strings.TrimPrefix(token, "-") // a site may keep two
	return ok && len(token) == len(rand.Text()) && strings.Trim(token, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// unfinished are the fields of a draft that [Collection.Ensure] has yet to finish.
func (e *ensuring[T, P, L]) unfinished(slug string) map[string]json.RawMessage {
	return map[string]json.RawMessage{"status": text(string(StatusDraft)), "slug": text(slug), "content": text("<!-- " + e.mark() + " -->")}
}

// leftovers are drafts of attempts that did not come to their end.
func (e *ensuring[T, P, L]) leftovers(ctx context.Context) ([]holder, error) {
	found, _, err := e.list(ctx, url.Values{"search": {`"` + e.mark() + `"`}, "status[]": {string(StatusDraft)}})
	return slices.DeleteFunc(found, func(h holder) bool {
		return !e.isToken(h.Slug) || !strings.Contains(h.Content.Raw, e.mark())
	}), err
}

// merge trashes the doubles of the first record, which a process left that ended
// before it could look. A process that is still at work deletes its own soon. Of
// records that differ nobody knows which is meant, and an update would give the
// first another slug.
func (e *ensuring[T, P, L]) merge(ctx context.Context, holders []holder) error {
	const looks = 5
	wait := 50 * time.Millisecond
	for range looks {
		i := slices.IndexFunc(holders[1:], func(h holder) bool { return !h.doubles(holders[0]) })
		if i < 0 {
			return e.trash(ctx, holders[1:])
		}
		if err := sleep(ctx, wait); err != nil {
			return e.c.fails("Ensure", http.MethodPost, err)
		}
		wait *= 2
		again, err := e.holders(ctx, e.slug)
		if err != nil {
			return err
		}
		if len(again) == 0 || again[0].ID != holders[0].ID {
			return errAgain
		}
		holders = again
	}
	if len(holders) == 1 {
		return nil
	}
	return e.c.fails("Ensure", http.MethodPost, because(ErrConflict, fmt.Errorf("%d and %d have the slug, and are not the same", holders[0].ID, holders[1].ID)))
}

// sleep waits, no longer than ctx.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
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

// delete deletes unfinished drafts. One that is gone was deleted by another
// Ensure.
func (e *ensuring[T, P, L]) delete(ctx context.Context, drafts []holder) error {
	for _, draft := range drafts {
		if !e.isToken(draft.Slug) {
			return e.ignored(fmt.Errorf("record %d has the slug %.80q, which is none of Ensure's", draft.ID, draft.Slug))
		}
		if _, err := e.c.Delete(ctx, draft.ID); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
	}
	return nil
}
