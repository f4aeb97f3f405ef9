package cms

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
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

	ids    []int64           // of the items, 0 where an id is no number; nil if records have none
	sum    [sha256.Size]byte // of the list, where ids do not tell pages apart
	broken []*BrokenRecordError
}

// empty reports that the page brings nothing.
func (p *ListPage[T]) empty() bool { return len(p.Items) == 0 && len(p.broken) == 0 }

// repeats reports that the page holds the records of another, by their ids.
func (p *ListPage[T]) repeats(before *ListPage[T]) bool {
	return !p.empty() && before != nil && p.sum == before.sum && slices.Equal(p.ids, before.ids) &&
		slices.EqualFunc(p.broken, before.broken, func(a, b *BrokenRecordError) bool { return a.ID == b.ID })
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
	s := gather(callOptions, CallOption.walk)
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return nil, c.refused("List", err)
	}
	if q.Nothing != "" {
		return &ListPage[T]{Items: []T{}, Number: 1}, nil
	}
	page, err := c.page(ctx, "List", q.Values, s)
	if err != nil {
		return nil, err
	}
	var broken error
	for _, e := range page.broken {
		broken = errors.Join(broken, e)
	}
	return page, broken
}

// page reads the page that query asks for.
func (c *Collection[T, P, L]) page(ctx context.Context, verb string, query url.Values, s *settings) (*ListPage[T], error) {
	var answer Response
	own := *s
	own.captures = append(s.captures[:len(s.captures):len(s.captures)], &answer)
	page, err := perform(ctx, c.client, c.list(verb, query, len(s.fields) > 0), &own)
	if err != nil {
		return nil, err
	}
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

// list is a request for a page.
func (c *Collection[T, P, L]) list(verb string, query url.Values, partial bool) Request[ListPage[T]] {
	r := Request[ListPage[T]]{Operation: c.name + "." + verb, Path: c.path, Query: query, fields: c.fields, needs: c.needs, shape: &shape{}, paging: verb != "List", err: c.err}
	if r.needs == nil { // pages are told apart by ids even where a type has no field for them
		r.needs = []string{"id"}
	}
	if query.Has("mime_type") || query.Has("mime_type[]") {
		r.needs = append(r.needs[:len(r.needs):len(r.needs)], "mime_type")
	}
	size, _ := strconv.Atoi(query.Get("per_page"))
	if !strings.HasPrefix(c.path, "cms/v2/") {
		size = 0 // plugins give the whole list whatever is asked for
	}
	r.decode = func(list []byte, page *ListPage[T]) error { return c.decode(list, size, page) }
	r.check = func(page *ListPage[T]) error {
		if partial || c.shape.renames {
			for i := range page.Items {
				c.shape.fill(reflect.ValueOf(&page.Items[i]), c.client.config.prefix, partial)
			}
		}
		return cmp.Or(c.within(page, query), c.ofMediaType(page, query))
	}
	return r
}

// decode reads a list of records that was asked for with size, 0 for none.
func (c *Collection[T, P, L]) decode(list []byte, size int, page *ListPage[T]) error {
	page.Items, page.ids, page.broken = nil, nil, nil
	if !c.shape.loose && !c.named {
		var err error
		if page.Items, err = wire.List[T](list, size); err != nil && c.shape.bends {
			page.Items, err = wire.List[T](list, size, wire.Bend())
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
func (c *Collection[T, P, L]) identify(page *ListPage[T]) bool {
	if !c.shape.numbered() {
		return true
	}
	page.ids = make([]int64, len(page.Items))
	for i := range page.Items {
		number, _ := c.shape.id(&page.Items[i], nil)
		if number == 0 || c.check != nil && c.check(&page.Items[i]) != nil {
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
func (c *Collection[T, P, L]) decodeEach(list []byte, size int, page *ListPage[T]) error {
	elements, err := wire.Elements[T](list, size, c.named)
	if err != nil {
		return err
	}
	page.Items, page.ids, page.sum = []T{}, nil, fingerprint(list)
	unknown := 0 // records without an id that cannot be read
	for _, element := range elements {
		var v T
		err := c.shape.decode(element, &v)
		number, text := c.shape.id(&v, element)
		if err != nil {
			number, text = idIn(element, c.shape.key)
		}
		switch {
		case err == nil && number == 0 && text == "" && (c.shape.index != nil || c.shape.loose && element.Kind() == 'n'):
			err = errNoID
		case err == nil && c.check != nil:
			if err := c.check(&v); err != nil {
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
		page.Items = append(page.Items, v)
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
func (c *Collection[T, P, L]) within(page *ListPage[T], query url.Values) error {
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
func (c *Collection[T, P, L]) ofMediaType(page *ListPage[T], query url.Values) error {
	types, record := values(query, "mime_type"), reflect.TypeFor[T]()
	if len(types) == 0 || record.Kind() != reflect.Struct {
		return nil
	}
	field, ok := jsonField(record, "mime_type")
	if !ok {
		return nil
	}
	kinds := values(query, "media_type")
	for i := range page.Items {
		of, err := reflect.ValueOf(&page.Items[i]).Elem().FieldByIndexErr(field)
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
	s := gather(callOptions, CallOption.walk)
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
		n += len(page.Items) + len(page.broken)
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
