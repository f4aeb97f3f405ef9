package cms

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/route"
)

// TermFilter selects records by the terms of one taxonomy. It is sent as a list of ids
// if only Terms is set (see [Terms]), otherwise as an object. An empty Terms that is not
// nil matches nothing; in an exclusion it excludes nothing.
type TermFilter struct {
	// Terms are the ids of the terms.
	Terms []int64
	// Operator is [TaxOr] (any of the terms, the default) or [TaxAnd] (all of them).
	// Exclusions do not accept it.
	Operator TaxRelation
	// IncludeChildren includes the terms below the given ones. Default false. Only
	// categories accept it.
	IncludeChildren *bool
	// Object sends the filter as an object, {terms: …}, even if only Terms is set.
	Object bool
}

// Terms returns the filter for records with any of these terms. In an exclusion it
// selects records with none of them.
func Terms(ids ...int64) TermFilter {
	if ids == nil {
		ids = []int64{}
	}
	return TermFilter{Terms: ids}
}

// IsZero reports whether there is no filter.
func (f TermFilter) IsZero() bool {
	return f.Terms == nil && f.Operator == "" && f.IncludeChildren == nil && !f.Object
}

// MatchesNothing reports whether Terms is an empty list that is not nil.
func (f TermFilter) MatchesNothing() bool { return f.Terms != nil && len(f.Terms) == 0 }

// EncodeValues writes the filter as the argument key. It returns an error for a field that
// the argument does not accept, for ids below 1, and if a field is set but Terms is not. A
// server would ignore some of these, and return everything.
func (f TermFilter) EncodeValues(key string, v *url.Values) error {
	refuse := func(reason string) error { return &ArgumentError{Argument: key, Reason: reason} }
	exclusion := strings.HasSuffix(key, "_exclude")
	switch {
	case f.Operator != "" && exclusion:
		return refuse("an exclusion takes no operator")
	case f.Operator != "" && f.Operator != TaxAnd && f.Operator != TaxOr:
		return refuse("the operator is not AND or OR")
	case f.IncludeChildren != nil && flat(key):
		return refuse("its terms have no children")
	case f.Terms == nil:
		return refuse("there are no terms")
	}
	if len(f.Terms) == 0 {
		return nil
	}
	list := key + "[]"
	if f.Object || f.Operator != "" || f.IncludeChildren != nil {
		list = key + "[terms][]"
	}
	for _, id := range f.Terms {
		if id < 1 {
			return refuse(strconv.FormatInt(id, 10) + " is not an id of a term")
		}
		v.Add(list, strconv.FormatInt(id, 10))
	}
	if f.Operator != "" {
		v.Set(key+"[operator]", string(f.Operator))
	}
	if f.IncludeChildren != nil {
		v.Set(key+"[include_children]", strconv.FormatBool(*f.IncludeChildren))
	}
	return nil
}

// flat reports whether the taxonomy of an argument is known to be flat: its terms have no
// parents.
func flat(key string) bool {
	switch strings.TrimSuffix(key, "_exclude") {
	case "tags", "menus", route.Spec + "_pattern_category":
		return true
	}
	return false
}
