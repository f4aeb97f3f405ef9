package cms

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

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

// listPage is a ListPage without its type.
type listPage struct {
	items             reflect.Value // a []T that can be set
	Number            int
	Total, TotalPages int
	Response          Response

	ids    []int64           // of the items, 0 where an id is no number; nil if records have none
	sum    [sha256.Size]byte // of the list, where ids do not tell pages apart
	broken []*BrokenRecordError
	held   int // records that it had when its ids were read, if it was read by these
}

func (c *resource) noItems() reflect.Value {
	items := reflect.New(reflect.SliceOf(c.record)).Elem()
	items.Set(reflect.MakeSlice(items.Type(), 0, 0))
	return items
}

// typed is a page with its type.
func typed[T any](p *listPage) *ListPage[T] {
	return &ListPage[T]{*p.items.Addr().Interface().(*[]T), p.Number, p.Total, p.TotalPages, p.Response}
}

func (p *listPage) len() int { return p.items.Len() }

// at is a *T.
func (p *listPage) at(i int) any { return p.items.Index(i).Addr().Interface() }

// from is the page without the items before one.
func (p *listPage) from(first int) *listPage {
	rest := *p // a page that was fetched is not changed
	rest.items = reflect.New(p.items.Type()).Elem()
	rest.items.Set(p.items.Slice(first, p.len()))
	if rest.ids != nil {
		rest.ids = p.ids[first:]
	}
	return &rest
}

// add appends the records of another page.
func (p *listPage) add(more *listPage) {
	p.items.Set(reflect.AppendSlice(p.items, more.items))
	p.ids, p.broken = append(p.ids, more.ids...), append(p.broken, more.broken...)
}

// size is how many records the page brings, broken ones too, and those that went while they were read one by one.
func (p *listPage) size() int { return max(p.len()+len(p.broken), p.held) }

// empty reports that the page brings nothing.
func (p *listPage) empty() bool { return p.size() == 0 }

// covers is how many positions of a list the page holds at least, of those that it was asked for: records may be
// hidden in it, and some sites give smaller pages.
func (p *listPage) covers(size int) int {
	switch {
	case p.size() >= size:
		return size
	case p.TotalPages > 0 && p.TotalPages >= pages(p.Total, size):
		return pages(p.Total, p.TotalPages)
	}
	return max(p.size(), 1)
}

// repeats reports that the page holds the records of another, by their ids.
func (p *listPage) repeats(before *listPage) bool {
	return before != nil && p.sum == before.sum && slices.Equal(p.ids, before.ids) &&
		slices.EqualFunc(p.broken, before.broken, func(a, b *BrokenRecordError) bool { return a.ID == b.ID }) && !p.empty()
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

func (c *resource) list(ctx context.Context, options any, s *settings) (*listPage, error) {
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return nil, c.refused("List", err)
	}
	if q.Nothing != "" {
		return &listPage{items: c.noItems(), Number: 1}, nil
	}
	page, err := c.page(ctx, "List", q.Values, s)
	if err != nil {
		return nil, err
	}
	broken := make([]error, len(page.broken))
	for i, e := range page.broken {
		broken[i] = e
	}
	return page, Join(broken...)
}

// page reads the page that query asks for.
func (c *resource) page(ctx context.Context, verb string, query url.Values, s *settings) (*listPage, error) {
	var answer Response
	own := *s
	own.captures = append(s.captures[:len(s.captures):len(s.captures)], &answer)
	request := c.pageRequest(verb, query, s.partial() || inPart(query))
	if verb != "List" {
		request.turning = []string{"page", "per_page"}
	}
	if s.exact {
		request.turning = append(request.turning, "offset")
	}
	v, err := c.client.perform(ctx, request, &own)
	if err != nil {
		return nil, err
	}
	page := v.(*listPage)
	page.Number = 1
	if n, err := strconv.Atoi(query.Get("page")); err == nil {
		page.Number = n
	}
	for _, broken := range page.broken {
		e := c.fails(verb, http.MethodGet, broken.Err)
		e.Status, e.Attempts = answer.Status, answer.Attempts
		broken.Err = e
	}
	page.Response = answer
	page.Total = c.client.config.prefix.total(answer.Header, "Total")
	page.TotalPages = c.client.config.prefix.total(answer.Header, "TotalPages")
	return page, nil
}

// pageRequest is a request for a page.
func (c *resource) pageRequest(verb string, query url.Values, partial bool) request {
	r := request{answer: reflect.TypeFor[listPage](), Operation: c.name + "." + verb, Path: c.path, Query: query, fields: c.fields, needs: c.needs, shape: &shape{}, err: c.err}
	if r.needs == nil { // pages are told apart by ids even where a type has no field for them
		r.needs = []string{"id"}
	}
	files := query.Has("mime_type") || query.Has("mime_type[]")
	if files {
		r.needs = append(r.needs[:len(r.needs):len(r.needs)], "mime_type")
	}
	size, _ := strconv.Atoi(query.Get("per_page"))
	if !c.client.config.prefix.isOwn(c.path) {
		size = 0 // plugins give the whole list whatever is asked for
	}
	r.decode = func(list []byte, v any) error {
		page := v.(*listPage)
		if err := c.decode(list, size, page); err != nil {
			return err
		}
		if partial || c.shape.renames {
			for i := range page.len() {
				c.shape.fill(page.items.Index(i), c.client.config.prefix, partial)
			}
		}
		return nil
	}
	if files || query.Has("include") || query.Has("include[]") {
		r.check = func(v any) error {
			page := v.(*listPage)
			return cmp.Or(c.within(page, query), c.ofMediaType(page, query))
		}
	}
	return r
}

// decode reads a list of records that was asked for with size, 0 for none.
func (c *resource) decode(list []byte, size int, page *listPage) error {
	page.items, page.ids, page.broken = reflect.New(reflect.SliceOf(c.record)).Elem(), nil, nil
	if !c.shape.loose && !c.named {
		var err error
		if err = wire.List(list, size, page.items); err != nil && c.shape.bends {
			err = wire.List(list, size, page.items, wire.Bend())
		}
		if err == nil && c.identify(page) {
			if page.ids == nil {
				page.sum = fingerprint(list)
			}
			return nil
		}
	}
	return c.decodeEach(list, size, page)
}

// identify reads the ids of the records of a page. It reports false if a record
// is not what records of the collection are.
func (c *resource) identify(page *listPage) bool {
	if !c.shape.numbered() {
		return true
	}
	page.ids = make([]int64, page.len())
	for i := range page.len() {
		number, _ := c.shape.id(page.at(i), nil)
		if number == 0 || c.check != nil && c.check(page.at(i)) != nil {
			return false
		}
		page.ids[i] = number
	}
	return true
}

// fingerprint tells pages apart whose records have no numbers: by their ids, or by
// all of the JSON if one has none.
func fingerprint(list []byte) [sha256.Size]byte {
	var records []struct {
		ID wire.Text `json:"id"`
	}
	if wire.Unmarshal(list, &records) != nil {
		return sha256.Sum256(list)
	}
	all := sha256.New()
	for _, r := range records {
		if r.ID == "" {
			return sha256.Sum256(list)
		}
		_, _ = fmt.Fprintf(all, "%d %s", len(r.ID), r.ID) // a hash takes everything
	}
	return [sha256.Size]byte(all.Sum(nil))
}

// decodeEach reads the records of a list one by one, so that one that cannot be
// read does not hide the others.
func (c *resource) decodeEach(list []byte, size int, page *listPage) error {
	elements, err := wire.Elements(list, size, c.record, c.named)
	if err != nil {
		return err
	}
	page.items, page.ids, page.sum = c.noItems(), nil, fingerprint(list)
	unknown := 0 // records without an id that cannot be read
	for _, element := range elements {
		v := reflect.New(c.record)
		err := c.shape.decode(element, v.Interface())
		number, text := c.shape.id(v.Interface(), element)
		if err != nil {
			number, text = idIn(element, c.shape.key)
		}
		switch {
		case err == nil && number == 0 && text == "" && (c.shape.index != nil || c.shape.loose && element.Kind() == 'n'):
			err = errNoID
		case err == nil && c.check != nil:
			if err := c.check(v.Interface()); err != nil {
				return err
			}
		}
		if err != nil {
			if number == 0 && text == "" {
				unknown++
			}
			if len(page.broken) == maxUnread {
				return fmt.Errorf("more than %d records of the page cannot be read, the last because %w", maxUnread, err)
			}
			page.broken = append(page.broken, &BrokenRecordError{
				ID: number, Name: text, Raw: json.RawMessage(element.Clone()), Err: because(ErrDecode, err),
			})
			continue
		}
		page.items.Set(reflect.Append(page.items, v.Elem()))
		if c.shape.numbered() {
			page.ids = append(page.ids, number)
		}
	}
	if unknown > maxBroken && unknown == len(elements) {
		return errNoID // a list of something else
	}
	return nil
}

// within refuses a page with other records than those that its query names. A
// route that does not know include gives any.
func (c *resource) within(page *listPage, query url.Values) error {
	asked := listed(query, "include")
	if len(asked) == 0 || query.Get("ignore_sticky") == "false" { // sticky posts come on top
		return nil
	}
	foreign := func(id int64) error {
		if slices.Contains(asked, id) {
			return nil
		}
		return because(ErrForeignRecord, fmt.Errorf("asked for %d, got %d", asked, id))
	}
	for _, id := range page.ids {
		if err := foreign(id); err != nil && id != 0 { // 0 is an id that is no number
			return err
		}
	}
	for _, e := range page.broken {
		if err := foreign(e.ID); err != nil && e.ID != 0 {
			return err
		}
	}
	return nil
}

// ofMediaType refuses a page with a file that its query excludes. A site leaves out
// of mime_type what it accepts no files of, and lists all of them where nothing is
// left. Releases differ in whether media_type then still counts.
func (c *resource) ofMediaType(page *listPage, query url.Values) error {
	types := values(query, "mime_type")
	if len(types) == 0 || c.record.Kind() != reflect.Struct {
		return nil
	}
	field, ok := jsonField(c.record, "mime_type")
	if !ok {
		return nil
	}
	kinds := values(query, "media_type")
	for i := range page.len() {
		of, err := page.items.Index(i).FieldByIndexErr(field)
		if err != nil || of.Kind() != reflect.String || of.String() == "" {
			continue
		}
		kind, _, _ := strings.Cut(of.String(), "/")
		if !slices.Contains(types, of.String()) && !slices.Contains(kinds, kind) {
			return because(ErrFilterIgnored, fmt.Errorf("asked for files of the type %s, got %.80q", strings.Join(types, " or "), of.String()))
		}
	}
	return nil
}

// Count returns how many records match options. It counts as the site does,
// with those that the caller may not read, and asks for no more than the total;
// if the site does not state one, the records are walked and counted.
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
	n := 0
	q.Set("per_page", strconv.Itoa(wire.MaxPerPage))
	for page, err := range c.walk(ctx, "Count", q.Values, s) {
		if err != nil {
			return 0, err
		}
		n += page.size()
	}
	return n, nil
}

// listed are the ids of a list in a query, in whichever form it was encoded.
func listed(query url.Values, name string) []int64 {
	var ids []int64
	for _, value := range values(query, name) {
		if id, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// values are those of an argument, in whichever form a list was encoded.
func values(query url.Values, name string) []string {
	all := slices.Clone(query[name+"[]"])
	if one := query.Get(name); one != "" {
		all = append(all, strings.Split(one, ",")...)
	}
	return all
}
