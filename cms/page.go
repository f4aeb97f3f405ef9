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
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// page reads the page of a list that query selects.
func (c *resource) page(ctx context.Context, verb string, query url.Values, s *callSettings) (*walk.Page, error) {
	var response walk.Response
	own := *s
	own.Captures = append(s.Captures[:len(s.Captures):len(s.Captures)], &response)
	request := c.pageRequest(verb, query, s.partial(query))
	if verb != "List" {
		request.turning = []string{"page", "per_page"}
	}
	if s.Exact {
		request.turning = append(request.turning, "offset")
	}
	// Do not check whether the route knows orderby: if the route ignores it, the walk itself
	// finds ids that are out of order.
	if s.byID {
		request.turning = append(request.turning, "orderby")
	}
	v, err := c.site.perform(ctx, request, &own)
	if err != nil {
		return nil, err
	}
	page := v.(*walk.Page)
	page.Number = 1
	if n, err := strconv.Atoi(query.Get("page")); err == nil {
		page.Number = n
	}
	for _, broken := range page.Broken {
		e := c.newError(verb, http.MethodGet, broken.Err)
		e.Status, e.Attempts = response.Status, response.Attempts
		broken.Err = e
	}
	page.Response = response
	page.Total = c.site.config.prefix.Total(response.Header, "Total")
	page.TotalPages = c.site.config.prefix.Total(response.Header, "TotalPages")
	return page, nil
}

// pageRequest returns the request for the page of a list that query selects.
func (c *resource) pageRequest(verb string, query url.Values, partial bool) request {
	r := request{
		Request: Request[Nothing]{Operation: c.name + "." + verb, Path: c.path, Query: query},
		expected: expected{
			result: reflect.TypeFor[walk.Page](), fields: c.fields, alwaysFields: c.alwaysFields,
			shape: &record.Shape{}, copied: c.shape.Ours, err: c.err,
		},
	}
	if r.alwaysFields == nil { // walks compare pages by ids, even if the type has no field id
		r.alwaysFields = []string{"id"}
	}
	proof := c.about.Proof
	proven := proof.Filter != "" && (query.Has(proof.Filter) || query.Has(proof.Filter+"[]"))
	if proven {
		r.alwaysFields = append(r.alwaysFields[:len(r.alwaysFields):len(r.alwaysFields)], proof.Field)
	}
	size, _ := strconv.Atoi(query.Get("per_page"))
	if !c.own {
		size = 0 // the size says nothing: some plugins return the whole list for any page
	}
	r.decode = (&pageDecoder{c, size, partial}).decode
	if proven || query.Has("include") || query.Has("include[]") {
		r.check = func(v any) error {
			page := v.(*walk.Page)
			return cmp.Or(c.checkInclude(page, query), c.checkProof(page, query))
		}
	}
	return r
}

// pageDecoder reads a list of records.
type pageDecoder struct {
	*resource
	size    int  // size of the requested page, 0 if the request names no size
	partial bool // only some fields of the records are read
}

// decode reads a list into v, a *walk.Page.
func (c *pageDecoder) decode(list []byte, v any) error {
	page, whole := v.(*walk.Page), false
	page.Items, page.IDs, page.Broken = reflect.New(reflect.SliceOf(c.record)).Elem(), nil, nil
	if !c.shape.Loose && !c.named {
		whole = wire.List(list, c.size, page.Items) == nil && c.identify(page)
		if whole && page.IDs == nil {
			page.Sum = fingerprint(list)
		}
	}
	if !whole {
		if err := c.decodeEach(list, c.size, page); err != nil {
			return err
		}
	}
	if c.partial || c.shape.Renames {
		for i := range page.Items.Len() {
			c.shape.Fill(page.Items.Index(i), c.site.config.prefix, c.partial)
		}
	}
	return nil
}

// identify stores the ids of the records of a page. It returns false if a record has no number
// as its id, or does not pass the check of the collection.
func (c *resource) identify(page *walk.Page) bool {
	if !c.shape.Numbered() {
		return true
	}
	page.IDs = make([]int64, page.Items.Len())
	for i := range page.Items.Len() {
		number, _ := c.shape.ID(page.At(i), nil)
		if number == 0 || c.check != nil && c.check(page.At(i)) != nil {
			return false
		}
		page.IDs[i] = number
	}
	return true
}

// fingerprint returns a hash that identifies a page whose ids are not numbers. It hashes the
// ids, or all of the JSON if a record has no id.
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
		_, _ = fmt.Fprintf(all, "%d %s", len(r.ID), r.ID) // a hash never fails
	}
	return [sha256.Size]byte(all.Sum(nil))
}

// decodeEach reads the records of a list one by one, so that a broken record does not
// hide the other records.
func (c *resource) decodeEach(list []byte, size int, page *walk.Page) error {
	elements, err := wire.Elements(list, size, c.record, c.named)
	if err != nil {
		return err
	}
	page.Items, page.IDs, page.Sum = walk.Empty(c.record), nil, fingerprint(list)
	unknown := 0 // number of broken records without an id
	for _, element := range elements {
		v := reflect.New(c.record)
		err := c.shape.Decode(element, v.Interface())
		number, text := c.shape.ID(v.Interface(), element)
		if err != nil {
			number, text = record.IDIn(element, c.shape.Key)
		}
		switch {
		case err == nil && number == 0 && text == "" && (c.shape.Index != nil || c.shape.Loose && element.Kind() == 'n'):
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
			if len(page.Broken) == maxUnread {
				return fmt.Errorf("more than %d records of the page cannot be read, the last because %w", maxUnread, err)
			}
			page.Broken = append(page.Broken, &walk.Broken{
				ID: number, Name: text, Raw: json.RawMessage(element.Clone()), Err: transport.Because(ErrDecode, err),
			})
			continue
		}
		page.Items.Set(reflect.Append(page.Items, v.Elem()))
		if c.shape.Numbered() {
			page.IDs = append(page.IDs, number)
		}
	}
	if unknown > walk.MaxBroken && unknown == len(elements) {
		return errNoID // no element has an id, so the list does not hold records
	}
	return nil
}

// listing implements [walk.List] for one call of a resource.
type listing struct {
	resource *resource
	verb     string
	settings *callSettings
}

// Page reads a page. It does not write to the captures of the caller, because pages may be
// read ahead: the walk writes to them when it yields the page.
func (l *listing) Page(ctx context.Context, query url.Values, how walk.How) (*walk.Page, error) {
	s := *l.settings
	s.Captures = nil
	if how.IDs {
		s.fields, s.embedded = []string{"id"}, false
	}
	if how.Once {
		s.Attempts = 1
	}
	return l.resource.page(ctx, l.verb, query, &s)
}

func (l *listing) Fail(reason error, hint string) error {
	err := l.resource.newError(l.verb, http.MethodGet, reason)
	err.Hint = hint
	return err
}

func (l *listing) Ended(err error) bool { return pastEnd(err) }

// Empty takes an error of a plugin for a page without records: some plugins respond with "not found".
func (l *listing) Empty(err error) bool { return !l.resource.own && errors.Is(err, ErrNotFound) }

// pastEnd reports whether an error means that a page is past the last page.
func pastEnd(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status == http.StatusBadRequest && strings.HasSuffix(string(e.Code), "_invalid_page_number")
}

func (l *listing) Broke(err error) bool {
	e, ok := errors.AsType[*Error](err)
	if ok && errors.Is(err, ErrNotREST) {
		return e.Status == http.StatusInternalServerError || webpage.Of(e.Status, e.Body) == webpage.Failed
	}
	return ok && e.Status == http.StatusInternalServerError && reply.Outage(string(e.Code))
}

func (l *listing) Type() (record reflect.Type, numbered, distinct bool) {
	return l.resource.record, l.resource.shape.Numbered(), l.resource.shape.Ours
}

func (l *listing) LargestPage() int { return l.resource.site.sizes.of(l.resource.path) }

func (l *listing) Refused(size int, err error) bool {
	return l.resource.site.sizes.learn(l.resource.path, size, err)
}

// met converts an error of a walk to an error of this package. If the error ends the walk, met
// passes its response to the captures.
func (l *listing) met(err error) error {
	if broken, ok := errors.AsType[*walk.Broken](err); ok {
		return (*BrokenRecordError)(broken)
	}
	if e, ok := errors.AsType[*Error](err); ok && e.response != nil {
		l.settings.report(e.response())
	}
	return err
}
