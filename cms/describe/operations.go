package describe

import (
	"maps"
	"slices"
	"strings"
)

// Operation is a method on a route. Path, and the names of arguments, begin with "cms"
// where those of the site begin with its prefix.
type Operation struct {
	Method string
	Path   string // "/cms/v2/posts/{id}": see [Template]
	Route  string // the pattern, with the prefix of the site: "/wp/v2/posts/(?P<id>[\d]+)"
	// Args are the arguments of the query or the body, without the parameters of the
	// path.
	Args Schemas
}

// Operations returns all operations of the description, in the order of their routes.
// prefix is the prefix of the site: that of the client, or Prefix of a file of cmsgen.
func (d *Description) Operations(prefix string) []Operation {
	var all []Operation
	for _, route := range slices.Sorted(maps.Keys(d.Routes)) {
		path := specified(Template(route), prefix)
		segments, _ := ParsePath(route)
		for _, endpoint := range d.Routes[route].Endpoints {
			var args Schemas
			for _, arg := range endpoint.Args {
				if !strings.Contains(path, "{"+arg.Name+"}") && !segments.Has(arg.Name) {
					args = append(args, NamedSchema{specifiedName(arg.Name, prefix), arg.Schema})
				}
			}
			for _, method := range endpoint.Methods {
				all = append(all, Operation{Method: method, Path: path, Route: route, Args: args})
			}
		}
	}
	return all
}

// Spelled returns a route in the form that a client of package cms takes. It has no
// leading slash. If the first segment is the prefix of the site, it becomes "cms".
// "wp/v2/posts" becomes "cms/v2/posts"; "wp-block-editor/v1" stays.
func Spelled(route, prefix string) string {
	if first, rest, ok := strings.Cut(route, "/"); ok && first == prefix && prefix != "" {
		return "cms/" + rest
	}
	return route
}

// specified returns the template of a route, with "cms" in place of the prefix of the site. It
// replaces the prefix in more segments than [Spelled] does, such as in /wp-block-editor/v1 and
// /wp/v2/wp_pattern_category.
func specified(route, prefix string) string {
	if prefix == "" {
		return route
	}
	parts := strings.Split(route, "/")
	for i, part := range parts {
		switch {
		case i == 1 && part == prefix:
			parts[i] = "cms"
		case i == 1 && strings.HasPrefix(part, prefix+"-"):
			parts[i] = "cms" + part[len(prefix):]
		default:
			parts[i] = specifiedName(part, prefix)
		}
	}
	return strings.Join(parts, "/")
}

// specifiedName returns the name of an argument or a segment. If the name begins with the
// prefix of the site and _, the result begins with "cms_" instead.
func specifiedName(name, prefix string) string {
	if rest, ok := strings.CutPrefix(name, prefix+"_"); ok && prefix != "" {
		return "cms_" + rest
	}
	return name
}
