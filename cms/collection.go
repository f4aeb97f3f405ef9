package cms

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
)

// Collection is the records of one type: T as they are read, P what is written
// of one (its params), L the arguments of a list. Site.Posts is one,
// [NewCollection] makes one for a type of a plugin's or your own.
//
// Every verb but the requests for a batch sends one request, unless it says
// otherwise. Errors are an [*ArgumentError] for what was refused before it was
// sent, and otherwise an [*Error]: test them with errors.Is against the
// sentinels of this package.
type Collection[T, P, L any] struct{ resource *resource }

// NewCollection returns the collection at a route, "cms/v2/products", of the
// site of c. A leading "cms/" follows [WithPrefix]. Calls refuse a route that is
// empty.
//
// T is a struct with json tags (names match as written, case included: without
// a tag a field stays empty), or a map; embedding [Post] gives it the fields
// of one. P is a struct whose optional fields are pointers with omitzero tags; if it
// has a method Check() error, its error refuses a call before anything is sent. If
// it has a method Secret() bool that returns true, the request has Secret set: see
// [Request].
// L is a struct with url tags as of go-querystring, lists with the option
// brackets: `url:"include,brackets,omitempty"`. An empty list in it that is not
// nil matches nothing, unless its argument ends in exclude.
//
// A site may write a record otherwise than its schema says. A T that is no type of
// this package is therefore read with these rules:
//   - "", false and [] are the zero value of a field that cannot hold them, and nil of
//     a pointer.
//   - A number in a string is a number, and a number is the text that it is.
//   - A number with a fraction of zero, such as 3.0, is an integer.
//   - 0 and 1 are booleans.
//
// Anything else that does not fit is [ErrDecode].
func NewCollection[T, P, L any](c *Client, path string) *Collection[T, P, L] {
	return &Collection[T, P, L]{resourceAt(c, path, reflect.TypeFor[T](), reflect.TypeFor[P]())}
}

func collection[T, P, L any](c *Client, path, name string) *Collection[T, P, L] {
	return &Collection[T, P, L]{newResource(c, path, name, reflect.TypeFor[T](), reflect.TypeFor[P]())}
}

// Client returns the client that sends the calls of c.
func (c *Collection[T, P, L]) Client() *Client { return c.resource.client }

// Get reads one record: GET {collection}/{id}. The context is "view" unless
// [InContext] says otherwise; an unknown id is [ErrNotFound].
func (c *Collection[T, P, L]) Get(ctx context.Context, id int64, options ...GetOption) (*T, error) {
	return as[T](c.resource.client.perform(ctx, c.resource.get("Get", id), gather(options, GetOption.get)))
}

// Create makes a record: POST {collection}. The answer is the record in the
// shape of the context "edit". A create whose answer was lost is not sent
// again: it is [ErrOutcomeUnknown].
func (c *Collection[T, P, L]) Create(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return as[T](c.resource.client.perform(ctx, c.resource.create(params), gather(options, CallOption.get)))
}

// Update changes the fields of a record that params sets, and no others:
// POST {collection}/{id}, or PUT or PATCH by [UpdateMethod]. The answer is the
// record in the shape of the context "edit". It is repeated when the connection
// fails, since the same update twice is one.
func (c *Collection[T, P, L]) Update(ctx context.Context, id int64, params *P, options ...CallOption) (*T, error) {
	return as[T](c.resource.client.perform(ctx, c.resource.update(id, params), gather(options, CallOption.get)))
}

// Trash moves a record to the trash, from where an update of its status brings
// it back: DELETE {collection}/{id}. The answer is the record as it then is. A
// type without a trash answers [ErrTrashUnsupported]; a record in the trash, also one
// that somebody else trashes at the same time, [ErrGone]. If the answer to a first attempt was lost and the repetition finds
// the record in the trash, Trash reads it and succeeds; see [Response]. On routes
// of plugins, which may delete what is in the trash for good, it is not repeated,
// and the error is [ErrOutcomeUnknown].
func (c *Collection[T, P, L]) Trash(ctx context.Context, id int64, options ...CallOption) (*T, error) {
	return as[T](c.resource.moveToTrash(ctx, id, gather(options, CallOption.get)))
}

func (c *resource) moveToTrash(ctx context.Context, id int64, s *settings) (any, error) {
	r := c.trash(id)
	v, err := c.client.perform(ctx, r, s)
	err = c.client.vanished(ctx, r, err, s)
	if !doneBefore(err, ErrGone) {
		return v, err
	}
	s.done()
	read := *s
	read.captures, read.query = nil, url.Values{"context": {string(ContextEdit)}}
	return c.client.perform(ctx, c.get("Trash", id), &read)
}

// Deleted is the answer to a Delete.
type Deleted[T any] struct {
	// Deleted is true. An answer that has neither this nor Previous is [ErrDecode].
	Deleted bool `json:"deleted"`
	// Previous is the record as it was, in the shape of the context "edit". It is
	// nil if DoneBefore is set.
	Previous *T `json:"previous"`
	// DoneBefore says that the answer to a first attempt was lost, and that the
	// repetition found no record.
	DoneBefore bool `json:"-"`
}

// previous returns the record that was deleted, and whether the response says
// that one was.
func (d *Deleted[T]) previous() (record any, tells bool) {
	if d.Previous == nil {
		return nil, d.Deleted
	}
	return d.Previous, true
}

// record is the type of what was deleted.
func (*Deleted[T]) record() reflect.Type { return reflect.TypeFor[T]() }

// Delete removes a record for good, past the trash: DELETE
// {collection}/{id}?force=true. An unknown id is [ErrNotFound], and so is a record that
// somebody else deletes at the same time: Delete then reads it to find out.
func (c *Collection[T, P, L]) Delete(ctx context.Context, id int64, options ...CallOption) (*Deleted[T], error) {
	return remove(ctx, c.resource.client, c.DeleteRequest(id), gather(options, CallOption.get))
}

// remove sends a request that deletes a record. Of one that is gone a repeated request
// has done it before.
func remove[T any](ctx context.Context, c *Client, r Request[Deleted[T]], s *settings) (*Deleted[T], error) {
	v, err := perform(ctx, c, r, s)
	err = c.vanished(ctx, request(r), err, s)
	if doneBefore(err, ErrNotFound) || doneBefore(err, codeInvalidTemplate) {
		s.done()
		return &Deleted[T]{Deleted: true, DoneBefore: true}, nil
	}
	return v, err
}

func (s *settings) done() {
	for _, capture := range s.captures {
		capture.DoneBefore = true
	}
}

// CreateRequest is [Collection.Create] as a value, for a batch.
func (c *Collection[T, P, L]) CreateRequest(params *P) Request[T] {
	return Request[T](c.resource.create(params))
}

// UpdateRequest is [Collection.Update] as a value, for a batch.
func (c *Collection[T, P, L]) UpdateRequest(id int64, params *P) Request[T] {
	return Request[T](c.resource.update(id, params))
}

// TrashRequest is [Collection.Trash] as a value, for a batch.
func (c *Collection[T, P, L]) TrashRequest(id int64) Request[T] {
	return Request[T](c.resource.trash(id))
}

// DeleteRequest is [Collection.Delete] as a value, for a batch.
func (c *Collection[T, P, L]) DeleteRequest(id int64) Request[Deleted[T]] {
	return Request[Deleted[T]](c.resource.removal(c.resource.item("Delete", http.MethodDelete, id)))
}
