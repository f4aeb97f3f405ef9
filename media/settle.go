package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
)

// copied is a record that a call of [Library.Ensure] has uploaded.
type copied struct {
	*Media
	own  int64  // id of the record if the response proves that the call created it, otherwise 0
	slug string // slug of its content
}

// The number of lists after an upload. The wait before the second list is firstWait, and
// it doubles with each list.
const (
	lists     = 5
	firstWait = 50 * time.Millisecond
)

// settle returns the record that keeps a content after an upload. The comment of
// [Library.Ensure] has the rules.
func (l *Library) settle(ctx context.Context, c copied, options []cms.CallOption) (*Media, error) {
	earlier, listed, err := l.earlier(ctx, c, options)
	if err != nil {
		return nil, c.unchecked(err)
	}
	switch {
	case earlier != nil:
		if err := l.delete(ctx, c.own, options); err != nil {
			return nil, l.failure(http.MethodDelete, fmt.Errorf(
				"%w: records %d and %d have the content, and record %d could not be deleted: %w",
				cms.ErrConflict, earlier.ID, c.ID, c.ID, err))
		}
		return earlier, nil
	case listed:
		return c.Media, nil
	}
	// No list shows the record, so it is updated: the response to a write is not old.
	m, err := l.Update(ctx, c.ID, &Params{Slug: &c.slug}, options...)
	switch {
	case err != nil:
		return nil, c.unchecked(err)
	case m.Slug == c.slug:
		return m, nil
	}
	return nil, l.withdraw(ctx, c.own, c.ID, cms.ErrConflict, fmt.Sprintf(
		"another record has the slug %s, no list shows it, and the site gave record %d the slug %.80q",
		c.slug, c.ID, m.Slug), options)
}

// unchecked returns the error for an upload that was not compared with other records.
func (c copied) unchecked(err error) error {
	return &UnfinishedError{Operation: ensuring, ID: c.ID, Err: err}
}

// earlier returns the first record of a content that is older than c, nil if there is
// none. listed means that a list shows c, so that it is not older than the upload.
func (l *Library) earlier(ctx context.Context, c copied, options []cms.CallOption) (m *Media, listed bool, err error) {
	wait := firstWait
	for n := range lists {
		if n > 0 {
			if err := relay.Sleep(ctx, wait); err != nil {
				return nil, false, err
			}
			wait *= 2
		}
		found, err := l.withContent(ctx, c.slug, c.Slug, []cms.CallOption{cms.Sending(options...)})
		if err != nil {
			return nil, false, err
		}
		listed = slices.ContainsFunc(found, func(m Media) bool { return m.ID == c.ID })
		if m := first(found); m != nil && m.ID < c.ID {
			m, err := l.holder(ctx, m.ID, c.slug, options)
			if err != nil || m != nil {
				return m, listed, err
			}
		}
		if listed {
			break
		}
	}
	return nil, listed, nil
}

// holder reads a record that a list showed. It returns nil if the record is gone or no
// longer has the slug.
func (l *Library) holder(ctx context.Context, id int64, slug string, options []cms.CallOption) (*Media, error) {
	m, err := l.edited(ctx, id, options)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case m.Type != "attachment" || !isSlug(m.Slug, slug):
		return nil, nil
	}
	return m, nil
}

// withdraw deletes a record that this call has created, and returns the error that says
// why.
func (l *Library) withdraw(ctx context.Context, own, id int64, kind error, why string, options []cms.CallOption) error {
	if err := l.delete(ctx, own, options); err != nil {
		return l.failure(http.MethodDelete,
			fmt.Errorf("%w: %s; record %d could not be deleted again: %w", kind, why, id, err))
	}
	return l.failure(http.MethodPost, fmt.Errorf("%w: %s; record %d was deleted again", kind, why, id))
}

// errUnproven means that a record may belong to somebody else.
var errUnproven = errors.New("the response does not prove that this call created it")

// delete deletes a record that this call has created. A missing record is no error:
// somebody else has deleted it.
func (l *Library) delete(ctx context.Context, own int64, options []cms.CallOption) error {
	if own == 0 {
		return errUnproven
	}
	_, err := l.Delete(ctx, own, cms.Sending(options...))
	if errors.Is(err, cms.ErrNotFound) {
		return nil
	}
	return err
}

// isSlug reports whether a site made slug of another slug: it adds a number to a slug that is taken.
func isSlug(slug, of string) bool {
	suffix, ok := strings.CutPrefix(slug, of)
	number, numbered := strings.CutPrefix(suffix, "-")
	return ok && (suffix == "" || numbered && positive(number) > 1)
}

// mostCopies is the number of slugs that [Library.Ensure] looks for: without a suffix,
// and with -2 to -9.
const mostCopies = 9

// withContent returns the records of a content, the lowest id first. further is one more
// slug to look for, or "". Each list also names a slug that no record has, so that its
// address is new: no cache has an old list for it.
func (l *Library) withContent(ctx context.Context, slug, further string, options []cms.CallOption) ([]Media, error) {
	list := &ListOptions{
		Context: cms.ContextEdit, OrderBy: cms.ByID, Order: cms.Ascending,
		Status: []cms.Status{cms.StatusInherit, cms.StatusPrivate}, Slug: []string{slug},
	}
	for number := 2; number <= mostCopies; number++ {
		list.Slug = append(list.Slug, fmt.Sprintf("%s-%d", slug, number))
	}
	if further != "" && !slices.Contains(list.Slug, further) {
		list.Slug = append(list.Slug, further)
	}
	list.Slug = append(list.Slug, slug+"-"+strings.ToLower(rand.Text()))
	walk := make([]cms.WalkOption, 0, len(options))
	for _, o := range options {
		walk = append(walk, o)
	}
	var found []Media
	for m, err := range l.All(ctx, list, walk...) {
		if err != nil {
			return nil, err
		}
		if !isSlug(m.Slug, slug) {
			return nil, l.failure(http.MethodGet, fmt.Errorf(
				"%w: record %d has the slug %.80q, not %s", cms.ErrSlugIgnored, m.ID, m.Slug, slug))
		}
		found = append(found, *m)
	}
	return found, nil
}

// first returns the record that keeps a content, nil if there is none.
func first(found []Media) *Media {
	if len(found) == 0 {
		return nil
	}
	return &found[0]
}
