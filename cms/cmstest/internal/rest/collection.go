package rest

import (
	"iter"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Filters are the conditions of a list. A record must match all of them.
type Filters[T any] []func(T) bool

// Add adds a condition unless it is nil.
func (f *Filters[T]) Add(passes func(T) bool) {
	if passes != nil {
		*f = append(*f, passes)
	}
}

// In keeps the records whose number is in the argument. It reports whether the argument has
// numbers.
func (f *Filters[T]) In(c *Call, argument string, number func(T) int64) bool {
	ids := c.IDs(argument)
	if len(ids) > 0 {
		f.Add(func(one T) bool { return slices.Contains(ids, number(one)) })
	}
	return len(ids) > 0
}

// NotIn drops the records whose number is in the argument. It reports whether the argument has
// numbers.
func (f *Filters[T]) NotIn(c *Call, argument string, number func(T) int64) bool {
	ids := c.IDs(argument)
	if len(ids) > 0 {
		f.Add(func(one T) bool { return !slices.Contains(ids, number(one)) })
	}
	return len(ids) > 0
}

// Between compares the date of a record with two arguments, which local converts to local time.
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

// Choose returns the records that match.
func (f Filters[T]) Choose(all iter.Seq[T]) []T {
	var found []T
	for one := range all {
		if !slices.ContainsFunc(f, func(passes func(T) bool) bool { return !passes(one) }) {
			found = append(found, one)
		}
	}
	return found
}

// Page returns the requested page, the number of records per page, and the number of records before
// the page. Callers may request any page, so the last result is limited.
func (c *Call) Page() (page, perPage, start int) {
	page, perPage = max(int(c.Integer("page")), 1), int(c.Integer("per_page"))
	return page, perPage, min(page-1, 1<<40) * perPage
}

// Window returns the part of a list from start, with up to length elements.
func Window[T any](list []T, start, length int) []T {
	start = min(max(start, 0), len(list))
	return list[start:min(start+length, len(list))]
}

// Listed returns the response with the records of a page. It leaves out records for which show
// returns nil; total still counts them.
func Listed[T any](c *Call, window []T, total, page, perPage int, show func(T) php.Object) (*Response, *Error) {
	body := []php.Object{}
	for _, one := range window {
		if shown := show(one); shown != nil {
			body = append(body, shown)
		}
	}
	return &Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}
