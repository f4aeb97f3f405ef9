package cms

import (
	"cmp"
	"context"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/walk"
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
}

// typed is a page with its type.
func typed[T any](p *walk.Page) *ListPage[T] {
	return &ListPage[T]{*p.Items.Addr().Interface().(*[]T), p.Number, p.Total, p.TotalPages, Response(p.Response)}
}

// List reads one page: GET {collection}. nil stands for no arguments; the site
// then gives the first ten records that anyone may read. PerPage is at most 100.
//
// An empty list in options that is not nil matches nothing: the page is empty,
// and nothing is sent. A page behind the last one is [ErrBadRequest] with
// [CodeInvalidPageNumber].
//
// A record that does not fit its type is left out of the page. List then returns
// both the page and an error, which holds a [*BrokenRecordError] for each of them.
func (c *Collection[T, P, L]) List(ctx context.Context, options *L, callOptions ...CallOption) (*ListPage[T], error) {
	page, err := c.resource.list(ctx, options, gather(callOptions, CallOption.walk))
	if page == nil {
		return nil, err
	}
	return typed[T](page), err
}

func (c *resource) list(ctx context.Context, options any, s *settings) (*walk.Page, error) {
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return nil, c.refused("List", err)
	}
	if q.Nothing != "" {
		return &walk.Page{Items: walk.Empty(c.record), Number: 1}, nil
	}
	page, err := c.page(ctx, "List", q.Values, s)
	if err != nil {
		return nil, err
	}
	broken := make([]error, len(page.Broken))
	for i, e := range page.Broken {
		broken[i] = (*BrokenRecordError)(e)
	}
	return page, Join(broken...)
}

// Count returns how many records match options. It counts as the site does,
// with those that the caller may not read, and asks for no more than the total;
// if the site does not state one, the records are walked and counted. On a route of a
// plugin that this module has a type for, a page of more than the one record that was
// asked for is the whole list.
func (c *Collection[T, P, L]) Count(ctx context.Context, options *L, callOptions ...CallOption) (int, error) {
	return c.resource.count(ctx, options, gather(callOptions, CallOption.walk))
}

func (c *resource) count(ctx context.Context, options any, s *settings) (int, error) {
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
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
	own := c.site.config.prefix.IsOwn(c.path)
	if n := page.Len() + len(page.Broken); n != 1 && page.TotalPages < 0 && !own && record.OfModule(c.record) {
		return n, nil // none, or all: plugins give the whole list whatever is asked for
	}
	q.Set("per_page", strconv.Itoa(wire.MaxPerPage))
	list := c.listing("Count", s)
	w, err := walk.Begin(list, q.Values, list.options())
	if err != nil {
		return 0, c.refused("Count", err)
	}
	n, err := w.Count(ctx)
	if err != nil {
		return 0, list.met(err)
	}
	return n, nil
}
