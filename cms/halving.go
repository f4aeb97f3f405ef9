package cms

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/internal/webpage"
)

// sturdy reads the page that query asks for. If the site fails on it, the
// records that it fails on are found, and the page holds the others.
func (c *resource) sturdy(ctx context.Context, verb string, query url.Values, s *settings) (*listPage, error) {
	page, err := c.page(ctx, verb, query, s)
	if err == nil || !breaks(err) {
		return page, err
	}
	// The ids alone take hardly anything to show. Without them, it is more than records.
	only, once := *s, *s
	only.fields, only.embedded, only.exact, only.attempts = []string{"id"}, false, true, 1
	once.attempts = 1
	whole, failed := c.page(ctx, verb, query, &only)
	switch {
	case failed != nil || slices.Contains(whole.ids, 0):
		return nil, err
	case len(whole.ids) == 0: // what the site fails on may be gone
		return c.page(ctx, verb, query, s)
	}
	halves := halving{c: c, verb: verb, query: maps.Clone(query), single: s, many: &once, found: listPage{items: c.noItems(), sum: whole.sum}}
	for _, name := range []string{"page", "offset", "include", "include[]", "ignore_sticky"} {
		halves.query.Del(name)
	}
	if !halves.read(ctx, whole.ids) {
		return nil, err
	}
	halves.found.Number, halves.found.Total, halves.found.TotalPages, halves.found.Response = whole.Number, whole.Total, whole.TotalPages, whole.Response
	halves.found.broken, halves.found.held = append(halves.found.broken, whole.broken...), whole.size()
	return &halves.found, nil
}

// breaks reports that a site which answers like this may have broken on a record.
func breaks(err error) bool {
	e, ok := errors.AsType[*Error](err)
	if ok && errors.Is(err, ErrNotREST) {
		return e.Status == http.StatusInternalServerError || webpage.Of(e.Status, e.Body) == webpage.Failed
	}
	return ok && e.Status == http.StatusInternalServerError && outage(e.Code)
}

// halving reads records by their ids, and halves what the site fails on.
type halving struct {
	c            *resource
	verb         string
	query        url.Values
	single, many *settings

	found  listPage
	failed int // of the broken, those that the site fails on
}

// read reports whether the records were read, or found to be broken.
func (h *halving) read(ctx context.Context, ids []int64) bool {
	query, s := maps.Clone(h.query), h.many
	query.Set("per_page", strconv.Itoa(len(ids)))
	for _, id := range ids {
		query.Add("include[]", strconv.FormatInt(id, 10))
	}
	if len(ids) == 1 {
		s = h.single
	}
	page, err := h.c.page(ctx, h.verb, query, s)
	switch {
	case err == nil:
		h.found.add(page)
		return true
	case !breaks(err):
		return false
	case len(ids) > 1:
		return h.read(ctx, ids[:len(ids)/2]) && h.read(ctx, ids[len(ids)/2:])
	}
	h.found.broken = append(h.found.broken, &BrokenRecordError{ID: ids[0], Err: err})
	h.failed++
	return h.failed <= maxBroken
}

// brokenIn yields what is broken on a page, and reports whether to go on.
func brokenIn[V any](page *listPage, yield func(V, error) bool) bool {
	var none V
	for _, err := range page.broken {
		if !yield(none, err) {
			return false
		}
	}
	return true
}
