package cms

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// AddTerms adds terms to a record, and keeps its other terms. field is the field of the
// record that has the ids: "categories", "tags", or the rest_base of another taxonomy. It
// returns the record, and writes nothing if the record has the terms already.
//
// A site has no request for one term. So AddTerms reads the record, and writes the whole list
// as [Content.UpdateIfUnchanged] does. It takes three requests, or one if it writes nothing.
// A change of the terms by someone else between the last read and the write is overwritten,
// and is not noticed.
//
// Errors:
//   - [ErrInvalidArgument] if the record has no such list of ids, or an id is below 1.
//   - [ErrChanged] if someone else has changed the record since the first read. Nothing was
//     written, so call AddTerms again.
//   - [ErrOverwritten] with the record as written, if someone else changed a text of it
//     between the last read and the write, or immediately after it.
//   - [ErrPartlyWritten] with the record as written, if it does not have all the terms: the
//     site ignores ids of terms that it does not have.
//   - Those of [Collection.Get] and [Collection.Update].
//
// AddTerms never fails with [ErrUnverifiable]: it needs no revisions, because they hold no terms.
func (c *Content[T, P, L]) AddTerms(ctx context.Context, id int64, field string, terms []int64,
	options ...CallOption) (*T, error) {
	return typed[T](c.resource.changeTerms(ctx, "AddTerms", id, field, terms, true, options))
}

// RemoveTerms removes terms from a record, and keeps its other terms. It is the reverse of
// [Content.AddTerms], with the same requests and errors. A post may lose its last category. The
// site gives it the default category at its next update, whichever field that sets.
func (c *Content[T, P, L]) RemoveTerms(ctx context.Context, id int64, field string, terms []int64,
	options ...CallOption) (*T, error) {
	return typed[T](c.resource.changeTerms(ctx, "RemoveTerms", id, field, terms, false, options))
}

func (c *resource) changeTerms(ctx context.Context, verb string, id int64, field string, terms []int64, add bool,
	options []CallOption) (any, error) {
	s := apply(options, CallOption.get)
	if !isField(field) {
		return nil, c.argumentError(verb, &ArgumentError{Argument: "field",
			Reason: fmt.Sprintf("%q is not the name of a field", field)})
	}
	for _, term := range terms {
		if err := checkNumber(term); err != nil {
			return nil, c.argumentError(verb, err)
		}
	}
	ctx, cancel := c.site.callContext(ctx)
	defer cancel()
	read, err := newEnsureStore(c, s, nil).as(verb).ReadWhole(ctx, id)
	if err != nil {
		return nil, err
	}
	field = c.site.config.prefix.Field(field)
	var had []int64
	if err := wire.Unmarshal(read.Stored[field], &had); err != nil {
		return nil, c.argumentError(verb, &ArgumentError{Argument: "field",
			Reason: fmt.Sprintf("the record has no field %q with the ids of terms", field)})
	}
	wanted := slices.DeleteFunc(slices.Clone(had), func(term int64) bool { return slices.Contains(terms, term) })
	if add {
		wanted = append(wanted, terms...)
	}
	if slices.Equal(unordered(wanted), unordered(had)) {
		return read.Whole, nil
	}
	// AllowUnverified is needed: revisions hold no terms, so they cannot verify this update.
	sending := append(slices.Clip(options), AllowUnverified())
	written, err := c.updateIfUnchanged(ctx, read.Whole, map[string]any{field: unordered(wanted)}, sending)
	if err != nil {
		return written, err
	}
	return written, c.hasTerms(verb, written, field, terms, add)
}

// hasTerms checks the terms of the written record. If want is true, the record must have each
// of the given terms. If want is false, it must have none of the given terms.
func (c *resource) hasTerms(verb string, written any, field string, terms []int64, want bool) error {
	encoded, err := Marshal(written)
	var all Extra
	var has []int64
	if err == nil {
		err = Unmarshal(encoded, &all)
	}
	if err == nil {
		err = wire.Unmarshal(c.onSite(all)[field], &has)
	}
	if err != nil {
		return c.newError(verb, http.MethodPost, transport.Because(ErrDecode, err))
	}
	odd := slices.DeleteFunc(slices.Clone(terms), func(term int64) bool { return slices.Contains(has, term) == want })
	if len(odd) == 0 {
		return nil
	}
	return c.newError(verb, http.MethodPost, transport.Because(ErrPartlyWritten, fmt.Errorf(
		"the record has the terms %v now, and the site did not change the terms %v", has, odd)))
}
