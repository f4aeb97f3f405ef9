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

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Ensure sees to it that one record has the slug, and that it is as params say:
// it updates the record, or creates it, and may be repeated until it succeeds. Records of posts, pages
// and blocks have slugs; a page is known by its slug and params' Parent. The
// status is params', or draft for a new record. The slug is given as the site
// stores it: lower-case letters, digits, single - and _, and other text as %xx.
//
// One client makes one record of each slug, however the connection fails:
// calls for the same slug wait for each other, and a create whose fate is
// unknown is looked up. Several processes leave one record once the last Ensure
// has returned: if two got the slug at once, the one with the lowest id stays,
// and what others had made is trashed; where one ended by an error on the way, the
// next Ensure trashes its record if title and content are the same, and is
// [ErrConflict] without a change if they are not. What is lost on the way is at worst a draft whose slug
// begins with the slug asked for; the next Ensure for it takes or deletes it.
//
// It takes three requests to update, and five to create. [ErrSlugHidden] means
// a record that the caller may not edit has the slug, [*SlugTakenError] that
// the site does not give it; [ErrOutcomeUnknown] that it was given up after
// several lost creates. Of the options, Fields and Embed mean nothing here.
func (c *Collection[T, P, L]) Ensure(ctx context.Context, slug string, params *P, options ...CallOption) (*T, error) {
	s, err := gather(options, CallOption.get)
	if err != nil {
		return nil, c.refused("Ensure", err)
	}
	e, err := c.ensure(slug, params, s)
	if err != nil {
		return nil, c.refused("Ensure", err)
	}
	unlock, err := c.client.slugs.lock(ctx, e.key())
	if err != nil {
		return nil, c.fails("Ensure", http.MethodPost, err)
	}
	defer unlock()
	const rounds = 6
	for range rounds {
		var v *T
		if v, err = e.round(ctx); !errors.Is(err, errAgain) {
			return v, err
		}
	}
	return nil, c.fails("Ensure", http.MethodPost, ErrOutcomeUnknown)
}

// errAgain is why a round has to be followed by another.
var errAgain = errors.New("look again")

// ensuring is an Ensure on its way.
type ensuring[T, P, L any] struct {
	c      *Collection[T, P, L]
	s      *settings // of the answer to the caller
	quiet  *settings // of all other requests
	slug   string
	parent string // "" where records have none
	fields map[string]json.RawMessage
}

// holder is what Ensure has to know of a record.
type holder struct {
	ID      int64  `json:"id"`
	Slug    string `json:"slug"`
	Title   Text   `json:"title"`
	Content Text   `json:"content"`
}

func (c *Collection[T, P, L]) ensure(slug string, params *P, s *settings) (*ensuring[T, P, L], error) {
	if c.path == c.client.MenuItems.path {
		return nil, &ArgumentError{Argument: "slug", Reason: "menu items have none"}
	}
	if err := checkSlug(slug); err != nil {
		return nil, err
	}
	body, err := c.CreateRequest(params).marshal(c.client.config.prefix)
	if err != nil {
		return nil, err
	}
	e := &ensuring[T, P, L]{c: c, slug: slug}
	if err := wire.Unmarshal(body, &e.fields); err != nil {
		return nil, &ArgumentError{Argument: "params", Reason: err.Error()}
	}
	if given, ok := e.fields["slug"]; ok && string(given) != string(text(slug)) {
		return nil, &ArgumentError{Argument: "params", Reason: "its slug is another one"}
	}
	e.fields["slug"] = text(slug)
	if parent, ok := e.fields["parent"]; ok {
		e.parent = string(parent)
	} else if c.path == c.client.Pages.path {
		e.parent = "0"
	}
	answer, quiet := *s, *s
	answer.fields, answer.embedded = nil, false
	quiet.fields, quiet.embedded, quiet.captures = []string{"id", "slug", "title", "content"}, false, nil
	e.s, e.quiet = &answer, &quiet
	return e, nil
}

func text(s string) json.RawMessage {
	out, _ := wire.Marshal(s) // a string always has a JSON form
	return out
}

func (e *ensuring[T, P, L]) key() string { return e.c.path + "?" + e.parent + "/" + e.slug }

// mark stands in the content of a draft that is not finished. Searches find it.
func (e *ensuring[T, P, L]) mark() string {
	return "fontcms-ensure " + cmp.Or(e.parent, "0") + "/" + e.slug + "."
}

func (e *ensuring[T, P, L]) round(ctx context.Context) (*T, error) {
	holders, err := e.holders(ctx, e.slug)
	if err != nil {
		return nil, err
	}
	left, err := e.leftovers(ctx)
	if err != nil {
		return nil, err
	}
	if len(holders) > 0 {
		if err := e.delete(ctx, left); err != nil {
			return nil, err
		}
		if err := e.merge(ctx, holders); err != nil {
			return nil, err
		}
		v, record, err := e.update(ctx, holders[0].ID, e.fields)
		if err == nil && record.Slug != e.slug {
			err = &SlugTakenError{Slug: e.slug, Got: record.Slug, ID: record.ID}
		}
		return v, err
	}
	if len(left) == 0 {
		made, err := e.draft(ctx)
		if err != nil {
			return nil, err
		}
		left = []holder{made}
	}
	if err := e.delete(ctx, left[1:]); err != nil {
		return nil, err
	}
	return e.claim(ctx, left[0])
}

// holders are the records with a slug, the lowest id first.
func (e *ensuring[T, P, L]) holders(ctx context.Context, slug string) ([]holder, error) {
	query := url.Values{"slug[]": {slug}, "status[]": {string(StatusAny)}}
	if e.parent != "" {
		query.Set("parent[]", e.parent)
	}
	found, total, err := e.list(ctx, query)
	if err == nil && total > len(found) {
		err = e.c.fails("Ensure", http.MethodGet, ErrSlugHidden)
	}
	return found, err
}

func (e *ensuring[T, P, L]) list(ctx context.Context, query url.Values) (found []holder, total int, err error) {
	query.Set("context", string(ContextEdit))
	query.Set("orderby", "id")
	query.Set("order", "asc")
	query.Set("per_page", strconv.Itoa(wire.MaxPerPage))
	page, err := collection[holder, Nothing, struct{}](e.c.client, e.c.path, e.c.name).page(ctx, "Ensure", query, e.quiet)
	if err != nil {
		return nil, 0, err
	}
	return page.Items, page.Total, nil
}

// draft creates a draft under a slug that nobody else uses.
func (e *ensuring[T, P, L]) draft(ctx context.Context) (holder, error) {
	token := e.slug + "--" + strings.ToLower(rand.Text())
	body := e.unfinished(token)
	for _, name := range []string{"title", "parent"} {
		if value, ok := e.fields[name]; ok {
			body[name] = value
		}
	}
	made, err := perform(ctx, e.c.client, Request[holder]{
		Operation: e.c.name + ".Ensure", Method: http.MethodPost, Path: e.c.path, Body: body, Repeat: RepeatUnsent,
	}, e.quiet)
	if err == nil {
		return *made, nil
	}
	if !errors.Is(err, ErrOutcomeUnknown) || ctx.Err() != nil {
		return holder{}, err
	}
	found, lookup := e.holders(ctx, token)
	switch {
	case lookup != nil:
		return holder{}, errors.Join(err, lookup)
	case len(found) == 0:
		return holder{}, errAgain
	}
	return found[0], nil
}

// unfinished are the fields of a draft that [Collection.Ensure] has yet to finish.
func (e *ensuring[T, P, L]) unfinished(slug string) map[string]json.RawMessage {
	return map[string]json.RawMessage{"status": text(string(StatusDraft)), "slug": text(slug), "content": text("<!-- " + e.mark() + " -->")}
}

// claim makes a draft the record, and looks whether another has become it at the same time.
func (e *ensuring[T, P, L]) claim(ctx context.Context, draft holder) (*T, error) {
	body := maps.Clone(e.fields)
	for name, value := range map[string]string{"status": string(StatusDraft), "content": ""} {
		if _, ok := body[name]; !ok {
			body[name] = text(value)
		}
	}
	v, record, err := e.update(ctx, draft.ID, body)
	if err != nil {
		return nil, err
	}
	holders, err := e.holders(ctx, e.slug)
	if err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(holders, func(h holder) bool { return h.ID == draft.ID })
	switch {
	case record.Slug != e.slug && len(others) == 0:
		if _, _, err := e.update(ctx, draft.ID, e.unfinished(e.slug+"--"+strings.ToLower(rand.Text()))); err != nil {
			return nil, err
		}
		return nil, &SlugTakenError{Slug: e.slug, Got: record.Slug, ID: draft.ID}
	case len(others) > 0 && (record.Slug != e.slug || others[0].ID < draft.ID):
		if err := e.delete(ctx, []holder{draft}); err != nil {
			return nil, err
		}
		return nil, errAgain // and update the one that stays
	}
	if err := e.trash(ctx, others); err != nil {
		return nil, err
	}
	return v, nil
}

// update sets fields of a record. One that is gone was deleted by another Ensure.
func (e *ensuring[T, P, L]) update(ctx context.Context, id int64, fields map[string]json.RawMessage) (*T, holder, error) {
	raw, err := perform(ctx, e.c.client, Request[json.RawMessage]{
		Operation: e.c.name + ".Ensure", Method: http.MethodPost, Path: fmt.Sprintf("%s/%d", e.c.path, id), Body: fields, Repeat: RepeatSafe,
	}, e.s)
	var record holder
	switch {
	case errors.Is(err, ErrNotFound):
		return nil, record, errAgain
	case err != nil:
		return nil, record, err
	}
	v, err := decodeValue[T](*raw)
	if err == nil {
		err = cmp.Or(checkRecord(v), wire.Object(*raw, &record))
	}
	if err != nil {
		return nil, record, e.c.fails("Ensure", http.MethodPost, because(ErrDecode, err))
	}
	settle(v, e.c.client.config.prefix, false)
	return v, record, nil
}
