package cms

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"time"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Ensure finds or makes the record with a slug and brings it to what params say:
// fields that params set are updated, fields that params do not set are left alone.
// It may be repeated until it succeeds.
//
// Posts, pages and blocks have slugs, and so have the records of your own type if P
// has the JSON members slug and status. If P has a member parent, as that of pages
// has, the record is known by slug and parent. The status is that of params, or
// draft for a new record. Write the slug as the site stores it: lower-case letters,
// digits, single - and _, and other text as %xx.
//
// One client makes one record of each slug, however the connection fails:
// calls for the same slug wait for each other, and a create whose fate is
// unknown is looked up. Several processes leave one record once the last Ensure
// has returned: if two got the slug at once, the one with the lowest id stays,
// and each process deletes what it made itself. If a process ended before it
// could, the next Ensure trashes its record if it is the same as the one that
// stays in all but its id and its dates, and has a title and a content.
//
// A look-up that lists other records than those asked for ends it before anything
// is written. One that is empty proves nothing: a record that the site then does
// not list, or gives another slug than the client chose, is deleted again.
// Ensure deletes or trashes no other records than its own unfinished drafts, whose
// slugs begin with the slug asked for and end in a random token, and the doubles
// above. A draft that somebody wrote into is left alone.
//
// It takes three requests to update, and five to create. Of the options, Fields
// and Embed mean nothing here.
//
// Errors:
//   - [ErrInvalidArgument] for a slug that the site would store otherwise.
//   - [ErrEnsureUnsupported] if P has no members slug and status.
//   - [ErrSlugIgnored] if the look-up lists a record with another slug or parent, or
//     not the record that was made.
//   - [ErrSlugHidden] if a record that the caller may not edit has the slug.
//   - [*SlugTakenError] if the site does not give the slug.
//   - [ErrConflict] if different records have the slug.
//   - [ErrOutcomeUnknown] after several lost creates.
func (c *Collection[T, P, L]) Ensure(ctx context.Context, slug string, params *P, options ...CallOption) (*T, error) {
	return as[T](c.resource.ensure(ctx, slug, params, gather(options, CallOption.get)))
}

func (c *resource) ensure(ctx context.Context, slug string, params any, s *settings) (any, error) {
	e, err := c.ensuring(slug, params, s)
	if err := cmp.Or(s.err, err); err != nil {
		return nil, c.refused("Ensure", err)
	}
	unlock, err := c.client.turns.Wait(ctx, "Ensure "+e.key())
	if err != nil {
		return nil, c.fails("Ensure", http.MethodPost, err)
	}
	defer unlock()
	const rounds = 6
	for range rounds {
		var v any
		if v, err = e.round(ctx); !errors.Is(err, errAgain) {
			return v, err
		}
	}
	return nil, c.fails("Ensure", http.MethodPost, ErrOutcomeUnknown)
}

// errAgain is why a round has to be followed by another.
var errAgain = errors.New("look again")

// ensuring is an Ensure on its way.
type ensuring struct {
	c      *resource
	found  *resource // the same, of holders
	s      *settings // of the answer to the caller
	quiet  *settings // of all other requests
	slug   string
	parent string // "" where records have none
	fields map[string]json.RawMessage
}

func (c *resource) ensuring(slug string, params any, s *settings) (*ensuring, error) {
	if err := checkSlug(slug); err != nil {
		return nil, err
	}
	body, err := c.create(params).marshal(c.client.config.prefix)
	if err != nil {
		return nil, err
	}
	e := &ensuring{c: c, slug: slug, found: newResource(c.client, c.path, c.name, reflect.TypeFor[holder](), c.params)}
	_ = wire.Unmarshal(body, &e.fields) // it was encoded a moment ago
	for _, name := range []string{"slug", "status"} {
		if _, sent := e.fields[name]; !sent && !hasMember(c.params, name) {
			return nil, &ArgumentError{Argument: name, Reason: fmt.Sprintf("%v has no member %s: %v", c.params, name, ErrEnsureUnsupported), Err: ErrEnsureUnsupported}
		}
	}
	if given, ok := e.fields["slug"]; ok && string(given) != string(text(slug)) {
		return nil, &ArgumentError{Argument: "params", Reason: "its slug is another one"}
	}
	e.fields["slug"] = text(slug)
	if parent, ok := e.fields["parent"]; ok {
		e.parent = string(parent)
	} else if hasMember(c.params, "parent") {
		e.parent = "0"
	}
	answer, quiet := *s, *s
	answer.fields, answer.embedded = nil, false
	quiet.fields, quiet.embedded, quiet.captures = []string{"id", "slug", "parent", "title", "content"}, false, nil
	e.s, e.quiet = &answer, &quiet
	return e, nil
}

// hasMember reports whether params of a type have a member. A map has what it
// holds.
func hasMember(t reflect.Type, name string) bool {
	if t = pointed(t); t.Kind() != reflect.Struct {
		return false
	}
	_, ok := jsonField(t, name)
	return ok
}

func text(s string) json.RawMessage {
	out, _ := wire.Marshal(s) // a string always has a JSON form
	return out
}

func (e *ensuring) key() string { return e.c.path + "?" + e.parent + "/" + e.slug }

func (e *ensuring) round(ctx context.Context) (any, error) {
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
			return nil, &SlugTakenError{Slug: e.slug, Got: record.Slug, ID: record.ID}
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

// draft creates a draft under a slug that nobody else uses.
func (e *ensuring) draft(ctx context.Context) (holder, error) {
	token := e.token()
	body := e.unfinished(token)
	for _, name := range []string{"title", "parent"} {
		if value, ok := e.fields[name]; ok {
			body[name] = value
		}
	}
	made, err := perform(ctx, e.c.client, Request[holder]{
		Operation: e.c.name + ".Ensure", Method: http.MethodPost, Path: e.c.path, Body: body, Repeat: RepeatUnsent,
	}, e.quiet)
	switch {
	case err == nil && made.Slug != token:
		reason := fmt.Errorf("record %d was created with the slug %.80q instead of %q", made.ID, made.Slug, token)
		if e.isUnfinished(made.Content) { // it is ours, and no later Ensure would know it
			if err := e.remove(ctx, made.ID); err != nil {
				return holder{}, Join(e.ignored(reason), err)
			}
			reason = fmt.Errorf("%w, and deleted again", reason)
		}
		return holder{}, e.ignored(reason)
	case err == nil:
		return *made, nil
	case !errors.Is(err, ErrOutcomeUnknown) || ctx.Err() != nil:
		return holder{}, err
	}
	found, lookup := e.holders(ctx, token)
	switch {
	case lookup != nil:
		return holder{}, Join(err, lookup)
	case len(found) == 0:
		return holder{}, errAgain
	}
	return found[0], nil
}

// claim makes a draft the record, and looks whether another has become it at the same time.
func (e *ensuring) claim(ctx context.Context, draft holder) (any, error) {
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
	holders, err := e.listed(ctx, record)
	if err != nil {
		return nil, err
	}
	others := without(holders, draft.ID)
	switch {
	case record.Slug != e.slug && len(others) == 0:
		if _, err := e.withdraw(ctx, draft.ID); err != nil {
			return nil, err
		}
		return nil, &SlugTakenError{Slug: e.slug, Got: record.Slug, ID: draft.ID}
	case len(others) > 0 && (record.Slug != e.slug || others[0].ID < draft.ID):
		if err := e.takeBack(ctx, draft.ID); err != nil {
			return nil, err
		}
		return nil, errAgain // and update the one that stays
	case len(others) == len(holders):
		if err := e.takeBack(ctx, draft.ID); err != nil {
			return nil, err
		}
		return nil, e.ignored(fmt.Errorf("record %d was created with the slug, was not listed, and was deleted again", draft.ID))
	}
	if err := e.merge(ctx, holders); err != nil {
		return nil, err
	}
	return v, nil
}

// listed looks the slug up until the record that was given it is listed, for a
// while: a replica of the database may be behind.
func (e *ensuring) listed(ctx context.Context, record holder) (holders []holder, err error) {
	wait := 50 * time.Millisecond
	for range looks {
		holders, err = e.holders(ctx, e.slug)
		if err != nil || record.Slug != e.slug || len(without(holders, record.ID)) < len(holders) {
			return holders, err
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, e.c.fails("Ensure", http.MethodGet, err)
		}
		wait *= 2
	}
	return holders, nil
}

// takeBack deletes a record of this Ensure: under its token first, so that the
// next Ensure knows it if this one ends in between.
func (e *ensuring) takeBack(ctx context.Context, id int64) error {
	ours, err := e.withdraw(ctx, id)
	if err != nil {
		return err
	}
	return e.delete(ctx, []holder{ours})
}

// withdraw makes a record an unfinished draft again, under a slug of its own.
func (e *ensuring) withdraw(ctx context.Context, id int64) (holder, error) {
	token := e.token()
	_, record, err := e.update(ctx, id, e.unfinished(token))
	if err == nil && record.Slug != token {
		err = e.ignored(fmt.Errorf("record %d got the slug %.80q instead of %q", id, record.Slug, token))
	}
	return record, err
}

// update sets fields of a record. One that is gone was deleted by another Ensure.
func (e *ensuring) update(ctx context.Context, id int64, fields map[string]json.RawMessage) (any, holder, error) {
	raw, err := perform(ctx, e.c.client, Request[json.RawMessage]{
		Operation: e.c.name + ".Ensure", Method: http.MethodPost, Path: e.c.path + "/" + strconv.FormatInt(id, 10), Body: fields, Repeat: RepeatSafe, ID: id,
	}, e.s)
	var record holder
	switch {
	case errors.Is(err, ErrNotFound):
		return nil, record, errAgain
	case err != nil:
		return nil, record, err
	}
	r, v := e.c.request("Ensure", http.MethodPost, ""), reflect.New(e.c.record).Interface()
	err = r.decodeInto(*raw, v)
	if err == nil {
		err = cmp.Or(e.c.shape.decode(*raw, &record), r.complete(e.c.client.config.prefix, v, *raw, false))
	}
	if err != nil {
		return nil, record, e.c.fails("Ensure", http.MethodPost, because(ErrDecode, err))
	}
	return v, record, nil
}

// ignored is the error of a site that does not go by slugs.
func (e *ensuring) ignored(reason error) error {
	err := e.c.fails("Ensure", http.MethodGet, because(ErrSlugIgnored, reason))
	err.Hint = "find the record in another way, and call Create or Update"
	return err
}

// holders are the records with a slug, the lowest id first.
func (e *ensuring) holders(ctx context.Context, slug string) ([]holder, error) {
	query := url.Values{"slug[]": {slug}, "status[]": {string(StatusAny)}}
	if e.parent != "" {
		query.Set("parent[]", e.parent)
	}
	found, total, err := e.list(ctx, query)
	if err != nil {
		return nil, err
	}
	for _, h := range found {
		if h.Slug != slug {
			return nil, e.ignored(fmt.Errorf("asked for %q, record %d has %.80q", slug, h.ID, h.Slug))
		}
		if asked := cmp.Or(e.parent, "0"); strconv.FormatInt(h.Parent, 10) != asked {
			return nil, e.ignored(fmt.Errorf("asked for records below %s, record %d is below %d", asked, h.ID, h.Parent))
		}
	}
	if total > len(found) {
		return nil, e.c.fails("Ensure", http.MethodGet, ErrSlugHidden)
	}
	return found, nil
}

func (e *ensuring) list(ctx context.Context, query url.Values) (found []holder, total int, err error) {
	query.Set("context", string(ContextEdit))
	query.Set("orderby", "id")
	query.Set("order", "asc")
	query.Set("per_page", strconv.Itoa(wire.MaxPerPage))
	page, err := e.found.page(ctx, "Ensure", query, e.quiet)
	if err != nil {
		return nil, 0, err
	}
	if len(page.broken) > 0 {
		return nil, 0, page.broken[0]
	}
	return typed[holder](page).Items, page.Total, nil
}
