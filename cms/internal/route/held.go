package route

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// routeShapes lists the routes whose arguments [Prefix.held] cannot recognize by being
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
func (p Prefix) held(method, route string) (arguments map[string]string) {
	route = p.specified(route)
	segments := strings.Split(route, "/")
	for shape := range strings.Lines(routeShapes) {
		shape = strings.TrimSpace(shape)
		words, _, _ := strings.Cut(shape, "{")
		if _, ok := cutPrefixFold(route, words); !ok {
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

// Request is a request before it has an address.
type Request struct {
	Method string
	Path   string     // below the root, with the prefix of the specification or of the site
	Name   string     // of a record, the end of Path; "" if there is none
	Key    string     // the name of the argument Name
	Query  url.Values // with the prefix of the site
	Body   *transport.Body
}

// checkIDs refuses arguments that make a site act on another record than the route
// names. route and arguments have the prefix of the site; arguments are all those of the
// address.
func (p Prefix) checkIDs(r Request, route string, arguments url.Values) error {
	var members map[string]jsontext.Value
	var err error
	if r.Body != nil {
		if members, err = Members(r.Body.Bytes); err == nil {
			err = checkReserved(members)
		}
		if err != nil {
			return err
		}
	}
	given, stream := argumentsOf(arguments, members, r.Key), r.Body != nil && r.Body.Bytes == nil
	if len(given) == 0 && !stream && r.Method != http.MethodDelete {
		return nil
	}
	held := p.held(r.Method, route)
	if stream {
		if err := checkStream(r.Body.Type, held); err != nil {
			return err
		}
	}
	if held == nil && r.Name != "" {
		held = map[string]string{r.Key: r.Name}
	}
	for name, own := range held {
		for _, other := range given[name] {
			if !sameArgument(other, own) {
				return &fault.Argument{Argument: name,
					Reason: fmt.Sprintf("the server would use %.40q instead of the %s of the route", other, name)}
			}
		}
	}
	if r.Method == http.MethodDelete {
		return p.checkHeir(route, given["reassign"])
	}
	return nil
}

// checkStream refuses a stream of arguments to a route that holds some, because its
// content is not checked. Forms, which may hold files, are accepted.
func checkStream(mediaType string, held map[string]string) error {
	kind, _, _ := strings.Cut(strings.ToLower(mediaType), ";")
	if (strings.Contains(kind, "json") || strings.Contains(kind, "urlencoded")) && len(held) > 0 {
		return &fault.Argument{Argument: "body",
			Reason: "the server may use an id in it instead of that of the route: pass a value instead of an Upload"}
	}
	return nil
}

// argumentsOf returns those arguments of a request, other than those of its route, that a
// route may hold, by the names that a site gives them. key names one more. An element of a
// list is not an argument: where an id is expected, a site reads a list as 1. A null field
// is not an argument.
func argumentsOf(arguments url.Values, members map[string]jsontext.Value, key string) map[string][]string {
	all := map[string][]string{}
	for sent, values := range arguments {
		name, list := wire.ServerName(sent), strings.Contains(sent, "[") && strings.Contains(sent, "]")
		if name != key && !holds(name) {
			continue
		}
		for _, value := range values {
			if list {
				value = "[" + value + "]"
			}
			all[name] = append(all[name], value)
		}
	}
	for name, value := range members {
		if name != key && !holds(name) {
			continue
		}
		switch value.Kind() {
		case 'n':
		case '"':
			var text string
			_ = wire.Unmarshal(value, &text) // it was read above
			all[name] = append(all[name], text)
		default:
			all[name] = append(all[name], string(value))
		}
	}
	return all
}

// holds reports whether some route may hold an argument. It may be wrong for the beginning
// of a name. It counts reassign, which [Prefix.checkHeir] looks for.
func holds(name string) bool { return name == "reassign" || strings.Contains(routeShapes, "{"+name) }

// checkHeir refuses the DELETE of a user without another user who gets the records. A
// site deletes the records for "" and false, and leaves them without an author for 0.
func (p Prefix) checkHeir(route string, heirs []string) error {
	user, ok := cutPrefixFold(p.specified(route), Spec+"/v2/users/")
	if !ok || strings.Contains(user, "/") {
		return nil
	}
	refuse := func(reason string) error { return &fault.Argument{Argument: "reassign", Reason: reason} }
	if len(heirs) == 0 {
		return refuse("it is required: the user who gets the content")
	}
	for _, heir := range heirs {
		switch n, err := strconv.ParseInt(heir, 10, 64); {
		case err != nil || n < 1:
			return refuse(fmt.Sprintf("%.40q is not an id of a user: the content would be deleted, or left without an author",
				heir))
		case sameArgument(heir, user):
			return refuse("it is the deleted user")
		}
	}
	return nil
}

// sameArgument compares arguments as a site reads them: 07 equals 7, and theme//slug
// equals theme/slug.
func sameArgument(a, b string) bool {
	x, err := strconv.ParseInt(strings.TrimSpace(a), 10, 64)
	y, err2 := strconv.ParseInt(b, 10, 64)
	return SameName(a, b) || err == nil && err2 == nil && x == y
}

// SameName compares names in a path as a site reads them: theme//slug equals theme/slug.
func SameName(a, b string) bool {
	return a == b || strings.ReplaceAll(a, "//", "/") == strings.ReplaceAll(b, "//", "/")
}
