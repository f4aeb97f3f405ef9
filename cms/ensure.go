package cms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// SlugTakenError means that the site gives another slug than an Ensure asked for. A record
// or term has the slug, or the site keeps it for itself ("feed", on posts plain numbers).
// An attachment or a record of another type counts too.
type SlugTakenError struct {
	Slug string // asked for
	Got  string // what the record has instead
	// ID is the record, which stays. One that [Collection.Ensure] has created is a draft
	// again, under a slug of its own, and the next Ensure for the slug takes it.
	ID int64
}

func (e *SlugTakenError) Error() string {
	return fmt.Sprintf("cms: the site gives the slug %.200q, not %.200q", e.Got, e.Slug)
}

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
// stays in all but its id and its dates, and has a title and a content. One that the
// site gave another slug ("kerning-2") just before its process ended stays.
//
// A look-up that lists other records than those asked for ends it before anything
// is written. One that is empty proves nothing: a record that the site then does
// not list, or gives another slug than the client chose, is deleted again.
// Ensure deletes or trashes no other records than its own unfinished drafts, whose
// slugs begin with the slug asked for and end in a random token, and the doubles
// above. A draft that somebody wrote into is left alone.
//
// It takes three requests to update, and five to create. The options Fields and
// Embed are ignored.
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
	fields, parent, err := c.ensured(slug, params)
	if err := cmp.Or(s.err, err); err != nil {
		return nil, c.refused("Ensure", err)
	}
	unlock, err := c.site.turns.Wait(ctx, "Ensure "+c.path+"?"+parent+"/"+slug)
	if err != nil {
		return nil, c.fails("Ensure", http.MethodPost, err)
	}
	defer unlock()
	record, err := ensure.Run(ctx, newEnsureStore(c, s), slug, parent, fields)
	if taken, ok := errors.AsType[*ensure.Taken](err); ok {
		return nil, (*SlugTakenError)(taken)
	}
	return record, err
}

// ensured returns the fields that params set, and the parent below which the record is
// known, "" where records have none.
func (c *resource) ensured(slug string, params any) (fields ensure.Fields, parent string, err error) {
	if err := ensure.CheckSlug(slug); err != nil {
		return nil, "", err
	}
	body, err := c.create(params).marshal(c.site.config.prefix)
	if err != nil {
		return nil, "", err
	}
	_ = wire.Unmarshal(body, &fields) // it was encoded a moment ago
	for _, name := range []string{"slug", "status"} {
		if _, sent := fields[name]; !sent && !hasMember(c.params, name) {
			reason := fmt.Sprintf("%v has no member %s: %v", c.params, name, ErrEnsureUnsupported)
			return nil, "", &ArgumentError{Argument: name, Reason: reason, Err: ErrEnsureUnsupported}
		}
	}
	if given, ok := fields["slug"]; ok {
		var own string
		if wire.Unmarshal(given, &own) != nil || own != slug {
			return nil, "", &ArgumentError{Argument: "params", Reason: "its slug is another one"}
		}
	}
	if given, ok := fields["parent"]; ok {
		parent = string(given)
	} else if hasMember(c.params, "parent") {
		parent = "0"
	}
	return fields, parent, nil
}

// hasMember reports whether params of a type have a member. A map has what it
// holds.
func hasMember(t reflect.Type, name string) bool {
	if t = record.Pointed(t); t.Kind() != reflect.Struct {
		return false
	}
	_, ok := record.Field(t, name)
	return ok
}
