package describe

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// Reader reads a route of a site: the method Read of a client of package cms. It sends GET
// or OPTIONS, without a body, and returns the JSON of the response. Path has no slash at
// its beginning: "shop/v1".
type Reader func(ctx context.Context, method, path string, query url.Values) ([]byte, error)

// Of reads the description of a namespace of a site with the schemas of its records:
// GET /{namespace}?context=help. With the namespace "" it reads the routes of all
// namespaces without their schemas, some two hundred kilobytes: GET /?_fields=routes.
// A site describes most of its routes to anybody.
//
// Errors: those of read, which are ErrNoRoute of package cms if the site has no such
// namespace; an error of [Load] if the response is no description.
func Of(ctx context.Context, read Reader, namespace string) (*Description, error) {
	query := url.Values{"context": {"help"}}
	if namespace == "" {
		query = url.Values{"_fields": {"routes"}}
	}
	return readAs(ctx, read, http.MethodGet, namespace, query, Load)
}

// OfRoute reads what one route says of itself: OPTIONS /{path}. Some plugins add
// fields only to the response to OPTIONS. A site that has no such route may answer
// with a route without endpoints instead of an error.
//
// Errors: those of read; an error of [LoadRoute].
func OfRoute(ctx context.Context, read Reader, path string) (*Route, error) {
	return readAs(ctx, read, http.MethodOptions, path, nil, LoadRoute)
}

func readAs[T any](
	ctx context.Context, read Reader, method, path string, query url.Values, load func([]byte) (*T, error),
) (*T, error) {
	data, err := read(ctx, method, path, query)
	if err == nil {
		var v *T
		if v, err = load(data); err == nil {
			return v, nil
		}
	}
	return nil, fmt.Errorf("describe %s: %w", cmp.Or(path, "the site"), err)
}
