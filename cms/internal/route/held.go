package route

import (
	"maps"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/facts"
)

// held returns the arguments in a route, by name. For a route without a shape, such as the route
// of a plugin or a custom post type, these are the id of the record and the parent of a revision,
// if they are numbers. For a POST below a record, held returns the id only if the route ends in
// revisions or autosaves: any other POST may create something that has an id of its own.
//
// If a route does not accept the method, a site tries the next route that fits: for example, a
// DELETE of the revisions of a template reaches the route of the template, and deletes the
// template. So except for a GET, held returns the arguments of all shapes that fit.
func held(method, route string) (arguments map[string]string) {
	about, below := facts.Of(route)
	if len(about.Shapes) > 0 && below != "" {
		segments := strings.Split(below[1:], "/")
		for _, shape := range about.Shapes {
			further, ok := fit(shape, segments)
			if ok {
				maps.Copy(further, arguments)
				arguments = further
			}
			if ok && method == http.MethodGet {
				break
			}
		}
	}
	if arguments == nil {
		arguments = numbered(method, strings.Split(route, "/"))
	}
	return arguments
}

// numbered returns the arguments of a route without a shape: the id, and the parent of a
// revision, if these segments are numbers.
func numbered(method string, segments []string) map[string]string {
	for len(segments) < 3 {
		segments = append([]string{""}, segments...)
	}
	grand, above, last := segments[len(segments)-3], segments[len(segments)-2], segments[len(segments)-1]
	switch {
	case IsNumber(last) && isHistory(above) && IsNumber(grand):
		return map[string]string{"parent": grand, "id": last}
	case IsNumber(last):
		return map[string]string{"id": last}
	case IsNumber(above) && strings.EqualFold(last, "revisions"):
		return map[string]string{"parent": above}
	case IsNumber(above) && (method != http.MethodPost || isHistory(last)):
		return map[string]string{"id": above}
	}
	return nil
}

// fit compares the end of a path with a shape, segment by segment. It ignores case. ok is true if all
// segments fit. arguments are the values that the segments hold, by argument name.
func fit(shape facts.Shape, path []string) (arguments map[string]string, ok bool) {
	if len(shape) == 0 {
		return map[string]string{}, len(path) == 0
	}
	segment, rest := shape[0], shape[1:]
	if segment.Name == "" {
		if len(path) == 0 || segment.Word != "" && !strings.EqualFold(segment.Word, path[0]) {
			return nil, false
		}
		return fit(rest, path[1:])
	}
	least, most := 1, 1
	if segment.Optional {
		least = 0
	}
	if segment.Several {
		most = len(path)
	}
	for n := least; n <= min(most, len(path)); n++ {
		if arguments, ok = fit(rest, path[n:]); ok {
			arguments[segment.Name] = strings.Join(path[:n], "/")
			return arguments, true
		}
	}
	return nil, false
}

// IsHistory reports whether a route lists the revisions or autosaves of a record.
func IsHistory(route string) bool { return isHistory(route[strings.LastIndexByte(route, '/')+1:]) }

func isHistory(word string) bool {
	return strings.EqualFold(word, "revisions") || strings.EqualFold(word, "autosaves")
}

// IsNumber reports whether a segment of a route is a number.
func IsNumber(segment string) bool { return segment != "" && strings.Trim(segment, "0123456789") == "" }
