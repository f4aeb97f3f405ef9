package cms

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// errNoID is a record without an id: [] decodes into one, and so does the object
// of something else.
var errNoID = errors.New("the record has no id")

// verify refuses a response that is not the record that was asked for. Raw is
// the JSON that v was decoded from. A partial record may lack its id.
func (r Request[T]) verify(v *T, raw []byte, partial bool) error {
	s, record := r.shape, any(v)
	d, deletion := record.(interface{ previous() (any, bool) })
	if deletion {
		previous, tells := d.previous()
		if !tells && !partial {
			return errors.New("the response does not say that anything was deleted")
		}
		if record = previous; record == nil {
			return nil
		}
	}
	if s == nil {
		return nil
	}
	if deletion && s.loose {
		raw = member(raw, "previous")
	}
	number, text := s.id(record, raw)
	switch {
	case number == 0 && text == "":
		if !partial && s.index != nil {
			return errNoID
		}
	case r.ID > 0 && number != r.ID:
		return foreign(r.ID, cmp.Or(text, strconv.FormatInt(number, 10)))
	}
	if r.check != nil && !partial {
		return r.check(v)
	}
	return nil
}

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
