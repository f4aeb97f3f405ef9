package route

import (
	"maps"
	"net/http"
	"strings"
)

// routeShapes lists the routes whose arguments held cannot recognize by being
// numbers. {name...} is one segment or more, {name?} one or none, and * any segment. The
// first shape that fits counts.
//
// Deleting an application password without a uuid deletes all of them. So the shape of
// their list has an empty uuid.
const routeShapes = `
cms/v2/users/me
cms/v2/users/{user_id}/application-passwords/introspect
cms/v2/users/{user_id}/application-passwords/{uuid?}
cms/v2/media/{id}/*
cms/v2/templates/lookup
cms/v2/templates/{parent...}/revisions
cms/v2/templates/{parent...}/revisions/{id}
cms/v2/templates/{id...}/autosaves
cms/v2/templates/{parent...}/autosaves/{id}
cms/v2/templates/{id...}
cms/v2/template-parts/lookup
cms/v2/template-parts/{parent...}/revisions
cms/v2/template-parts/{parent...}/revisions/{id}
cms/v2/template-parts/{id...}/autosaves
cms/v2/template-parts/{parent...}/autosaves/{id}
cms/v2/template-parts/{id...}
cms/v2/global-styles/themes/{stylesheet...}/variations
cms/v2/global-styles/themes/{stylesheet...}
cms/v2/global-styles/{parent}/revisions
cms/v2/global-styles/{parent}/revisions/{id}
cms/v2/global-styles/{id...}
cms/v2/font-families/{font_family_id}/font-faces
cms/v2/font-families/{font_family_id}/font-faces/{id}
cms/v2/font-collections/{slug...}
cms/v2/types/{type}
cms/v2/statuses/{status}
cms/v2/taxonomies/{taxonomy}
cms/v2/themes/{stylesheet...}
cms/v2/plugins/{plugin...}
cms/v2/sidebars/{id}
cms/v2/widgets/{id}
cms/v2/widget-types/{id}
cms/v2/widget-types/{id}/*
cms/v2/menu-locations/{location}
cms/v2/block-types/{namespace}
cms/v2/block-types/{namespace}/{name}
cms/v2/block-renderer/{name...}
cms/v2/icons/{collection}
cms/v2/icons/{name...}
cms/v2/icon-collections/{slug}
cms-abilities/v1/categories/{slug}
cms-abilities/v1/abilities/{name...}/run
cms-abilities/v1/abilities/{name...}
code-snippets/v1/snippets/{id}/*`

// held returns the arguments in a route, by name. For a route without a shape, such as
// one of a plugin or a custom post type, they are its id and the parent of a revision,
// if those are numbers. A POST below a record may create something with an id of its
// own.
//
// If a route does not accept the method, a site tries the next route that fits: DELETE
// of a template's revisions is DELETE of the template.
func held(method, route string) (arguments map[string]string) {
	segments := strings.Split(route, "/")
	for shape := range strings.Lines(routeShapes) {
		shape = strings.TrimSpace(shape)
		words, _, _ := strings.Cut(shape, "{")
		if len(route) < len(words) || !strings.EqualFold(route[:len(words)], words) {
			continue
		}
		further, ok := fit(strings.Split(shape, "/"), segments)
		if ok {
			maps.Copy(further, arguments)
			arguments = further
		}
		if ok && method == http.MethodGet {
			break
		}
	}
	if arguments == nil {
		arguments = numbered(method, segments)
	}
	return arguments
}

// numbered returns the arguments of a route that are recognized by being numbers.
func numbered(method string, segments []string) map[string]string {
	for len(segments) < 3 {
		segments = append([]string{""}, segments...)
	}
	grand, above, last := segments[len(segments)-3], segments[len(segments)-2], segments[len(segments)-1]
	history := func(word string) bool {
		return strings.EqualFold(word, "revisions") || strings.EqualFold(word, "autosaves")
	}
	switch {
	case IsNumber(last) && history(above) && IsNumber(grand):
		return map[string]string{"parent": grand, "id": last}
	case IsNumber(last):
		return map[string]string{"id": last}
	case IsNumber(above) && strings.EqualFold(last, "revisions"):
		return map[string]string{"parent": above}
	case IsNumber(above) && (method != http.MethodPost || history(last)):
		return map[string]string{"id": above}
	}
	return nil
}

// fit compares a path with a shape, by segment and without case. It returns the segments
// at the names.
func fit(shape, path []string) (arguments map[string]string, ok bool) {
	if len(shape) == 0 {
		return map[string]string{}, len(path) == 0
	}
	word, rest := shape[0], shape[1:]
	name, isArgument := strings.CutPrefix(strings.TrimSuffix(word, "}"), "{")
	if !isArgument {
		if len(path) == 0 || word != "*" && !strings.EqualFold(word, path[0]) {
			return nil, false
		}
		return fit(rest, path[1:])
	}
	name, several := strings.CutSuffix(name, "...")
	name, optional := strings.CutSuffix(name, "?")
	least, most := 1, 1
	if optional {
		least = 0
	}
	if several {
		most = len(path)
	}
	for n := least; n <= min(most, len(path)); n++ {
		if arguments, ok = fit(rest, path[n:]); ok {
			arguments[name] = strings.Join(path[:n], "/")
			return arguments, true
		}
	}
	return nil, false
}

// IsNumber reports whether a segment of a route is a number.
func IsNumber(segment string) bool { return segment != "" && strings.Trim(segment, "0123456789") == "" }
