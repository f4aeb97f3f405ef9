package cms

import (
	"errors"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// The sentinels of errors.Is. A status counts only if the answer is the
// interface's own: a 404 in HTML is [ErrNotREST], one for an unknown route is
// [ErrNoRoute], and neither means that a record is gone.
var (
	// ErrBadRequest means 400. Error.Params may say which argument is wrong and why.
	ErrBadRequest = fault.ErrBadRequest
	// ErrUnauthorized means 401. The site does not know who is calling.
	ErrUnauthorized = fault.ErrUnauthorized
	// ErrForbidden means 403. The user may not do this.
	ErrForbidden = fault.ErrForbidden
	// ErrNotFound means 404 for a record that does not exist.
	ErrNotFound = fault.ErrNotFound
	// ErrConflict means 409 or 412, a file that changed during a [Client.Download],
	// or a conflict that an Ensure found: see there.
	ErrConflict = fault.ErrConflict
	// ErrGone means 410, the record is in the trash already.
	ErrGone = fault.ErrGone
	// ErrRateLimited means 429, still after the repetitions. See Error.RetryAfter.
	ErrRateLimited = fault.ErrRateLimited
	// ErrUnavailable means 502, 503 or 504, still after the repetitions.
	ErrUnavailable = fault.ErrUnavailable
	// ErrTrashUnsupported means the trash of the site is off, or this type has none; use
	// Delete.
	ErrTrashUnsupported = fault.ErrTrashUnsupported
	// ErrNoRoute means the interface has no such route: another prefix or root, an
	// older site, a plugin that is off, or a method that the route does not take.
	ErrNoRoute = fault.ErrNoRoute
	// ErrNotREST means the answer is not the interface's: a web page of the site, of a
	// firewall or of a proxy, or no content where some was due.
	ErrNotREST = fault.ErrNotREST
	// ErrDecode means the response is JSON, but of another shape than was due. So are
	// a list with more elements than ten times PerPage and than 1,000 (than 100,000
	// where no size was sent), and JSON that would take much more memory than its
	// size: see [Unmarshal].
	ErrDecode = fault.ErrDecode
	// ErrForeignRecord means the response holds a record that was not asked for. The
	// text names both ids. Nothing of the response is used.
	ErrForeignRecord = fault.ErrForeignRecord
	// ErrFilterIgnored means a list holds records that its arguments exclude: the site
	// does not know the argument, or not the value, and gave everything. Nothing of the
	// response is used.
	ErrFilterIgnored = fault.ErrFilterIgnored
	// ErrRedirected means the response is a redirect that was not followed: that of a
	// write, or one that leaves the origin. Error.Hint names the address to give to
	// [New].
	ErrRedirected = fault.ErrRedirected
	// ErrTooLarge means the answer is larger than [WithMaxResponseSize] allows.
	ErrTooLarge = fault.ErrTooLarge
	// ErrOutcomeUnknown means the request went out, and no answer says whether the
	// site did what it asked for. It was not sent again: look before you do.
	ErrOutcomeUnknown = fault.ErrOutcomeUnknown
	// ErrTotalsVanished means in the middle of a walk the total fell to zero, which is
	// how a site with a broken database answers, or was no longer stated on an empty
	// page.
	ErrTotalsVanished = fault.ErrTotalsVanished
	// ErrPagesRepeat means the site gave the same page twice although its totals say
	// that there is more.
	ErrPagesRepeat = fault.ErrPagesRepeat
	// ErrEmptyPages means a walk met more empty pages in a row than [MaxEmptyPages]
	// allows.
	ErrEmptyPages = fault.ErrEmptyPages
	// ErrPartlyWritten means the site refused a member of meta, also one that the user may
	// not set, after it had stored the other fields of the record. After a create the record exists. The same holds for
	// settings. Look before you repeat the call.
	ErrPartlyWritten = fault.ErrPartlyWritten
	// ErrChanged means a record was changed since it was read, and nothing was
	// written.
	ErrChanged = fault.ErrChanged
	// ErrOverwritten means the update was written, but someone else also changed the
	// record between our check and our write, or immediately after it.
	ErrOverwritten = fault.ErrOverwritten
	// ErrUnverifiable means the site keeps too few revisions to show whether someone
	// else changed the record: see [Content.UpdateIfUnchanged].
	ErrUnverifiable = fault.ErrUnverifiable
	// ErrAmbiguous means several records match where one was asked for. An
	// [*AmbiguousError] has their ids.
	ErrAmbiguous = fault.ErrAmbiguous
	// ErrSlugIgnored means the site does not look records up by the slug, or by the
	// parent, that [Content.Ensure] or [Collection.BySlug] asked for, or does not keep
	// them. Nothing was written, or what was made was deleted again; the message says which.
	ErrSlugIgnored = fault.ErrSlugIgnored
	// ErrSlugHidden means a record that the caller may not edit has the slug that
	// [Content.Ensure] was asked for.
	ErrSlugHidden = fault.ErrSlugHidden
	// ErrUnstableOrder means that a walk was asked for an order in which the site loses
	// records between pages, and was refused before anything was sent. The database orders
	// records that are equal in it anew for each page, so that some stand on two pages and
	// others on none. Order by id, use [Exact], or read one page with [Collection.List].
	ErrUnstableOrder = fault.ErrUnstableOrder
	// ErrExactUnsupported means the site cannot be walked with [Exact] there.
	ErrExactUnsupported = fault.ErrExactUnsupported
	// ErrCredentialsRejected means the site treats our credentials as anonymous.
	ErrCredentialsRejected = fault.ErrCredentialsRejected
	// ErrInsecure means credentials would travel over plain http to another machine.
	ErrInsecure = fault.ErrInsecure
	// ErrInvalidArgument means an argument was refused before anything was sent.
	ErrInvalidArgument = fault.ErrInvalidArgument
	// ErrIncomplete means a record that was not read whole cannot become params.
	ErrIncomplete = fault.ErrIncomplete
)

// ErrorCode is the code of an error answer. It is an error itself, for
// errors.Is(err, cms.ErrorCode("rest_cannot_edit")).
type ErrorCode string

// Codes of the interface that programs ask for.
const (
	CodeNoRoute            ErrorCode = "rest_no_route"
	CodeInvalidParam       ErrorCode = "rest_invalid_param"
	CodeMissingParam       ErrorCode = "rest_missing_callback_param"
	CodeInvalidJSON        ErrorCode = "rest_invalid_json"
	CodeNotLoggedIn        ErrorCode = "rest_not_logged_in"
	CodeForbiddenContext   ErrorCode = "rest_forbidden_context"
	CodeCannotCreate       ErrorCode = "rest_cannot_create"
	CodeCannotEdit         ErrorCode = "rest_cannot_edit"
	CodeCannotDelete       ErrorCode = "rest_cannot_delete"
	CodeCannotPublish      ErrorCode = "rest_cannot_publish"
	CodeInvalidID          ErrorCode = "rest_post_invalid_id"
	CodeInvalidPageNumber  ErrorCode = "rest_post_invalid_page_number"
	CodeAlreadyTrashed     ErrorCode = "rest_already_trashed"
	CodeTrashNotSupported  ErrorCode = "rest_trash_not_supported"
	CodeIncorrectPassword  ErrorCode = "rest_post_incorrect_password"
	CodeInternalError      ErrorCode = "internal_server_error"
	CodeDied               ErrorCode = "wp_die"
	CodeBatchNotAllowed    ErrorCode = "rest_batch_not_allowed"
	CodeUnknownAttachment  ErrorCode = "rest_unknown_attachment"
	CodeUploadUnknownError ErrorCode = "rest_upload_unknown_error"
)

// Error returns the code, on one line and cut after 500 bytes.
func (c ErrorCode) Error() string { return transport.Line(string(c), transport.MaxText) }

// RefusesLogin reports that a site answers with the code to a login: the user or the
// password is wrong, or application passwords are switched off.
func (c ErrorCode) RefusesLogin() bool {
	for _, prefix := range []string{"incorrect_", "invalid_", "application_passwords_disabled"} {
		if strings.HasPrefix(string(c), prefix) {
			return true
		}
	}
	return false
}

// ArgumentError is an argument or option that was refused before anything was
// sent. It is [ErrInvalidArgument].
type ArgumentError struct {
	Operation string // "Posts.Get"; "" for an option of a client
	Argument  string // the specification's name where it has one
	Reason    string
	Err       error // a sentinel that says why, nil if the argument is just invalid
}

// Error says the operation, the argument and the reason, on one line of at most 4 KB.
func (e *ArgumentError) Error() string {
	text := "cms: "
	if e.Operation != "" {
		text += transport.Line(e.Operation, transport.MaxText) + ": "
	}
	return text + transport.Line(e.Argument, transport.MaxText) + ": " + transport.Line(e.Reason, transport.MaxReason)
}

// Is matches [ErrInvalidArgument].
func (e *ArgumentError) Is(target error) bool { return target == ErrInvalidArgument }

// Unwrap returns Err.
func (e *ArgumentError) Unwrap() error { return e.Err }

// withOperation puts the operation into an argument error.
func withOperation(operation string, err error) error {
	if limit, ok := errors.AsType[*wire.LimitError](err); ok {
		return &ArgumentError{Operation: operation, Argument: limit.Argument, Reason: limit.Reason}
	}
	if argument, ok := errors.AsType[*fault.Argument](err); ok {
		return &ArgumentError{Operation: operation, Argument: argument.Argument, Reason: argument.Reason, Err: argument.Err}
	}
	if argument, ok := errors.AsType[*ArgumentError](err); ok {
		copied := *argument
		copied.Operation = operation
		return &copied
	}
	return &ArgumentError{Operation: operation, Argument: "options", Reason: err.Error()}
}

// Line makes a text of a site fit for a terminal or a log: valid UTF-8 on one line,
// of at most limit bytes. What is cut ends with the sign … after those bytes.
//
// Titles, names and messages may hold what a terminal obeys. Line breaks, spaces,
// control characters and marks that turn the direction of the text become one space.
// Characters that nobody sees, such as zero-width ones, are left out. HTML stays as
// it is: see [Text.Plain]. The errors of this module print the texts of a site this way.
//
//	fmt.Println(cms.Line(post.Title.Plain(), 80))
func Line(text string, limit int) string { return transport.Line(text, limit) }
