package terms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Ensure finds or creates the term with a name, and updates it to params. It searches
// below the parent of params, by default at the top level. Names are compared by
// [SameName]. An existing term keeps the spelling of its name, and all fields that
// params does not set. With nil params it only finds or creates the term.
//
// Ensure writes nothing if no field differs: one request. An update takes two requests, and
// sends only the fields that differ. A new term takes three. Calls of one client for the
// same name wait for each other.
//
// If the site stores a description or another field in another form, the term still
// differs after its update. The client remembers that, and writes the field again only if
// the wanted or the stored value has changed. Another client, or the next run of the
// program, writes it once more.
//
// Several processes may create the term at the same time. So Ensure searches for other
// terms after a create. If it finds a term with a lower id, it returns that term and
// deletes its own one, which is a duplicate. It deletes no other term.
//
// It keeps its own term, and fails with [cms.ErrConflict], in these cases:
//   - A record has the term, another term is below it, or somebody has changed it.
//   - The user may not delete terms.
//
// A duplicate stays without an error if the process ends before it searches again, or if
// the response to its create is lost. If there are duplicates, Ensure returns the one
// with the lowest id. When a duplicate is deleted, two kinds of records lose it: records
// in the trash, and records that got it immediately before.
//
// A cache may serve a list without the term. The site then rejects the create, and its
// response names the term. Two terms can have the same name only if params set another
// Slug than the term has, and if a replica of the database serves the lists.
//
// The option [cms.Fields] is refused. [cms.Capture] holds the last response that
// concerns the term.
//
// Errors:
//   - [cms.ErrInvalidArgument] for a name that [CheckName] refuses, and if params have
//     another Name.
//   - [*cms.SlugTakenError] if another term has the Slug of params. Ensure has then
//     found or created the term with the name, but it has another slug. The error holds
//     the id of this term.
//   - [cms.ErrConflict] if the site takes "Café" and the existing name "Cafe" as equal,
//     or if it stored another name than the given one. Also if Ensure may not delete its
//     duplicate; the error then holds a [*cms.AmbiguousError] with the ids of both terms.
//   - [cms.ErrOutcomeUnknown] after several creates with lost responses.
//   - Those of a list, a create and an update.
func (t *Terms) Ensure(ctx context.Context, name string, params *Params, options ...cms.CallOption) (*Term, error) {
	const operation = "terms.Ensure"
	e, err := newEnsuring(operation, t, params, options)
	if err != nil {
		return nil, err
	}
	if err := CheckName(name); err != nil {
		return nil, named(operation, err)
	}
	if e.fields.Name != nil && !SameName(*e.fields.Name, name) {
		return nil, refuse(operation, "name", "the Name of params differs")
	}
	var parent int64
	if e.fields.Parent != nil {
		parent = *e.fields.Parent
	}
	e.fresh.Name, e.fields.Name, e.fields.Parent = &name, nil, nil
	e.key = strconv.FormatInt(parent, 10) + "/" + strings.ToLower(strings.ToUpper(plain(name)))
	e.look = func(ctx context.Context, except int64, options []cms.CallOption) ([]*Term, error) {
		return find(ctx, t, name, parent, except, options)
	}
	e.known = func(term *Term) error {
		if term.Parent == parent && SameName(term.Name, name) {
			return nil
		}
		return fmt.Errorf("cms: %s: %w: term %d has the name %.200q below %d, not %.200q below %d",
			operation, cms.ErrConflict, term.ID, term.Name, term.Parent, name, parent)
	}
	return e.run(ctx)
}

// EnsureSlug finds or creates the term with a slug, and updates it to params. It is
// [Terms.Ensure] with a slug in place of a name, with two differences: it finds the term
// at any level, and it also updates Name and Parent. With nil params it only finds the
// term, because a new one needs a Name. Write the slug as the site stores
// it: lower-case letters, digits, _, hyphens (no two in a row), and other characters
// percent-encoded ("%c3%bc").
//
// Errors: those of Ensure, and
//   - [cms.ErrInvalidArgument] for a slug that the site would change, and for a new term
//     without a Name.
//   - [cms.ErrFilterIgnored] if the site lists terms with other slugs.
//   - [*cms.SlugTakenError] if the site gave the new term another slug, although no term
//     of the taxonomy has the requested one. The new term is not deleted. The error
//     holds its id.
func (t *Terms) EnsureSlug(ctx context.Context, slug string, params *Params, options ...cms.CallOption) (*Term, error) {
	e, err := newEnsuringSlug("terms.EnsureSlug", t, slug, params, options)
	if err != nil {
		return nil, err
	}
	return e.run(ctx)
}

// newEnsuringSlug returns the state of a [Terms.EnsureSlug] call.
func newEnsuringSlug(operation string, t *Terms, slug string, params *Params,
	options []cms.CallOption) (*ensuring, error) {
	e, err := newEnsuring(operation, t, params, options)
	if err != nil {
		return nil, err
	}
	if !storable(slug) {
		return nil, refuse(operation, "slug", strconv.Quote(slug)+
			" is not in the form of a slug: use lower-case letters, digits, _ and single -, as in \"my-slug\"")
	}
	if e.fields.Slug != nil && !sameSlug(*e.fields.Slug, slug) {
		return nil, refuse(operation, "slug", "the Slug of params differs")
	}
	e.fresh.Slug, e.fields.Slug = &slug, nil
	e.key = keyOf(slug)
	e.look = func(ctx context.Context, except int64, options []cms.CallOption) ([]*Term, error) {
		found, err := bySlug(ctx, t, operation, slug, except, options)
		if err == nil && len(found) == 0 {
			err = e.nameless()
		}
		return found, err
	}
	e.known = func(term *Term) error {
		if sameSlug(term.Slug, slug) {
			return nil
		}
		return &cms.SlugTakenError{Slug: slug, Got: term.Slug, ID: term.ID}
	}
	return e, nil
}

// keyOf returns the same key for all spellings of a slug.
func keyOf(slug string) string { return strings.ToLower(unescaped(slug)) }

// nameless returns an error if a new term would have no name.
func (e *ensuring) nameless() error {
	if e.fresh.Name != nil {
		return nil
	}
	return refuse(e.operation, "name", "no term has the slug, and a new one needs a name")
}

// newEnsuring returns the state of an Ensure call, with a checked copy of params.
func newEnsuring(operation string, terms *Terms, params *Params, options []cms.CallOption) (*ensuring, error) {
	if err := whole(operation, options); err != nil {
		return nil, err
	}
	e := &ensuring{terms: terms, operation: operation, options: options}
	if params != nil {
		e.fresh, e.fields = *params, *params
	}
	if e.fresh.Parent != nil && *e.fresh.Parent == 0 {
		e.fresh.Parent = nil // a new term has no parent anyway, and a site rejects the field for tags
	}
	return e, named(operation, e.fresh.Check())
}

// named adds an operation to an argument error.
func named(operation string, err error) error {
	if refused, ok := errors.AsType[*cms.ArgumentError](err); ok {
		refused.Operation = operation
	}
	return err
}

// EnsurePath returns the last term of a path of names, "Type/Serif". It creates each
// missing term below the one before it. Spaces around names are removed. A path cannot
// contain a name with a slash: use [Terms.Ensure] with a Parent.
//
// It calls [Terms.Ensure] for each name. It starts again if another process deletes a
// term of the path in the meantime. After an error, terms that were already created
// stay. To set a description, call Ensure with the name and Parent of the returned
// term.
//
// Errors: [cms.ErrInvalidArgument] if a name of the path is empty; those of Ensure.
func (t *Terms) EnsurePath(ctx context.Context, path string, options ...cms.CallOption) (*Term, error) {
	names := strings.Split(path, "/")
	for _, name := range names {
		if plain(name) == "" {
			return nil, refuse("terms.EnsurePath", "path", strconv.Quote(path)+" has an empty name")
		}
	}
	ctx, cancel := t.Client().CallContext(ctx)
	defer cancel()
	const rounds = 6
	var term *Term
	var err error
	for range rounds {
		term, err = t.ensurePath(ctx, names, options)
		if !errors.Is(err, CodeInvalidTerm) { // any other error is final
			break
		}
	}
	return term, err
}

func (t *Terms) ensurePath(ctx context.Context, names []string, options []cms.CallOption) (*Term, error) {
	var params Params
	var term *Term
	for _, name := range names {
		var err error
		if term, err = t.Ensure(ctx, strings.TrimSpace(name), &params, options...); err != nil {
			return nil, err
		}
		params.Parent = &term.ID
	}
	return term, nil
}

// bySlug returns the terms with a slug. If except is not 0, bySlug leaves out the term with
// this id. It reads at most 100 terms, because a site that ignores the slug lists all terms.
func bySlug(ctx context.Context, terms *Terms, operation, slug string, except int64,
	options []cms.CallOption) (found []*Term, err error) {
	list := &ListOptions{Slug: []string{slug}, Exclude: excluding(except)}
	var other *Term
	seen := 0
	for term, err := range terms.All(ctx, list, walking(options)...) {
		switch {
		case err != nil:
			return nil, err
		case term.ID == except:
		case !sameSlug(term.Slug, slug):
			other = cmp.Or(other, term)
		default:
			found = append(found, term)
		}
		if seen++; seen == 100 {
			break
		}
	}
	// If the list has only terms with other slugs, the site has ignored the slug. The wanted
	// term may come after the 100 terms that were read.
	if len(found) == 0 && other != nil && except == 0 {
		return nil, &cms.Error{
			Operation: operation, Method: http.MethodGet, Path: terms.route(), Status: http.StatusOK,
			Reason: fmt.Errorf("%w: asked for %.80q, term %d has %.80q", cms.ErrFilterIgnored, slug, other.ID, other.Slug),
		}
	}
	return found, nil
}
