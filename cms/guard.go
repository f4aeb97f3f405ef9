package cms

import (
	"errors"
	"fmt"
	"net/http"
)

// checkRecord refuses a record without an id: [] decodes into one, and so does
// the object of something else.
func checkRecord(v any) error {
	if record, ok := v.(interface{ recordID() int64 }); ok && record.recordID() == 0 {
		return errors.New("the record has no id")
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
