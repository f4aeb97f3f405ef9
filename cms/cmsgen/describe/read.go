package describe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// Of reads the description of a namespace of a site with the schemas of its records:
// GET /{namespace}?context=help. With the namespace "" it reads the routes of all
// namespaces without their schemas, some two hundred kilobytes: GET /?_fields=routes.
// A site describes most of its routes to anybody.
//
// Errors: [cms.ErrNoRoute] if the site has no such namespace; an error of [Load] if
// the response is no description.
func Of(ctx context.Context, site *cms.Client, namespace string) (*Description, error) {
	request := cms.Request[json.RawMessage]{
		Operation: "describe " + namespace, Path: Spelled(namespace, site.Prefix()), Query: url.Values{"context": {"help"}},
	}
	var options []cms.CallOption
	if namespace == "" {
		request.Operation, request.Query = "describe the site", nil
		options = append(options, cms.Fields("routes"))
	}
	raw, err := cms.Do(ctx, site, request, options...)
	if err != nil {
		return nil, err
	}
	d, err := Load(bytes.TrimSpace(*raw))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", request.Operation, err)
	}
	d.Prefix = site.Prefix()
	return d, nil
}

// OfRoute reads what one route says of itself: OPTIONS /{path}. Some plugins add
// fields there alone. The path is spelled as in [cms.Request].
func OfRoute(ctx context.Context, site *cms.Client, path string) (*Route, error) {
	raw, err := cms.Do(ctx, site, cms.Request[json.RawMessage]{Operation: "describe " + path, Method: http.MethodOptions, Path: path, Repeat: cms.RepeatSafe})
	if err != nil {
		return nil, err
	}
	route, err := (&reader{}).route(bytes.TrimSpace(*raw))
	if err != nil {
		return nil, fmt.Errorf("describe %s: %w", path, err)
	}
	return route, nil
}
