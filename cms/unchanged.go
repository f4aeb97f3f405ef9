package cms

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// version is by what one state of a record is told from another.
type version struct {
	ID          int64  `json:"id"`
	DateGMT     string `json:"date_gmt"`
	ModifiedGMT string `json:"modified_gmt"`
	Title       Text   `json:"title"`
	Content     Text   `json:"content"`
	Excerpt     Text   `json:"excerpt"`
	Links       Links  `json:"_links"`
}

// same compares what an editor can change; seconds alone would miss two edits
// within one.
func (v *version) same(other *version) bool {
	return v.ModifiedGMT == other.ModifiedGMT && v.Title.Raw == other.Title.Raw && v.Content.Raw == other.Content.Raw && v.Excerpt.Raw == other.Excerpt.Raw
}

// history is what the links of a record say of its revisions.
type history struct {
	known  bool  // the type keeps revisions
	count  int   // autosaves included
	latest int64 // 0 for none
}

func (v *version) history() (h history) {
	for _, link := range v.Links.Get("version-history") {
		h.known = true
		if link.Count != nil {
			h.count = *link.Count
		}
	}
	for _, link := range v.Links.Get("predecessor-version") {
		h.latest = link.ID
	}
	return h
}

// unverifiable refuses a record of which the site keeps no revisions, as far as it
// shows: it was changed since it was made, and there is none.
func (v *version) unverifiable() error {
	h := v.history()
	switch {
	case !h.known:
		return errors.New("the record has no revisions")
	case h.count == 0 && v.DateGMT != "" && v.ModifiedGMT > v.DateGMT:
		return errors.New("the record was changed before, and has no revisions")
	}
	return nil
}

// texts are what revisions keep, by the members of params that set them.
func (v *version) texts() map[string]string {
	return map[string]string{"title": v.Title.Raw, "content": v.Content.Raw, "excerpt": v.Excerpt.Raw}
}

// UpdateIfUnchanged is [Collection.Update] of a record that was read in the context
// "edit" with all its fields, if it still is what was read: the same
// modified_gmt and the same raw texts. Otherwise nothing is written, and
// the error is [ErrChanged].
//
// The site itself has no such condition. So the record is read again, compared and
// written; then the response and the revisions that are newer than the look show
// whether someone else wrote in between. It takes two requests, or three if there
// are other new revisions than the one of the update, or none.
//
// Limitations: a change in between that leaves no revision, such as one of the
// status or of terms, is not detected.
// Errors: [ErrChanged] if the record is not what was read; nothing was written.
// [ErrUnverifiable] with a nil record if the look shows that the site keeps no
// revisions of it; nothing was written. [ErrUnverifiable] with the record as
// written, if only the update shows that the site keeps no revisions, or a single
// one. [ErrOverwritten] with the record as written, if someone else changed it
// between the look and the update, or immediately after it. [AllowUnverified]
// turns ErrUnverifiable off.
func (c *Collection[T, P, L]) UpdateIfUnchanged(ctx context.Context, read *T, params *P, options ...CallOption) (*T, error) {
	return as[T](c.resource.updateIfUnchanged(ctx, read, params, gather(options, CallOption.get)))
}

func (c *resource) updateIfUnchanged(ctx context.Context, read, params any, s *settings) (any, error) {
	const verb = "UpdateIfUnchanged"
	before, err := versionOf(read, len(c.fields) == 0)
	if err != nil {
		return nil, c.refused(verb, err)
	}
	if s.err != nil {
		return nil, c.refused(verb, s.err)
	}
	if len(s.fields) > 0 {
		return nil, c.refused(verb, &ArgumentError{Argument: "fields", Reason: "the whole record is needed to see whether it was changed"})
	}
	quiet := *s
	quiet.captures, quiet.embedded, quiet.query = nil, false, url.Values{"context": {string(ContextEdit)}}
	request := c.update(before.ID, params)
	request.Operation = c.name + "." + verb
	body, err := request.payload(c.client.config.prefix, s)
	if err != nil {
		return nil, c.refused(verb, err)
	}
	// With its links, which tell the number of revisions: see WithoutLinks.
	now, err := c.client.perform(ctx, c.item(verb, http.MethodGet, before.ID), &quiet)
	if err != nil {
		return nil, err
	}
	current, err := versionOf(now, true)
	if err != nil {
		return nil, c.refused(verb, err)
	}
	if !current.same(before) {
		return nil, c.fails(verb, http.MethodPost, ErrChanged)
	}
	if err := current.unverifiable(); err != nil && !s.unverified {
		e := c.fails(verb, http.MethodPost, because(ErrUnverifiable, err))
		e.Hint = "nothing was written; AllowUnverified writes all the same"
		return nil, e
	}
	written, err := c.client.perform(ctx, request, s)
	if err != nil {
		return nil, err
	}
	after, err := versionOf(written, true)
	if err == nil {
		err = c.overwritten(ctx, current, after, body.Bytes, &quiet)
	}
	if errors.Is(err, ErrUnverifiable) && s.unverified {
		err = nil
	}
	if err != nil {
		err = c.fails(verb, http.MethodPost, err)
	}
	return written, err
}

// AllowUnverified lets [Collection.UpdateIfUnchanged] write where the site keeps
// too few revisions to show whether someone else wrote in between. What they do
// show is still an error. Other calls ignore it.
func AllowUnverified() CallOption {
	return callOption(func(s *settings) { s.unverified = true })
}

// overwritten reports that someone else changed a record between the look at it
// and our update, or immediately after: in a text that the update did not send, or
// in a revision that is not what the update returned.
func (c *resource) overwritten(ctx context.Context, look, after *version, body []byte, s *settings) error {
	var sent map[string]jsontext.Value
	if err := wire.Unmarshal(body, &sent); err != nil {
		return err
	}
	changed := false // a text by us, of which a site keeps a revision
	before := look.texts()
	for name, text := range after.texts() {
		if text == before[name] {
			continue
		}
		if _, ours := sent[name]; !ours {
			return because(ErrOverwritten, fmt.Errorf("the %s is not what it was", name))
		}
		changed = true
	}
	was, is := look.history(), after.history()
	switch {
	case changed && is.known && is.latest == was.latest || changed && was.count <= 1 && is.count == was.count:
		return because(ErrUnverifiable, errors.New("it was written, and the site keeps no other revision than that of the update"))
	case is.latest == was.latest, changed && is.count == was.count+1:
		return nil // no revision since the look, or ours alone
	}
	page, err := c.revisions(after.ID).page(ctx, "List", url.Values{"context": {string(ContextEdit)}, "per_page": {strconv.Itoa(wire.MaxPerPage)}}, s)
	if err != nil {
		return because(ErrUnverifiable, err)
	}
	for _, revision := range typed[Revision](page).Items {
		if revision.ID <= was.latest || strings.Contains(revision.Slug, "-autosave-v") {
			continue
		}
		if v := (version{Title: revision.Title, Content: revision.Content, Excerpt: revision.Excerpt}); !maps.Equal(v.texts(), after.texts()) {
			return because(ErrOverwritten, fmt.Errorf("revision %d is not what was written", revision.ID))
		}
	}
	return nil
}

// versionOf reads the state of a record from what it holds. A record that was read
// whole has links, unless they are left out of all.
func versionOf(record any, linked bool) (*version, error) {
	encoded, err := wire.Marshal(record)
	var v version
	if err == nil {
		err = wire.Unmarshal(encoded, &v)
	}
	if err == nil && v.ID == 0 {
		err = errors.New("it has no id")
	}
	if err == nil && (v.ModifiedGMT == "" || linked && v.Links.sent == nil || !v.Title.HasRaw()) {
		err = errors.New(`it was not read in the context "edit" with all its fields`)
	}
	if err != nil {
		return nil, &ArgumentError{Argument: "record", Reason: err.Error()}
	}
	return &v, nil
}
