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
	// Secret is that of the [Request]. The batch has it if one of its items has.
	Secret bool
	// Check makes the look at the arguments that [WithCheckedArguments] asks for; nil
	// for none.
	Check func(ctx context.Context) error
	// Accept decodes the answer to the item: a *T, or an *Error. The context ends it
	// where the answer is large.
	Accept func(ctx context.Context, status int, header http.Header, body json.RawMessage) (any, error)
	// Send sends the item by itself, as [Do] does, but repeats a DELETE only if
	// nothing was done: it would find nothing, and be taken for a failure. [Fields]
	// and [Embed] are left out, since on a batch they do not reach the records.
	Send func(ctx context.Context, options ...CallOption) (any, error)

	made *madeItem // by a Request; nil if another package made the item
}

// madeItem is what a Request made, and for which site.
type madeItem struct {
	client       *Client
	method, path string
	header       http.Header
	body         []byte
}

// BatchItem returns r for a batch of the site of c. The headers replace those
// of r that have the same name. The error is an [*ArgumentError]; nothing is
// sent.
func (r Request[T]) BatchItem(c *Client, header http.Header) (BatchItem, error) {
	return r.erase().batchItem(c, header)
}

func (r request) batchItem(c *Client, header http.Header) (BatchItem, error) {
	r = r.withDefaults()
	if _, isUpload := r.Body.(*Upload); isUpload {
		return BatchItem{}, withOperation(r.Operation, &ArgumentError{Argument: "body", Reason: "an upload cannot stand in a batch"})
	}
	header, err := joinHeaders(header, nil)
	if err != nil {
		return BatchItem{}, withOperation(r.Operation, err)
	}
	call, err := r.build(route.Root{URL: &url.URL{Path: "/"}}, c.site.config.prefix, &callSettings{PerCall: transport.PerCall{Header: header}})
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
			resp := &transport.Response{Status: status, Header: header, Body: body, Attempts: 1}
			v, _, err := r.read(ctx, c.site.config.prefix, call, resp, nil, false)
			if d, ok := v.(deletion); ok && d.confirm() {
				err = failure(call, resp, transport.Because(ErrOutcomeUnknown, errNotConfirmed))
			}
			if err != nil {
				c.site.explain(err)
				return nil, err // and no nil *T, which would be a value
			}
			return v, nil
		},
		Send: func(ctx context.Context, options ...CallOption) (any, error) { return r.alone(ctx, c.site, options) },
	}
	if call.Body != nil {
		item.Body = call.Body.Bytes
	}
	item.made = &madeItem{c, item.Method, item.Path, call.Header.Clone(), bytes.Clone(item.Body)}
	if c.site.config.checked {
		item.Check = func(ctx context.Context) error { return c.site.check(ctx, r, call) }
	}
	return item, nil
}

// Validate returns an [*ArgumentError] for what a [Request] refuses: a route that leaves
// the interface, arguments and headers that are the client's own, another id than that
// of the route. It is nil for an item that a Request made for c, unless the item was
// changed since. The package batch asks it of every item.
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
		return &ArgumentError{Operation: i.Operation, Argument: "path", Reason: "it is no route below the root with its query"}
	}
	like := Request[Nothing]{Operation: i.Operation, Method: i.Method, Path: u.Path, Query: query, Header: i.Header}
	if len(i.Body) > 0 {
		like.Body = i.Body
	}
	_, err = like.BatchItem(c, nil)
	return err
}

// maxBatch is how many items a batch has at most.
const maxBatch = 25

// alone sends an item of a batch by itself.
func (r request) alone(ctx context.Context, on *site, options []CallOption) (any, error) {
	s := apply(options, CallOption.get)
	s.fields, s.embedded, s.embed = nil, false, nil
	r.batchShare = 0
	if r.Method == http.MethodDelete {
		r.Repeat = RepeatUnsent
	}
	return on.perform(ctx, r, s)
}

// FieldsOf returns the names that options ask for by [Fields], nil for all.
func FieldsOf(options ...CallOption) []string {
	return apply(options, CallOption.get).fields
}

// String says which request it is. Its arguments, headers and body may hold
// secrets.
func (i BatchItem) String() string {
	path, _, _ := strings.Cut(i.Path, "?")
	return "cms.BatchItem(" + i.Operation + ": " + i.Method + " " + path + ")"
}

// Format writes String, whatever the verb.
func (i BatchItem) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, i.String()) }

// LogValue is String.
func (i BatchItem) LogValue() slog.Value { return slog.StringValue(i.String()) }
