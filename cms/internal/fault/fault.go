// Package fault defines the sentinels of the errors of cms. The packages below cms
// return and compare them; cms exports and documents them. The types of errors are
// defined in cms.
package fault

import (
	"errors"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Sentinels. For their meaning see package cms.
var (
	ErrBadRequest       = errors.New("bad request")
	ErrUnauthorized     = errors.New("unauthorized")
	ErrForbidden        = errors.New("forbidden")
	ErrNotFound         = errors.New("not found")
	ErrConflict         = errors.New("conflict")
	ErrGone             = errors.New("gone")
	ErrRateLimited      = errors.New("rate limited")
	ErrUnavailable      = errors.New("unavailable")
	ErrTrashUnsupported = errors.New("trash unsupported")
	ErrNoRoute          = errors.New("no such route")
	ErrNotREST          = errors.New("not a response of the REST API")
	ErrDecode           = errors.New("the JSON has an unexpected shape")
	ErrForeignRecord    = errors.New("the response has another record than the requested one")
	ErrFilterIgnored    = errors.New("the site ignored a filter")
	ErrRedirected       = errors.New("redirected")
	ErrTooLarge         = transport.ErrTooLarge
	ErrOutcomeUnknown   = errors.New("outcome unknown")
	ErrTotalsVanished   = errors.New("the list became empty during the walk: either all records were deleted, " +
		"or the site has lost its database for a while; check the site, and walk again")
	ErrPagesRepeat   = errors.New("the site sent the same page twice")
	ErrEmptyPages    = errors.New("too many empty pages in a row")
	ErrPartlyWritten = errors.New("the site rejected a value and stored the other fields")
	ErrChanged       = errors.New("somebody changed the record after it was read, so nothing was written: " +
		"read it again")
	ErrOverwritten         = errors.New("changed by someone else during the update")
	ErrUnverifiable        = errors.New("the site keeps too few revisions to verify the update")
	ErrSlugIgnored         = errors.New("the site does not list by slug")
	ErrSlugHidden          = errors.New("a record that may not be edited has this slug")
	ErrAmbiguous           = errors.New("several records match")
	ErrUnstableOrder       = errors.New("a walk in this order can miss records")
	ErrCursorUnusable      = errors.New("the cursor cannot continue this walk")
	ErrExactUnsupported    = errors.New("an exact walk is not possible here")
	ErrCredentialsRejected = errors.New("credentials rejected")
	ErrNotTried            = errors.New("nothing was written for this record, because the call stopped at this error")
	ErrDryRun              = errors.New("not sent, because the client has WithDryRun")
	ErrInsecure            = transport.ErrInsecure
	ErrInvalidArgument     = errors.New("invalid argument")
	ErrIncomplete          = errors.New("record incomplete")

	// These three reasons of ErrNotREST and ErrDecode are not exported by cms.
	ErrWrongStatus = errors.New("the body holds what was requested, although the status is an error")
	ErrNotWritten  = errors.New("the response is one to a read, so nothing was written")
	ErrNotTrashed  = errors.New("the record is not in the trash")
)

// Argument is the error for an argument that is refused before anything is sent. Package
// cms turns it into an ArgumentError.
type Argument struct {
	Argument string
	Reason   string
	Err      error // a sentinel in addition to ErrInvalidArgument, or nil
}

func (e *Argument) Error() string {
	return transport.Line(e.Argument+": "+e.Reason, transport.MaxError)
}

// Unwrap returns Err.
func (e *Argument) Unwrap() error { return e.Err }
