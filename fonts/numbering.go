package fonts

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync/atomic"
)

// numbering is where the page numbers of the server begin, as far as known.
type numbering struct{ state atomic.Int32 } // the number and 1, 0 if it is not known

// first is the number of the first page, 1 if that is not known.
func (n *numbering) first() (number int, known bool) {
	if state := n.state.Load(); state > 0 {
		return int(state) - 1, true
	}
	return 1, false
}

func (n *numbering) found(first int) { n.state.Store(int32(first) + 1) } //nolint:gosec // it is 0 or 1

// head reads the first page of the list. To find out where page numbers begin, it asks for page 1 and for page 0.
func (c *Client) head(ctx context.Context, r request, s *settings) (number int, first *sheet) {
	number, known := c.config.numbering.first()
	one := c.fetch(ctx, r.page(number), s)
	if known || one.err != nil && !one.unknown() || one.err == nil && one.whole(r.PageData.Size) {
		return number, one
	}
	// A server that counts from 1 may well fail on page 0. Only what says nothing about page 0 is retried.
	once := *s
	once.Attempts = 1
	zero := c.fetch(ctx, r.page(0), &once)
	if retries := s.Attempts > 1 || s.Attempts == 0 && c.config.transport.Attempts != 1; retries && zero.err != nil &&
		!zero.refused() && ctx.Err() == nil {
		zero = c.fetch(ctx, r.page(0), s)
	}
	differ := zero.records > 0 && (one.records == 0 || key(&zero.page.Fonts[0]) != key(&one.page.Fonts[0]))
	switch {
	case zero.err != nil && ctx.Err() != nil:
		return number, zero
	case one.err != nil && (zero.err != nil || zero.page.Number == 1):
		// A server that takes 0 for 1 would not refuse 1.
	case one.err != nil, differ: // page 1 is past the only page, or after page 0
		if zero.records > 0 {
			c.config.numbering.found(0)
		}
		return 0, zero // page 1 is read again, since the list may have changed before page 0 was read
	case zero.refused(), zero.err == nil && zero.records == 0 && one.records > 0,
		// The server takes 0 for 1. Without evidence page 1 might as well be the repetition of page 0, the only page.
		zero.records > 0 && (zero.page.Number == 1 || one.page.TotalPages > 1 || one.page.Total > one.records):
		c.config.numbering.found(1)
	}
	return number, one
}

// unknown reports that the server refused the page, and not something else: the response is an envelope that says so.
func (s *sheet) unknown() bool {
	e, ok := errors.AsType[*Error](s.err)
	return ok && e.Code != "" && slices.Contains([]int{
		http.StatusBadRequest, http.StatusNotFound, http.StatusRequestedRangeNotSatisfiable, http.StatusUnprocessableEntity,
	}, e.kind())
}

// refused reports that the server looked at the request and turned it down.
func (s *sheet) refused() bool {
	e, ok := errors.AsType[*Error](s.err)
	return ok && e.Status != 0 && !slices.Contains([]int{
		http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}, e.kind())
}

// whole reports that the response to page 1 shows by itself that this page is the whole list. A total equal to a full
// page does not: some servers state the number of records on the page.
func (s *sheet) whole(size int) bool {
	p := s.page
	return p.Total > 0 && p.Total == s.records && p.TotalPages == 1 && s.records < size
}
