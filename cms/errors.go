package cms

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Sentinels for errors.Is. A sentinel for a status matches only if the response is a JSON
// error of the REST API. A 404 with HTML is [ErrNotREST]. A 404 for an unknown route is
// [ErrNoRoute]. Neither of them means that a record does not exist.
var (
	// ErrBadRequest: HTTP 400. Error.Params holds the invalid arguments that the site
	// names.
	ErrBadRequest = fault.ErrBadRequest
	// ErrUnauthorized: HTTP 401. The site treats the caller as anonymous.
	ErrUnauthorized = fault.ErrUnauthorized
	// ErrForbidden: HTTP 403. The user may not do this. A 403 about the token or the nonce is
	// [ErrCredentialsRejected].
	ErrForbidden = fault.ErrForbidden
	// ErrNotFound: HTTP 404, for a record that does not exist.
	ErrNotFound = fault.ErrNotFound
	// ErrConflict: HTTP 409 or 412; a file that changed during [Client.Download];
	// several records with one slug, see [Content.Ensure].
	ErrConflict = fault.ErrConflict
	// ErrGone: HTTP 410. The record is already in the trash. A site that its network has
	// closed also has the status 410, but the code [CodeDied].
	ErrGone = fault.ErrGone
	// ErrRateLimited: HTTP 429, after all retries. See Error.RetryAfter.
	ErrRateLimited = fault.ErrRateLimited
	// ErrUnavailable: HTTP 502, 503, 504, or 520 to 527 and 530 of Cloudflare, after all
	// retries. 525 and 526 are not retried: Cloudflare rejects the certificate of the site.
	ErrUnavailable = fault.ErrUnavailable
	// ErrTrashUnsupported: the trash of the site is off, or this type has no trash. Use
	// Delete.
	ErrTrashUnsupported = fault.ErrTrashUnsupported
	// ErrNoRoute: the REST API has no such route. The client has the wrong prefix or
	// root, the version of WordPress is too old, a plugin is off, or the route does not
	// accept the method.
	ErrNoRoute = fault.ErrNoRoute
	// ErrNotREST: the response is not from the REST API. It is a web page of the site, a
	// firewall or a proxy, or it is empty where content was expected.
	ErrNotREST = fault.ErrNotREST
	// ErrDecode: the response is JSON, but does not fit the expected type. It is also the
	// error for
	//   - JSON that would take much more memory than its size: see [Unmarshal]
	//   - a list of more than 1,000 elements and more than 10 × PerPage elements
	//   - a list of more than 100,000 elements, if no page size was requested
	ErrDecode = fault.ErrDecode
	// ErrForeignRecord: the response holds another record than the requested one. The
	// error text names both ids. The response is discarded.
	ErrForeignRecord = fault.ErrForeignRecord
	// ErrFilterIgnored: a list holds records that its arguments exclude. The site does not
	// know an argument or its value, and returned everything. The response is discarded.
	ErrFilterIgnored = fault.ErrFilterIgnored
	// ErrRedirected: the response is a redirect that was not followed, because the
	// request was a write or the target has another origin. Error.Hint names the address
	// to give to [New].
	ErrRedirected = fault.ErrRedirected
	// ErrTooLarge: the response is larger than [WithMaxResponseSize] allows.
	ErrTooLarge = fault.ErrTooLarge
	// ErrOutcomeUnknown: the request was sent, and no usable response tells whether it
	// was carried out. It was not retried. Look for the record before you call again, or use
	// Ensure, which does so.
	ErrOutcomeUnknown = fault.ErrOutcomeUnknown
	// ErrCallTimeout: the call took longer than [WithCallTimeout] allows. The error is also
	// a [context.DeadlineExceeded], and for a write that may have been sent also
	// [ErrOutcomeUnknown]. A call that ends early, because the next wait would be too long,
	// has the error of its last attempt instead.
	ErrCallTimeout = transport.ErrCallTimeout
	// ErrTotalsVanished: during a walk the total fell to zero, or an empty page had no
	// total. A site with a broken database responds like this.
	ErrTotalsVanished = fault.ErrTotalsVanished
	// ErrPagesRepeat: the site sent the same page twice before the walk had read as many
	// records as its totals state.
	ErrPagesRepeat = fault.ErrPagesRepeat
	// ErrEmptyPages: a walk read more empty pages in a row than [MaxEmptyPages] allows.
	ErrEmptyPages = fault.ErrEmptyPages
	// ErrPartlyWritten: the site rejected a field of meta, or a setting, after it had
	// stored the other fields. The reason may be that the user may not set the field,
	// or that an uploaded file of this kind cannot have a featured image. After a
	// create the record exists. Read the record before you call again.
	ErrPartlyWritten = fault.ErrPartlyWritten
	// ErrChanged: a record was changed since it was read, and nothing was written.
	ErrChanged = fault.ErrChanged
	// ErrOverwritten: the update was written, but someone else also changed the record
	// between our check and our write, or immediately after it.
	ErrOverwritten = fault.ErrOverwritten
	// ErrUnverifiable: the site keeps too few revisions to show whether someone else
	// changed the record: see [Content.UpdateIfUnchanged].
	ErrUnverifiable = fault.ErrUnverifiable
	// ErrAmbiguous: several records match where one was asked for. An [*AmbiguousError]
	// has their ids.
	ErrAmbiguous = fault.ErrAmbiguous
	// ErrSlugIgnored: the site does not filter by the slug or parent that [Content.Ensure]
	// or [Collection.BySlug] sent, or does not store them. Ensure has written nothing, or
	// has deleted the record that it created. The message tells which.
	ErrSlugIgnored = fault.ErrSlugIgnored
	// ErrSlugHidden: a record that the caller may not edit has the slug that
	// [Content.Ensure] was asked for.
	ErrSlugHidden = fault.ErrSlugHidden
	// ErrNotTried: [Content.EnsureMany] has stopped before this record, because an earlier
	// request failed. Nothing of the record was written. The text has the reason.
	ErrNotTried = fault.ErrNotTried
	// ErrUnstableOrder: the order of a walk is not stable. The database sorts equal
	// records anew for each page, so a record may be on two pages or on none.
	//   - If an [*ArgumentError] has it, nothing was sent. Walk without OrderBy and sort
	//     the records, or read one page with [Collection.List].
	//   - Otherwise the site does not keep the order of ids, and the walk has ended.
	ErrUnstableOrder = fault.ErrUnstableOrder
	// ErrCursorUnusable: the cursor of [Resume] cannot continue the walk. Nothing was
	// sent. Start with a zero [Cursor]. Cursor.Done tells whether its walk has ended.
	ErrCursorUnusable = fault.ErrCursorUnusable
	// ErrExactUnsupported: this list cannot be walked with [Exact].
	ErrExactUnsupported = fault.ErrExactUnsupported
	// ErrCredentialsRejected: the site treats the credentials as anonymous, or refuses a
	// password, a token or a session. If a renewal of the credentials failed, its error is
	// joined.
	ErrCredentialsRejected = fault.ErrCredentialsRejected
	// ErrInsecure: credentials would be sent over plain http to another machine or through
	// a proxy.
	ErrInsecure = fault.ErrInsecure
	// ErrInvalidArgument: an argument was refused before anything was sent.
	ErrInvalidArgument = fault.ErrInvalidArgument
	// ErrIncomplete: a record that was not read whole cannot become params.
	ErrIncomplete = fault.ErrIncomplete
)

// ErrorCode is the code of an error response. It is an error itself, for errors.Is(err,
// cms.ErrorCode("rest_cannot_edit")).
type ErrorCode string

// Codes that programs test for.
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

// RefusesLogin reports whether the code means that the login failed: the user or
// password is wrong, or application passwords are off.
func (c ErrorCode) RefusesLogin() bool {
	for _, prefix := range []string{"incorrect_", "invalid_", "application_passwords_disabled"} {
		if strings.HasPrefix(string(c), prefix) {
			return true
		}
	}
	return false
}

// ArgumentError is an argument or option that was refused before anything was sent.
// errors.Is with [ErrInvalidArgument] is true for it.
type ArgumentError struct {
	Operation string // "Posts.Get"; "" for an option of a client
	Argument  string // its name in the specification, if it has one
	Reason    string
	Err       error // a sentinel with the reason; nil if the argument is just invalid
}

// Error returns the operation, the argument and the reason, on one line of at most 4 KB.
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

// withOperation returns err as an [*ArgumentError] with the operation.
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
	return &ArgumentError{Operation: operation, Argument: "options", Reason: err.Error(), Err: err}
}

// paramsError converts an error that a method of params, such as Check, has returned to an
// [*ArgumentError] for params. It returns an [ErrInvalidArgument] unchanged.
func paramsError(err error) error {
	if err == nil || errors.Is(err, ErrInvalidArgument) {
		return err
	}
	return &ArgumentError{Argument: "params", Reason: err.Error(), Err: err}
}

// Line makes a text of a site safe for a terminal or a log: valid UTF-8, one line, at
// most limit bytes of text. If the text is cut, "…" is appended, so the result may have
// three bytes more.
//
// Titles, names and messages may hold control sequences. Line breaks, spaces, control
// characters and marks for the direction of text become one space. Invisible characters,
// such as zero-width spaces, are left out. HTML is kept: see [Text.Plain]. The errors of
// this module print texts of a site this way.
//
//	fmt.Println(cms.Line(post.Title.Plain(), 80))
func Line(text string, limit int) string { return transport.Line(text, limit) }

// Join returns an error that wraps all errs that are not nil, or nil if there are none.
// For [errors.Is] and [errors.As] it works like [errors.Join]. Its text is one line of
// at most 4 KB, which ends with the number of errors that do not fit.
func Join(errs ...error) error { return transport.Join(errs...) }

// ConcernsAll reports whether an error concerns the site, the login or the connection, and not
// one record. Further requests would fail, too, so a loop over many records stops: the site did
// not respond, is not available or limits the rate, the login is refused, or a context has
// ended.
func ConcernsAll(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	if !ok {
		return false
	}
	noResponse := failed.Status == 0 && failed.Attempts > 0
	// closed means that the operator of a network of sites has closed this site.
	closed := failed.Status == http.StatusGone && failed.Code == CodeDied
	return noResponse || closed || slices.ContainsFunc([]error{
		ErrUnauthorized, ErrCredentialsRejected, ErrRateLimited, ErrUnavailable, context.Canceled, context.DeadlineExceeded,
	}, func(one error) bool { return errors.Is(err, one) })
}
