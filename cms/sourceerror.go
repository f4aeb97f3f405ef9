package cms

import (
	"errors"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// sourceError is the error of a source of credentials: nothing was sent to the site. It matches
// the sentinels that the error of the source matches, except sentinels that state something
// about a record, a route or a write. For example, the request for a token may fail with
// [ErrNotFound]. The caller would take this for a statement about the record of the call.
type sourceError struct{ err func() error } // a function, so that fmt does not print the error itself

// ofSource wraps an error of a credentials source.
func ofSource(err error) error {
	if err == nil {
		return nil
	}
	return &sourceError{func() error { return err }}
}

// Error returns the text of the source's error.
func (e *sourceError) Error() string { return transport.Line(e.err().Error(), transport.MaxError) }

// As finds errors that the error of the source wraps.
func (e *sourceError) As(target any) bool { return errors.As(e.err(), target) }

// Is reports whether the source failed with target, and target is no statement about the
// call. If a token route responds with 401 or 403, the login is rejected: the error matches
// [ErrCredentialsRejected].
func (e *sourceError) Is(target error) bool {
	if _, code := target.(ErrorCode); code || slices.Contains(statements(), target) {
		return false
	}
	if of, ok := errors.AsType[*Error](e.err()); ok && target == ErrCredentialsRejected {
		return errors.Is(of, target) || of.Status == http.StatusUnauthorized || of.Status == http.StatusForbidden ||
			of.Code.RefusesLogin()
	}
	return errors.Is(e.err(), target)
}

// statements returns the sentinels that state something about a record, a route or a write.
func statements() []error {
	return []error{
		ErrBadRequest, ErrForbidden, ErrNotFound, ErrConflict, ErrGone, ErrTrashUnsupported, ErrNoRoute, ErrNotREST,
		ErrDecode, ErrForeignRecord, ErrFilterIgnored, ErrOutcomeUnknown, ErrPartlyWritten, ErrChanged, ErrOverwritten,
		ErrUnverifiable, ErrAmbiguous, ErrSlugIgnored, ErrSlugHidden, ErrNotTried, ErrIncomplete,
	}
}
