package fonts

import "context"

// head reads the first page of the list. It requests pages 1 and 0 to find out where
// page numbers begin.
func (c *Client) head(ctx context.Context, r request, s *settings) (number int, first *result) {
	number, known := c.config.firstPage.first()
	one := c.fetch(ctx, r.page(number), s)
	if known || one.err != nil && !one.unknown() || one.err == nil && one.whole(r.PageData.Size) {
		return number, one
	}
	// A server that counts from 1 may fail on page 0. Only a failure that says nothing
	// about page 0 is retried.
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
		// A server that treats 0 as 1 would not reject 1.
	case one.err != nil, differ: // page 1 is past the only page, or after page 0
		if zero.records > 0 {
			c.config.firstPage.found(0)
		}
		return 0, zero // page 1 is read again, since the list may have changed before page 0 was read
	case zero.refused(), zero.err == nil && zero.records == 0 && one.records > 0,
		// The server treats 0 as 1. Without evidence, page 1 may be page 0 again,
		// the only page.
		zero.records > 0 && (zero.page.Number == 1 || one.page.TotalPages > 1 || one.page.Total > one.records):
		c.config.firstPage.found(1)
	}
	return number, one
}
