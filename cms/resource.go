package cms

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/record"
)

// resource is what a Collection, a Catalog or a Document is without its types: a
// record travels as a *T in an any. Go compiles what depends on type parameters
// anew for each type in each package that imports this one, so that nearly all of
// it is here, once.
type resource struct {
	site         *site
	path         string
	name         string       // that operations begin with
	record       reflect.Type // T
	params       reflect.Type // P
	fields       []string     // that a reading asks for, nil for all: see WithoutLinks
	shape        *record.Shape
	alwaysFields []string        // fields without which a record cannot be told from others
	check        func(any) error // what else a record must be, nil for anything
	named        bool            // the records are those of a catalog
	readOnly     bool            // P is ReadOnly
	orders       WalkOrders      // in which its walks lose nothing
	err          error           // refuses every call
}

func newResource(s *site, path, name string, record, params reflect.Type) *resource {
	r := &resource{
		site: s, path: path, name: name, record: record, params: params,
		shape: shapeOf(record, "id"), readOnly: params == reflect.TypeFor[ReadOnly](),
	}
	if r.shape.Numbered() {
		r.alwaysFields = []string{"id"}
	}
	switch {
	case path == "cms/v2/menu-items":
		r.orders = menuItemOrders()
	case strings.HasPrefix(path, "cms/v2/"):
		r.orders = contentOrders()
	}
	if own := ownFields(record); s.config.withoutLinks && len(own) > 0 {
		r.fields = slices.Concat([]string{"id"}, slices.DeleteFunc(own, func(name string) bool { return name == "id" }), s.config.others)
	}
	return r
}

// resourceAt is the resource at a route that a caller names.
func resourceAt(s *site, path string, record, params reflect.Type) *resource {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/")
	if path == "" || path[0] == '/' {
		path = "./" + path // for its calls to refuse it: it would be the index, or with an id behind it another route
	}
	return newResource(s, path, path[strings.LastIndex(path, "/")+1:], record, params)
}

// ReadOnly is the P of records that can only be read: a call that creates, updates,
// trashes or deletes one is refused before it is sent.
type ReadOnly struct{}

// writable refuses to write records that can only be read.
func (c *resource) writable() error {
	if c.readOnly {
		return &ArgumentError{Argument: "params", Reason: "these records can only be read"}
	}
	return nil
}

// identifiable refuses what needs ids from a type of records without any.
func (c *resource) identifiable() error {
	if c.shape.Numbered() {
		return nil
	}
	return &ArgumentError{Argument: "id", Reason: fmt.Sprintf("%v has no field with the JSON name id", c.record)}
}

func (c *resource) argumentError(verb string, err error) error {
	return withOperation(c.name+"."+verb, err)
}

// newError is the error of a call that ends by what several answers say together.
func (c *resource) newError(verb, method string, reason error) *Error {
	return &Error{Operation: c.name + "." + verb, Method: method, Path: c.site.config.prefix.Route(c.path), Reason: reason}
}

// request is a request that is answered with a record.
func (c *resource) request(verb, method, path string) request {
	return request{
		Operation: c.name + "." + verb, Method: method, Path: path,
		answer: c.record, shape: c.shape, requireID: c.shape.Index != nil, alwaysFields: c.alwaysFields, check: c.check, err: c.err,
	}
}

// item is a request to the route of one record.
func (c *resource) item(verb, method string, id int64) request {
	one := c.request(verb, method, c.path+"/"+strconv.FormatInt(id, 10))
	one.ID, one.err = id, cmp.Or(c.err, checkNumber(id))
	return one
}

// checkNumber refuses what is no id.
func checkNumber(id int64) error {
	if id < 1 {
		return &ArgumentError{Argument: "id", Reason: fmt.Sprintf("%d is not 1 or more", id)}
	}
	return nil
}

// namedItem is a request to the route of one record of a catalog.
func (c *resource) namedItem(verb, method, name string) request {
	one := c.request(verb, method, c.path+"/"+name)
	one.name = name
	if strings.Trim(name, "/") != name || name == "" {
		one.err = &ArgumentError{Argument: c.shape.Key, Reason: "a name is due, without a slash at its ends"}
	}
	return one
}

// single is a request to the document at the route. It needs no id, if it has one.
func (c *resource) single(verb, method string) request {
	one := c.request(verb, method, c.path)
	one.requireID = false
	return one
}

// get is a request that reads a record.
func (c *resource) get(verb string, id int64) request {
	one := c.item(verb, http.MethodGet, id)
	one.fields = c.fields
	return one
}

// create is a request that makes a record.
func (c *resource) create(params any) request {
	one := c.written(c.request("Create", http.MethodPost, c.path), params, RepeatUnsent)
	if p, ok := one.Body.(interface{ created() any }); ok {
		one.Body = p.created()
	}
	return one
}

// update is a request that changes a record.
func (c *resource) update(id int64, params any) request {
	return c.written(c.item("Update", http.MethodPost, id), params, RepeatSafe)
}

// written puts params, a *P, into a request, {} for nil.
func (c *resource) written(one request, params any, repeat Repeat) request {
	one.params, one.named, one.Repeat, one.Body, one.Secret = true, c.named, repeat, params, isSecret(params)
	if reflect.ValueOf(params).IsNil() {
		one.Body = struct{}{}
	}
	one.err = cmp.Or(one.err, c.writable())
	return one
}

// trash is a request that moves a record to the trash.
func (c *resource) trash(id int64) request {
	one := c.item("Trash", http.MethodDelete, id)
	one.err = cmp.Or(one.err, c.writable())
	one.Repeat = RepeatUnsent
	if c.site.config.prefix.IsOwn(c.path) { // a second one is 410 there; a plugin may delete for good
		one.Repeat = RepeatSafe
	}
	return one
}

// removal is the request that deletes the record of another for good. Its answer is
// a Deleted[T].
func (c *resource) removal(one request) request {
	out := request{
		Operation:    one.Operation,
		Method:       one.Method,
		Path:         one.Path,
		ID:           one.ID,
		name:         one.name,
		err:          cmp.Or(one.err, c.writable()),
		Query:        url.Values{"force": {"true"}},
		Repeat:       RepeatSafe,
		shape:        one.shape,
		requireID:    one.requireID,
		alwaysFields: []string{"deleted"},
	}
	if one.shape.Numbered() {
		out.alwaysFields = append(out.alwaysFields, "previous."+one.shape.Key)
	}
	return out
}
