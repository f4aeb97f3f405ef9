package describe

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// Reader reads a route of a site, like the method Read of a client of package cms. It
// sends GET or OPTIONS without a body, and returns the JSON of the response. path has no
// leading slash: "shop/v1".
type Reader func(ctx context.Context, method, path string, query url.Values) ([]byte, error)

// Of reads the description of a namespace, with the schemas of its records: GET
// /{namespace}?context=help. With the namespace "" it reads the routes of all namespaces
// without schemas, about 200 KB: GET /?_fields=routes. A site describes most of its
// routes to everyone.
//
// Errors: those of read, and those of [Load]. If the site has no such namespace, the
// method Read of a client returns ErrNoRoute of package cms.
func Of(ctx context.Context, read Reader, namespace string) (*Description, error) {
	query := url.Values{"context": {"help"}}
	if namespace == "" {
		query = url.Values{"_fields": {"routes"}}
	}
	return readAs(ctx, read, http.MethodGet, namespace, query, Load)
}

// OfRoute reads the description of one route: OPTIONS /{path}. Some plugins add fields
// only to this response. For an unknown route a site may return a route without
// endpoints instead of an error.
//
// Errors: those of read; those of [LoadRoute].
func OfRoute(ctx context.Context, read Reader, path string) (*Route, error) {
	return readAs(ctx, read, http.MethodOptions, path, nil, LoadRoute)
}

func readAs[T any](
	ctx context.Context, read Reader, method, path string, query url.Values, load func([]byte) (*T, error),
) (*T, error) {
	data, err := read(ctx, method, path, query)
	if err == nil && len(data) == 0 {
		err = fmt.Errorf("the response to %s is empty: a server or a plugin of the site responds to it itself", method)
	}
	if err == nil {
		var v *T
		if v, err = load(data); err == nil {
			return v, nil
		}
	}
	return nil, fmt.Errorf("describe %s: %w", cmp.Or(path, "the site"), err)
}
