package cms

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// foreign is the error of a record that was not asked for.
func foreign(asked, got string) error {
	return transport.Because(ErrForeignRecord, fmt.Errorf("asked for %.80s, got %.80s", asked, got))
}

// guard refuses in a request what a site would obey in another way than the caller
// means. route is as it is sent, and arguments are all those of the address.
func (p prefix) guard(r request, route string, arguments url.Values, body *transport.Body) error {
	var text []byte
	switch {
	case body == nil && len(arguments) == 0 && r.Method != http.MethodDelete:
		return nil
	case body != nil && body.Bytes == nil:
		if err := p.checkStream(r.Method, route, body.Type); err != nil {
			return err
		}
	case body != nil:
		text = body.Bytes
	}
	members, err := membersOf(text)
	if err != nil {
		return err
	}
	given := argumentsOf(arguments, members)
	held := p.held(r.Method, route)
	if held == nil && r.name != "" {
		held = map[string]string{r.shape.key: r.name}
	}
	for name, own := range held {
		for _, other := range given[name] {
			if !sameArgument(other, own) {
				return &ArgumentError{Argument: name, Reason: fmt.Sprintf("the server would take %.40q over the %s of the route", other, name)}
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
func (p prefix) checkStream(method, route, mediaType string) error {
	kind, _, _ := strings.Cut(strings.ToLower(mediaType), ";")
	if (strings.Contains(kind, "json") || strings.Contains(kind, "urlencoded")) && len(p.held(method, route)) > 0 {
		return &ArgumentError{Argument: "body", Reason: "the server may take an id in it over that of the route: give a value in place of an Upload"}
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
			all[name] = append(all[name], texts(value)...)
		default:
			all[name] = append(all[name], string(value))
		}
	}
	return all
}

// membersOf returns the members of a body that is a JSON object, none of another.
func membersOf(body []byte) (members map[string]jsontext.Value, err error) {
	if bytes.HasPrefix(body, []byte("{")) {
		if err = wire.Unmarshal(body, &members); err != nil {
			err = &ArgumentError{Argument: "body", Reason: err.Error()}
		}
	}
	return members, err
}

// checkReserved refuses a body whose members are arguments that change what a request
// is. A site takes those from the address alone, but what stands between may make one of
// the other.
func checkReserved(body []byte) error {
	members, err := membersOf(body)
	if err != nil {
		return err
	}
	arguments := make(url.Values, len(members))
	for name := range members {
		if name != "rest_route" { // to a body it is a name like another
			arguments[name] = nil
		}
	}
	return wire.CheckReserved(arguments)
}

// checkHeir refuses the DELETE of a user that names nobody who gets the records of
// the user. A site takes "" and false for the wish to delete them, and with 0 they
// belong to nobody.
func (p prefix) checkHeir(route string, heirs []string) error {
	user, ok := cutPrefixFold(p.specified(route), NamespaceCMS+"/users/")
	if !ok || strings.Contains(user, "/") {
		return nil
	}
	refuse := func(reason string) error { return &ArgumentError{Argument: "reassign", Reason: reason} }
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
	return sameName(a, b) || err == nil && err2 == nil && x == y
}
