package cms

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/route"
)

// TermFilter chooses records by the terms of one taxonomy: categories, tags.
// It is sent as a list of ids ([Terms] makes one), or as an object if anything
// but Terms is set. A list that is empty but not nil matches nothing; in an
// exclusion it is a no-op.
type TermFilter struct {
	// Terms are the ids of the terms.
	Terms []int64
	// Operator says whether any of the terms is enough ([TaxOr], the default) or all
	// are needed ([TaxAnd]). Exclusions do not take it.
	Operator TaxRelation
	// IncludeChildren also takes the terms below the given ones; the default is
	// not to. Categories alone take it.
	IncludeChildren *bool
	// Object sends the object even if there are only Terms.
	Object bool
}

// Terms returns the filter for records with any of these terms, or in an
// exclusion with none of them.
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

// MatchesNothing reports whether the filter is an empty list.
func (f TermFilter) MatchesNothing() bool { return f.Terms != nil && len(f.Terms) == 0 }

// EncodeValues writes the filter as the argument key. A member that the
// argument does not take, members without terms and ids below 1 are an error:
// the server would ignore some of them and return everything.
func (f TermFilter) EncodeValues(key string, v *url.Values) error {
	refuse := func(reason string) error { return &ArgumentError{Argument: key, Reason: reason} }
	exclusion := strings.HasSuffix(key, "_exclude")
	switch {
	case f.Operator != "" && exclusion:
		return refuse("an exclusion takes no operator")
	case f.Operator != "" && f.Operator != TaxAnd && f.Operator != TaxOr:
		return refuse("the operator is AND or OR")
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
			return refuse(strconv.FormatInt(id, 10) + " is not the id of a term")
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

// flat reports whether the taxonomy of an argument is known to have no
// hierarchy.
func flat(key string) bool {
	switch strings.TrimSuffix(key, "_exclude") {
	case "tags", "menus", route.Spec + "_pattern_category":
		return true
	}
	return false
}
