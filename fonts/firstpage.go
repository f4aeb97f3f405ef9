package fonts

import "context"

// head reads the first page of the list and returns its number. If that number is not
// known, head requests page 1 and usually also page 0, to find out where page numbers
// begin.
func (c *Client) head(ctx context.Context, r request, s *settings) (number int, first *result) {
	number, known := c.config.firstPage.first()
	one := c.fetch(ctx, r.page(number), s)
	if known || one.err != nil && !one.unknown() || one.err == nil && one.whole(r.PageData.Size) {
		return number, one
	}
	// First, page 0 is requested without retries: a server that counts from 1 may fail on
	// page 0, and retries would only cost time. If this request failed, but not because the
	// server rejected page 0, page 0 is requested again, with retries.
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
		// Return the error of page 1. Page 0 is no substitute: it failed too, or its response
		// has the number 1, and the server has just rejected page 1.
	case one.err != nil, differ: // page 1 does not exist or differs from page 0, so page numbers begin at 0
		if zero.records > 0 {
			c.config.firstPage.found(0)
		}
		return 0, zero // page 1 will be read again, because the list may have changed before page 0 was read
	case zero.refused(), zero.err == nil && zero.records == 0 && one.records > 0,
		// Page numbers begin at 1: the server rejects page 0, sends it without records, or
		// sends page 1 in its place. Equal pages do not prove the last case: a server with
		// a single page, page 0, may send it for every number.
		zero.records > 0 && (zero.page.Number == 1 || one.page.TotalPages > 1 || one.page.Total > one.records):
		c.config.firstPage.found(1)
	}
	return number, one
}
