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
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// ensuringFile implements [upsert.Store] for the content of one file. The documentation of
// [Library.Ensure] explains the rules.
type ensuringFile struct {
	library *Library
	file    File
	params  *Params // params of Ensure; Ensure has set the slug, and the title if it was nil
	slug    string  // slug made from the content: see File.ContentSlug
	options []cms.CallOption

	own  int64 // id of the uploaded record if the response proves that this call created it, otherwise 0
	lost error // error of an upload whose response was lost
}

func (e *ensuringFile) ID(m *Media) int64 { return m.ID }

// Look returns the records with the content, the record with the lowest id first.
func (e *ensuringFile) Look(ctx context.Context, made *Media) ([]*Media, error) {
	if made != nil {
		return e.lookAfter(ctx, made)
	}
	found, err := e.list(ctx, "", e.options)
	if err != nil || e.lost == nil || len(found) < 2 {
		return found, err
	}
	// There are several records. Return an error, because the upload may have created any of them.
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = fmt.Sprintf("%d (%.200s)", m.ID, m.Link)
	}
	return nil, e.library.failure(http.MethodPost, fmt.Errorf(
		"%w: the response to the upload was lost, and these records have its content: %s",
		cms.ErrConflict, strings.Join(names, ", ")))
}

// After an upload, the list is read at most lists times. firstWait is the wait before the
// second time. The wait then doubles each time.
const (
	lists     = 5
	firstWait = 50 * time.Millisecond
)

// lookAfter returns the uploaded record. If an older record has the content, lookAfter
// returns two records: the older record, and then the uploaded record.
func (e *ensuringFile) lookAfter(ctx context.Context, made *Media) ([]*Media, error) {
	earlier, listed, err := e.earlier(ctx, made)
	switch {
	case err != nil:
		return nil, unchecked(made, err)
	case earlier != nil:
		return []*Media{earlier, made}, nil
	case listed:
		return []*Media{made}, nil
	}
	// No list shows the uploaded record yet, perhaps because of a cache. So set the slug of this
	// record once more: the response to a write never comes from a cache. If another record
	// has the slug, the response shows that the site gave this record a different slug.
	m, err := e.library.Update(ctx, made.ID, &Params{Slug: &e.slug}, e.options...)
	switch {
	case err != nil:
		return nil, unchecked(made, err)
	case m.Slug == e.slug:
		*made = *m
		return []*Media{made}, nil
	}
	return nil, e.takeBack(ctx, made.ID, cms.ErrConflict, fmt.Sprintf(
		"another record has the slug %s, no list shows it, and the site gave record %d the slug %.80q",
		e.slug, made.ID, m.Slug))
}

// unchecked returns the error for an upload that could not be compared with other records.
func unchecked(made *Media, err error) error {
	return &UnfinishedError{Operation: ensuring, ID: made.ID, Err: err}
}

// earlier returns the oldest record that has the content, if it is older than the uploaded record
// made. It returns nil if there is none. listed reports whether the list contains the uploaded
// record. If so, the list is not older than the upload.
func (e *ensuringFile) earlier(ctx context.Context, made *Media) (m *Media, listed bool, err error) {
	wait := firstWait
	for n := range lists {
		if n > 0 {
			_ = relay.Sleep(ctx, wait) // ignore the error: if ctx is done, the next request fails
			wait *= 2
		}
		found, err := e.list(ctx, made.Slug, []cms.CallOption{cms.Sending(e.options...)})
		if err != nil {
			return nil, listed, err
		}
		listed = slices.ContainsFunc(found, func(m *Media) bool { return m.ID == made.ID })
		if len(found) > 0 && found[0].ID < made.ID {
			m, err := e.holder(ctx, found[0].ID)
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

// holder reads a record that has the slug of the content according to a list. It returns nil
// if the record is gone, is not an attachment, or does not have the slug.
func (e *ensuringFile) holder(ctx context.Context, id int64) (*Media, error) {
	m, err := e.library.edited(ctx, id, e.options)
	if errors.Is(err, cms.ErrNotFound) || err == nil && (m.Type != "attachment" || !isSlug(m.Slug, e.slug)) {
		return nil, nil
	}
	return m, err
}

// Make uploads the file.
func (e *ensuringFile) Make(ctx context.Context) (*Media, error) {
	m, own, err := e.library.upload(ctx, e.file, e.params, e.options)
	if _, stored := errors.AsType[*UnfinishedError](err); stored {
		read, failed := e.library.edited(ctx, own, e.options)
		if failed != nil {
			return nil, err
		}
		m, err = read, nil
	}
	e.own = own
	switch {
	case errors.Is(err, cms.ErrOutcomeUnknown):
		e.lost = err
		return nil, err
	case err != nil:
		return nil, err
	case !isSlug(m.Slug, e.slug):
		return nil, e.takeBack(ctx, m.ID, cms.ErrSlugIgnored, fmt.Sprintf(
			"it renames the slugs of uploads: record %d got %.80q, not %s", m.ID, m.Slug, e.slug))
	}
	return m, nil
}

// Check returns nil: Make and Look have compared the slug.
func (e *ensuringFile) Check(*Media) error { return nil }

// Withdraw deletes the uploaded record, because an earlier record has the content.
func (e *ensuringFile) Withdraw(ctx context.Context, made, earlier *Media) error {
	if err := e.delete(ctx); err != nil {
		return e.library.failure(http.MethodDelete, fmt.Errorf(
			"%w: records %d and %d have the content, and record %d could not be deleted: %w",
			cms.ErrConflict, earlier.ID, made.ID, made.ID, err))
	}
	return nil
}

// takeBack deletes the uploaded record. It always returns an error, which wraps kind and
// contains the text why.
func (e *ensuringFile) takeBack(ctx context.Context, id int64, kind error, why string) error {
	if err := e.delete(ctx); err != nil {
		return e.library.failure(http.MethodDelete,
			fmt.Errorf("%w: %s; record %d could not be deleted again: %w", kind, why, id, err))
	}
	return e.library.failure(http.MethodPost, fmt.Errorf("%w: %s; record %d was deleted again", kind, why, id))
}

// errUnproven means that a record is not deleted, because another program may have created it.
var errUnproven = errors.New("the response does not prove that this call created it")

// delete deletes the record that this call has created. It returns [errUnproven] if there is no
// proof that this call has created the record. It returns nil if the record is already gone.
func (e *ensuringFile) delete(ctx context.Context) error {
	if e.own == 0 {
		return errUnproven
	}
	_, err := e.library.Delete(ctx, e.own, cms.Sending(e.options...))
	if errors.Is(err, cms.ErrNotFound) {
		return nil
	}
	return err
}

// Again reports whether the upload may have stored the content although its response was
// lost.
func (e *ensuringFile) Again(_ context.Context, failed error, _ bool) (bool, error) {
	return errors.Is(failed, e.lost), nil
}

// Missing returns the error of the upload, because a call uploads only once. If several
// records have the content, it returns this error instead.
func (e *ensuringFile) Missing(_ context.Context, failed, err error) ([]*Media, error) {
	if errors.Is(err, cms.ErrConflict) {
		return nil, err
	}
	return nil, failed
}

// Differs names the sub-sizes that an image lacks.
func (e *ensuringFile) Differs(m *Media) string {
	if wanted := e.params.GenerateSubSizes; wanted != nil && !*wanted || !m.unfinished() {
		return ""
	}
	return "missing sub-sizes: " + upsert.Text(m.MissingImageSizes)
}

// Bring makes the missing sub-sizes.
func (e *ensuringFile) Bring(ctx context.Context, m *Media, _ []*Media) (*Media, error) {
	return e.library.PostProcess(ctx, m.ID, e.options...)
}

// list returns the records with the content, the record with the lowest id first. further
// is one more slug to look for, or "". Each request also asks for a random slug that no
// record has. This makes the address of the request unique, so that no cache has an old
// response for it.
func (e *ensuringFile) list(ctx context.Context, further string, options []cms.CallOption) ([]*Media, error) {
	list := &ListOptions{
		Context: cms.ContextEdit, OrderBy: cms.ByID, Order: cms.Ascending,
		Status: []cms.Status{cms.StatusInherit, cms.StatusPrivate}, Slug: []string{e.slug},
	}
	for number := 2; number <= mostCopies; number++ {
		list.Slug = append(list.Slug, fmt.Sprintf("%s-%d", e.slug, number))
	}
	if further != "" && !slices.Contains(list.Slug, further) {
		list.Slug = append(list.Slug, further)
	}
	list.Slug = append(list.Slug, e.slug+"-"+strings.ToLower(rand.Text()))
	walk := make([]cms.WalkOption, 0, len(options))
	for _, o := range options {
		walk = append(walk, o)
	}
	var found []*Media
	for m, err := range e.library.All(ctx, list, walk...) {
		if err != nil {
			return nil, err
		}
		if !isSlug(m.Slug, e.slug) {
			return nil, e.library.failure(http.MethodGet, fmt.Errorf(
				"%w: record %d has the slug %.80q, not %s", cms.ErrSlugIgnored, m.ID, m.Slug, e.slug))
		}
		found = append(found, m)
	}
	return found, nil
}

// mostCopies is the number of slugs that [Library.Ensure] looks for: without a suffix,
// and with -2 to -9.
const mostCopies = 9

// isSlug reports whether slug is the wanted slug, with or without a suffix such as -2. The
// parameter of is the wanted slug. The site adds a suffix to a slug that is already in use.
func isSlug(slug, of string) bool {
	suffix, ok := strings.CutPrefix(slug, of)
	number, numbered := strings.CutPrefix(suffix, "-")
	return ok && (suffix == "" || numbered && positive(number) > 1)
}
