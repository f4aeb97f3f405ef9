package walk

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/paging"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// List reads the pages of a list.
type List interface {
	// Page reads the page that query selects.
	Page(ctx context.Context, query url.Values, how How) (*Page, error)
	// Fail returns the error of the whole walk.
	Fail(reason error, hint string) error
	// Ended reports whether an error means that the page is past the last page.
	Ended(err error) bool
	// Empty reports whether err may mean that a page without totals has no records.
	Empty(err error) bool
	// Broke reports whether the site may have failed on a record.
	Broke(err error) bool
	// Type returns the type of the records, whether their ids are numbers, and whether
	// all records have different ids. If all ids differ, a plain walk without totals
	// leaves out records of earlier pages, and ends after two pages in a row without a
	// new record.
	Type() (record reflect.Type, numbered, distinct bool)
	// LargestPage returns the size of the largest page that the site is known to allow.
	LargestPage() int
	// Refused reports whether an error refuses a page of this size, and names a smaller
	// size. LargestPage then returns the smaller size.
	Refused(size int, err error) bool
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
	Adapt    bool    // the number of pages fetched ahead adapts to the site, and Ahead is its limit
	MaxEmpty int     // number of empty pages in a row that ends a walk
	Cursor   *Cursor // where the walk begins, or nil
	Exact    bool
	Captures []*Response // each gets the response of a page when the walk reaches that page
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

// Cursor is a position in a walk. The zero value is the beginning. It has the fields of
// cms.Cursor.
type Cursor struct {
	Page      int
	Index     int
	PerPage   int
	Order     string
	Short     bool
	Exact     bool
	LastID    int64
	HighestID int64
	Done      bool
}

// possible reports whether the numbers of a cursor are within their limits. The limit of
// Page keeps computed offsets small: a site starts the list again if an offset is too large.
func (c *Cursor) possible() bool {
	return c.Page >= 0 && c.Page <= math.MaxInt32 && c.Index >= 0 && c.LastID >= 0 && c.HighestID >= 0
}

// reader reads pages of a list, even if the site fails on single records.
type reader struct {
	List
	Options
}

// read reads the page that query selects. If the site fails on a record of the page, read finds the
// failing records by bisection, and returns the other records.
func (r *reader) read(ctx context.Context, query url.Values, how How) (*Page, error) {
	page, err := r.Page(ctx, query, how)
	if err == nil || !r.Broke(err) {
		return page, err
	}
	// Request only the ids of the page, which is cheap for the site. If this request fails, too, no
	// record is the cause: return the first error.
	whole, failed := r.Page(ctx, query, How{IDs: true, Once: true})
	switch {
	case failed != nil || slices.Contains(whole.IDs, 0):
		return nil, err
	case len(whole.IDs) == 0: // the failing record is perhaps deleted now, so read the page again
		return r.Page(ctx, query, how)
	}
	record, _, _ := r.Type()
	halves := halving{list: r.List, how: how, query: maps.Clone(query), found: Page{Items: Empty(record), Sum: whole.Sum}}
	for _, name := range []string{"page", "offset", "include", "include[]", "ignore_sticky"} {
		halves.query.Del(name)
	}
	if !halves.read(ctx, whole.IDs) {
		return nil, err
	}
	found := &halves.found
	found.Number, found.Total, found.TotalPages = whole.Number, whole.Total, whole.TotalPages
	found.Response = whole.Response
	found.Broken, found.held = append(found.Broken, whole.Broken...), whole.size()
	return found, nil
}

// halving reads records by ids, and bisects a list that the site fails on.
type halving struct {
	list  List
	query url.Values
	how   How // how to read the records; a request for several records is not retried

	found  Page
	failed int // number of broken records that the site fails on
}

// read reads the records with ids, and collects the broken records. It returns false if the site
// fails for another reason than a record, or on more than MaxBroken records.
func (h *halving) read(ctx context.Context, ids []int64) bool {
	query, how := maps.Clone(h.query), h.how
	query.Set("per_page", strconv.Itoa(len(ids)))
	for _, id := range ids {
		query.Add("include[]", strconv.FormatInt(id, 10))
	}
	if len(ids) > 1 {
		how.Once = true
	}
	page, err := h.list.Page(ctx, query, how)
	switch {
	case err == nil:
		h.found.Add(page)
		return true
	case !h.list.Broke(err):
		return false
	case len(ids) > 1:
		return h.read(ctx, ids[:len(ids)/2]) && h.read(ctx, ids[len(ids)/2:])
	}
	h.found.Broken = append(h.found.Broken, &Broken{ID: ids[0], Err: err})
	h.failed++
	return h.failed <= MaxBroken
}

// confirmEnd decides what a rejected or empty page at a position means. If the list ends at or before
// the position, confirmEnd returns paging.ErrEnd. If the list is empty, or has records after the
// position, it returns failed.
func (r *reader) confirmEnd(ctx context.Context, query url.Values, position int, failed error) error {
	query.Del("offset")
	query.Del("page")
	query.Set("per_page", "1")
	top, err := r.read(ctx, query, How{}) // unlike Page, read returns the total even if a record fails
	switch {
	case err != nil:
		return err
	case top.Total == 0 || top.Total > position:
		return failed
	}
	return paging.ErrEnd
}

// vanished returns the error for a list whose total fell to 0.
func (r *reader) vanished() error { return r.Fail(fault.ErrTotalsVanished, "") }

// tooEmpty returns the error of a walk with n empty pages in a row.
func (r *reader) tooEmpty(n int) error {
	reason := fmt.Errorf("%d were empty, although the totals promise more", n)
	return r.Fail(transport.Because(fault.ErrEmptyPages, reason),
		"if the list has many records that the user may not read, increase MaxEmptyPages")
}
