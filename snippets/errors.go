package snippets

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrBrokenCode says that the snippet is switched on, and its code broken. The
// call that returns it returns the snippet as well, whose CodeError says more.
var ErrBrokenCode = errors.New("the code is broken")

// Codes of the plugin. A status of 500 with one of them is an answer, not an
// outage.
const (
	CodeCannotGet      cms.ErrorCode = "rest_cannot_get"      // 500: there is no such snippet
	CodeCannotCreate   cms.ErrorCode = "rest_cannot_create"   // 500
	CodeCannotUpdate   cms.ErrorCode = "rest_cannot_update"   // 400: there is no such snippet; 500: it could not be stored
	CodeCannotDelete   cms.ErrorCode = "rest_cannot_delete"   // 500: there is no such snippet, or it is locked and in the trash
	CodeCannotTrash    cms.ErrorCode = "rest_cannot_trash"    // 500: the snippet is locked; newer versions only
	CodeCannotActivate cms.ErrorCode = "rest_cannot_activate" // 404 or 500: there is none, or it is switched already
)

// answered reports whether err is an answer with the code.
func answered(err error, code cms.ErrorCode) (*cms.Error, bool) {
	e, ok := errors.AsType[*cms.Error](err)
	return e, ok && e.Code == code
}

// absent makes err [cms.ErrNotFound] where the plugin says so in its own way.
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

// hinted adds to a failed DELETE what the look has shown.
func hinted(err error, hint string) error {
	if failed, ok := errors.AsType[*cms.Error](err); ok && failed.Hint == "" {
		failed.Hint = hint
	}
	return err
}

func incomplete() error {
	return fmt.Errorf("%w: %w", cms.ErrIncomplete, &cms.ArgumentError{
		Argument: "_fields", Reason: "the snippet was read with some of its fields only",
	})
}
