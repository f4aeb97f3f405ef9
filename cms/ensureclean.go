package cms

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// holder is what Ensure has to know of a record.
type holder struct {
	ID      int64  `json:"id"`
	Slug    string `json:"slug"`
	Parent  int64  `json:"parent"`
	Title   Text   `json:"title"`
	Content Text   `json:"content"`
}

func without(holders []holder, id int64) []holder {
	return slices.DeleteFunc(slices.Clone(holders), func(h holder) bool { return h.ID == id })
}

// mark stands in the content of a draft that is not finished. Searches find it.
func (e *ensuring) mark() string {
	return "fontcms-ensure " + cmp.Or(e.parent, "0") + "/" + e.slug + "."
}

// token is a slug for an unfinished draft, as the site stores one.
func (e *ensuring) token() string { return e.slug + "-" + strings.ToLower(rand.Text()) }

// isToken reports whether a slug is a token of this slug.
func (e *ensuring) isToken(slug string) bool {
	token, ok := strings.CutPrefix(slug, e.slug+"-")
	token = strings.TrimPrefix(token, "-") // a site may keep two
	return ok && len(token) == len(rand.Text()) && strings.Trim(token, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// isUnfinished reports that a content is that of a draft of this Ensure, and that
// nobody has written into it.
func (e *ensuring) isUnfinished(content Text) bool {
	return strings.TrimSpace(content.Raw) == "<!-- "+e.mark()+" -->"
}

// unfinished are the fields of a draft that [Collection.Ensure] has yet to finish.
func (e *ensuring) unfinished(slug string) map[string]json.RawMessage {
	return map[string]json.RawMessage{"status": text(string(StatusDraft)), "slug": text(slug), "content": text("<!-- " + e.mark() + " -->")}
}

// leftovers are drafts of attempts that did not come to their end.
func (e *ensuring) leftovers(ctx context.Context) ([]holder, error) {
	found, _, err := e.list(ctx, url.Values{"search": {`"` + e.mark() + `"`}, "status[]": {string(StatusDraft)}})
	return slices.DeleteFunc(found, func(h holder) bool {
		return !e.isToken(h.Slug) || !e.isUnfinished(h.Content)
	}), err
}

// merge trashes the doubles of the first record, which a process left that ended
// before it could look. A process that is still at work deletes its own soon. Of
// records that differ nobody knows which is meant, and an update would give the
// first another slug.
func (e *ensuring) merge(ctx context.Context, holders []holder) error {
	wait := 50 * time.Millisecond
	for range looks {
		if len(holders) < 2 {
			return nil
		}
		same, err := e.same(ctx, holders)
		if err != nil {
			return err
		}
		if same {
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
	if len(holders) < 2 {
		return nil
	}
	return e.c.fails("Ensure", http.MethodPost, because(ErrConflict, fmt.Errorf("%d and %d have the slug, and are not the same", holders[0].ID, holders[1].ID)))
}

// looks is how often a slug is looked up before what was found counts.
const looks = 5

// same reports that records are the same but for their ids and dates, and can be
// told from others at all.
func (e *ensuring) same(ctx context.Context, holders []holder) (bool, error) {
	first := holders[0]
	for _, h := range holders {
		if h.Slug != first.Slug || h.Parent != first.Parent || h.Title.Raw == "" || h.Title.Raw != first.Title.Raw || h.Content.Raw == "" || h.Content.Raw != first.Content.Raw {
			return false, nil
		}
	}
	whole := *e.quiet
	whole.fields = nil
	var members map[string]string
	for _, h := range holders {
		raw, err := perform(ctx, e.c.client, Request[json.RawMessage]{
			Operation: e.c.name + ".Ensure", Path: e.c.path + "/" + strconv.FormatInt(h.ID, 10), Query: url.Values{"context": {string(ContextEdit)}},
		}, &whole)
		if errors.Is(err, ErrNotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		these, ok := compared(*raw, h.ID)
		if !ok || members != nil && !maps.Equal(members, these) {
			return false, nil
		}
		members = these
	}
	return true, nil
}

// compared are the members of a record that two copies of it have in common, in
// a form that can be compared: no id, no date, no address and no text as shown.
func compared(record []byte, id int64) (out map[string]string, ok bool) {
	var members map[string]jsontext.Value
	if wire.Unmarshal(record, &members) != nil || string(members["id"]) != strconv.FormatInt(id, 10) {
		return nil, false
	}
	out = map[string]string{}
	for name, value := range members {
		switch name {
		case "id", "date", "date_gmt", "modified", "modified_gmt", "guid", "link", "permalink_template", "generated_slug", "class_list", "_links":
			continue
		}
		var text struct {
			Raw *string `json:"raw"`
		}
		if wire.Unmarshal(value, &text) == nil && text.Raw != nil {
			out[name] = *text.Raw
			continue
		}
		if value.Canonicalize() != nil {
			return nil, false
		}
		out[name] = string(value)
	}
	return out, true
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
func (e *ensuring) trash(ctx context.Context, records []holder) error {
	for _, record := range records {
		if _, err := e.c.moveToTrash(ctx, record.ID, gather[CallOption](nil, CallOption.get)); err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrGone) {
			return err
		}
	}
	return nil
}

func (e *ensuring) remove(ctx context.Context, id int64) error {
	r := Request[Deleted[holder]](e.found.removal(e.found.item("Delete", http.MethodDelete, id)))
	_, err := remove(ctx, e.c.client, r, gather[CallOption](nil, CallOption.get))
	return err
}

// delete deletes unfinished drafts. One that is gone was deleted by another
// Ensure.
func (e *ensuring) delete(ctx context.Context, drafts []holder) error {
	for _, draft := range drafts {
		if err := e.remove(ctx, draft.ID); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
	}
	return nil
}
