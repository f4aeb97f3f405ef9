package cms

import (
	"context"
	"math"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// ListPage is one page of a list.
type ListPage[T any] struct {
	Items []T
	// Number is the number of the page, counted from 1.
	Number int
	// Total is how many records match and TotalPages how many pages hold them, as
	// the site counts: records that the caller may not read are counted and then
	// left out. -1 if the site does not say.
	Total, TotalPages int
	// Response is what is known of the answer besides its records.
	Response Response

	ids    []int64 // of the items; read for an exact walk alone
	broken []*BrokenRecordError
}

// List reads one page: GET {collection}. nil stands for no arguments; the site
// then gives the first ten records that anyone may read. PerPage is at most 100.
//
// An empty list in options that is not nil matches nothing: the page is empty,
// and nothing is sent. A page behind the last one is [ErrBadRequest] with
// [CodeInvalidPageNumber].
func (c *Collection[T, P, L]) List(ctx context.Context, options *L, callOptions ...CallOption) (*ListPage[T], error) {
	s, err := gather(callOptions, CallOption.walk)
	if err != nil {
		return nil, c.refused("List", err)
	}
	q, err := wire.EncodeQuery(options)
	if err != nil {
		return nil, c.refused("List", err)
	}
	if q.Nothing != "" {
		return &ListPage[T]{Items: []T{}, Number: 1}, nil
	}
	return c.page(ctx, "List", q.Values, s)
}

// page reads the page that query asks for.
func (c *Collection[T, P, L]) page(ctx context.Context, verb string, query url.Values, s *settings) (*ListPage[T], error) {
	page := &ListPage[T]{Number: 1}
	if n, err := strconv.Atoi(query.Get("page")); err == nil {
		page.Number = n
	}
	size, _ := strconv.Atoi(query.Get("per_page")) // 0 if none is sent
	o := &operation{name: c.name + "." + verb, method: "GET", path: c.path, query: query, repeat: Request[T]{}.policy(), fields: c.fields}
	o.decode = func(value []byte) (err error) {
		if value == nil {
			return errNoContent
		}
		if page.Items, err = wire.List[T](value, size); err == nil && s.exact {
			page.ids, err = ids(page.Items, value)
		}
		return err
	}
	a, _, err := c.client.send(ctx, o, s)
	if err != nil {
		return nil, err
	}
	page.Response = response(a.Response, nil, a)
	for i := range page.Items {
		settle(&page.Items[i], c.client.config.prefix, len(s.fields) > 0)
	}
	page.Total = c.client.config.prefix.total(a.Header, "Total")
	page.TotalPages = c.client.config.prefix.total(a.Header, "TotalPages")
	return page, nil
}

// ids are those of items, which were decoded from a list.
func ids[T any](items []T, list []byte) ([]int64, error) {
	out := make([]int64, len(items))
	for i := range items {
		record, ok := any(&items[i]).(interface{ recordID() int64 })
		if !ok {
			return idsIn(list)
		}
		out[i] = record.recordID()
	}
	return out, nil
}

// idsIn are those in a list of records of a type that does not tell them.
func idsIn(list []byte) ([]int64, error) {
	records, err := wire.List[struct {
		ID int64 `json:"id"`
	}](list, math.MaxInt) // its elements were counted
	out := make([]int64, len(records))
	for i, record := range records {
		out[i] = record.ID
	}
	return out, err
}

// Count returns how many records match options. It counts as the site does,
// with those that the caller may not read, and asks for no more than the total;
// if the site does not state one, the records are walked and counted.
func (c *Collection[T, P, L]) Count(ctx context.Context, options *L, callOptions ...CallOption) (int, error) {
	s, err := gather(callOptions, CallOption.walk)
	if err != nil {
		return 0, c.refused("Count", err)
	}
	q, err := wire.EncodeQuery(options)
	if err != nil {
		return 0, c.refused("Count", err)
	}
	if q.Nothing != "" {
		return 0, nil
	}
	q.Del("page")
	q.Del("offset")
	q.Set("per_page", "1")
	if len(s.fields) == 0 {
		s.fields = []string{"id"}
	}
	page, err := c.page(ctx, "Count", q.Values, s)
	if err != nil {
		return 0, err
	}
	if page.Total >= 0 {
		return page.Total, nil
	}
	n := 0
	q.Set("per_page", strconv.Itoa(wire.MaxPerPage))
	for page, err := range c.walk(ctx, "Count", q.Values, s) {
		if err != nil {
			return 0, err
		}
		n += len(page.Items)
	}
	return n, nil
}
