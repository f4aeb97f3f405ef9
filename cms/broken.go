package cms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// BrokenRecordError is a record of a list that cannot be read: the site fails on
// it whenever it has to show it, as when a plugin breaks on its content, or sends
// it in a form that does not fit its type. A walk yields this error in place of
// the record and goes on. Pages yields it before the page; All yields it after the
// other records of the page, with [Exact] in the order of ids. GetMany yields it
// after the other records of the hundred that the id belongs to.
//
// Limits: a site that fails on more than 5 records of one page has an outage, and
// its error ends the walk. So does a page with more than 1,000 records that do not
// fit.
type BrokenRecordError struct {
	// ID is the id of the record, 0 if its JSON has none.
	ID int64
	// Raw is the record as the site sent it, nil if the site failed on it. It may be
	// any JSON value.
	Raw json.RawMessage
	// Err is the response to a request for the record alone, or [ErrDecode] for a
	// record that was sent.
	Err error
}

func (e *BrokenRecordError) Error() string {
	if e.ID == 0 {
		return fmt.Sprintf("cms: a record without an id cannot be read: %v", e.Err)
	}
	return fmt.Sprintf("cms: record %d cannot be read: %v", e.ID, e.Err)
}

// Unwrap returns Err.
func (e *BrokenRecordError) Unwrap() error { return e.Err }

// maxBroken is how many records of a page the site may fail on before it counts
// as failing altogether.
const maxBroken = 5

// maxUnread is how many records of a page may be impossible to decode before the
// page is.
const maxUnread = 1000

// sturdy reads the page that query asks for. If the site fails on it, the
// records that it fails on are found, and the page holds the others.
func (c *Collection[T, P, L]) sturdy(ctx context.Context, verb string, query url.Values, s *settings) (*ListPage[T], error) {
	page, err := c.page(ctx, verb, query, s)
	if err == nil || !breaks(err) {
		return page, err
	}
	// The ids alone take hardly anything to show. Without them, it is more than records.
	only, once := *s, *s
	only.fields, only.embedded, only.exact, only.attempts = []string{"id"}, false, true, 1
	once.attempts = 1
	whole, failed := c.page(ctx, verb, query, &only)
	if failed != nil || len(whole.ids) == 0 || slices.Contains(whole.ids, 0) {
		return nil, err
	}
	halves := halving[T, P, L]{c: c, verb: verb, query: maps.Clone(query), single: s, many: &once}
	for _, name := range []string{"page", "offset", "include", "include[]", "ignore_sticky"} {
		halves.query.Del(name)
	}
	if !halves.read(ctx, whole.ids) {
		return nil, err
	}
	whole.Items, whole.ids, whole.broken = halves.items, halves.ids, append(halves.broken, whole.broken...)
	return whole, nil
}

// breaks reports that a site which answers like this may have broken on a record.
func breaks(err error) bool {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return false
	}
	if errors.Is(err, ErrNotREST) {
		return e.Status == http.StatusInternalServerError || whichPage(e.Status, e.Body) == pageFailed
	}
	return e.Status == http.StatusInternalServerError && outage(e.Code)
}

// halving reads records by their ids, and halves what the site fails on.
type halving[T, P, L any] struct {
	c            *Collection[T, P, L]
	verb         string
	query        url.Values
	single, many *settings

	items  []T
	ids    []int64
	broken []*BrokenRecordError
	failed int // of the broken, those that the site fails on
}

// read reports whether the records were read, or found to be broken.
func (h *halving[T, P, L]) read(ctx context.Context, ids []int64) bool {
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
		h.items, h.ids = append(h.items, page.Items...), append(h.ids, page.ids...)
		h.broken = append(h.broken, page.broken...)
		return true
	case !breaks(err):
		return false
	case len(ids) > 1:
		return h.read(ctx, ids[:len(ids)/2]) && h.read(ctx, ids[len(ids)/2:])
	}
	h.broken = append(h.broken, &BrokenRecordError{ID: ids[0], Err: err})
	h.failed++
	return h.failed <= maxBroken
}

// brokenIn yields what is broken on a page, and reports whether to go on.
func brokenIn[T, V any](page *ListPage[T], yield func(V, error) bool) bool {
	var none V
	for _, err := range page.broken {
		if !yield(none, err) {
			return false
		}
	}
	return true
}
