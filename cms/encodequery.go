package cms

import (
	"net/url"

	"github.com/fontcms/fontcms-go/internal/wire"
)

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
