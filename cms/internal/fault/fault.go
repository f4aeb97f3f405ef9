// Package fault has the identities of the errors of cms: its packages return and compare
// them, and cms exports them with their documentation. The types of errors are those of
// cms.
package fault

import (
	"errors"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// The identities of errors. Package cms says what each means.
var (
	ErrBadRequest          = errors.New("bad request")
	ErrUnauthorized        = errors.New("unauthorized")
	ErrForbidden           = errors.New("forbidden")
	ErrNotFound            = errors.New("not found")
	ErrConflict            = errors.New("conflict")
	ErrGone                = errors.New("gone")
	ErrRateLimited         = errors.New("rate limited")
	ErrUnavailable         = errors.New("unavailable")
	ErrTrashUnsupported    = errors.New("trash unsupported")
	ErrNoRoute             = errors.New("no such route")
	ErrNotREST             = errors.New("not an answer of the interface")
	ErrDecode              = errors.New("unexpected shape")
	ErrForeignRecord       = errors.New("a record that was not asked for")
	ErrFilterIgnored       = errors.New("the site ignored a filter")
	ErrRedirected          = errors.New("redirected")
	ErrTooLarge            = errors.New("answer too large")
	ErrOutcomeUnknown      = errors.New("outcome unknown")
	ErrTotalsVanished      = errors.New("the total fell to zero inside a walk")
	ErrPagesRepeat         = errors.New("the same page again")
	ErrEmptyPages          = errors.New("too many empty pages in a row")
	ErrPartlyWritten       = errors.New("the site refused a value and stored the other fields")
	ErrChanged             = errors.New("changed since it was read")
	ErrOverwritten         = errors.New("changed by another while it was written")
	ErrUnverifiable        = errors.New("the site keeps too few revisions to verify the update")
	ErrSlugIgnored         = errors.New("the site does not look up by slug")
	ErrSlugHidden          = errors.New("a record that may not be edited has this slug")
	ErrAmbiguous           = errors.New("several records match")
	ErrUnstableOrder       = errors.New("the site loses records between pages in this order")
	ErrExactUnsupported    = errors.New("an exact walk is not possible here")
	ErrCredentialsRejected = errors.New("credentials rejected")
	ErrInsecure            = errors.New("credentials over plain http")
	ErrInvalidArgument     = errors.New("invalid argument")
	ErrIncomplete          = errors.New("record incomplete")
)

// Argument is an argument that is refused before anything is sent. Package cms makes its
// ArgumentError of it.
type Argument struct {
	Argument string
	Reason   string
	Err      error // what it is besides an invalid argument, or nil
}

func (e *Argument) Error() string {
	return transport.Line(e.Argument+": "+e.Reason, transport.MaxError)
}

// Unwrap returns Err.
func (e *Argument) Unwrap() error { return e.Err }
