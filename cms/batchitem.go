package cms

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// BatchItem is a [Request] without its type, in the form that the batch route takes. The
// package batch accepts a Request, and any other type with the method BatchItem.
type BatchItem struct {
	Operation string
	Method    string
	// Path is the route below the root, with its query: "/cms/v2/posts/41?force=true".
	// It has the prefix of the site, and is escaped as in the address of a single
	// request.
	Path   string
	Header http.Header
	// Body is the encoded body; nil sends none.
	Body json.RawMessage
	// Secret is as in [Request]: the response may hold a secret. A batch is secret if
	// one of its items is.
	Secret bool
	// Check checks the arguments if [WithCheckedArguments] is set. Nil checks nothing.
	Check func(ctx context.Context) error
	// Accept decodes the response to the item into a pointer to the T of the [Request].
	// It returns an *Error if the response is an error. If the context ends, decoding
	// of a large response stops.
	Accept func(ctx context.Context, status int, header http.Header, body json.RawMessage) (any, error)
	// Send sends the item by itself, as [Do] does. It retries a DELETE only if the site
	// provably did nothing: a second DELETE finds no record, which looks like a failure.
	// [Fields] and [Embed] are ignored, because in a batch they apply to the response of
	// the batch and not to its records.
	Send func(ctx context.Context, options ...CallOption) (any, error)

	// made is the item as Request.BatchItem returned it. It is nil if another package created
	// the item.
	made *madeItem
}

// madeItem is a copy of the fields of an item that Request.BatchItem returned. Validate
// compares the item with this copy, and need not check an item that was not changed.
type madeItem struct {
	client       *Client
	method, path string
	header       http.Header
	body         []byte
}

// BatchItem returns r as an item for a batch of the site of c. The headers replace those
// of r that have the same name. Nothing is sent. Errors: an [*ArgumentError] for what
// [Do] refuses, and for an upload.
func (r Request[T]) BatchItem(c *Client, header http.Header) (BatchItem, error) {
	return untyped(r).batchItem(c, header)
}

// batchItem is [Request.BatchItem] without a type parameter.
func (r request) batchItem(c *Client, header http.Header) (BatchItem, error) {
	r = r.withDefaults(c.site.config.prefix)
	if _, isUpload := r.Body.(*Upload); isUpload {
		return BatchItem{}, withOperation(r.Operation,
			&ArgumentError{Argument: "body", Reason: "an upload cannot be in a batch"})
	}
	header, err := joinHeaders(header, nil)
	if err != nil {
		return BatchItem{}, withOperation(r.Operation, err)
	}
	s := &callSettings{PerCall: transport.PerCall{Header: header}}
	call, err := r.build(route.Root{URL: &url.URL{Path: "/"}}, s)
	if err != nil {
		return BatchItem{}, err
	}
	r.Header, r.batchShare = call.Header, maxBatch
	item := BatchItem{
		Operation: call.Operation,
		Method:    call.Method,
		Path:      call.URL.String(),
		Header:    call.Header,
		Secret:    r.Secret,
		Accept: func(ctx context.Context, status int, header http.Header, body json.RawMessage) (any, error) {
			resp := &transport.Response{
				Status: status, Header: header, Body: body, Attempts: 1, Sent: transport.Tracked(ctx),
			}
			v, _, err := r.read(ctx, call, resp, nil)
			if d, ok := deletionOf(v); ok && d.confirm() {
				err = failure(call, resp, transport.Because(ErrOutcomeUnknown, errNotConfirmed))
			}
			if err != nil {
				c.site.failed(ctx, err)
				return nil, err // do not return v: an any that holds a nil *T is not nil
			}
			return v, nil
		},
		Send: func(ctx context.Context, options ...CallOption) (any, error) {
			return r.sendSingle(ctx, c.site, options)
		},
	}
	if call.Body != nil {
		item.Body = call.Body.Bytes
	}
	item.made = &madeItem{c, item.Method, item.Path, call.Header.Clone(), bytes.Clone(item.Body)}
	if c.site.config.checked {
		item.Check = func(ctx context.Context) error { return c.site.admit(ctx, r, call) }
	}
	return item, nil
}

// Validate returns an [*ArgumentError] if the item breaks a rule of [Request]:
//   - the path leads out of the REST API
//   - an argument or a header is one that only the client sets
//   - an argument names another id than the path does
//
// It returns nil for an item that a Request made for c and that was not changed. The
// package batch calls it for every item.
func (i BatchItem) Validate(c *Client) error {
	if m := i.made; m != nil && m.client == c && m.method == i.Method && m.path == i.Path &&
		maps.EqualFunc(m.header, i.Header, slices.Equal) && bytes.Equal(m.body, i.Body) {
		return nil
	}
	u, err := url.Parse(i.Path)
	var query url.Values
	if err == nil {
		query, err = url.ParseQuery(u.RawQuery)
	}
	if err != nil || u.Scheme != "" || u.Host != "" || u.Opaque != "" || u.Fragment != "" {
		return &ArgumentError{Operation: i.Operation, Argument: "path",
			Reason: "must be a route below the root, with its query"}
	}
	like := Request[Nothing]{Operation: i.Operation, Method: i.Method, Path: u.Path, Query: query, Header: i.Header}
	if len(i.Body) > 0 {
		like.Body = i.Body
	}
	_, err = like.BatchItem(c, nil)
	return err
}

// maxBatch is the maximum number of items in a batch.
const maxBatch = 25

// sendSingle sends an item of a batch as a single request.
func (r request) sendSingle(ctx context.Context, on *site, options []CallOption) (any, error) {
	s := apply(options, CallOption.get)
	s.fields, s.embedded, s.embed = nil, false, nil
	r.batchShare = 0
	if r.Method == http.MethodDelete {
		r.Repeat = RepeatUnsent
	}
	return on.perform(ctx, r, s)
}

// FieldsOf returns the names given to [Fields] in options, or nil for all fields.
func FieldsOf(options ...CallOption) []string {
	return apply(options, CallOption.get).fields
}

// String returns the operation. Arguments, headers and the body may hold secrets.
func (i BatchItem) String() string {
	path, _, _ := strings.Cut(i.Path, "?")
	return "cms.BatchItem(" + i.Operation + ": " + i.Method + " " + path + ")"
}

// Format writes the result of String, for every verb.
func (i BatchItem) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, i.String()) }

// LogValue returns the text of String.
func (i BatchItem) LogValue() slog.Value { return slog.StringValue(i.String()) }
