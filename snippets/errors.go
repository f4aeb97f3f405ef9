package snippets

import (
	"errors"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrBrokenCode means that the snippet is active although its code is broken. The call
// also returns the snippet; see its CodeError.
var ErrBrokenCode = errors.New("the code is broken")

// Codes of the plugin. A status of 500 with one of them is not an outage.
const (
	CodeCannotGet    cms.ErrorCode = "rest_cannot_get"    // 500: no snippet has the id
	CodeCannotCreate cms.ErrorCode = "rest_cannot_create" // 500
	// 400: no snippet has the id; 500: it could not be stored
	CodeCannotUpdate cms.ErrorCode = "rest_cannot_update"
	// 500: no snippet has the id, or it is locked and in the trash
	CodeCannotDelete cms.ErrorCode = "rest_cannot_delete"
	// 500: the snippet is locked; newer versions only
	CodeCannotTrash cms.ErrorCode = "rest_cannot_trash"
	// 404 or 500: no snippet has the id, or the snippet is already active or inactive
	CodeCannotActivate cms.ErrorCode = "rest_cannot_activate"
)

// hasCode reports whether err is a response with the code.
func hasCode(err error, code cms.ErrorCode) (*cms.Error, bool) {
	e, ok := errors.AsType[*cms.Error](err)
	return e, ok && e.Code == code
}

// absent turns err into [cms.ErrNotFound] if the plugin reports a missing snippet with a
// code of its own.
func absent(err error) error {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || e.Reason != nil {
		return err
	}
	if e.Code == CodeCannotGet && e.Status == http.StatusInternalServerError ||
		e.Code == CodeCannotUpdate && e.Status == http.StatusBadRequest {
		e.Reason = cms.ErrNotFound
	}
	return err
}

// hinted adds a hint to the error of a DELETE, unless the error already has one.
func hinted(err error, hint string) error {
	if failed, ok := errors.AsType[*cms.Error](err); ok && failed.Hint == "" {
		failed.Hint = hint
	}
	return err
}

func incomplete() error {
	return &cms.ArgumentError{
		Argument: "_fields", Err: cms.ErrIncomplete,
		Reason: "only some fields of the snippet were read: read it without Fields",
	}
}
