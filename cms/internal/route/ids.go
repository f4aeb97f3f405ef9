package route

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Request is what is asked for, before it has an address.
type Request struct {
	Method string
	Path   string     // below the root, in the spelling of the specification or of the site
	Name   string     // of a record, with which Path ends; "" for none
	Key    string     // the argument that Name is
	Query  url.Values // in the spelling of the site
	Body   *transport.Body
}

// checkIDs refuses in a request what a site would obey in another way than the caller
// means. route is in the spelling of the site, and arguments are all those of the address.
func (p Prefix) checkIDs(r Request, route string, arguments url.Values) error {
	held := p.held(r.Method, route)
	if r.Body != nil && r.Body.Bytes == nil {
		if err := checkStream(r.Body.Type, held); err != nil {
			return err
		}
	}
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
	given := argumentsOf(arguments, members)
	if held == nil && r.Name != "" {
		held = map[string]string{r.Key: r.Name}
	}
	for name, own := range held {
		for _, other := range given[name] {
			if !sameArgument(other, own) {
				return &fault.Argument{Argument: name, Reason: fmt.Sprintf("the server would take %.40q over the %s of the route", other, name)}
			}
		}
	}
	if r.Method == http.MethodDelete {
		return p.checkHeir(route, given["reassign"])
	}
	return nil
}

// checkStream refuses a stream of arguments to a route that holds some: nobody looks
// into it. A form, which may hold files, is left to the caller.
func checkStream(mediaType string, held map[string]string) error {
	kind, _, _ := strings.Cut(strings.ToLower(mediaType), ";")
	if (strings.Contains(kind, "json") || strings.Contains(kind, "urlencoded")) && len(held) > 0 {
		return &fault.Argument{Argument: "body", Reason: "the server may take an id in it over that of the route: give a value in place of an Upload"}
	}
	return nil
}

// argumentsOf returns the arguments of a request besides those of its route, under the names that
// a site gives them. An element of a list is no argument of a route: where an id is due,
// a site reads a list as 1. A member that is null is not given.
func argumentsOf(arguments url.Values, members map[string]jsontext.Value) map[string][]string {
	all := map[string][]string{}
	for key, values := range arguments {
		name, list := wire.ServerName(key), strings.Contains(key, "[") && strings.Contains(key, "]")
		for _, value := range values {
			if list {
				value = "[" + value + "]"
			}
			all[name] = append(all[name], value)
		}
	}
	for name, value := range members {
		switch value.Kind() {
		case 'n':
		case '"':
			var text string
			_ = wire.Unmarshal(value, &text) // it was read a moment ago
			all[name] = append(all[name], text)
		default:
			all[name] = append(all[name], string(value))
		}
	}
	return all
}

// checkHeir refuses the DELETE of a user that names nobody who gets the records of
// the user. A site takes "" and false for the wish to delete them, and with 0 they
// belong to nobody.
func (p Prefix) checkHeir(route string, heirs []string) error {
	user, ok := cutPrefixFold(p.specified(route), Spec+"/v2/users/")
	if !ok || strings.Contains(user, "/") {
		return nil
	}
	refuse := func(reason string) error { return &fault.Argument{Argument: "reassign", Reason: reason} }
	if len(heirs) == 0 {
		return refuse("nobody is named who gets what the user has written")
	}
	for _, heir := range heirs {
		switch n, err := strconv.ParseInt(heir, 10, 64); {
		case err != nil || n < 1:
			return refuse(fmt.Sprintf("%.40q is not the id of a user: records would be deleted, or left without an author", heir))
		case sameArgument(heir, user):
			return refuse("it is the user who is to be deleted")
		}
	}
	return nil
}

// sameArgument compares arguments as a site reads them: 07 is 7, and theme//slug is
// theme/slug.
func sameArgument(a, b string) bool {
	x, err := strconv.ParseInt(strings.TrimSpace(a), 10, 64)
	y, err2 := strconv.ParseInt(b, 10, 64)
	return SameName(a, b) || err == nil && err2 == nil && x == y
}

// SameName compares names as the server reads them in a path: theme//slug is
// theme/slug.
func SameName(a, b string) bool {
	return a == b || strings.ReplaceAll(a, "//", "/") == strings.ReplaceAll(b, "//", "/")
}
