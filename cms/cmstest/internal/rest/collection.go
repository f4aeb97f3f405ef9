package rest

import (
	"iter"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Filters are the conditions of a list, each of which must hold.
type Filters[T any] []func(T) bool

// Add adds a condition. Nil is none.
func (f *Filters[T]) Add(passes func(T) bool) {
	if passes != nil {
		*f = append(*f, passes)
	}
}

// In chooses the records with a number that an argument names, and says whether it names any.
func (f *Filters[T]) In(c *Call, argument string, number func(T) int64) bool {
	ids := c.IDs(argument)
	if len(ids) > 0 {
		f.Add(func(one T) bool { return slices.Contains(ids, number(one)) })
	}
	return len(ids) > 0
}

// NotIn leaves the records out with a number that an argument names, and says whether it names any.
func (f *Filters[T]) NotIn(c *Call, argument string, number func(T) int64) bool {
	ids := c.IDs(argument)
	if len(ids) > 0 {
		f.Add(func(one T) bool { return !slices.Contains(ids, number(one)) })
	}
	return len(ids) > 0
}

// Between chooses by a local date and two arguments, of which local makes such dates.
func (f *Filters[T]) Between(c *Call, after, before string, local func(string) string, date func(T) string) {
	if text := c.Text(after); text != "" {
		limit := local(text)
		f.Add(func(one T) bool { return date(one) > limit })
	}
	if text := c.Text(before); text != "" {
		limit := local(text)
		f.Add(func(one T) bool { return date(one) < limit })
	}
}

// Choose returns the records that pass.
func (f Filters[T]) Choose(all iter.Seq[T]) []T {
	var found []T
	for one := range all {
		if !slices.ContainsFunc(f, func(passes func(T) bool) bool { return !passes(one) }) {
			found = append(found, one)
		}
	}
	return found
}

// Page returns the number of the requested page, the number of records on a page, and the number of records before
// the page. A caller may request any page number, so the last result is limited.
func (c *Call) Page() (page, perPage, start int) {
	page, perPage = max(int(c.Integer("page")), 1), int(c.Integer("per_page"))
	return page, perPage, min(page-1, 1<<40) * perPage
}

// Window is a part of a list, as far as there is one.
func Window[T any](list []T, start, length int) []T {
	start = min(max(start, 0), len(list))
	return list[start:min(start+length, len(list))]
}

// Listed is the response with the records of a page. What is shown as nil is left out, although it was counted.
func Listed[T any](c *Call, window []T, total, page, perPage int, show func(T) php.Object) (*Response, *Error) {
	body := []php.Object{}
	for _, one := range window {
		if shown := show(one); shown != nil {
			body = append(body, shown)
		}
	}
	return &Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}
