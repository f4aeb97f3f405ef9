package cms

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// codeInvalidTemplate refuses to delete a template that is a file of the theme. It is
// also the response to the second delete of a row that stood before one.
const codeInvalidTemplate ErrorCode = "rest_invalid_template"

// doneBefore reports that a repeated call failed because an earlier attempt of
// it had succeeded.
func doneBefore(err, sentinel error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.TakenBefore && errors.Is(e, sentinel)
}

// vanished looks at the record that a site could not delete or trash, which is all that
// it says with the status 500 if another request did it meanwhile. The error becomes
// [ErrNotFound] if the record is not there, and that of a trash [ErrGone] if it is in
// the trash.
func vanished(ctx context.Context, on *site, r request, err error, s *settings) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Code != CodeCannotDelete || e.Status != http.StatusInternalServerError || e.Reason != nil {
		return err
	}
	read := *s
	read.captures, read.fields, read.embedded, read.query = nil, nil, false, nil
	raw, absent := perform(ctx, on, Request[json.RawMessage]{Operation: r.Operation, Path: r.Path}, &read)
	if errors.Is(absent, ErrNotFound) {
		e.Reason = ErrNotFound
	}
	var now struct {
		Status string `json:"status"`
	}
	if absent == nil && !r.Query.Has("force") && wire.Unmarshal(*raw, &now) == nil && now.Status == string(StatusTrash) {
		e.Reason = ErrGone
	}
	return err
}
