package content

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// TaxonomyFilter combines what the query says about terms and formats; nil if it says nothing.
func (s *Site) TaxonomyFilter(c *rest.Call, kind *Resource) Matcher {
	var clauses []Matcher
	for _, tax := range kind.Taxonomies {
		if m := s.TermMatcher(c, tax, tax.Base); m != nil {
			clauses = append(clauses, m)
		}
		if m := s.TermMatcher(c, tax, tax.Base+"_exclude"); m != nil {
			clauses = append(clauses, func(it *Item) bool { return !m(it) })
		}
	}
	if wanted := c.Strings("format"); kind.Formats && len(wanted) > 0 {
		clauses = append(clauses, func(it *Item) bool { return slices.Contains(wanted, it.Format) })
	}
	if clauses == nil {
		return nil
	}
	either := c.Text("tax_relation") == "OR"
	return func(it *Item) bool {
		for _, m := range clauses {
			if m(it) == either {
				return either
			}
		}
		return !either
	}
}

// TermMatcher chooses by the terms that one argument names, nil if it names none.
func (s *Site) TermMatcher(c *rest.Call, tax Taxonomy, argument string) Matcher {
	value := c.Get(argument)
	all, below := false, false
	if members, ok := value.(php.Object); ok {
		value = members.Get("terms")
		all = members.Get("operator") == "AND"
		below = members.Get("include_children") == true
	}
	ids := php.ToIDs(value)
	if len(ids) == 0 {
		return nil
	}
	if below { // with AND a record needs those below as well
		slices.Sort(ids)
		var wider []int64
		for _, id := range slices.Compact(ids) {
			wider = append(wider, s.Children(id)...)
		}
		slices.Sort(wider)
		ids = slices.Compact(slices.Clone(wider))
		if all && len(ids) < len(wider) { // the site counts a term twice that it reaches twice
			return func(*Item) bool { return false }
		}
	}
	return func(it *Item) bool {
		for _, id := range ids {
			has := slices.Contains(it.Terms[tax.Name], id)
			if has != all {
				return has
			}
		}
		return all
	}
}
