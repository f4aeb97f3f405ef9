package cms

import (
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
	if err == nil && query.Nothing != "" {
		err = &ArgumentError{Argument: query.Nothing, Reason: "it is empty, and matches nothing"}
	}
	if err != nil {
		return nil, named("", err)
	}
	return query.Values, nil
}
