package cms

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Repeat sets whether a failed request may be retried.
type Repeat int

const (
	// RepeatByMethod is RepeatSafe for GET, HEAD, PUT and DELETE, and RepeatUnsent for
	// the other methods.
	RepeatByMethod Repeat = iota
	// RepeatSafe retries on connection errors, 408, 429, 500, 502, 503 and 504, and on
	// 520 to 524, 527 and 530 of Cloudflare. It is for requests that have the same effect
	// when they are sent twice.
	RepeatSafe
	// RepeatUnsent retries only if the site provably did nothing: a failed dial, 429,
	// and the site's own maintenance page.
	RepeatUnsent
)

// Request is a call as a value: what is sent, and the type T of the response.
// Collections make requests for a batch. Make one yourself for a route that this module
// does not know:
//
//	orders, err := cms.Do(ctx, site, cms.Request[[]Order]{Path: "shop/v1/orders"}) // Order is your type
type Request[T any] struct {
	// Operation is the name of the call in errors and logs. Default: method and path.
	Operation string
	// Method is the HTTP method in capitals. Default GET.
	Method string
	// Path is the route below the root, without a query: "shop/v1/orders/7". A leading
	// "cms/" is replaced by the prefix of the site: see [WithPrefix].
	Path string
	// Query holds the arguments. These are refused, here and in Body:
	//   - _method, _envelope and _jsonp
	//   - an argument such as id, plugin, type or taxonomy whose value differs from
	//     that in Path, such as id=8 with posts/7. The site would use it and ignore
	//     Path. If this module does not know the route, the number at its end counts as
	//     id.
	//   - in the DELETE of a user, a reassign that is absent or not the id of another
	//     user
	Query url.Values `json:"-"` // logs leave it out, because a query may hold secrets
	// Header holds additional headers.
	Header http.Header `json:"-"`
	// Body is encoded as JSON; nil sends no body. A json.RawMessage is sent unchanged,
	// and an *[Upload] is streamed. A []byte is refused. The content of an Upload is
	// not checked. JSON and forms could hold an id that overrides the one in Path. So
	// an Upload of JSON, or of a form without files, is refused if Path holds an id or
	// a name.
	Body any `json:"-"`
	// Repeat sets whether the request may be retried.
	Repeat Repeat
	// Update means that a POST is an update, which [UpdateMethod] may send as PUT or
	// PATCH. A POST with RepeatSafe always is one.
	Update bool
	// ID is the id that the record in the response must have in its field "id". Another
	// id is [ErrForeignRecord]. 0 accepts any. The requests of a collection set it.
	//
	// Leave it 0 where the response has another id than the route. An autosave has an id
	// of its own, a revision of a template is numbered by wp_id, and users/me is an
	// alias. An ID with a T that has no id, such as a slice, [Raw] or [Nothing], is
	// refused.
	ID int64
	// Secret means that the response may hold a secret, such as a new password, or a
	// password that was in the request. Then only the returned value holds data of the
	// response. Body, Data and Raw of errors and Noise of a [Response] are empty, and
	// no error text quotes the body. The code of an error is kept. Its message and
	// params are kept too, unless the code is internal_server_error, wp_die, db_… or a
	// number. A Body with a method Secret() bool that returns true sets Secret.
	Secret bool
	// Slow means that the site may work for minutes before it responds, for example on the
	// sub-sizes of an image. The client then waits five minutes for the headers of the
	// response instead of one. A request with an [Upload] always has this time.
	Slow bool
	// Err, if not nil, is returned instead of sending the request. A package that makes
	// requests reports invalid arguments this way. An [*ArgumentError] gets the
	// Operation of the request.
	Err error `json:"-"`

	into any       // pointer to the variable that gets the result, a *T; set by Into
	made *expected // what the resource that made the request expects, or nil
}

// Raw is the T of a request whose response may have any content type. An error response is
// still an [*Error].
type Raw struct {
	Type string // Content-Type
	Body []byte
}

// Nothing is a type for the T of a request. Use it if the response is empty or not
// needed.
type Nothing struct{}

// Into returns a copy of r that also stores its response in v. If the request fails, v
// is not changed.
func (r Request[T]) Into(v *T) Request[T] {
	r.into = nil
	if v != nil {
		r.into = v
	}
	return r
}

// With returns a copy of r with the arguments and headers of options: see [Argument] and
// [Header]. Use it for a request of a batch, which takes no options of its own. [Attempts],
// [Timeout] and other options of a whole call are ignored: pass them to Do.
//
// Errors: Err of the copy, which sending the copy returns, is an [*ArgumentError] for
//   - an argument that r sets itself
//   - [Fields] and [Embed]: set _fields or _embed in Query
func (r Request[T]) With(options ...CallOption) Request[T] {
	s := apply(options, CallOption.get)
	switch {
	case len(s.fields) > 0:
		s.fail("fields", "With does not take Fields: set _fields in Query")
	case s.embedded:
		s.fail("embed", "With does not take Embed: set _embed in Query")
	}
	query := url.Values{}
	maps.Copy(query, r.Query)
	header, err := joinHeaders(r.Header, s.Header)
	r.Err = cmp.Or(r.Err, s.err, s.addArguments(query), err)
	r.Query, r.Header = query, header
	return r
}

// Format writes the operation, for every verb. Arguments, headers and the body may hold
// secrets.
func (r Request[T]) Format(s fmt.State, _ rune) {
	name := cmp.Or(r.Operation, cmp.Or(r.Method, http.MethodGet)+" "+r.Path)
	_, _ = fmt.Fprintf(s, "cms.Request(%s)", name)
}

// Upload is a body that is streamed unchanged, with constant memory.
type Upload struct {
	Type string // Content-Type
	// Open returns the body from its start. It is called once for each attempt.
	Open func() (io.ReadCloser, error)
	// Reader is a body that can be read only once. Set it in place of Open. The request
	// is then never retried.
	Reader io.Reader
	// Size is the length in bytes, -1 if it is not known.
	Size int64
}

func (u *Upload) check() error {
	switch {
	case u == nil:
		return &ArgumentError{Argument: "body", Reason: "the upload is nil"}
	case (u.Open == nil) == (u.Reader == nil):
		return &ArgumentError{Argument: "body", Reason: "an upload has either Open or Reader"}
	case u.Size < -1:
		return &ArgumentError{Argument: "body", Reason: "the size is below -1"}
	case !transport.ValidHeader("Content-Type", u.Type):
		return &ArgumentError{Argument: "body", Reason: "the type is empty or holds a control character"}
	}
	return nil
}

// EncodeQuery encodes options for the Query of a [Request]. The options are a pointer
// to a struct with url tags, such as [PostListOptions]. Nil means no arguments.
//
// Errors: an [*ArgumentError] for
//   - a page, a page size or an offset outside of its limits
//   - an empty element of a list
//   - the arguments _method, _envelope, _jsonp and rest_route
//   - an empty list that is not nil: it should match no record, but the site would
//     ignore it and return all. Lists that exclude records may be empty.
func EncodeQuery(options any) (url.Values, error) {
	query, err := wire.EncodeQuery(options)
	if err == nil && query.EmptyFilter != "" {
		err = &ArgumentError{Argument: query.EmptyFilter, Reason: "is empty, and matches nothing"}
	}
	if err != nil {
		return nil, withOperation("", err)
	}
	return query.Values, nil
}

// Format writes only the type and the size, for every verb.
func (u Upload) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "cms.Upload(%q, %d bytes)", u.Type, u.Size)
}

// Marshal encodes v as JSON, as this package encodes requests. [Unmarshal] reads it
// back.
//
// The fields in each [Extra] are written next to the known fields. This works for the
// records of this module, and for your structs that embed such a record. Maps are
// written in sorted order, so equal values give equal JSON. Nil or empty raw JSON in a
// map or in an Extra is omitted.
//
// Errors:
//   - v has no JSON form, such as a channel
//   - an Extra has the name of a field of the struct, unless the field was read from that
//     member, which does not fit it, and has not changed since
func Marshal(v any) ([]byte, error) { return wire.MarshalMisfits(v) }

// Unmarshal decodes one JSON value of a site. It stores the result in v, a pointer. It
// follows the rules of [Do]: duplicate names are accepted, and invalid UTF-8 is
// replaced. A value that does not fit is converted, or kept in an [Extra], or else refused.
//
// It returns an error if decoding would take more memory than 16 times the size of the
// JSON plus 8 MiB. The memory is estimated before decoding, from the number of objects
// and elements and the size that each has in v. Text and numbers add little to the
// estimate. Lists of large structs and many small maps add much. Decode such JSON into a
// json.RawMessage first, and then decode its parts.
func Unmarshal(data []byte, v any) error {
	err := wire.Unmarshal(data, v)
	if into := reflect.ValueOf(v); err == nil || into.Kind() != reflect.Pointer || into.IsNil() {
		return err
	}
	if wire.Salvage(data, v) != nil {
		return err
	}
	return nil
}
