package cms

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// foreign is the error of a record that was not asked for.
func foreign(asked, got string) error {
	return because(ErrForeignRecord, fmt.Errorf("asked for %.80s, got %.80s", asked, got))
}

// checkMembers refuses a body whose members are arguments that change what a
// request is. A site takes those from the address alone, but what stands between
// may make one of the other.
func checkMembers(body []byte) error {
	var members map[string]jsontext.Value
	if body = bytes.TrimSpace(body); bytes.HasPrefix(body, []byte("{")) {
		_ = wire.Unmarshal(body, &members) // what is no object has no members
	}
	arguments := make(url.Values, len(members))
	for name := range members {
		if name != "rest_route" { // to a body it is a name like another
			arguments[name] = nil
		}
	}
	return wire.CheckReserved(arguments)
}

// checkID refuses an id, or another name of the route, that is not the one in the
// path. The server takes those of the query and of the body over those of the route,
// and would read, change or delete another record.
func checkID(path string, query url.Values, body []byte) error {
	route := routeNames(path)
	if len(route) == 0 {
		return nil
	}
	var members map[string]jsontext.Value
	if bytes.HasPrefix(body, []byte("{")) {
		_ = wire.Unmarshal(body, &members) // it was encoded a moment ago
	}
	given := map[string][]string{}
	for key, values := range query {
		name := wire.ServerName(key)
		given[name] = append(given[name], values...)
	}
	for name, own := range route {
		for _, other := range slices.Concat(bodyID(members[name]), given[name]) {
			if !sameID(other, own) {
				return &ArgumentError{Argument: name, Reason: fmt.Sprintf("the server would take %.40q over the %s of the route", other, name)}
			}
		}
	}
	return nil
}

// routeNames are the arguments that a path holds, by their names.
func routeNames(path string) map[string]string {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	if len(segments) > 3 && segments[2] == "plugins" {
		return map[string]string{"plugin": strings.Join(segments[3:], "/")}
	}
	names := map[string]string{}
	if i := slices.Index(segments, "application-passwords"); i > 0 {
		names["user_id"], names["uuid"] = segments[i-1], strings.Join(segments[i+1:], "/")
	}
	id, parent := "", "" // of the record, and of the one that a revision belongs to
	for _, segment := range segments {
		if segment != "" && strings.Trim(segment, "0123456789") == "" {
			id, parent = segment, id
		}
	}
	if segments[len(segments)-1] == "revisions" { // a list of them: the id is the parent's
		parent = id
	}
	if id != "" {
		names["id"] = id
	}
	if parent != "" {
		names["parent"] = parent
	}
	return names
}

// checkHeir refuses the DELETE of a user that names nobody who gets the records of
// the user. A site takes "" and false for the wish to delete them, and with 0 they
// belong to nobody.
func (p prefix) checkHeir(path string, query url.Values, body []byte) error {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	if len(segments) != 4 || segments[0] != specPrefix && segments[0] != string(p) || segments[1] != "v2" || segments[2] != "users" {
		return nil
	}
	var members map[string]jsontext.Value
	if bytes.HasPrefix(body, []byte("{")) {
		_ = wire.Unmarshal(body, &members)
	}
	heirs := bodyID(members["reassign"])
	for key, values := range query {
		if wire.ServerName(key) == "reassign" {
			heirs = append(heirs, values...)
		}
	}
	refuse := func(reason string) error { return &ArgumentError{Argument: "reassign", Reason: reason} }
	if len(heirs) == 0 {
		return refuse("nobody is named who gets what the user has written")
	}
	for _, heir := range heirs {
		switch n, err := strconv.ParseInt(heir, 10, 64); {
		case err != nil || n < 1:
			return refuse(fmt.Sprintf("%.40q is not the id of a user: records would be deleted, or left without an author", heir))
		case sameID(heir, segments[3]):
			return refuse("it is the user who is to be deleted")
		}
	}
	return nil
}

func bodyID(value jsontext.Value) []string {
	if len(value) == 0 || value.Kind() == 'n' {
		return nil
	}
	return []string{strings.Trim(string(value), `"`)}
}

// sameID compares ids as the server reads them: 07 is 7.
func sameID(a, b string) bool {
	x, err := strconv.ParseInt(strings.TrimSpace(a), 10, 64)
	y, err2 := strconv.ParseInt(b, 10, 64)
	return a == b || err == nil && err2 == nil && x == y
}
