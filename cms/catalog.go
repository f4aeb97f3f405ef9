package cms

import (
	"context"
	"net/http"
)

// Catalog reads and writes records that have names instead of numbers and come in a
// single list: post types, templates, plugins. T is the type of a record that is read.
// P is the type of the params that are written. L is the type of the arguments of the
// list. If P is [ReadOnly], nothing can be written.
//
// A verb sends one request, unless its comment says more. Errors are those of a
// Collection.
type Catalog[T, P, L any] struct{ resource *resource }

// List returns all records that match options: GET {catalog}. The order is the site's.
//
// A record that does not fit its type is left out. List then returns the other records
// and an error, which holds a [*BrokenRecordError] for each record that was left out.
//
// Some sites send a JSON object that maps names to records. With [Fields], such a site
// selects records by their names instead of fields, so the response may be empty. List
// then reads the list again without Fields.
func (c *Catalog[T, P, L]) List(ctx context.Context, options *L, callOptions ...CallOption) ([]T, error) {
	s := apply(callOptions, CallOption.walk)
	page, err := c.resource.list(ctx, options, s)
	if err == nil && page.Items.Len() == 0 && len(s.fields) > 0 {
		whole := *s
		whole.fields = nil
		page, err = c.resource.list(ctx, options, &whole)
	}
	if page == nil {
		return nil, err
	}
	return typedPage[T](page).Items, err
}

// Get returns one record: GET {catalog}/{name}. Routes of plugins may compare names without
// regard to case: the record DE for the name de is accepted.
//
// Errors: [ErrNotFound] if no record has the name; [ErrForeignRecord] if the site returns
// another record.
func (c *Catalog[T, P, L]) Get(ctx context.Context, name string, options ...GetOption) (*T, error) {
	return typed[T](c.resource.site.perform(ctx, c.resource.namedItem("Get", http.MethodGet, name),
		apply(options, GetOption.get)))
}

// Create creates a record: POST {catalog}. It is retried only if the site provably did
// nothing. If the response is lost, it returns [ErrOutcomeUnknown].
func (c *Catalog[T, P, L]) Create(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return typed[T](c.resource.sendCreate(ctx, params, options))
}

// Update changes only the fields that params sets: POST {catalog}/{name}. It is retried
// on connection errors.
func (c *Catalog[T, P, L]) Update(ctx context.Context, name string, params *P, options ...CallOption) (*T, error) {
	return perform(ctx, c.resource.site, c.UpdateRequest(name, params), apply(options, CallOption.get))
}

// Delete deletes a record permanently: DELETE {catalog}/{name}?force=true.
//
// Delete succeeds and sets DoneBefore in two cases:
//   - The response to a first attempt was lost, and the retry finds no record.
//   - The record is a template that was already reset: only the file in the theme is left,
//     which cannot be deleted.
//
// Errors: [ErrNotFound] if no record has the name.
func (c *Catalog[T, P, L]) Delete(ctx context.Context, name string, options ...CallOption) (*Deleted[T], error) {
	r := c.resource.removal(c.resource.namedItem("Delete", http.MethodDelete, name))
	return typed[Deleted[T]](c.resource.remove(ctx, r, new(Deleted[T]), options))
}

// CreateRequest returns the request of [Catalog.Create], for a batch.
func (c *Catalog[T, P, L]) CreateRequest(params *P) Request[T] {
	return typedRequest[T](c.resource.create(params))
}

// UpdateRequest returns the request of [Catalog.Update], for a batch.
func (c *Catalog[T, P, L]) UpdateRequest(name string, params *P) Request[T] {
	return typedRequest[T](c.resource.changed(c.resource.namedItem("Update", http.MethodPost, name), params))
}

// DeleteRequest returns the request of [Catalog.Delete], for a batch.
func (c *Catalog[T, P, L]) DeleteRequest(name string) Request[Deleted[T]] {
	return typedRequest[Deleted[T]](c.resource.removal(c.resource.namedItem("Delete", http.MethodDelete, name)))
}

// Document reads and writes a resource of which a site has exactly one: its settings,
// the current user. T is the type that is read. P is the type of the params that are
// written. If P is [ReadOnly], nothing can be written.
type Document[T, P any] struct{ resource *resource }

// Get reads the document: GET {document}.
func (d *Document[T, P]) Get(ctx context.Context, options ...GetOption) (*T, error) {
	return typed[T](d.resource.site.perform(ctx, d.resource.single("Get", http.MethodGet), apply(options, GetOption.get)))
}

// Update changes only the fields that params sets: POST {document}. It is retried on
// connection errors.
func (d *Document[T, P]) Update(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return perform(ctx, d.resource.site, d.UpdateRequest(params), apply(options, CallOption.get))
}

// UpdateRequest returns the request of [Document.Update], for a batch.
func (d *Document[T, P]) UpdateRequest(params *P) Request[T] {
	return typedRequest[T](d.resource.written(d.resource.single("Update", http.MethodPost), params, RepeatSafe))
}
