package describe

import "slices"

// Description is the description that a site gives of its routes, and the values that
// were seen in their records. It contains neither the address of the site nor the user
// who read it.
type Description struct {
	// Site is the kind and version of the site, "WordPress 7.1", "" if unknown.
	Site string `json:"site,omitzero"`
	// Read is the day on which it was read, as 2006-01-02.
	Read string `json:"read,omitzero"`
	// Prefix is the prefix of the site: "wp" for a WordPress. Only files of cmsgen have
	// it; a client of package cms has its own prefix.
	Prefix string `json:"prefix,omitzero"`
	// Names are the Go names of the record types, each followed by a space and its
	// route: "Post /wp/v2/posts". They are in the order of the Go file. Only files of
	// cmsgen have them.
	Names []string `json:"names,omitzero"`
	// Routes are the routes by their pattern: "/wp/v2/posts/(?P<id>[\d]+)". See
	// [ParsePath].
	Routes map[string]*Route `json:"routes"`
}

// Route is the description of one route.
type Route struct {
	Endpoints []Endpoint `json:"endpoints,omitzero"`
	// Schema is the schema of a record, nil if the site sends none.
	Schema *Schema `json:"schema,omitzero"`
	// Below lists the words of the routes below one record, such as "revisions", for a
	// route with records. It is nil if unknown. Only files of cmsgen have it.
	Below []string `json:"below,omitzero"`
	// Seen lists the kinds of values in a sample of records, by path: ".meta.weight".
	// Only files of cmsgen have it.
	Seen map[string][]string `json:"seen,omitzero"`
}

// Endpoint is a set of methods of a route with their arguments, including the parameters
// of the path.
type Endpoint struct {
	Methods []string `json:"methods"`
	Args    Schemas  `json:"args,omitzero"`
	// AllowBatch tells for which version of the batch route the endpoint is allowed:
	// "v1".
	AllowBatch map[string]bool `json:"allow_batch,omitzero"`
}

// Takes returns the first endpoint with one of the methods, or nil. A nil Route has no
// endpoints.
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

// Each calls visit for all schemas of the description: of records, of arguments, and
// nested ones.
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
