package cms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Collection is the records of one type: T as they are read, P what is written
// of one (its params), L the arguments of a list. Site.Posts is one,
// [NewCollection] makes one for a type of a plugin's or your own.
//
// Every verb but the requests for a batch sends one request, unless it says
// otherwise. Errors are an [*ArgumentError] for what was refused before it was
// sent, and otherwise an [*Error]: test them with errors.Is against the
// sentinels of this package.
type Collection[T, P, L any] struct {
	client *Client
	path   string
	name   string
	fields []string // that a reading asks for, nil for all: see WithoutLinks
	shape  *shape
	needs  []string       // fields without which a record cannot be told from others
	check  func(*T) error // what else a record must be, nil for anything
	named  bool           // the records are those of a catalog
	err    error          // refuses every call
}

// NewCollection returns the collection at a route, "cms/v2/products", of the
// site of c. A leading "cms/" follows [WithPrefix]. Calls refuse a route that is
// empty.
//
// T is a struct with json tags (names match as written, case included: without
// a tag a field stays empty), or a map; embedding [Post] gives it the fields
// of one. P is a struct whose optional fields are pointers with omitzero tags; if it
// has a method Check() error, its error refuses a call before anything is sent.
// L is a struct with url tags as of go-querystring, lists with the option
// brackets: `url:"include,brackets,omitempty"`. An empty list in it that is not
// nil matches nothing, unless its argument ends in exclude.
//
// A site may write a record otherwise than its schema says. In a T that is no type
// of this package, "", false and [] are the zero value of a field that cannot hold
// them, and nil of a pointer; a number in a string is a number, a number the text
// that it is, and 0 and 1 are booleans. Anything else that does not fit is
// [ErrDecode].
func NewCollection[T, P, L any](c *Client, path string) *Collection[T, P, L] {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/")
	if path == "" || path[0] == '/' {
		path = "./" + path // for its calls to refuse it: it would be the index, or with an id behind it another route
	}
	return collection[T, P, L](c, path, operationName(path))
}

func collection[T, P, L any](c *Client, path, name string) *Collection[T, P, L] {
	collected := &Collection[T, P, L]{client: c, path: path, name: name, shape: shapeOf(reflect.TypeFor[T](), "id")}
	if collected.shape.numbered() {
		collected.needs = []string{"id"}
	}
	if own := ownFields(reflect.TypeFor[T]()); c.config.withoutLinks && len(own) > 0 {
		collected.fields = slices.Concat([]string{"id"}, slices.DeleteFunc(own, func(name string) bool { return name == "id" }), c.config.others)
	}
	return collected
}

// identifiable refuses what needs ids from a type of records without any.
func (c *Collection[T, P, L]) identifiable() error {
	if c.shape.numbered() {
		return nil
	}
	return &ArgumentError{Argument: "id", Reason: fmt.Sprintf("%T has no field with the JSON name id", *new(T))}
}

// Get reads one record: GET {collection}/{id}. The context is "view" unless
// [InContext] says otherwise; an unknown id is [ErrNotFound].
func (c *Collection[T, P, L]) Get(ctx context.Context, id int64, options ...GetOption) (*T, error) {
	return perform(ctx, c.client, c.get("Get", id), gather(options, GetOption.get))
}

func (c *Collection[T, P, L]) get(verb string, id int64) Request[T] {
	r := c.item(verb, http.MethodGet, id)
	r.fields = c.fields
	return r
}

// request is a request that is answered with a record of the collection.
func (c *Collection[T, P, L]) request(verb, method, path string) Request[T] {
	return Request[T]{Operation: c.name + "." + verb, Method: method, Path: path, shape: c.shape, identified: c.shape.index != nil, needs: c.needs, check: c.check, err: c.err}
}

// item is a request to the route of one record.
func (c *Collection[T, P, L]) item(verb, method string, id int64) Request[T] {
	r := c.request(verb, method, c.path+"/"+strconv.FormatInt(id, 10))
	r.ID, r.err = id, cmp.Or(c.err, checkNumber(id))
	return r
}

// checkNumber refuses what is no id.
func checkNumber(id int64) error {
	if id < 1 {
		return &ArgumentError{Argument: "id", Reason: fmt.Sprintf("%d is not 1 or more", id)}
	}
	return nil
}

// Create makes a record: POST {collection}. The answer is the record in the
// shape of the context "edit". A create whose answer was lost is not sent
// again: it is [ErrOutcomeUnknown].
func (c *Collection[T, P, L]) Create(ctx context.Context, params *P, options ...CallOption) (*T, error) {
	return perform(ctx, c.client, c.CreateRequest(params), gather(options, CallOption.get))
}

// Update changes the fields of a record that params sets, and no others:
// POST {collection}/{id}, or PUT or PATCH by [UpdateMethod]. The answer is the
// record in the shape of the context "edit". It is repeated when the connection
// fails, since the same update twice is one.
func (c *Collection[T, P, L]) Update(ctx context.Context, id int64, params *P, options ...CallOption) (*T, error) {
	return perform(ctx, c.client, c.UpdateRequest(id, params), gather(options, CallOption.get))
}

// Trash moves a record to the trash, from where an update of its status brings
// it back: DELETE {collection}/{id}. The answer is the record as it then is. A
// type without a trash answers [ErrTrashUnsupported]; a record in the trash,
// [ErrGone]. If the answer to a first attempt was lost and the repetition finds
// the record in the trash, Trash reads it and succeeds; see [Response]. On routes
// of plugins, which may delete what is in the trash for good, it is not repeated,
// and the error is [ErrOutcomeUnknown].
func (c *Collection[T, P, L]) Trash(ctx context.Context, id int64, options ...CallOption) (*T, error) {
	s := gather(options, CallOption.get)
	v, err := perform(ctx, c.client, c.TrashRequest(id), s)
	if !doneBefore(err, ErrGone) {
		return v, err
	}
	s.done()
	read := *s
	read.captures, read.query = nil, url.Values{"context": {string(ContextEdit)}}
	return perform(ctx, c.client, c.get("Trash", id), &read)
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
// {collection}/{id}?force=true. An unknown id is [ErrNotFound].
func (c *Collection[T, P, L]) Delete(ctx context.Context, id int64, options ...CallOption) (*Deleted[T], error) {
	return remove(ctx, c.client, c.DeleteRequest(id), gather(options, CallOption.get))
}

// remove sends a request that deletes a record.
func remove[T any](ctx context.Context, c *Client, r Request[Deleted[T]], s *settings) (*Deleted[T], error) {
	v, err := perform(ctx, c, r, s)
	if doneBefore(err, ErrNotFound) {
		s.done()
		return &Deleted[T]{Deleted: true, DoneBefore: true}, nil
	}
	return v, err
}

// doneBefore reports that a repeated call failed because an earlier attempt of
// it had succeeded.
func doneBefore(err, sentinel error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.TakenBefore && errors.Is(e, sentinel)
}

func (s *settings) done() {
	for _, capture := range s.captures {
		capture.DoneBefore = true
	}
}

// CreateRequest is [Collection.Create] as a value, for a batch.
func (c *Collection[T, P, L]) CreateRequest(params *P) Request[T] {
	r := written(c.request("Create", http.MethodPost, c.path), params, RepeatUnsent)
	if p, ok := r.Body.(interface{ created() any }); ok {
		r.Body = p.created()
	}
	return r
}

// UpdateRequest is [Collection.Update] as a value, for a batch.
func (c *Collection[T, P, L]) UpdateRequest(id int64, params *P) Request[T] {
	return written(c.item("Update", http.MethodPost, id), params, RepeatSafe)
}

// TrashRequest is [Collection.Trash] as a value, for a batch.
func (c *Collection[T, P, L]) TrashRequest(id int64) Request[T] {
	r := c.item("Trash", http.MethodDelete, id)
	r.err = cmp.Or(r.err, writable[P]())
	r.Repeat = RepeatUnsent
	if strings.HasPrefix(c.path, "cms/v2/") { // a second one is 410 there; a plugin may delete for good
		r.Repeat = RepeatSafe
	}
	return r
}

// DeleteRequest is [Collection.Delete] as a value, for a batch.
func (c *Collection[T, P, L]) DeleteRequest(id int64) Request[Deleted[T]] {
	return removal[T, P](c.item("Delete", http.MethodDelete, id))
}

// removal is the request that deletes the record of another.
func removal[T, P any](one Request[T]) Request[Deleted[T]] {
	r := Request[Deleted[T]]{
		Operation:  one.Operation,
		Method:     one.Method,
		Path:       one.Path,
		ID:         one.ID,
		name:       one.name,
		err:        cmp.Or(one.err, writable[P]()),
		Query:      url.Values{"force": {"true"}},
		Repeat:     RepeatSafe,
		shape:      one.shape,
		identified: one.identified,
		needs:      []string{"deleted"},
	}
	if one.shape.numbered() {
		r.needs = append(r.needs, "previous."+one.shape.key)
	}
	return r
}

// ReadOnly is the P of records that can only be read: a call that creates, updates,
// trashes or deletes one is refused before it is sent.
type ReadOnly struct{}

// writable refuses to write records whose params are ReadOnly.
func writable[P any]() error {
	if _, ok := any(new(P)).(*ReadOnly); ok {
		return &ArgumentError{Argument: "params", Reason: "these records can only be read"}
	}
	return nil
}

// written puts params into a request, {} for nil.
func written[T, P any](r Request[T], params *P, repeat Repeat) Request[T] {
	r.params, r.Repeat, r.Body = true, repeat, params
	if params == nil {
		r.Body = struct{}{}
	}
	r.err = cmp.Or(r.err, writable[P]())
	return r
}

func (c *Collection[T, P, L]) refused(verb string, err error) error {
	return named(c.name+"."+verb, err)
}

// fails is the error of a call that ends by what several answers say together.
func (c *Collection[T, P, L]) fails(verb, method string, reason error) *Error {
	return &Error{Operation: c.name + "." + verb, Method: method, Path: c.client.config.prefix.route(c.path), Reason: reason}
}
