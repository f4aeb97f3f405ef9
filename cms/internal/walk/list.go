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
	// Page reads the page that query asks for.
	Page(ctx context.Context, query url.Values, how How) (*Page, error)
	// Fail returns the error of the whole walk.
	Fail(reason error, hint string) error
	// Ended reports whether an error is the site's word for a page after the last one.
	Ended(err error) bool
	// Broke reports whether a site that answers with an error may have broken on a record.
	Broke(err error) bool
	// Type returns the type of the records, and whether they have ids that are numbers.
	Type() (record reflect.Type, numbered bool)
}

// How says how a page is read.
type How struct {
	// IDs reads the ids alone.
	IDs bool
	// Once sends the request once.
	Once bool
}

// Options are those of a walk.
type Options struct {
	Ahead    int     // pages that are fetched before they are needed
	Adapt    bool    // Ahead is a limit
	MaxEmpty int     // pages in a row that bring nothing
	Cursor   *Cursor // nil for none
	Exact    bool
	// Distinct says that no two records have the same id. Where a plain walk finds no
	// totals, it leaves out what an earlier page held, and ends after two pages in a row
	// that bring nothing new.
	Distinct bool
	// Shown is called for each response, in the goroutine and the order of the caller.
	Shown func(Response)
}

// Values returns those of an argument, in whichever form a list was encoded.
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
