package fonts

import "context"

// List returns one page: POST {base}/api/fonts/list.
//
// With options.Page it sends one request. Without it, the first call may also request
// page 0, to find out whether that or page 1 is the first: see [WithFirstPage]. It also
// requests page 0 if the server rejects page 1.
//
// Errors: an [*ArgumentError] for a negative page or size; an [*Error] for a failed
// call.
func (c *Client) List(ctx context.Context, options *ListOptions, callOptions ...CallOption) (*Page, error) {
	r, start, err := newRequest(listOperation, options)
	if err != nil {
		return nil, err
	}
	s, err := gather(listOperation, callOptions)
	if err != nil {
		return nil, err
	}
	ctx, cancel := c.transport.CallContext(ctx)
	defer cancel()
	var got *result
	if start != nil {
		got = c.fetch(ctx, r.page(*start), s)
	} else {
		_, got = c.head(ctx, r, s)
	}
	if s.capture != nil {
		*s.capture = got.response
	}
	return got.page, got.err
}

// Count returns the number of fonts. It requests one record (POST {base}/api/fonts/list)
// and reads the total of the response. If there is no total, Count walks the list, with
// one request for each page. options.Page is ignored.
//
// A total that the server sends is returned unchanged, even if it is too low. A walk
// finds the fonts beyond it.
//
// Errors: those of [Client.Pages]. If a walk counts the fonts and misses some, the error
// is [ErrIncomplete].
func (c *Client) Count(ctx context.Context, options *ListOptions, callOptions ...CallOption) (int, error) {
	r, _, err := newRequest(countOperation, options)
	if err != nil {
		return 0, err
	}
	s, err := gather(countOperation, callOptions)
	if err != nil {
		return 0, err
	}
	first, known := c.config.firstPage.first()
	one := r.page(first)
	one.PageData.Size = 1
	got := c.fetch(ctx, one, s)
	if s.capture != nil {
		*s.capture = got.response
	}
	if got.err != nil && (known || !got.unknown()) {
		return 0, got.err
	}
	// Count returns the total in the two cases below. In all other cases, it counts the fonts
	// with a walk.
	//   - The total is larger than the number of records on this page. An equal total proves
	//     nothing, because some servers always send the number of records as the total.
	//   - The total is 0, and the number of the first page is known. If this number is not known,
	//     page 1 may come after the last page, because the server may count pages from 0.
	if got.err == nil {
		if total := got.page.Total; total > got.records || total == 0 && known {
			return total, nil
		}
	}
	count := 0
	for page, err := range walked(ctx, walk{client: c, request: r, settings: s}, eachPage) {
		if err != nil {
			return 0, err
		}
		count += len(page.Fonts)
	}
	return count, nil
}
