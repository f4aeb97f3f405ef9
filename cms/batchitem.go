package cms

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// BatchItem is a [Request] as the batch route takes it, without its type. The
// package batch is made of these; any other type that has the method BatchItem
// can be added to a batch too.
type BatchItem struct {
	Operation string
	Method    string
	// Path is the route below the root with its query: "/cms/v2/posts/41?force=true",
	// in the spelling of the site.
	Path   string
	Header http.Header
	// Body is the encoded body, nil for none.
	Body json.RawMessage
	// Accept decodes the answer to the item: a *T, or an *Error.
	Accept func(status int, header http.Header, body json.RawMessage) (any, error)
	// Send sends the item by itself.
	Send func(ctx context.Context, options ...CallOption) (any, error)
}

// BatchItem returns r for a batch of the site of c. The error is an
// [*ArgumentError]; nothing is sent.
func (r Request[T]) BatchItem(c *Client) (BatchItem, error) {
	route, err := checkRoute(r.Path)
	if err == nil {
		err = wire.CheckReserved(r.Query)
	}
	if err == nil {
		err = checkMethod(r.method())
	}
	if _, isUpload := r.Body.(*Upload); isUpload && err == nil {
		err = &ArgumentError{Argument: "body", Reason: "an upload cannot stand in a batch"}
	}
	if err != nil {
		return BatchItem{}, named(r.operation(), err)
	}
	header, err := joinHeaders(r.Header, nil)
	if err != nil {
		return BatchItem{}, named(r.operation(), err)
	}
	body, err := r.encode(c.config.prefix)
	if err != nil {
		return BatchItem{}, err
	}
	p := c.config.prefix
	path := (&url.URL{Path: "/" + p.route(route), RawQuery: p.arguments(r.Query).Encode()}).String()
	item := BatchItem{
		Operation: r.operation(),
		Method:    r.method(),
		Path:      path,
		Header:    header,
		Accept: func(status int, header http.Header, body json.RawMessage) (any, error) {
			return r.accept(c, status, header, body)
		},
		Send: func(ctx context.Context, options ...CallOption) (any, error) {
			v, err := Do(ctx, c, r, options...)
			if err != nil {
				return nil, err
			}
			return v, nil
		},
	}
	if body != nil {
		item.Body = body.Bytes
	}
	return item, nil
}

// accept decodes the answer to an item of a batch.
func (r Request[T]) accept(c *Client, status int, header http.Header, body json.RawMessage) (any, error) {
	e := &Error{
		Operation: r.operation(),
		Method:    r.method(),
		Path:      c.config.prefix.route(r.Path),
		Status:    status,
		Body:      body[:min(len(body), maxKeptBody)],
		Attempts:  1,
	}
	if status < 200 || status >= 300 {
		envelope, ok := parseEnvelope(body)
		if !ok {
			e.Reason = ErrNotREST
			return nil, e
		}
		e.fill(envelope)
		return nil, e
	}
	v := new(T)
	if raw, ok := any(v).(*Raw); ok {
		raw.Type, raw.Body = header.Get("Content-Type"), body
	} else {
		decoded, err := decodeValue[T](body)
		if err != nil {
			e.Reason = because(ErrDecode, err)
			return nil, e
		}
		v = decoded
	}
	settle(v, c.config.prefix, r.Query.Has("_fields"))
	if r.into != nil {
		*r.into = *v
	}
	return v, nil
}
