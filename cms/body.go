package cms

import (
	"fmt"
	"io"
	"net/url"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Upload is a body that is streamed as it is, with constant memory.
type Upload struct {
	Type string // Content-Type
	// Open returns the body from its start. It is called once for each time that
	// the request is sent.
	Open func() (io.ReadCloser, error)
	// Reader is a body that can be read only once, in place of Open: the request is
	// then never repeated.
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

// EncodeQuery encodes options for the Query of a [Request]: a pointer to a struct with
// url tags, as the L of [NewCollection]. nil stands for no arguments.
//
// The error is an [*ArgumentError]: for a size of a page, a page or an offset outside
// of its limits, an empty element of a list, _method, _envelope, _jsonp and
// rest_route, and for an empty list that is not nil, which matches nothing but which
// a site takes for no filter. Lists that exclude may be empty.
func EncodeQuery(options any) (url.Values, error) {
	query, err := wire.EncodeQuery(options)
	if err == nil && query.EmptyFilter != "" {
		err = &ArgumentError{Argument: query.EmptyFilter, Reason: "it is empty, and matches nothing"}
	}
	if err != nil {
		return nil, withOperation("", err)
	}
	return query.Values, nil
}

// Format writes type and size alone, whatever the verb.
func (u Upload) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "cms.Upload(%q, %d bytes)", u.Type, u.Size)
}

// Marshal encodes v as JSON, as the requests of this package are encoded: the
// members of each [Extra] stand beside the fields, in a record of this module and in
// a struct of yours that embeds one. Members of maps are in sorted order, so that
// equal values give equal JSON. [Unmarshal] reads it back.
//
// Raw JSON in a map, as in an Extra, that is nil or empty is left out.
//
// Errors: a value without a JSON form, such as a channel; a member of an Extra with the
// name of a field beside it, whether the field is set or not.
func Marshal(v any) ([]byte, error) { return wire.Marshal(v) }

// Unmarshal decodes one JSON value that a site wrote into v, a pointer, as [Do]
// decodes a response: names may repeat, and invalid UTF-8 is replaced. It returns an
// error before it decodes if that would take more memory than 16 times the size of the
// JSON and 8 MiB. This is an estimate from its brackets, members and elements, times
// what v makes of one. Text and numbers hardly count; lists of large structs
// and many small maps do. What is refused can be decoded into [json.RawMessage], and
// then part by part.
func Unmarshal(data []byte, v any) error { return wire.Unmarshal(data, v) }
