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
	return nil
}

// What follows refuses an id beside the one in the path: the site takes that of
// the body or query, and would change or trash another record.

// checkBodyID refuses a body with an id for a path that has one.
func checkBodyID(path string, body []byte) error {
	if !hasID(path) {
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(body), wire.Options())
	if dec.PeekKind() != '{' {
		return nil
	}
	if _, err := dec.ReadToken(); err != nil {
		return &ArgumentError{Argument: "body", Reason: err.Error()}
	}
	for dec.PeekKind() == '"' {
		token, err := dec.ReadToken()
		if err != nil {
			return &ArgumentError{Argument: "body", Reason: err.Error()}
		}
		if token.String() == "id" {
			return &ArgumentError{Argument: "id", Reason: "it may not stand in the body: the server would take it over the id of the route"}
		}
		if err := dec.SkipValue(); err != nil {
			return &ArgumentError{Argument: "body", Reason: err.Error()}
		}
	}
	return nil
}

// checkQueryID refuses an argument id for a path that has one.
func checkQueryID(path string, query url.Values) error {
	if !hasID(path) {
		return nil
	}
	for key := range query {
		name, _, _ := strings.Cut(strings.TrimLeft(key, " "), "\x00") // as PHP reads it
		if name, _, _ = strings.Cut(name, "["); name == "id" {
			return &ArgumentError{Argument: "id", Reason: "it may not stand in the query: the server would take it over the id of the route"}
		}
	}
	return nil
}

// hasID reports whether a segment of the path is a number.
func hasID(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment != "" && strings.Trim(segment, "0123456789") == "" {
			return true
		}
	}
	return false
}

// checkMethod refuses what is no method of the interface: "post" is not POST.
func checkMethod(method string) error {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return nil
	}
	return &ArgumentError{Argument: "method", Reason: fmt.Sprintf("%q is none of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS", method)}
}
