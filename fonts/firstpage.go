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
	// A server that counts from 1 may fail on page 0, and retries would only cost time.
	// Page 0 is therefore requested once. It is requested again only if the server did
	// not reject it.
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
		// The error of page 1 is the result: page 0 failed too, or claims to be page 1,
		// which the server has just rejected.
	case one.err != nil, differ: // page numbers begin at 0: page 1 is past the end, or another page than page 0
		if zero.records > 0 {
			c.config.firstPage.found(0)
		}
		return 0, zero // page 1 will be read again, because the list may have changed before page 0 was read
	case zero.refused(), zero.err == nil && zero.records == 0 && one.records > 0,
		// The server treats page 0 as page 1. Two equal pages are no proof of this: a
		// server with a single page, page 0, may send it for every number.
		zero.records > 0 && (zero.page.Number == 1 || one.page.TotalPages > 1 || one.page.Total > one.records):
		c.config.firstPage.found(1)
	}
	return number, one
}
