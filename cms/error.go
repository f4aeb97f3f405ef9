package cms

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Error is a failed call: an error response, a response that cannot be used, or no
// response at all. It holds no credentials, no query and no request body. If the site
// echoes a login of at least 6 characters, "[redacted]" replaces it. So it does after the name of
// a secret argument, such as password=.
type Error struct {
	Operation string // "Posts.Create"
	Method    string // "POST"
	Path      string // path below the root of the REST API: "cms/v2/posts"; "" for the root itself
	Status    int    // HTTP status of the last response; 0 if there was no response

	Code       ErrorCode              // "" if the response is not from the REST API
	Message    string                 // as sent, in the language of the site; may hold HTML
	Params     map[string]string      // argument -> what is wrong with it
	Details    map[string]ErrorDetail // argument -> its error with a code
	Additional []ErrorDetail          // further errors of the same response
	Data       json.RawMessage        // the member data as received; nil for a request with Secret

	Body       []byte        // the first 64 KiB of the response; nil for a request with Secret
	Attempts   int           // how often the call was sent
	RetryAfter time.Duration // the wait that the last response asked for; 0 if none
	// Hint is what may be wrong, and what to do, in words for any person. It is often "".
	// TROUBLESHOOTING.md of this module has all hints.
	Hint string
	Go   string // the Go code that helps: "cms.WithMethodOverride()"; often ""

	// Reason is the cause in addition to the status: a sentinel of this package, or an
	// error of the network or the context. It is nil for a plain error response.
	Reason error

	// MaybeApplied means that the site may have carried out an attempt before the last.
	// If a delete fails with [ErrNotFound] and MaybeApplied, the earlier attempt
	// deleted the record. MaybeApplied does not cover the last attempt. For that, test for
	// [ErrOutcomeUnknown].
	MaybeApplied bool

	// maybeWritten means that the site may have carried out an attempt. It is also set for
	// calls that are safe to retry.
	maybeWritten bool
	consequences []string // sentences of the hint about what the call has written
	notes        []string // the last sentences of the hint
	// advise calls add, which adds facts, and then sets the hint again. advise is nil if the
	// hint is final.
	advise func(add func(s *advice.Seen))

	// response returns the Response for the captures of a walk. It is a function, because fmt
	// would print a Response in a field.
	response func() Response
}

// ErrorDetail is one error among several.
type ErrorDetail struct {
	Code    ErrorCode       `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitzero"`
}

// maxNamed is the maximum number of params that the text of an error names.
const maxNamed = 10

// Error returns the operation, the request, the status, the code and the message on one
// line of at most 4 KB. Long texts are cut, and at most 10 params are named. The fields
// hold the whole texts. If the outcome is unknown, the line says so before the status.
func (e *Error) Error() string {
	what, request := "cms: "+short(e.Operation), ""
	if e.Method != "" || e.Path != "" {
		request = short(e.Method) + " " + short(cmp.Or(e.Path, "/"))
	}
	reason, request := transport.ReasonText(what, request, e.Status != 0, e.Reason)
	if request != "" && request != short(e.Operation) {
		what += " (" + request + ")"
	}
	switch response := e.responseText(); {
	case e.Status == 0:
		what += response
	case errors.Is(e.Reason, ErrOutcomeUnknown):
		what += fmt.Sprintf(": %s; the last response was %s", reason, response)
		reason = ""
	default:
		what += ": " + response
	}
	hint := e.Hint
	if e.Go != "" {
		hint = join(hint, "in Go: "+e.Go)
	}
	return transport.ErrorText(what, reason, e.Attempts, hint)
}

// short returns a text on one line, cut to the length that a part of an error may have.
func short(text string) string { return transport.Line(text, transport.MaxText) }

// responseText returns the status, the code, the message and the params of the response,
// "" if there was no response.
func (e *Error) responseText() string {
	var b strings.Builder
	separator := "; "
	if e.Status != 0 {
		fmt.Fprintf(&b, "%d", e.Status)
		if e.Code != "" {
			fmt.Fprintf(&b, " %s", short(string(e.Code)))
		}
		if e.Code == "" && e.Message == "" && http.StatusText(e.Status) != "" {
			fmt.Fprintf(&b, " %s", http.StatusText(e.Status))
		}
		// For these codes, the message only lists the params. They are added to the text below,
		// so the message is left out.
		lists := len(e.Params) > 0 && (e.Code == CodeInvalidParam || e.Code == CodeMissingParam)
		switch {
		case lists:
			separator = ": "
		case e.Message != "":
			fmt.Fprintf(&b, ": %s", short(e.Message))
		}
	}
	for i, name := range slices.Sorted(maps.Keys(e.Params)) {
		if i == maxNamed {
			fmt.Fprintf(&b, "; and %d more", len(e.Params)-maxNamed)
			break
		}
		fmt.Fprintf(&b, "%s%s: %s", separator, short(name), short(e.Params[name]))
		separator = "; "
	}
	return b.String()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Reason }

// Is matches an [ErrorCode] and the sentinels that are defined by a status.
func (e *Error) Is(target error) bool {
	if code, ok := target.(ErrorCode); ok {
		return e.Code == code
	}
	if e.Code == "" {
		return target == ErrUnavailable && transport.Unavailable(e.Status) ||
			target == ErrRateLimited && e.Status == http.StatusTooManyRequests
	}
	switch target {
	case ErrBadRequest:
		return e.Status == http.StatusBadRequest
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized
	case ErrForbidden:
		return e.Status == http.StatusForbidden && !reply.RefusesToken(string(e.Code))
	case ErrNotFound:
		// A numeric code is not from the REST API: a gateway may send it.
		return e.Status == http.StatusNotFound && e.Code != CodeNoRoute && e.Code != CodeDied &&
			!reply.Numeric(string(e.Code))
	case ErrNoRoute:
		return e.Code == CodeNoRoute
	case ErrConflict:
		return e.Status == http.StatusConflict || e.Status == http.StatusPreconditionFailed
	case ErrGone:
		// CodeDied means that the whole site is closed, not that one record is gone.
		return e.Status == http.StatusGone && e.Code != CodeDied
	case ErrRateLimited:
		return e.Status == http.StatusTooManyRequests
	case ErrUnavailable:
		return transport.Unavailable(e.Status)
	case ErrTrashUnsupported:
		return e.Code == CodeTrashNotSupported
	}
	return false
}

// errNoID is the error for a record without an id. The JSON [] and objects that are not
// records also decode into a record without an id.
var errNoID = errors.New("the record has no id")

// errNoContent is the error for an empty response where content was expected.
var errNoContent = errors.New("the response is empty")

// setEnvelope copies the error envelope of a response into e.
func (e *Error) setEnvelope(envelope reply.Envelope) {
	e.Code, e.Message, e.Data = ErrorCode(envelope.Code), string(envelope.Message), envelope.Data
	for _, further := range envelope.Further() {
		e.Additional = append(e.Additional, errorDetail(further))
	}
	params, details := envelope.Arguments()
	e.Params = params
	if details != nil {
		e.Details = make(map[string]ErrorDetail, len(details))
	}
	for name, detail := range details {
		e.Details[name] = errorDetail(detail)
	}
}

func errorDetail(d reply.Detail) ErrorDetail {
	return ErrorDetail{Code: ErrorCode(d.Code), Message: string(d.Message), Data: d.Data}
}

// refused200 is an error envelope, the JSON of an error, in a response with a status of
// success.
type refused200 struct {
	envelope reply.Envelope
	status   int // status that the envelope contains
}

func (r *refused200) Error() string {
	return transport.Line(string(r.envelope.Message), transport.MaxText)
}

// fromBadBody fills in e from a response with a status of success and a body that cannot be used.
func (e *Error) fromBadBody(resp *transport.Response, err error, writes bool) {
	if refused, ok := errors.AsType[*refused200](err); ok {
		e.setEnvelope(refused.envelope)
		said := *resp
		said.Status = refused.status
		if e.maybeWritten = reply.FateUnknown(&said, string(e.Code)); e.maybeWritten && writes {
			e.Reason = ErrOutcomeUnknown
		}
		e.markPartlyWritten(refused.envelope)
		return
	}
	e.Reason = err
	if errors.Is(err, ErrRedirected) || errors.Is(err, fault.ErrNotWritten) || errors.Is(err, fault.ErrNotTrashed) {
		return
	}
	e.maybeWritten = true
	switch _, written := errors.AsType[*BrokenRecordError](err); {
	case written:
		e.follows("written")
	case writes:
		e.Reason = transport.Because(ErrOutcomeUnknown, err)
	}
}

// fromStatus fills in e from a response with an error status.
func (e *Error) fromStatus(resp *transport.Response, writes bool) {
	envelope, ok := reply.Parse(resp.Body)
	if ok {
		e.setEnvelope(envelope)
	} else {
		e.Reason = ErrNotREST
	}
	if reply.Refused(resp) == transport.RefusedBySite && (!ok ||
		resp.Status == http.StatusForbidden || resp.Status == http.StatusInternalServerError) {
		e.Reason = ErrCredentialsRejected
		if message, code, is := reply.Unsuccessful(resp.Body); is {
			e.Message = message + " (error_code " + code + ")"
		}
	}
	if e.maybeWritten = reply.FateUnknown(resp, string(e.Code)); e.maybeWritten && writes {
		e.Reason = transport.Because(ErrOutcomeUnknown, e.Reason)
	}
	e.markPartlyWritten(envelope)
	if resp.NoRetryReason != "" {
		e.notes = append(e.notes, "not retried: "+resp.NoRetryReason)
	}
}

// markPartlyWritten marks the error of a write if the site has already stored some fields of
// this write. A site stores the other fields before it validates meta. It stores each setting
// before it validates the next.
func (e *Error) markPartlyWritten(envelope reply.Envelope) {
	if e.Method == http.MethodGet || e.Method == http.MethodHead || !envelope.PartlyWritten() {
		return
	}
	e.Reason = transport.Because(ErrPartlyWritten, e.Reason)
	e.follows("partly written")
}

func (e *Error) fromResponse(resp *transport.Response) {
	e.Status, e.Attempts, e.RetryAfter = resp.Status, resp.Attempts, resp.RetryAfter
	e.MaybeApplied = resp.TakenBefore
	e.Body = transport.Clip(resp.Body, transport.MaxBody)
}

func (e *Error) fromFailure(failure *transport.Failure, writes bool) {
	if failure.Response != nil {
		e.fromResponse(failure.Response)
		// Parse only a small response. A response may have 64 MiB. If the context has ended,
		// parsing such a response would take too long.
		if len(failure.Response.Body) <= transport.MaxBody {
			if envelope, ok := reply.Parse(failure.Response.Body); ok {
				e.setEnvelope(envelope)
			}
		}
	}
	e.Attempts = failure.Attempts
	e.Reason = failure.Err
	if e.maybeWritten = !failure.NotReceived; e.maybeWritten && writes {
		e.Reason = transport.Because(ErrOutcomeUnknown, e.Reason)
	}
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// withhold removes the response body from an error. If the site refused the call, the message
// stays. If the code means an outage, the message is removed too: the site may have created the
// secret before the outage.
func (e *Error) withhold() {
	if len(e.Body) > 0 {
		e.notes = append(e.notes, "Error.Body is empty, because this response may hold a secret")
	}
	e.Body, e.Data = nil, nil
	if reply.Outage(string(e.Code)) {
		e.Message, e.Params, e.Details, e.Additional = "", nil, nil, nil
	}
	for name, detail := range e.Details {
		detail.Data = nil
		e.Details[name] = detail
	}
	for i := range e.Additional {
		e.Additional[i].Data = nil
	}
}

// redact removes secrets that the call has sent from all texts of the error. Some plugins quote
// a token that they refuse. If a response has an error status, the transport has already
// removed the secrets from it.
func (e *Error) redact(resp *transport.Response) {
	if resp == nil || resp.Sent == nil {
		return
	}
	text, raw := resp.Sent.Redact, func(b []byte) []byte {
		if b == nil {
			return nil
		}
		return []byte(resp.Sent.Redact(string(b)))
	}
	detail := func(d ErrorDetail) ErrorDetail {
		return ErrorDetail{Code: ErrorCode(text(string(d.Code))), Message: text(d.Message), Data: raw(d.Data)}
	}
	e.Code, e.Message = ErrorCode(text(string(e.Code))), text(e.Message)
	e.Data, e.Body = raw(e.Data), raw(e.Body)
	for name, message := range e.Params {
		e.Params[name] = text(message)
	}
	for name, d := range e.Details {
		e.Details[name] = detail(d)
	}
	for i, d := range e.Additional {
		e.Additional[i] = detail(d)
	}
	if broken, ok := errors.AsType[*BrokenRecordError](e.Reason); ok {
		broken.redact(resp.Sent)
	}
	e.Reason = resp.Sent.RedactError(e.Reason)
}
