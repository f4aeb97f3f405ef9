package cms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// SlugTakenError means that the site gave a record another slug than [Content.Ensure]
// asked for. Another record, attachment or term has the slug, or the site reserves it
// ("feed"; for posts also plain numbers).
type SlugTakenError struct {
	Slug string // the slug that was asked for
	Got  string // the slug that the record has
	// ID is the id of the record, which is not deleted. A record that Ensure created is
	// then a draft with a temporary slug. The next Ensure for the slug continues with this
	// draft.
	ID int64
}

// Error names both slugs in one line.
func (e *SlugTakenError) Error() string {
	return fmt.Sprintf("cms: the slug %.200q is reserved by the site, or another record has it; "+
		"the site would store %.200q: "+
		"choose another slug", e.Slug, e.Got)
}

// Ensure finds or creates the record with a slug and updates it to params. It writes
// nothing if no field differs, otherwise only the fields that differ. Fields that params
// does not set are not changed. Call Ensure again after an error; it continues
// where it stopped.
//
// A type with parents, such as pages, is identified by slug and parent. The status is
// the status in params; a new record is a draft by default. Write the slug as the site stores
// it: lower-case letters, digits, _, hyphens (no two in a row), and other characters
// percent-encoded ("%c3%bc").
//
// An existing record takes three requests, a new one five. The options Fields and Embed
// are ignored.
//
// # Comparison
//
// Ensure compares params with the record in the context "edit": texts as typed, dates as
// moments, terms of the record without their order, and other values as JSON. Of Meta it
// compares only the fields that params sets.
//
// A site stores some values in another form: it removes scripts from a content, adds the
// default category, makes a published post with a later date "future", and replaces [NoDate]
// by a date. Such a field still differs after its update, and so does a field that the site
// does not show. The client remembers that, and writes the field again only if the wanted
// or the stored value has changed. It remembers 4,096 records at most. Another client, also
// one made by [Client.With], or the next run of the program, writes the field once more.
// This changes the date of modification, and makes no revision if the site stores the same.
//
// # Guarantees
//
// One client creates one record for each slug, even if responses are lost. Calls for the
// same slug wait for each other. If a create may or may not have succeeded, Ensure
// searches for its record.
//
// If several processes call Ensure for one slug at the same time, one record remains
// after the last call has returned. If two records have the slug, the one with the
// lowest id stays. A process whose record has a higher id deletes it.
//
// Ensure never deletes or trashes a record because it equals another one. It deletes only
// what is its own: the record that this call has made, and unfinished drafts of Ensure.
// The slug of such a draft is the requested slug and a random token, and its content is
// a mark. A draft that somebody has edited is not deleted. A type without the field content
// has no mark: if a process ends right after it has made such a draft, the draft stays.
//
// If several records have the slug, Ensure waits up to 1.5 seconds, because other
// processes may still delete theirs. Then it fails with [ErrConflict] and writes nothing.
// There are three reasons for such records:
//   - A process ended right after it had created its record, and before it could see the
//     other one. No later call removes this duplicate.
//   - A plugin keeps translations with the same slug. Pass the argument that selects the
//     language: see [Argument].
//   - Several drafts have the slug. A site makes slugs unique when it publishes.
//
// To resolve it, read both records with the ids in the error. Then delete the one that
// is too many, or give it another slug, and call Ensure again. A program may do so if it
// knows which record it means.
//
// One kind of duplicate is not found: the site stored the record as "kerning-2", because
// another process was faster, and this process ended right after that. If the process
// goes on and the site does not respond any more, the Hint of the error has the id of
// the record.
//
// # Requests
//
// Ensure first lists the records with the slug. It writes nothing if the site lists
// records with another slug. An empty list does not show whether the site knows this
// filter. So Ensure creates a draft with a temporary slug, and deletes it in two cases:
//   - The site does not list the record within 1.5 seconds.
//   - The site does not store the temporary slug.
//
// Each of these lists has an address of its own, so no cache serves an old one. If a
// replica of the database serves lists without new records, Ensure fails for a new
// record, and has no other effect.
//
// Errors:
//   - [ErrInvalidArgument] for a slug that the site would change, and if P has no JSON
//     fields slug and status.
//   - [ErrSlugIgnored] if the site lists a record with another slug or parent, or does
//     not list the record that was created.
//   - [ErrSlugHidden] if a record that the caller may not edit has the slug.
//   - [*SlugTakenError] if the site stores another slug.
//   - [ErrConflict] if several records have the slug. The error holds an
//     [*AmbiguousError] with their ids and links.
//   - [ErrOutcomeUnknown] after several creates with lost responses.
func (c *Content[T, P, L]) Ensure(ctx context.Context, slug string, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.ensure(ctx, slug, params, options))
}

func (c *resource) ensure(ctx context.Context, slug string, params any, options []CallOption) (any, error) {
	s := apply(options, CallOption.get)
	fields, parent, err := c.ensured(slug, params)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return nil, c.argumentError("Ensure", err)
	}
	ctx, cancel := c.site.callContext(ctx)
	defer cancel()
	unlock, err := c.site.turns.Wait(ctx, c.turn(slug, parent))
	if err != nil {
		return nil, c.newError("Ensure", http.MethodPost, err)
	}
	defer unlock()
	record, left, err := ensure.Run(ctx, newEnsureStore(c, s, fields), c.path, slug, parent, fields)
	return record, c.ensureError("Ensure", err, left)
}

// turn returns the name of the lock for a record.
func (c *resource) turn(slug, parent string) string {
	return "Ensure " + c.path + "?" + parent + "/" + slug
}

// ensureError converts an error of a run to an error for the caller. left is the id of a
// record that the run created and may not have finished, or 0.
func (c *resource) ensureError(verb string, err error, left int64) error {
	if taken, ok := errors.AsType[*ensure.Taken](err); ok {
		return (*SlugTakenError)(taken)
	}
	if shared, ok := errors.AsType[*ensure.Shared](err); ok {
		err = c.shared(verb, shared)
	}
	if e, ok := errors.AsType[*Error](err); ok && left != 0 {
		e.Hint = join(e.Hint, fmt.Sprintf(
			"this call made the record %d: if its slug is not the wanted one, another record has that slug, so delete %d",
			left, left))
	}
	return err
}

// shared returns the error for several records with the same slug.
func (c *resource) shared(verb string, records *ensure.Shared) error {
	several := &AmbiguousError{}
	for _, one := range records.Holders {
		several.IDs, several.Links = append(several.IDs, one.ID), append(several.Links, one.Link)
	}
	err := c.newError(verb, http.MethodGet, transport.Because(ErrConflict, several))
	err.Hint = "delete the one that is too many or change its slug, and call Ensure again; " +
		"if they are translations, pass the option Argument with the language"
	return err
}

// ensured checks slug and params. It returns the fields that params sets, and the parent. The
// slug and the parent together identify a record. For types without parents, the parent is "".
func (c *resource) ensured(slug string, params any) (fields ensure.Fields, parent string, err error) {
	if err := ensure.CheckSlug(slug); err != nil {
		return nil, "", err
	}
	create := c.create(params)
	body, _, err := create.marshal()
	if err != nil {
		return nil, "", err
	}
	_ = wire.Unmarshal(body, &fields) // cannot fail: marshal has encoded the body
	for _, name := range []string{"slug", "status"} {
		if _, sent := fields[name]; !sent && !hasMember(c.params, name) {
			reason := fmt.Sprintf("%v has no field %s to identify the record by: use Create and Update", c.params, name)
			return nil, "", &ArgumentError{Argument: "params", Reason: reason}
		}
	}
	if given, ok := fields["slug"]; ok {
		var own string
		if wire.Unmarshal(given, &own) != nil || own != slug {
			return nil, "", &ArgumentError{Argument: "params", Reason: "its slug differs from the slug argument"}
		}
	}
	if given, ok := fields["parent"]; ok {
		parent = string(given)
	} else if hasMember(c.params, "parent") {
		parent = "0"
	}
	return fields, parent, nil
}
