package cms

import (
	"fmt"
	"io"
	"net/url"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

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
		err = &ArgumentError{Argument: query.EmptyFilter, Reason: "it is empty, and matches nothing"}
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
//   - an Extra has a name that a field of the struct has too, even if the field is not
//     set
func Marshal(v any) ([]byte, error) { return wire.Marshal(v) }

// Unmarshal decodes one JSON value of a site. It stores the result in v, a pointer. It
// follows the rules of [Do]: duplicate names are accepted, and invalid UTF-8 is
// replaced.
//
// It returns an error if decoding would take more memory than 16 times the size of the
// JSON plus 8 MiB. The memory is estimated before decoding, from the number of objects
// and elements and the size that each has in v. Text and numbers add little to the
// estimate. Lists of large structs and many small maps add much. Decode such JSON into a
// json.RawMessage first, and then decode its parts.
func Unmarshal(data []byte, v any) error { return wire.Unmarshal(data, v) }
