package cms

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// BatchItem is a [Request] as the batch route takes it, without its type. The
// package batch is made of these; any other type that has the method BatchItem
// can be added to a batch too.
type BatchItem struct {
	Operation string
	Method    string
	// Path is the route below the root with its query: "/cms/v2/posts/41?force=true",
	// in the spelling of the site and escaped as in the address of a request of its
	// own.
	Path   string
	Header http.Header
	// Body is the encoded body, nil for none.
	Body json.RawMessage
	// Accept decodes the answer to the item: a *T, or an *Error.
	Accept func(status int, header http.Header, body json.RawMessage) (any, error)
	// Send sends the item by itself, as [Do] does, but repeats a DELETE only if
	// nothing was done: it would find nothing, and be taken for a failure. [Fields]
	// and [Embed] are left out, since on a batch they do not reach the records.
	Send func(ctx context.Context, options ...CallOption) (any, error)
}

// BatchItem returns r for a batch of the site of c. The headers replace those
// of r that have the same name. The error is an [*ArgumentError]; nothing is
// sent.
func (r Request[T]) BatchItem(c *Client, header http.Header) (BatchItem, error) {
	r = r.shaped()
	route, err := checkRoute(r.Path)
	if err == nil {
		err = wire.CheckReserved(r.Query)
	}
	if _, isUpload := r.Body.(*Upload); isUpload && err == nil {
		err = &ArgumentError{Argument: "body", Reason: "an upload cannot stand in a batch"}
	}
	if err == nil {
		header, err = joinHeaders(header, nil)
	}
	if err == nil {
		r.Header, err = joinHeaders(r.Header, header)
	}
	if err != nil {
		return BatchItem{}, named(r.operation(), err)
	}
	body, err := r.encode(c.config.prefix)
	if err != nil {
		return BatchItem{}, err
	}
	path := c.config.prefix.route(route)
	address := &url.URL{Path: "/" + path, RawQuery: c.config.prefix.arguments(r.Query).Encode()}
	item := BatchItem{
		Operation: r.operation(),
		Method:    r.method(),
		Path:      address.String(),
		Header:    r.Header,
		Accept: func(status int, header http.Header, body json.RawMessage) (any, error) {
			e := &Error{Operation: r.operation(), Method: r.method(), Path: path}
			return r.accept(c, e, &transport.Response{Status: status, Header: header, Body: body, Attempts: 1})
		},
		Send: func(ctx context.Context, options ...CallOption) (any, error) { return r.alone(ctx, c, options) },
	}
	if body != nil {
		item.Body = body.Bytes
	}
	return item, nil
}

// maxBatch is how many items a batch has at most.
const maxBatch = 25

// accept decodes the answer to an item of a batch, as perform does that to a
// request of its own.
func (r Request[T]) accept(c *Client, e *Error, resp *transport.Response) (any, error) {
	v := new(T)
	raw, isRaw := any(v).(*Raw)
	o := &operation{method: r.method(), repeat: r.policy(), raw: isRaw}
	o.decode = func(value []byte) error {
		// All items of a batch share what one response may take.
		if err := wire.CheckWithin(value, reflect.TypeFor[T](), wire.Slack/maxBatch); err != nil {
			return err
		}
		return decodeInto(&v)(value)
	}
	a, err := e.accept(resp, nil, o)
	if e.Status == http.StatusUnauthorized && c.config.source != nil {
		e.Hint = "credentials were sent, but the site does not know the user; Client.Diagnose tells why"
	}
	if err != nil {
		return nil, err
	}
	if isRaw {
		raw.Type, raw.Body = resp.Header.Get("Content-Type"), resp.Body
	}
	if err := r.finish(c, v, a, false); err != nil {
		return nil, e.misshapen(a, err, o.writes())
	}
	return v, nil
}

// alone sends an item of a batch by itself.
func (r Request[T]) alone(ctx context.Context, c *Client, options []CallOption) (any, error) {
	s, err := gather(options, CallOption.get)
	if err != nil {
		return nil, named(r.operation(), err)
	}
	s.fields, s.embedded, s.embed = nil, false, nil
	if r.method() == http.MethodDelete {
		r.Repeat = RepeatUnsent
	}
	v, err := perform(ctx, c, r, s)
	if err != nil {
		return nil, err // and no nil *T, which would be a value
	}
	return v, nil
}

// FieldsOf returns the names that options ask for by [Fields], nil for all.
func FieldsOf(options ...CallOption) []string {
	s, _ := gather(options, CallOption.get) // an option that is wrong fails the call
	return s.fields
}
