package cms

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Namespaces of the specification that have an index: see [Client.Namespace].
const (
	NamespaceCMS             = "cms/v2"
	NamespaceOEmbed          = "oembed/1.0"
	NamespaceCodeSnippets    = "code-snippets/v1"
	NamespaceAnalytics       = "analytics/v1"
	NamespaceArchiver        = "archiver/v1"
	NamespaceBlockVisibility = "block-visibility/v1"
)

// Namespaces of the specification that hide their routes from the index.
const (
	NamespaceSiteHealth  = "cms-site-health/v1"
	NamespaceBlockEditor = "cms-block-editor/v1"
	NamespaceAbilities   = "cms-abilities/v1"
)

// Routes describes routes by their pattern: "/cms/v2/posts/(?P<id>[\d]+)". There
// are at most 10,000.
type Routes map[string]Route

// routesObject is Routes without its methods.
type routesObject map[string]Route

// UnmarshalJSONFrom reads the object. A server writes an empty one as [].
func (r *Routes) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*r = Routes{}
	dec, err := wire.Checked(dec, reflect.TypeFor[Routes]())
	if err != nil {
		return err
	}
	if err := wire.Entries(dec, *r, wire.Counter{Max: maxRoutes, What: "routes"}); err != nil {
		return err
	}
	for pattern, route := range *r {
		if len(route.Endpoints) > maxEndpoints {
			return fmt.Errorf("the route %.80q has more than %d endpoints", pattern, maxEndpoints)
		}
	}
	return nil
}

// How many routes a site may have, and endpoints a route.
const (
	maxRoutes    = 10_000
	maxEndpoints = 100
)

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (r *Routes) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, r) }

// MarshalJSON writes the object.
func (r Routes) MarshalJSON() ([]byte, error) { return wire.Marshal(routesObject(r)) }

// Route is what a site says of one route. It has at most 100 endpoints.
type Route struct {
	Namespace string     `json:"namespace"`
	Methods   []string   `json:"methods"`
	Endpoints []Endpoint `json:"endpoints"`
	Extra     Extra      `json:",embed"`
}

// Endpoint is some methods of a route with their arguments.
type Endpoint struct {
	Methods []string  `json:"methods"`
	Args    Arguments `json:"args"`
	// AllowBatch says for which version of the batch route the endpoint may stand
	// in a batch: "v1".
	AllowBatch map[string]bool `json:"allow_batch,omitzero"`
	Extra      Extra           `json:",embed"`
}

// Arguments describes arguments by name, at most 1,000.
type Arguments map[string]Argument

// UnmarshalJSONFrom reads the object. A server writes an empty one as [].
func (a *Arguments) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*a = Arguments{}
	dec, err := wire.Checked(dec, reflect.TypeFor[Arguments]())
	if err != nil {
		return err
	}
	return wire.Entries(dec, *a, wire.Counter{Max: wire.MaxMembers, What: "arguments"})
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (a *Arguments) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, a) }

// NamespaceIndex is what a site says of one namespace.
type NamespaceIndex struct {
	Namespace string `json:"namespace"`
	Routes    Routes `json:"routes"`
	Links     Links  `json:"_links,omitzero"`
	Extra     Extra  `json:",embed"`
}

// Namespace reads the index of a namespace: GET /{namespace}, with the argument
// namespace, for one of the constants or any other that the site has. A
// namespace whose plugin is off is [ErrNoRoute]. A context is given with
// [InContext]; all of them answer alike.
func (c *Client) Namespace(ctx context.Context, namespace string, options ...GetOption) (*NamespaceIndex, error) {
	if strings.Trim(namespace, "/") == "" {
		return nil, named("Namespace", &ArgumentError{Argument: "namespace", Reason: "it is empty, and the root is no namespace: see Index"})
	}
	return perform(ctx, c, Request[NamespaceIndex]{
		Operation: "Namespace",
		Path:      namespace,
		Query:     url.Values{"namespace": {c.config.prefix.route(namespace)}},
	}, gather(options, GetOption.get))
}

// Routes reads the index of the site with its routes, some two hundred
// kilobytes: GET /.
func (c *Client) Routes(ctx context.Context, options ...GetOption) (Routes, error) {
	index, err := c.Index(ctx, append([]GetOption{Fields("routes")}, options...)...)
	if err != nil {
		return nil, err
	}
	return index.Routes, nil
}
