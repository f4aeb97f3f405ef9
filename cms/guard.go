package cms

import (
	"bytes"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// foreign is the error of a record that was not asked for.
func foreign(asked int64, got string) error {
	return because(ErrForeignRecord, fmt.Errorf("asked for %d, got %.40s", asked, got))
}

// member returns a member of an object, nil if there is none.
func member(object []byte, name string) []byte {
	var members map[string]jsontext.Value
	if wire.Unmarshal(object, &members) != nil {
		return nil
	}
	return members[name]
}

// checkMembers refuses a body whose members are arguments that change what a
// request is. A site takes those from the address alone, but what stands between
// may make one of the other.
func checkMembers(body []byte) error {
	var members map[string]jsontext.Value
	if body = bytes.TrimSpace(body); len(body) > 0 && body[0] == '{' {
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

// checkID refuses an id, or a parent, that is not the one in the path. The server
// takes those of the query and of the body over those of the route, and would
// read, change or delete another record.
func checkID(path string, query url.Values, body []byte) error {
	id, parent := routeIDs(path)
	if id == "" {
		return nil
	}
	var members struct {
		ID     jsontext.Value `json:"id"`
		Parent jsontext.Value `json:"parent"`
	}
	if len(body) > 0 && body[0] == '{' {
		_ = wire.Unmarshal(body, &members) // it was encoded a moment ago
	}
	given := map[string][]string{"id": bodyID(members.ID), "parent": bodyID(members.Parent)}
	for key, values := range query {
		name := wire.ServerName(key)
		given[name] = append(given[name], values...)
	}
	for name, route := range map[string]string{"id": id, "parent": parent} {
		for _, other := range given[name] {
			if route != "" && !sameID(other, route) {
				return &ArgumentError{Argument: name, Reason: fmt.Sprintf("the server would take %.40q over the %s of the route", other, name)}
			}
		}
	}
	return nil
}

// routeIDs are the ids in a path: of the record, and of the one that a revision
// belongs to.
func routeIDs(path string) (id, parent string) {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for _, segment := range segments {
		if segment != "" && strings.Trim(segment, "0123456789") == "" {
			id, parent = segment, id
		}
	}
	if segments[len(segments)-1] == "revisions" { // a list of them: the id is the parent's
		return id, id
	}
	return id, parent
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
