package fonts

import (
	"context"
	"fmt"
)

// The operations, as errors and attempts name them.
const (
	listOperation  = "fonts.List"
	countOperation = "fonts.Count"
	pagesOperation = "fonts.Pages"
	allOperation   = "fonts.All"
)

// DefaultSize is the page size where [ListOptions] leave it open.
const DefaultSize = 100

// ListOptions say which fonts a list holds. The zero value, and nil, is all of
// them. How filters match and combine is not in the specification; several may
// be given (section 4, rule 1). They are read once, and never changed.
type ListOptions struct {
	// Page is the number of the page, as the server counts: pageData.page. Nil is
	// the first page. A walk begins there.
	Page *int
	// Size is how many fonts a page holds: pageData.size. 0 is [DefaultSize]. The
	// server may give fewer or more.
	Size int
	// Tags, Category and Keyword filter the list; "" does not.
	Tags     string
	Category string
	Keyword  string
}

// Page is one page of the list.
type Page struct {
	// Fonts are the records of the page, not nil. In a walk those that an earlier
	// page held are left out.
	Fonts []Font
	// Number, TotalPages and Total are what the server states: data.page,
	// data.pageTotal and data.total. Each is -1 if it states nothing, or what
	// cannot be, such as a total of 0 beside records.
	Number, TotalPages, Total int
	// Response is the answer that the page came in.
	Response Response
	// Extra holds the members of data that the specification does not have.
	Extra Extra
}

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
	var sheet *sheet
	if start != nil {
		sheet = c.fetch(ctx, r.page(*start), s)
	} else {
		_, sheet = c.head(ctx, r, s)
	}
	if s.capture != nil {
		*s.capture = sheet.response
	}
	return sheet.page, sheet.err
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
	first, known := c.config.numbering.first()
	one := r.page(first)
	one.PageData.Size = 1
	sheet := c.fetch(ctx, one, s)
	if s.capture != nil {
		*s.capture = sheet.response
	}
	if sheet.err != nil && (known || !sheet.unknown()) {
		return 0, sheet.err
	}
	// A total of what is on the page may be the size of the page, and none at all
	// a server that counts pages from 0 and states no totals. One that refuses page
	// 1 may count from 0 as well.
	if sheet.err == nil {
		if total := sheet.page.Total; total > sheet.records || total == 0 && known {
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

// newRequest checks the options, and returns the page that they name.
func newRequest(operation string, options *ListOptions) (request, *int, error) {
	if options == nil {
		options = &ListOptions{}
	}
	r := request{
		PageData: pageData{Size: options.Size},
		Tags:     options.Tags, Category: options.Category, Keyword: options.Keyword,
	}
	if r.PageData.Size == 0 {
		r.PageData.Size = DefaultSize
	}
	switch {
	case options.Size < 0:
		return r, nil, &ArgumentError{operation, "size", fmt.Sprintf("%d is negative", options.Size)}
	case options.Page == nil:
		return r, nil, nil
	case *options.Page < 0:
		return r, nil, &ArgumentError{operation, "page", fmt.Sprintf("%d is negative", *options.Page)}
	}
	start := *options.Page
	return r, &start, nil
}

// page is the request for a page of the list.
func (r request) page(number int) request {
	r.PageData.Page = number
	return r
}
