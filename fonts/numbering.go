package fonts

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
)

// numbering is where the page numbers of the server begin, as far as known.
type numbering struct{ state atomic.Int32 }

const (
	fromOne int32 = iota + 1
	fromZero
)

// first is the number of the first page, 1 if that is not known.
func (n *numbering) first() (number int, known bool) {
	switch n.state.Load() {
	case fromOne:
		return 1, true
	case fromZero:
		return 0, true
	}
	return 1, false
}

func (n *numbering) found(first int) {
	if first == 0 {
		n.state.Store(fromZero)
	} else {
		n.state.Store(fromOne)
	}
}

// head is the beginning of a list: one page, or two if finding the first took
// two and both belong to the list.
type head struct {
	number int // of the first page
	sheets []*sheet
}

func (h head) first() *sheet { return h.sheets[0] }

// head reads the first page, and finds out which that is if need be.
func (c *Client) head(ctx context.Context, r request, s *settings) head {
	number, known := c.config.numbering.first()
	one := c.fetch(ctx, r.page(number), s)
	switch {
	case known, one.err != nil && !one.unknown(), one.err == nil && one.whole(r.PageData.Size):
		return head{number, []*sheet{one}}
	}
	zero := c.probe(ctx, r, s)
	switch {
	case zero.err != nil && ctx.Err() != nil:
		return head{number, []*sheet{zero}}
	case one.err != nil && (zero.err != nil || zero.page.Number == 1):
		// A server that takes 0 for 1 would not refuse 1.
	case one.err != nil:
		// Page 1 is behind the only page, which is page 0.
		if zero.records > 0 {
			c.config.numbering.found(0)
		}
		return head{0, []*sheet{zero, one}}
	case zero.err != nil:
		if zero.refused() {
			c.config.numbering.found(1)
		}
	case zero.records == 0:
		if one.records > 0 {
			c.config.numbering.found(1)
		}
	case one.records == 0 || key(&zero.page.Fonts[0]) != key(&one.page.Fonts[0]):
		c.config.numbering.found(0)
		return head{0, []*sheet{zero, one}}
	case zero.page.Number == 1 || one.page.TotalPages > 1 || one.page.Total > one.records:
		// The server takes 0 for 1. Without this evidence page 1 might as well
		// be the repetition of page 0, the only one.
		c.config.numbering.found(1)
	}
	return head{number, []*sheet{one}}
}

// probe asks for page 0, with a single attempt: a server that counts from 1 may
// well fail on it. Only what says nothing about page 0 is repeated.
func (c *Client) probe(ctx context.Context, r request, s *settings) *sheet {
	once := *s
	once.Attempts = 1
	zero := c.fetch(ctx, r.page(0), &once)
	more := s.Attempts > 1 || s.Attempts == 0 && c.config.transport.Attempts != 1
	if zero.err != nil && !zero.refused() && more && ctx.Err() == nil {
		zero = c.fetch(ctx, r.page(0), s)
	}
	return zero
}

// unknown reports that the server looked at the request and refused the page: the
// answer is an envelope that says so.
func (s *sheet) unknown() bool {
	e, ok := errors.AsType[*Error](s.err)
	return ok && e.Code != "" && s.refused()
}

// refused reports that the server looked at the request and turned it down.
func (s *sheet) refused() bool {
	e, ok := errors.AsType[*Error](s.err)
	if !ok || e.Status == 0 {
		return false
	}
	switch e.kind() {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return false
	}
	return true
}

// whole reports that the answer to page 1 shows by itself that this page is the
// whole list. A total equal to a full page does not: some servers state the
// number of records on the page.
func (s *sheet) whole(size int) bool {
	p := s.page
	return p.Total > 0 && p.Total == s.records && p.TotalPages == 1 && s.records != size
}
