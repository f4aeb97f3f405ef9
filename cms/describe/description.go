package describe

import "slices"

// Description is what a site says of some of its routes, and what was seen of their
// records. It holds neither the address of the site nor who has read it.
type Description struct {
	// Site is the kind and version of the site, "WordPress 7.1", "" if unknown.
	Site string `json:"site,omitzero"`
	// Read is the day on which it was read, as 2006-01-02.
	Read string `json:"read,omitzero"`
	// Prefix is how the site spells the leading "cms" of routes: "wp" on a WordPress.
	// Only files of cmsgen have it; a client of package cms knows its own.
	Prefix string `json:"prefix,omitzero"`
	// Routes are the routes by their pattern: "/wp/v2/posts/(?P<id>[\d]+)". See
	// [ParsePath].
	Routes map[string]*Route `json:"routes"`
}

// Route is what a site says of one route.
type Route struct {
	Endpoints []Endpoint `json:"endpoints,omitzero"`
	// Schema is that of a record, nil if the site gives none.
	Schema *Schema `json:"schema,omitzero"`
	// Seen are the kinds of values that a sample of records held, by their path:
	// ".meta.weight". Only files of cmsgen have it.
	Seen map[string][]string `json:"seen,omitzero"`
}

// Endpoint is some methods of a route with their arguments, which include the
// parameters of the path.
type Endpoint struct {
	Methods []string `json:"methods"`
	Args    Schemas  `json:"args,omitzero"`
	// AllowBatch says for which version of the batch route the endpoint may stand
	// in a batch: "v1".
	AllowBatch map[string]bool `json:"allow_batch,omitzero"`
}

// Takes returns the first endpoint that has one of the methods, nil if none has. A
// nil Route has none.
func (r *Route) Takes(methods ...string) *Endpoint {
	if r == nil {
		return nil
	}
	for i, endpoint := range r.Endpoints {
		for _, method := range methods {
			if slices.Contains(endpoint.Methods, method) {
				return &r.Endpoints[i]
			}
		}
	}
	return nil
}

// Each visits all schemas of the description: records, arguments, and what is in them.
func (d *Description) Each(visit func(*Schema)) {
	for _, route := range d.Routes {
		route.Schema.Each(visit)
		for _, endpoint := range route.Endpoints {
			for _, arg := range endpoint.Args {
				arg.Schema.Each(visit)
			}
		}
	}
}
