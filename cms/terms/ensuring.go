package terms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
)

// ensuring is the state of an Ensure.
type ensuring struct {
	terms     *Terms
	operation string
	// key identifies the term, the same for all spellings.
	key string
	// look returns the term with the key, or nil. If several have it, it is the one with
	// the lowest id. except is the id of a term that is left out, or 0.
	look func(ctx context.Context, except int64, options []cms.CallOption) (*Term, error)
	// known returns nil for a term with the key, otherwise an error that names what it has.
	known func(*Term) error
	// fresh are the params of a new term. fields are those that any term is updated to.
	fresh, fields Params
	options       []cms.CallOption
}

// run finds or creates the term and updates it to its fields.
func (e *ensuring) run(ctx context.Context) (*Term, error) {
	route := e.terms.route()
	ctx, cancel := e.terms.Client().CallContext(ctx)
	defer cancel()
	unlock, err := e.terms.Client().Lock(ctx, e.operation+" "+route+" "+e.key)
	if err != nil {
		return nil, &cms.Error{Operation: e.operation, Method: http.MethodPost, Path: route, Reason: err}
	}
	defer unlock()
	const rounds = 6
	var last error // the reason for another round
	for range rounds {
		found, err := e.look(ctx, 0, e.options)
		if err == nil && found == nil && errors.Is(last, CodeTermExists) {
			found, err = e.named(ctx, last)
		}
		if err != nil {
			return nil, after(last, err)
		}
		var term *Term
		if found != nil {
			term, err = e.bring(ctx, found)
		} else {
			term, err = e.create(ctx)
		}
		if !again(err) || ctx.Err() != nil {
			return term, err
		}
		if last = err; errors.Is(err, CodeTermExists) {
			// A term with a lower id may appear in the list soon.
			if err := relay.Sleep(ctx, pause); err != nil {
				return nil, &cms.Error{Operation: e.operation, Method: http.MethodGet, Path: route, Reason: err}
			}
		}
	}
	return nil, last
}

// again reports whether another look helps: the term exists, is gone, or may exist.
func again(err error) bool {
	return errors.Is(err, CodeTermExists) ||
		errors.Is(err, cms.ErrNotFound) || errors.Is(err, cms.ErrOutcomeUnknown)
}

// pause is the wait for writes of other processes.
const pause = 100 * time.Millisecond

// after returns an error of a look together with the reason for looking again, which may
// be nil.
func after(last, err error) error {
	if last == nil || errors.Is(err, last) {
		return err
	}
	return cms.Join(last, err)
}

// create creates the term, and checks whether another process has done so too. It asks
// for the other terms only: no cache has an old response to such a request, since the id
// is new.
func (e *ensuring) create(ctx context.Context) (*Term, error) {
	made, err := e.terms.Create(ctx, &e.fresh, e.options...)
	if err != nil {
		return nil, err
	}
	sending := cms.Sending(e.options...)
	other, err := e.look(ctx, made.ID, []cms.CallOption{sending})
	if err != nil {
		return nil, err
	}
	unknown := e.known(made)
	switch {
	case other != nil && (other.ID < made.ID || unknown != nil):
		gone, err := discard(ctx, e.terms, e.operation, made, sending)
		switch {
		case err != nil:
			return nil, err
		case !gone:
			return nil, e.duplicate(other, made)
		}
		return e.bring(ctx, other)
	case unknown != nil:
		return nil, unknown
	}
	return e.bring(ctx, made)
}

// duplicate returns the error for a term that this call has created and may not delete.
func (e *ensuring) duplicate(other, made *Term) error {
	return &cms.Error{
		Operation: e.operation, Method: http.MethodPost, Path: e.terms.route(),
		Reason: fmt.Errorf("%w: %w", cms.ErrConflict, &cms.AmbiguousError{IDs: []int64{other.ID, made.ID}}),
		Hint: fmt.Sprintf("this call made the term %d, which somebody uses or which the caller may not delete; "+
			"the next call returns the term %d", made.ID, other.ID),
	}
}

// named returns the term that an error names, if it has the key, otherwise nil.
func (e *ensuring) named(ctx context.Context, refusal error) (*Term, error) {
	id := existing(refusal)
	if id == 0 {
		return nil, refusal
	}
	found, err := e.terms.Get(ctx, id, getting(e.options)...)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if e.known(found) != nil {
		return nil, &conflict{refusal, found}
	}
	return found, nil
}

// conflict is the error for a term that the site named instead of the wanted one.
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

// existing returns the id of the term that an error names, or 0.
func existing(err error) int64 {
	var data struct {
		ID json.RawMessage `json:"term_id"`
	}
	if e, ok := errors.AsType[*cms.Error](err); ok {
		_ = cms.Unmarshal(e.Data, &data) // data that is not an object names none
	}
	id, _ := strconv.ParseInt(strings.Trim(string(data.ID), `"`), 10, 64)
	return max(id, 0)
}

// getting converts options of a call to those of reading one record.
func getting(options []cms.CallOption) []cms.GetOption {
	out := make([]cms.GetOption, 0, len(options))
	for _, o := range options {
		out = append(out, o)
	}
	return out
}

// bring updates the fields of a term that differ.
func (e *ensuring) bring(ctx context.Context, found *Term) (*Term, error) {
	changes := e.changes(found)
	if changes == nil {
		return found, nil
	}
	term, err := e.terms.Update(ctx, found.ID, changes, e.options...)
	if errors.Is(err, CodeDuplicateSlug) && changes.Slug != nil {
		return nil, &cms.SlugTakenError{Slug: *changes.Slug, Got: found.Slug, ID: found.ID}
	}
	return term, err
}

// changes returns the fields that differ from those of a term, nil if there are none. A
// difference that the site ignores costs a request and does no harm.
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
