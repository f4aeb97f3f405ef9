package cms

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// version is by what one state of a record is told from another.
type version struct {
	ID          int64  `json:"id"`
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

// revisions is how many the record has, -1 if it does not say.
func (v *version) revisions() int {
	for _, link := range v.Links["version-history"] {
		if link.Count != nil {
			return *link.Count
		}
	}
	return -1
}

// UpdateIfUnchanged is [Collection.Update] of a record that was read in the context
// "edit" with all its fields, if it still is what was read: the same
// modified_gmt and the same raw texts. Otherwise nothing is written, and
// the error is [ErrChanged].
//
// The site itself has no such condition, so the record is read, compared and
// written, and the answer is compared with what was read by the number of
// revisions: whoever wrote in between has left one, and the error is then
// [ErrOverwritten] beside the record as it is now. What stays open is a change in that window
// that leaves no revision (of a status, of terms), or on a site that keeps none:
// as long as it takes from the answer to the read to the site's own write, about
// one request. It takes two requests.
func (c *Collection[T, P, L]) UpdateIfUnchanged(ctx context.Context, read *T, params *P, options ...UpdateOption) (*T, error) {
	const verb = "UpdateIfUnchanged"
	before, err := versionOf(read, len(c.fields) == 0)
	if err != nil {
		return nil, c.refused(verb, err)
	}
	s, err := gather(options, UpdateOption.update)
	if err != nil {
		return nil, c.refused(verb, err)
	}
	if len(s.fields) > 0 {
		return nil, c.refused(verb, &ArgumentError{Argument: "fields", Reason: "the whole record is needed to see whether it was changed"})
	}
	quiet := *s
	quiet.captures, quiet.embedded, quiet.query = nil, false, url.Values{"context": {string(ContextEdit)}}
	path, err := c.item(verb, before.ID)
	if err != nil {
		return nil, err
	}
	// With its links, which tell the number of revisions: see WithoutLinks.
	now, err := perform(ctx, c.client, Request[T]{Operation: c.name + "." + verb, Path: path}, &quiet)
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
	request := c.UpdateRequest(before.ID, params)
	request.Operation = c.name + "." + verb
	if s.method != "" {
		request.Method = s.method
	}
	written, err := perform(ctx, c.client, request, s)
	if err != nil {
		return nil, err
	}
	after, err := versionOf(written, true)
	if err == nil && current.revisions() >= 0 && after.revisions() > current.revisions()+1 {
		err = c.fails(verb, http.MethodPost, ErrOverwritten)
	}
	return written, err
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
	if err == nil && (v.ModifiedGMT == "" || linked && v.Links == nil || !v.Title.HasRaw()) {
		err = errors.New(`it was not read in the context "edit" with all its fields`)
	}
	if err != nil {
		return nil, &ArgumentError{Argument: "record", Reason: err.Error()}
	}
	return &v, nil
}
