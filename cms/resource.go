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

	"github.com/fontcms/fontcms-go/cms/internal/facts"
	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/record"
)

// resource is a Collection, a Catalog or a Document without type parameters: its methods
// pass a record as a *T in an any. Go compiles code with type parameters again for each
// type in each package that imports this one. So nearly all code is here, once.
type resource struct {
	site         *site
	path         string
	name         string       // the first part of the name of an operation
	record       reflect.Type // the type T
	params       reflect.Type // the type P
	fields       []string     // fields to read, nil for all: see WithoutLinks
	shape        *record.Shape
	alwaysFields []string        // fields that are always read, because they identify a record
	check        func(any) error // further checks of a record, or nil
	own          bool            // the route belongs to the content system, not to a plugin
	about        *facts.Facts    // facts about the route
	named        bool            // records are identified by name, not by id: see [Catalog]
	readOnly     bool            // P is ReadOnly
	stable       stableOrder     // reports which orders of a list do not change during a walk; nil for all
	err          error           // returned by every call
}

func newResource(s *site, path, name string, record, params reflect.Type) *resource {
	r := &resource{
		site: s, path: path, name: name, record: record, params: params,
		shape: shapeOf(record, "id"), own: s.config.prefix.IsOwn(path), readOnly: params == reflect.TypeFor[ReadOnly](),
	}
	var below string
	r.about, below = s.config.prefix.Facts(path)
	if r.shape.Numbered() {
		r.alwaysFields = []string{"id"}
	}
	if r.own {
		r.stable = ordersOf(r.about, below)
	}
	if own := ownFields(record); s.config.withoutLinks && len(own) > 0 {
		r.fields = slices.Concat([]string{"id"}, slices.DeleteFunc(own, func(name string) bool { return name == "id" }),
			s.config.others)
	}
	return r
}

// resourceAt returns the resource at a route that a caller names. byID means that the list can
// be ordered by id. byID has an effect on routes of plugins only.
func resourceAt(s *site, path string, record, params reflect.Type, byID bool) *resource {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/")
	r := newResource(s, path, path[strings.LastIndex(path, "/")+1:], record, params)
	if path == "" || path[0] == '/' {
		r.err = &ArgumentError{Argument: "path", Reason: fmt.Sprintf("%q is empty or begins with a slash", path)}
	}
	if !r.own && byID {
		r.stable = contentOrder
	}
	return r
}

// ReadOnly is the P of records that can only be read. A call that would create, update,
// trash or delete one is refused before it is sent.
type ReadOnly struct{}

// writable returns an error for records that can only be read.
func (c *resource) writable() error {
	if c.readOnly {
		return &ArgumentError{Argument: "params", Reason: "these records can only be read"}
	}
	return nil
}

// identifiable returns an error for a type of records without ids.
func (c *resource) identifiable() error {
	if c.shape.Numbered() {
		return nil
	}
	return &ArgumentError{Argument: "id", Reason: fmt.Sprintf("%v has no field with the JSON name id", c.record)}
}

func (c *resource) argumentError(verb string, err error) error {
	return withOperation(c.name+"."+verb, err)
}

// newError returns an error of a call that does not come from a single response.
func (c *resource) newError(verb, method string, reason error) *Error {
	return &Error{Operation: c.name + "." + verb, Method: method, Path: c.site.config.prefix.Route(c.path), Reason: reason}
}

// request returns a request whose response is a record.
func (c *resource) request(verb, method, path string) request {
	return request{
		Request: Request[Nothing]{Operation: c.name + "." + verb, Method: method, Path: path},
		expected: expected{
			result: c.record, shape: c.shape, requireID: c.shape.Index != nil, alwaysFields: c.alwaysFields,
			check: c.check, copied: c.shape.Ours, err: c.err,
		},
		prefix: c.site.config.prefix,
	}
}

// item returns a request to the route of one record.
func (c *resource) item(verb, method string, id int64) request {
	one := c.request(verb, method, c.path+"/"+strconv.FormatInt(id, 10))
	one.ID, one.err = id, cmp.Or(c.err, checkNumber(id))
	return one
}

func checkNumber(id int64) error {
	if id < 1 {
		return &ArgumentError{Argument: "id", Reason: fmt.Sprintf("must be 1 or more, not %d", id)}
	}
	return nil
}

// namedItem returns a request to the route of one record of a catalog.
func (c *resource) namedItem(verb, method, name string) request {
	one := c.request(verb, method, c.path+"/"+name)
	one.name = name
	if strings.Trim(name, "/") != name || name == "" {
		one.err = &ArgumentError{Argument: c.shape.Key, Reason: "a name is required, without a slash at either end"}
	}
	return one
}

// single returns a request to the document at the route. The response needs no id.
func (c *resource) single(verb, method string) request {
	one := c.request(verb, method, c.path)
	one.requireID = false
	return one
}

// get returns a request that reads a record.
func (c *resource) get(verb string, id int64) request {
	one := c.item(verb, http.MethodGet, id)
	one.fields = c.fields
	return one
}

// create returns a request that creates a record.
func (c *resource) create(params any) request {
	one := c.written(c.request("Create", http.MethodPost, c.path), params, RepeatUnsent)
	if p, ok := one.Body.(interface{ created() any }); ok {
		one.Body = p.created()
	}
	one.err = cmp.Or(one.err, checkCreate(params))
	return one
}

// checkUpdate returns an error if params, a *P, lack a field that an update needs: see
// [NewCollection].
func checkUpdate(params any) error {
	if v := reflect.ValueOf(params); v.IsNil() {
		params = reflect.New(v.Type().Elem()).Interface()
	}
	if p, ok := params.(interface{ CheckUpdate() error }); ok {
		return paramsError(p.CheckUpdate())
	}
	return nil
}

// checkCreate returns an error if params, a *P, lack a field that a create needs: see
// [NewCollection].
func checkCreate(params any) error {
	if v := reflect.ValueOf(params); v.IsNil() {
		params = reflect.New(v.Type().Elem()).Interface()
	}
	if p, ok := params.(interface{ CheckCreate() error }); ok {
		return paramsError(p.CheckCreate())
	}
	return nil
}

// update returns a request that changes a record.
func (c *resource) update(id int64, params any) request {
	return c.changed(c.item("Update", http.MethodPost, id), params)
}

// changed puts params, a *P, into a request that changes a record.
func (c *resource) changed(one request, params any) request {
	one = c.written(one, params, RepeatSafe)
	one.err = cmp.Or(one.err, checkUpdate(params))
	return one
}

// written puts params, a *P, into a request; nil becomes {}.
func (c *resource) written(one request, params any, repeat Repeat) request {
	one.params, one.named, one.Repeat, one.Body, one.Secret = true, c.named, repeat, params, isSecret(params)
	if reflect.ValueOf(params).IsNil() {
		one.Body = struct{}{}
	}
	one.err = cmp.Or(one.err, c.writable())
	return one
}

// delete returns a request that deletes a record permanently.
func (c *resource) delete(id int64) request {
	return c.removal(c.item("Delete", http.MethodDelete, id))
}

// trash returns a request that moves a record to the trash.
func (c *resource) trash(id int64) request {
	one := c.item("Trash", http.MethodDelete, id)
	one.err = cmp.Or(one.err, c.writable())
	one.Repeat = RepeatUnsent
	if c.own {
		// A retry is safe: WordPress refuses to trash a record again, with the status 410. At
		// the route of a plugin, a second DELETE may delete the record permanently.
		one.Repeat, one.check = RepeatSafe, c.trashed
	}
	return one
}

// trashed returns an error if the record in the response to Trash is not in the trash. A DELETE
// may be sent as a POST with a header that names the method. If a server drops this header, the
// site takes the request for an update without fields, and trashes nothing.
func (c *resource) trashed(v any) error {
	if c.check != nil {
		if err := c.check(v); err != nil {
			return err
		}
	}
	if c.record.Kind() != reflect.Struct {
		return nil
	}
	field, ok := record.Field(c.record, "status")
	if !ok {
		return nil
	}
	var status string
	if value, err := reflect.ValueOf(v).Elem().FieldByIndexErr(field); err == nil {
		switch is := value.Interface().(type) { // package comments has its own type Status, and checks it itself
		case Status:
			status = string(is)
		case string:
			status = is
		}
	}
	if status != "" && status != string(StatusTrash) {
		return fault.ErrNotTrashed
	}
	return nil
}

// removal turns a request into a request that deletes its record permanently. The
// response is a Deleted[T].
func (c *resource) removal(one request) request {
	out := request{
		Request: Request[Nothing]{
			Operation: one.Operation, Method: one.Method, Path: one.Path, ID: one.ID,
			Query: url.Values{"force": {"true"}}, Repeat: RepeatSafe,
		},
		expected: expected{
			name: one.name, shape: one.shape, requireID: one.requireID, alwaysFields: []string{"deleted"},
			err: cmp.Or(one.err, c.writable()),
		},
	}
	if one.shape.Numbered() {
		out.alwaysFields = append(out.alwaysFields, "previous."+one.shape.Key)
	}
	return out
}
