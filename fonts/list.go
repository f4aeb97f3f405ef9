package fonts

import "context"

// List reads one page: POST {base}/api/fonts/list.
//
// With options.Page it sends one request. Without, the first time, it may ask
// for page 0 besides page 1, to know which of them is the first: see
// [WithFirstPage]. It also asks for page 0 if the server refuses page 1.
//
// A negative page or size is an [*ArgumentError], a call that fails an [*Error].
func (c *Client) List(ctx context.Context, options *ListOptions, callOptions ...CallOption) (*Page, error) {
	r, start, err := newRequest(listOperation, options)
	if err != nil {
		return nil, err
	}
	s, err := gather(listOperation, callOptions)
	if err != nil {
		return nil, err
	}
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

// Count asks how many fonts there are: POST {base}/api/fonts/list for a single
// record, whose answer states the total. If it does not, the fonts are counted
// by walking them, which takes a request a page. options.Page does not matter.
//
// A total that the server states is returned as it is, even if it is too low; a
// walk finds the fonts beyond it.
//
// Errors: those of [Client.Pages]. If the fonts are counted by walking and the walk
// misses some, the error is [ErrIncomplete], not a count of a part.
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
	// A total of what is on the page may be the size of the page, and none at all
	// a server that counts pages from 0 and states no totals. One that refuses page
	// 1 may count from 0 as well.
	if got.err == nil {
		if total := got.page.Total; total > got.records || total == 0 && known {
			return total, nil
		}
	}
	count := 0
	for page, err := range walked(ctx, walk{client: c, request: r, settings: s, last: -1}, eachPage) {
		if err != nil {
			return 0, err
		}
		count += len(page.Fonts)
	}
	return count, nil
}
