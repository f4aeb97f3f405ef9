package cms

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// checkRecord refuses a record without an id: [] decodes into one, and so does
// the object of something else.
func checkRecord(v any) error {
	if record, ok := v.(interface{ recordID() int64 }); ok && record.recordID() == 0 {
		return errors.New("the record has no id")
	}
	if answer, ok := v.(interface{ tells() bool }); ok && !answer.tells() {
		return errors.New("the answer does not tell that anything was deleted")
	}
	return nil
}

// checkMethod refuses what is no method of the interface: "post" is not POST.
func checkMethod(method string) error {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return nil
	}
	return &ArgumentError{Argument: "method", Reason: fmt.Sprintf("%q is none of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS", method)}
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

// checkID refuses another id beside that of the route, in the query or at the
// top of a body: the server obeys it, and would read, change or trash another
// record.
func checkID(path string, query url.Values, body []byte) error {
	id := path[strings.LastIndex(path, "/")+1:]
	if strings.Trim(id, "0123456789") != "" || id == "" {
		return nil
	}
	other := query.Get("id")
	var members struct {
		ID wire.Text `json:"id"`
	}
	if other == "" && len(body) > 0 && body[0] == '{' && wire.Unmarshal(body, &members) == nil {
		other = string(members.ID)
	}
	if other != "" && other != id {
		return &ArgumentError{Argument: "id", Reason: "the server would take " + other + " over the id of the route"}
	}
	return nil
}
