package walk

import (
	"context"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// List reads the pages of a list.
type List interface {
	// Page reads the page that query selects.
	Page(ctx context.Context, query url.Values, how How) (*Page, error)
	// Fail returns the error of the whole walk.
	Fail(reason error, hint string) error
	// Ended reports whether an error means that the page is past the last one.
	Ended(err error) bool
	// Broke reports whether the site may have failed on a record.
	Broke(err error) bool
	// Type returns the type of the records, and whether their ids are numbers.
	Type() (record reflect.Type, numbered bool)
}

// How sets how a page is read.
type How struct {
	// IDs reads only the ids.
	IDs bool
	// Once disables retries.
	Once bool
}

// Options are the options of a walk.
type Options struct {
	Ahead    int     // number of pages fetched ahead
	Adapt    bool    // Ahead is only a limit
	MaxEmpty int     // empty pages in a row
	Cursor   *Cursor // or nil
	Exact    bool
	// Distinct means that all records have different ids. A plain walk without totals
	// then leaves out records of earlier pages, and ends after two pages in a row
	// without a new record.
	Distinct bool
	// Shown is called for each response, in the goroutine and the order of the caller.
	Shown func(Response)
}

// Values returns the values of an argument, for all encodings of a list.
func Values(query url.Values, name string) []string {
	all := slices.Clone(query[name+"[]"])
	if one := query.Get(name); one != "" {
		all = append(all, strings.Split(one, ",")...)
	}
	return all
}

// IDs returns the ids of an argument.
func IDs(query url.Values, name string) []int64 {
	var ids []int64
	for _, value := range Values(query, name) {
		if id, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}
