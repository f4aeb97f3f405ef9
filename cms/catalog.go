package cms

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"strings"
)

// Catalog is the records of one type that have names in place of numbers, and come
// in one list: types, templates, plugins. T is a record as it is read, P what is
// written of one, L the arguments of the list, as of a [Collection]; with
// [ReadOnly] for P nothing is written.
//
// Every verb sends one request, unless it says otherwise. Errors are those of a
// Collection.
type Catalog[T, P, L any] struct{ records *Collection[T, P, L] }

// NewCatalog returns the catalog at a route, "cms/v2/templates", of the site of c.
// key is the JSON member that holds the name of a record: "id", "slug", "uuid". A
// leading "cms/" follows [WithPrefix]. T, P and L are described at [NewCollection].
func NewCatalog[T, P, L any](c *Client, path, key string) *Catalog[T, P, L] {
	records := NewCollection[T, P, L](c, path)
	records.shape = shapeOf(reflect.TypeFor[T](), key)
	records.named, records.needs, records.fields = true, []string{key}, nil
	return &Catalog[T, P, L]{records}
}

// List reads all records that options match: GET {catalog}. A site writes some
// lists as an object of records by their names; the order is that of the site.
//
// A record that does not fit its type is left out. List then returns the others and
// an error, which holds a [*BrokenRecordError] for each of them. If [Fields] leave
// nothing of a list, it is read again without them: a site looks for the fields in
// the object of records, not in the records.
func (c *Catalog[T, P, L]) List(ctx context.Context, options *L, callOptions ...CallOption) ([]T, error) {
	page, err := c.records.List(ctx, options, callOptions...)
	if err == nil && len(page.Items) == 0 && len(gather(callOptions, CallOption.get).fields) > 0 {
		page, err = c.records.List(ctx, options, append(callOptions[:len(callOptions):len(callOptions)], allFields())...)
	}
	if page == nil {
		return nil, err
	}
	return page.Items, err
}

// allFields takes [Fields] back.
func allFields() CallOption { return callOption(func(s *settings) { s.fields = nil }) }

// Get reads one record: GET {catalog}/{name}. An unknown name is [ErrNotFound].
func (c *Catalog[T, P, L]) Get(ctx context.Context, name string, options ...GetOption) (*T, error) {
	return perform(ctx, c.records.client, c.item("Get", http.MethodGet, name), gather(options, GetOption.get))
}

// Create makes a record: POST {catalog}. A create whose answer was lost is not sent
// again: it is [ErrOutcomeUnknown].
func (c *Catalog[T, P, L]) Create(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return c.records.Create(ctx, params, options...)
}

// Update changes the fields of a record that params sets, and no others: POST
// {catalog}/{name}. It is repeated when the connection fails.
func (c *Catalog[T, P, L]) Update(ctx context.Context, name string, params *P, options ...CallOption) (*T, error) {
	return perform(ctx, c.records.client, c.UpdateRequest(name, params), gather(options, CallOption.get))
}

// Delete removes a record for good: DELETE {catalog}/{name}?force=true. An unknown
// name is [ErrNotFound].
func (c *Catalog[T, P, L]) Delete(ctx context.Context, name string, options ...CallOption) (*Deleted[T], error) {
	return remove(ctx, c.records.client, c.DeleteRequest(name), gather(options, CallOption.get))
}

// CreateRequest is [Catalog.Create] as a value, for a batch.
func (c *Catalog[T, P, L]) CreateRequest(params *P) Request[T] {
	return c.records.CreateRequest(params)
}

// UpdateRequest is [Catalog.Update] as a value, for a batch.
func (c *Catalog[T, P, L]) UpdateRequest(name string, params *P) Request[T] {
	return written(c.item("Update", http.MethodPost, name), params, RepeatSafe)
}

// DeleteRequest is [Catalog.Delete] as a value, for a batch.
func (c *Catalog[T, P, L]) DeleteRequest(name string) Request[Deleted[T]] {
	return removal[T, P](c.item("Delete", http.MethodDelete, name))
}

// item is a request to the route of one record.
func (c *Catalog[T, P, L]) item(verb, method, name string) Request[T] {
	r := c.records.request(verb, method, c.records.path+"/"+name)
	r.name = name
	if strings.Trim(name, "/") != name || name == "" {
		r.err = &ArgumentError{Argument: c.records.shape.key, Reason: "a name is due, without a slash at its ends"}
	}
	return r
}

// Document is what a site has one of: its settings, the user who asks. T is what is
// read of it, P what is written; with [ReadOnly] for P nothing is written.
type Document[T, P any] struct {
	client     *Client
	path, name string
	shape      *shape
}

// NewDocument returns the document at a route, "cms/v2/settings", of the site of c.
// A leading "cms/" follows [WithPrefix]. T and P are described at [NewCollection].
func NewDocument[T, P any](c *Client, path string) *Document[T, P] {
	records := NewCollection[T, P, struct{}](c, path)
	return &Document[T, P]{c, records.path, records.name, records.shape}
}

// Get reads the document: GET {document}.
func (d *Document[T, P]) Get(ctx context.Context, options ...GetOption) (*T, error) {
	return perform(ctx, d.client, d.request("Get", http.MethodGet), gather(options, GetOption.get))
}

// Update changes the members that params sets, and no others: POST {document}. It
// is repeated when the connection fails.
func (d *Document[T, P]) Update(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return perform(ctx, d.client, d.UpdateRequest(params), gather(options, CallOption.get))
}

// UpdateRequest is [Document.Update] as a value, for a batch.
func (d *Document[T, P]) UpdateRequest(params *P) Request[T] {
	return written(d.request("Update", http.MethodPost), params, RepeatSafe)
}

func (d *Document[T, P]) request(verb, method string) Request[T] {
	return Request[T]{Operation: d.name + "." + verb, Method: method, Path: d.path, Query: url.Values{}, shape: d.shape}
}
