package cms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// UpdateIfUnchanged is [Collection.Update] for a record that nobody else has changed
// since you read it. Read the record in the context "edit" with all fields, and pass it
// as read. If its modified_gmt, one of its raw texts, or a field that params sets has
// changed, nothing is written, and the error is [ErrChanged]. Of Meta only the fields that
// params sets are compared.
//
// WordPress has no conditional update. So UpdateIfUnchanged reads the record again,
// compares it, and writes it. Then it checks the response and the newest revisions for
// a change by someone else between the check and the write. A site may keep only a few
// revisions. If all revisions that the site returns are newer than the check, the site may
// have deleted a revision by someone else. The error is then [ErrUnverifiable].
//
// It takes three requests, or two if the update leaves no new revision. A record without
// revisions is first updated with no fields, so that the site stores a revision of what
// was read. That takes one more request and changes modified_gmt.
//
// Limitations: these changes between the check and the write are not detected:
//   - changes that leave no revision (status, terms, white space)
//   - changes whose revision was deleted
//
// Errors:
//   - [ErrInvalidArgument] if params cannot be sent, if the record was not read whole,
//     or if its type has no modified_gmt.
//   - [ErrChanged] if the record has changed. Nothing was written.
//   - [ErrUnverifiable] with a nil record if the site keeps no revisions of it. Nothing
//     of params was written.
//   - [ErrUnverifiable] with the record as written if the newest revisions cannot be
//     read, or if every revision that the site returns is newer than the check. If a
//     site keeps only one revision, the client finds this out only after the update.
//   - [ErrOverwritten] with the record as written if someone else changed it between the
//     check and the write, or immediately after it.
//
// The reads ask caches for a fresh response, also caches that compare only addresses.
//
// [AllowUnverified] turns ErrUnverifiable off.
func (c *Content[T, P, L]) UpdateIfUnchanged(ctx context.Context, read *T, params *P,
	options ...CallOption) (*T, error) {
	return typed[T](c.resource.updateIfUnchanged(ctx, read, params, options))
}

func (c *resource) updateIfUnchanged(ctx context.Context, read, params any, options []CallOption) (any, error) {
	const verb = "UpdateIfUnchanged"
	s := apply(options, CallOption.get)
	before, err := c.versionOf(read, len(c.fields) == 0)
	if err := cmp.Or(c.err, err, s.err); err != nil {
		return nil, c.argumentError(verb, err)
	}
	if len(s.fields) > 0 {
		return nil, c.argumentError(verb,
			&ArgumentError{Argument: "fields", Reason: "the whole record is needed to check whether it was changed"})
	}
	quiet := *s
	quiet.Captures, quiet.embedded, quiet.query = nil, false, url.Values{"context": {string(ContextEdit)}}
	quiet.uncached = true // a record from a cache would seem unchanged
	request := c.update(before.ID, params)
	request.Operation = c.name + "." + verb
	body, _, err := request.payload()
	if err := cmp.Or(request.err, err); err != nil {
		return nil, c.argumentError(verb, err)
	}
	var sent map[string]jsontext.Value
	if err := wire.Unmarshal(body.Bytes, &sent); err != nil {
		return nil, c.argumentError(verb, err)
	}
	ctx, cancel := c.site.transport.CallContext(ctx)
	defer cancel()
	// Read the links too, even with WithoutLinks: they hold the number of revisions.
	now, err := c.site.perform(ctx, c.item(verb, http.MethodGet, before.ID), &quiet)
	if err != nil {
		return nil, err
	}
	look, err := c.versionOf(now, true)
	if err != nil {
		return nil, c.argumentError(verb, err)
	}
	if !look.same(before, sent) {
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

// AllowUnverified lets [Content.UpdateIfUnchanged] write where the site keeps too few
// revisions to show a change by someone else. A change that they do show is still an
// error. Other calls ignore this option.
func AllowUnverified() CallOption {
	return callOption(func(s *callSettings) { s.unverified = true })
}

// verifiable refuses an update that the revisions could not verify. If a record has no
// revisions, verifiable creates the first one, with an update without fields.
func (c *resource) verifiable(ctx context.Context, look *version, sent map[string]jsontext.Value,
	s *callSettings) error {
	const verb = "UpdateIfUnchanged"
	unverifiable := func(reason error) error {
		e := c.newError(verb, http.MethodPost, transport.Because(ErrUnverifiable, reason))
		e.Hint = "nothing of params was written; AllowUnverified writes it anyway"
		return e
	}
	if err := look.unverifiable(); err != nil {
		return unverifiable(err)
	}
	// A dry run must not create a revision first: its error must describe the update that the
	// caller asked for.
	if look.history().count > 0 || !look.writesText(sent) || c.site.config.dryRun {
		return nil
	}
	plain := *s
	plain.query = nil
	first := c.written(c.item(verb, http.MethodPost, look.ID), reflect.Zero(reflect.PointerTo(c.params)).Interface(),
		RepeatSafe)
	v, err := c.site.perform(ctx, first, &plain)
	if err != nil {
		return err
	}
	now, err := c.versionOf(v, true)
	switch {
	case err != nil:
		return c.argumentError(verb, err)
	case !maps.Equal(now.texts(), look.texts()) || now.history().count > 1:
		// Someone else has changed the record, or has created another revision.
		return c.newError(verb, http.MethodPost, ErrChanged)
	case now.history().count == 0:
		return unverifiable(errors.New("the site keeps no revisions of the record"))
	}
	*look = *now
	return nil
}

var errUnkept = errors.New("it was written, but the site keeps no revision of the update")

// newest is the maximum number of revisions that overwritten reads. It reads the newest ones.
const newest = 10

// overwritten returns an error if someone else changed a record between our check and our
// update, or immediately after it. In that case a text that the update did not send has
// changed, or a revision differs from the update.
//
// A site drops the oldest revisions first. So if a revision from before the check is left,
// no later revision was dropped.
func (c *resource) overwritten(ctx context.Context, look, after *version, sent map[string]jsontext.Value,
	s *callSettings) error {
	changed := false // whether our update changed a text, so that the site keeps a revision
	before := look.texts()
	for name, text := range after.texts() {
		if text == before[name] {
			continue
		}
		if _, ours := sent[name]; !ours {
			return transport.Because(ErrOverwritten, fmt.Errorf("the %s has changed", name))
		}
		changed = changed || !sameText(text, before[name])
	}
	was, is := look.history(), after.history()
	kept := is.latest == was.latest && is.count == was.count // the record has no new revision
	switch {
	case changed && (kept || !is.known):
		return transport.Because(ErrUnverifiable, errUnkept)
	case kept:
		return nil
	}
	whole := *s
	// Select the field title: WordPress 6.8 and older have no field title.raw in a revision.
	whole.fields = []string{"slug", "author", "date_gmt", "title", "content", "excerpt"}
	page, err := c.revisions(after.ID).first(ctx, "List", url.Values{}, newest, &whole)
	if err == nil && len(page.Broken) > 0 {
		err = (*BrokenRecordError)(page.Broken[0])
	}
	if err != nil {
		return transport.Because(ErrUnverifiable, err)
	}
	revisions := typedPage[Revision](page).Items
	// The latest revision at the check may be an autosave. An autosave keeps its id when it is
	// saved again. So revisions with higher ids may be older than the check, and their dates
	// decide.
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
			return transport.Because(ErrOverwritten,
				fmt.Errorf("revision %d by user %d differs from what was written", r.ID, r.Author))
		}
	}
	switch {
	case changed && !ours:
		return transport.Because(ErrUnverifiable, errUnkept)
	case !old && look.writesText(sent):
		return transport.Because(ErrUnverifiable,
			errors.New("it was written, but the site keeps no other revision than that of the update"))
	}
	return nil
}

func (r *Revision) autosaved() bool { return strings.Contains(r.Slug, "-autosave-v") }
