package terms

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// ensuring implements [upsert.Store] for a term.
type ensuring struct {
	terms     *Terms
	operation string
	// key identifies the term. It is the same for all spellings of a slug or name.
	key string
	// look returns the terms with the key. The parameter except is the id of a term to leave
	// out, or 0.
	look func(ctx context.Context, except int64, options []cms.CallOption) ([]*Term, error)
	// known returns nil if a term has the key. Otherwise it returns an error that names the
	// differing value of the term.
	known func(*Term) error
	// fresh holds the params of a new term. fields holds the params that an existing term
	// is updated to.
	fresh, fields Params
	options       []cms.CallOption
}

// run finds or creates the term. Then it updates the term if the term differs from e.fields.
func (e *ensuring) run(ctx context.Context) (*Term, error) {
	route := e.terms.route()
	ctx, cancel := e.terms.Client().CallContext(ctx)
	defer cancel()
	unlock, err := e.terms.Client().Lock(ctx, e.lock())
	if err != nil {
		return nil, e.fail(http.MethodPost, err, "")
	}
	defer unlock()
	return upsert.Run(ctx, route, e)
}

// lock returns the name of the lock for a term.
func (e *ensuring) lock() string { return "terms.Ensure " + e.terms.route() + " " + e.key }

func (e *ensuring) fail(method string, reason error, hint string) error {
	return &cms.Error{Operation: e.operation, Method: method, Path: e.terms.route(), Reason: reason, Hint: hint}
}

func (e *ensuring) ID(term *Term) int64 { return term.ID }

// Look returns the terms with the key. If this call has created a term, the request
// excludes its id: no cache has an old response to such a request, since the id is new.
func (e *ensuring) Look(ctx context.Context, made *Term) ([]*Term, error) {
	if made == nil {
		return e.look(ctx, 0, e.options)
	}
	found, err := e.look(ctx, made.ID, []cms.CallOption{cms.Sending(e.options...)})
	return append(found, made), err
}

func (e *ensuring) Make(ctx context.Context) (*Term, error) {
	return e.terms.Create(ctx, &e.fresh, e.options...)
}

func (e *ensuring) Check(made *Term) error { return e.known(made) }

func (e *ensuring) Withdraw(ctx context.Context, made, other *Term) error {
	gone, err := discard(ctx, e.terms, e.operation, made, cms.Sending(e.options...))
	if err != nil || gone {
		return err
	}
	several := &cms.AmbiguousError{IDs: []int64{other.ID, made.ID}}
	return e.fail(http.MethodPost, fmt.Errorf("%w: %w", cms.ErrConflict, several), fmt.Sprintf(
		"this call made the term %d, which somebody uses or which the caller may not delete; "+
			"the next call returns the term %d", made.ID, other.ID))
}

// Again reports whether to look again after an error: if the term exists, is gone, or may
// exist. A term that exists may appear in the list soon.
func (e *ensuring) Again(ctx context.Context, failed error, _ bool) (bool, error) {
	if errors.Is(failed, CodeTermExists) {
		const pause = 100 * time.Millisecond
		if err := relay.Sleep(ctx, pause); err != nil {
			return false, e.fail(http.MethodGet, err, "")
		}
		return true, nil
	}
	return errors.Is(failed, cms.ErrNotFound) || errors.Is(failed, cms.ErrOutcomeUnknown), nil
}

// Missing reads the term that a refused create names.
func (e *ensuring) Missing(ctx context.Context, failed, err error) ([]*Term, error) {
	if err != nil {
		return nil, cms.Join(failed, err)
	}
	if !errors.Is(failed, CodeTermExists) {
		return nil, nil
	}
	var id int64
	if refusal, ok := errors.AsType[*cms.Error](failed); ok {
		id = upsert.NamedID(refusal.Data)
	}
	if id == 0 {
		return nil, failed
	}
	found, err := e.terms.Get(ctx, id, getting(e.options)...)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, cms.Join(failed, err)
	case e.known(found) != nil:
		return nil, &conflict{failed, found}
	}
	return []*Term{found}, nil
}

// conflict is the error of a create that the site refuses because of an existing term, which
// is not the wanted term.
type conflict struct {
	err   error
	found *Term
}

func (c *conflict) Error() string {
	return cms.Line(c.err.Error(), 3000) + ": the site names term " + strconv.FormatInt(c.found.ID, 10) +
		", which is a different one"
}

// Unwrap returns [cms.ErrConflict] and the error of the site.
func (c *conflict) Unwrap() []error { return []error{cms.ErrConflict, c.err} }

// getting converts options of a call to options for reading one record.
func getting(options []cms.CallOption) []cms.GetOption {
	out := make([]cms.GetOption, 0, len(options))
	for _, o := range options {
		out = append(out, o)
	}
	return out
}

// Bring updates the fields of a term that differ.
func (e *ensuring) Bring(ctx context.Context, found *Term, _ []*Term) (*Term, error) {
	changes := e.changes(found)
	term, err := e.terms.Update(ctx, found.ID, changes, e.options...)
	if errors.Is(err, CodeDuplicateSlug) && changes.Slug != nil {
		return nil, &cms.SlugTakenError{Slug: *changes.Slug, Got: found.Slug, ID: found.ID}
	}
	return term, err
}

func (e *ensuring) Differs(found *Term) string {
	changes := e.changes(found)
	if changes == nil {
		return ""
	}
	return upsert.Text(changes, found.Name, found.Slug, found.Description, found.Parent, found.Meta, found.Extra)
}

// changes returns the wanted fields whose values differ from those of a term, or nil if none
// differs.
func (e *ensuring) changes(found *Term) *Params {
	wanted, changes, differs := &e.fields, Params{}, false
	if wanted.Name != nil && plain(*wanted.Name) != plain(found.Name) {
		changes.Name, differs = wanted.Name, true
	}
	if wanted.Slug != nil && *wanted.Slug != "" && !sameSlug(*wanted.Slug, found.Slug) {
		changes.Slug, differs = wanted.Slug, true
	}
	text := wanted.Description
	if text != nil && *text != found.Description && strings.ReplaceAll(*text, "&", "&amp;") != found.Description {
		changes.Description, differs = text, true
	}
	if wanted.Parent != nil && *wanted.Parent != found.Parent {
		changes.Parent, differs = wanted.Parent, true
	}
	if changes.Meta = wanted.Meta.Changes(found.Meta); changes.Meta != nil {
		differs = true
	}
	if changes.Extra = wanted.Extra.Changes(found.Extra); changes.Extra != nil {
		differs = true
	}
	if !differs {
		return nil
	}
	return &changes
}
