package walk

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/paging"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// reader reads pages of a list on which the site may fail.
type reader struct {
	List
	Options
}

// read reads the page that query selects. If the site fails on it, the failing records
// are found by bisection, and the others are returned.
func (r *reader) read(ctx context.Context, query url.Values, how How) (*Page, error) {
	page, err := r.Page(ctx, query, how)
	if err == nil || !r.Broke(err) {
		return page, err
	}
	// A page of ids is cheap for the site. If it fails too, the cause is not a record.
	whole, failed := r.Page(ctx, query, How{IDs: true, Once: true})
	switch {
	case failed != nil || slices.Contains(whole.IDs, 0):
		return nil, err
	case len(whole.IDs) == 0: // the failing record may be gone
		return r.Page(ctx, query, how)
	}
	record, _ := r.Type()
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
	how   How // of a single record

	found  Page
	failed int // number of broken records that the site fails on
}

// read reports whether the records were read, or found to be broken.
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
		h.found.add(page)
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

// confirmEnd decides what a rejected or empty page at a position means: the end of the
// list, or a list that has changed.
func (r *reader) confirmEnd(ctx context.Context, query url.Values, position int, failed error) error {
	query.Del("offset")
	query.Del("page")
	query.Set("per_page", "1")
	top, err := r.read(ctx, query, How{}) // a failing record does not hide the total
	switch {
	case err != nil:
		return err
	case top.Total == 0 || top.Total > position:
		return failed
	}
	return paging.ErrEnd
}

// inOrder walks pages in order, and reads ahead as the options require.
func (r *reader) inOrder(
	ctx context.Context, first int,
	fetch func(context.Context, int) (*Page, error), inspect func(int, *Page) (paging.Step, error),
) iter.Seq2[*Page, error] {
	return paging.Walk(ctx, paging.Source[*Page]{
		First: first, Ahead: r.Ahead, Adapt: r.Adapt, Fetch: fetch, Inspect: inspect,
	})
}

// vanished returns the error of a total that fell to zero.
func (r *reader) vanished() error { return r.Fail(fault.ErrTotalsVanished, "") }

// tooEmpty returns the error of a walk with that many empty pages in a row.
func (r *reader) tooEmpty(n int) error {
	reason := fmt.Errorf("%d were empty, although the totals promise more", n)
	return r.Fail(transport.Because(fault.ErrEmptyPages, reason),
		"if the list has many records that the user may not read, increase MaxEmptyPages")
}
