package cms

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// UpdateIfUnchanged is [Collection.Update] of a record that was read in the context
// "edit" with all its fields, if it still is what was read: the same
// modified_gmt and the same raw texts. Otherwise nothing is written, and
// the error is [ErrChanged].
//
// WordPress has no conditional update. So the record is read again, compared and
// written. Then the response and the newest revisions show whether someone else wrote in
// between. A revision from before the update must still be among them: without it the
// site may have dropped the revision of someone else too.
//
// It takes three requests, or two if the update leaves no new revision. A record
// without any revision is updated with nothing first, so that the site keeps one of
// what was read: one request more, and modified_gmt changes.
//
// Limitations: some changes between the check and the write are not detected: those that
// leave no revision (status, terms, white space), and those whose revision was deleted.
//
// Errors:
//   - [ErrInvalidArgument] if params cannot be sent, or the record was not read whole
//     or is of a type that shows no modified_gmt.
//   - [ErrChanged] if the record is not what was read; nothing of params was written.
//   - [ErrUnverifiable] with a nil record if the site keeps no revisions of it;
//     nothing of params was written.
//   - [ErrUnverifiable] with the record as written, if the newest revisions cannot be
//     read, or show none that was there before. A site that keeps a single one does
//     not show that before the update.
//   - [ErrOverwritten] with the record as written, if someone else changed it between
//     the look and the update, or immediately after it.
//
// [AllowUnverified] turns ErrUnverifiable off.
func (c *Content[T, P, L]) UpdateIfUnchanged(ctx context.Context, read *T, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.updateIfUnchanged(ctx, read, params, apply(options, CallOption.get)))
}

func (c *resource) updateIfUnchanged(ctx context.Context, read, params any, s *callSettings) (any, error) {
	const verb = "UpdateIfUnchanged"
	before, err := c.versionOf(read, len(c.fields) == 0)
	if err != nil {
		return nil, c.argumentError(verb, err)
	}
	if s.err != nil {
		return nil, c.argumentError(verb, s.err)
	}
	if len(s.fields) > 0 {
		return nil, c.argumentError(verb, &ArgumentError{Argument: "fields", Reason: "the whole record is needed to see whether it was changed"})
	}
	quiet := *s
	quiet.captures, quiet.embedded, quiet.query = nil, false, url.Values{"context": {string(ContextEdit)}}
	request := c.update(before.ID, params)
	request.Operation = c.name + "." + verb
	body, err := request.payload(c.site.config.prefix, s)
	if err != nil {
		return nil, c.argumentError(verb, err)
	}
	var sent map[string]jsontext.Value
	if err := wire.Unmarshal(body.Bytes, &sent); err != nil {
		return nil, c.argumentError(verb, err)
	}
	// With its links, which tell the number of revisions: see WithoutLinks.
	now, err := c.site.perform(ctx, c.item(verb, http.MethodGet, before.ID), &quiet)
	if err != nil {
		return nil, err
	}
	look, err := c.versionOf(now, true)
	if err != nil {
		return nil, c.argumentError(verb, err)
	}
	if !look.same(before) {
		return nil, c.newError(verb, http.MethodPost, ErrChanged)
	}
	if !s.unverified {
		if err := c.verifiable(ctx, look, sent, &quiet); err != nil {
			return nil, err
		}
	}
	written, err := c.site.perform(ctx, request, s)
	if err != nil {
		return nil, err
	}
	after, err := c.versionOf(written, true)
	if err == nil {
		err = c.overwritten(ctx, look, after, sent, &quiet)
	}
	if errors.Is(err, ErrUnverifiable) && s.unverified {
		err = nil
	}
	if err != nil {
		err = c.newError(verb, http.MethodPost, err)
	}
	return written, err
}

// AllowUnverified lets [Content.UpdateIfUnchanged] write where the site keeps
// too few revisions to show whether someone else wrote in between. What they do
// show is still an error. Other calls ignore it.
func AllowUnverified() CallOption {
	return callOption(func(s *callSettings) { s.unverified = true })
}

// verifiable refuses an update that the revisions could not show to be the only one. A
// record without revisions gets its first one, by an update of nothing.
func (c *resource) verifiable(ctx context.Context, look *version, sent map[string]jsontext.Value, s *callSettings) error {
	const verb = "UpdateIfUnchanged"
	unverifiable := func(reason error) error {
		e := c.newError(verb, http.MethodPost, transport.Because(ErrUnverifiable, reason))
		e.Hint = "nothing of params was written; AllowUnverified writes all the same"
		return e
	}
	if err := look.unverifiable(); err != nil {
		return unverifiable(err)
	}
	if look.history().count > 0 || !look.writesText(sent) {
		return nil
	}
	plain := *s
	plain.query = nil
	first := c.written(c.item(verb, http.MethodPost, look.ID), reflect.Zero(reflect.PointerTo(c.params)).Interface(), RepeatSafe)
	v, err := c.site.perform(ctx, first, &plain)
	if err != nil {
		return err
	}
	now, err := c.versionOf(v, true)
	switch {
	case err != nil:
		return c.argumentError(verb, err)
	case !maps.Equal(now.texts(), look.texts()) || now.history().count > 1: // more than ours
		return c.newError(verb, http.MethodPost, ErrChanged)
	case now.history().count == 0:
		return unverifiable(errors.New("the site keeps no revisions of the record"))
	}
	*look = *now
	return nil
}

var errUnkept = errors.New("it was written, and the site keeps no revision of the update")

// newest is how many revisions are read at once, the latest first.
const newest = 10

// overwritten reports that someone else changed a record between the look at it
// and our update, or immediately after: in a text that the update did not send, or
// in a revision that is not what the update returned.
//
// A site drops the oldest revisions first. So if one of those before the look is
// left, then no later one was dropped.
func (c *resource) overwritten(ctx context.Context, look, after *version, sent map[string]jsontext.Value, s *callSettings) error {
	changed := false // a text by us, of which a site keeps a revision
	before := look.texts()
	for name, text := range after.texts() {
		if text == before[name] {
			continue
		}
		if _, ours := sent[name]; !ours {
			return transport.Because(ErrOverwritten, fmt.Errorf("the %s is not what it was", name))
		}
		changed = changed || !sameText(text, before[name])
	}
	was, is := look.history(), after.history()
	kept := is.latest == was.latest && is.count == was.count // no other revision
	switch {
	case changed && (kept || !is.known):
		return transport.Because(ErrUnverifiable, errUnkept)
	case kept:
		return nil
	}
	whole := *s
	// WordPress 6.8 and older find no "title.raw" in a revision.
	whole.fields = []string{"slug", "author", "date_gmt", "title", "content", "excerpt"}
	page, err := c.revisions(after.ID).page(ctx, "List", url.Values{"per_page": {strconv.Itoa(newest)}}, &whole)
	if err == nil && len(page.Broken) > 0 {
		err = (*BrokenRecordError)(page.Broken[0])
	}
	if err != nil {
		return transport.Because(ErrUnverifiable, err)
	}
	revisions := typedPage[Revision](page).Items
	// The latest of the look may be an autosave. Those keep their ids, so that revisions
	// with higher ones are older: they are known by their dates.
	autosaved := slices.ContainsFunc(revisions, func(r Revision) bool { return r.ID == was.latest && r.autosaved() })
	old, ours := false, false
	for i := range revisions {
		r := &revisions[i]
		switch {
		case r.autosaved():
		case !r.Title.HasRaw():
			return transport.Because(ErrUnverifiable, fmt.Errorf("revision %d came without its texts", r.ID))
		case r.ID <= was.latest,
			autosaved && (string(r.DateGMT) < look.ModifiedGMT || string(r.DateGMT) == look.ModifiedGMT && look.holds(r)):
			old = true
		case after.holds(r):
			ours = true
		default:
			return transport.Because(ErrOverwritten, fmt.Errorf("revision %d by user %d is not what was written", r.ID, r.Author))
		}
	}
	switch {
	case changed && !ours:
		return transport.Because(ErrUnverifiable, errUnkept)
	case !old && look.writesText(sent):
		return transport.Because(ErrUnverifiable, errors.New("it was written, and the site keeps no other revision than that of the update"))
	}
	return nil
}

func (r *Revision) autosaved() bool { return strings.Contains(r.Slug, "-autosave-v") }
