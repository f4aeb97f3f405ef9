package terms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Ensure returns the term with a name below the parent of params, which is 0 by
// default, and creates it if there is none. It changes nothing of a term that exists:
// the other params are those of a new term.
//
// It searches as [Find] does, and sends one request more for a new term. Concurrent
// calls return the same term, unless they spell its name in different cases or have
// a Slug: those may create several. Fields and Embed have no effect on
// how the term is found, but must not hide its name and parent: Fields are refused.
//
// Errors: those of a create; [cms.ErrInvalidArgument] for a name with what looks like
// a tag, <b>, which the site would remove; [cms.ErrConflict] if the site refuses the
// name because of a term that has another name, as for "Cafe" where there is "Café".
func Ensure(ctx context.Context, terms *Terms, name string, params *Params, options ...cms.CallOption) (*Term, error) {
	if err := whole("terms.Ensure", options); err != nil {
		return nil, err
	}
	if _, after, found := strings.Cut(name, "<"); found && strings.Contains(after, ">") {
		return nil, &cms.ArgumentError{Operation: "terms.Ensure", Argument: "name", Reason: strconv.Quote(name) + " has what the site removes as a tag, and would not be found again"}
	}
	wanted := Params{}
	if params != nil {
		wanted = *params
	}
	wanted.Name = &name
	var parent int64
	if wanted.Parent != nil {
		parent = *wanted.Parent
	}
	if parent == 0 {
		wanted.Parent = nil // tags have none, and are refused with one
	}
	// A site creates a name a second time in another case, or beside another slug.
	if found, err := find(ctx, terms, name, parent, options); err != nil || found != nil {
		return found, err
	}
	made, err := create(ctx, terms, &wanted, options)
	if err == nil {
		return made, nil
	}
	if !errors.Is(err, CodeTermExists) {
		return nil, err
	}
	var found *Term // somebody else has created it meanwhile
	var lookup error
	if id := existing(err); id > 0 {
		found, lookup = terms.Get(ctx, id, getting(options)...)
	} else {
		found, lookup = find(ctx, terms, name, parent, options)
	}
	switch {
	case lookup != nil:
		return nil, errors.Join(err, lookup)
	case found == nil:
		return nil, err
	case found.Parent != parent || !sameName(found.Name, name):
		return nil, &conflict{err, found}
	}
	return found, nil
}

// EnsureSlug returns the term with a slug, and creates it with params if there is
// none. It changes nothing of a term that exists. Write the slug as the site stores
// it: lower-case letters, digits, _ and single -, other text as %xx.
//
// It sends one request for a term that exists, and two for a new one.
//
// Errors: those of a create; [cms.ErrInvalidArgument] for a slug that the site would
// store otherwise, and for a new term without a Name; [cms.ErrFilterIgnored] if the site
// lists terms with other slugs; [*cms.SlugTakenError] if the
// site gave the new term another slug, because somebody else took it meanwhile. That
// term is left, its id is in the error.
func EnsureSlug(ctx context.Context, terms *Terms, slug string, params *Params, options ...cms.CallOption) (*Term, error) {
	const operation = "terms.EnsureSlug"
	if err := whole(operation, options); err != nil {
		return nil, err
	}
	if !storable(slug) {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "slug", Reason: strconv.Quote(slug) + " is not as the site stores one: lower-case letters, digits, _ and single -, other text as %xx"}
	}
	found, err := bySlug(ctx, terms, slug, options)
	if err != nil || found != nil {
		return found, err
	}
	wanted := Params{}
	if params != nil {
		wanted = *params
	}
	if wanted.Name == nil {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "name", Reason: "no term has the slug, and a new one needs a name"}
	}
	if wanted.Slug != nil && !sameSlug(*wanted.Slug, slug) {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "slug", Reason: "that of params is another one"}
	}
	wanted.Slug = &slug
	made, err := create(ctx, terms, &wanted, options)
	if err != nil {
		if found, lookup := bySlug(ctx, terms, slug, options); lookup == nil && found != nil && (errors.Is(err, CodeTermExists) || errors.Is(err, cms.ErrOutcomeUnknown)) {
			return found, nil
		}
		return nil, err
	}
	if !sameSlug(made.Slug, slug) {
		return nil, &cms.SlugTakenError{Slug: slug, Got: made.Slug, ID: made.ID}
	}
	return made, nil
}

// EnsurePath returns the last term of a path of names, "Type/Serif", and creates each
// term that is missing below the one before it. Spaces around names are removed. A
// name that contains a slash cannot stand in a path: use [Ensure] with a Parent.
//
// It calls [Ensure] for each name. Errors: those of Ensure; [cms.ErrInvalidArgument]
// if a name of the path is empty. Terms that were created before an error stay.
func EnsurePath(ctx context.Context, terms *Terms, path string, options ...cms.CallOption) (*Term, error) {
	names := strings.Split(path, "/")
	for _, name := range names {
		if plain(name) == "" {
			return nil, &cms.ArgumentError{Operation: "terms.EnsurePath", Argument: "path", Reason: strconv.Quote(path) + " has an empty name"}
		}
	}
	var term *Term
	for _, name := range names {
		var params Params
		if term != nil {
			params.Parent = &term.ID
		}
		var err error
		if term, err = Ensure(ctx, terms, strings.TrimSpace(name), &params, options...); err != nil {
			return nil, err
		}
	}
	return term, nil
}

// whole refuses options that would hide by what a term is known.
func whole(operation string, options []cms.CallOption) error {
	if len(cms.FieldsOf(options...)) > 0 {
		return &cms.ArgumentError{Operation: operation, Argument: "fields", Reason: "the whole term is needed to know it"}
	}
	return nil
}

// create creates a term. One whose outcome is unknown is sent again: the site makes
// no second term with the same name, parent and slug, but names the first one.
func create(ctx context.Context, terms *Terms, params *Params, options []cms.CallOption) (*Term, error) {
	made, err := terms.Create(ctx, params, options...)
	if errors.Is(err, cms.ErrOutcomeUnknown) && ctx.Err() == nil {
		made, err = terms.Create(ctx, params, options...)
	}
	return made, err
}

// bySlug returns the term with a slug, nil if there is none.
func bySlug(ctx context.Context, terms *Terms, slug string, options []cms.CallOption) (*Term, error) {
	page, err := terms.List(ctx, &ListOptions{Slug: []string{slug}, PerPage: 100}, options...)
	if err != nil {
		return nil, err
	}
	for i := range page.Items {
		if sameSlug(page.Items[i].Slug, slug) {
			return &page.Items[i], nil
		}
	}
	if len(page.Items) > 0 { // the term may be on another page
		return nil, &cms.Error{
			Operation: "terms.EnsureSlug", Method: http.MethodGet, Status: http.StatusOK,
			Reason: fmt.Errorf("%w: asked for %.80q, term %d has %.80q", cms.ErrFilterIgnored, slug, page.Items[0].ID, page.Items[0].Slug),
		}
	}
	return nil, nil
}

// sameSlug compares slugs, of which a site writes what is not ASCII as %xx.
func sameSlug(a, b string) bool {
	return strings.EqualFold(unescaped(a), unescaped(b))
}

func unescaped(slug string) string {
	if text, err := url.PathUnescape(slug); err == nil {
		return text
	}
	return slug
}

// maxSlug is how many bytes of a slug a site stores.
const maxSlug = 200

// storable reports that a site would store a slug as it is.
func storable(slug string) bool {
	plain := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' }
	text, err := url.PathUnescape(slug)
	return err == nil && slug != "" && len(slug) <= maxSlug && strings.Trim(slug, "-") == slug && !strings.Contains(slug, "--") &&
		!strings.ContainsFunc(slug, func(r rune) bool { return !plain(r) && r != '%' }) &&
		!strings.ContainsFunc(text, func(r rune) bool { return r < 0x80 && !plain(r) })
}

// getting makes options of a call those of reading one record.
func getting(options []cms.CallOption) []cms.GetOption {
	out := make([]cms.GetOption, 0, len(options))
	for _, o := range options {
		out = append(out, o)
	}
	return out
}

// existing is the id of the term that a refusal names, 0 for none.
func existing(err error) int64 {
	var data struct {
		ID json.RawMessage `json:"term_id"`
	}
	if e, ok := errors.AsType[*cms.Error](err); ok {
		_ = cms.Unmarshal(e.Data, &data) // what is no object names none
	}
	id, _ := strconv.ParseInt(strings.Trim(string(data.ID), `"`), 10, 64)
	return max(id, 0)
}

// conflict is a term that is named in place of the one that was asked for.
type conflict struct {
	err   error
	found *Term
}

func (c *conflict) Error() string {
	return c.err.Error() + ": the site names term " + strconv.FormatInt(c.found.ID, 10) + ", which is another"
}

// Unwrap returns [cms.ErrConflict], and the refusal.
func (c *conflict) Unwrap() []error { return []error{cms.ErrConflict, c.err} }
