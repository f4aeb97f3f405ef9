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

	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
)

// Error is a call that failed: an error answer, an answer that could not be
// used, or none at all. It holds no credential, no query and no request.
type Error struct {
	Operation string // "Posts.Create"
	Method    string // "POST"
	Path      string // below the root, "" for itself: "cms/v2/posts"
	Status    int    // HTTP status of the last response; 0 if there was no response

	Code       ErrorCode              // "" if the answer is not the interface's
	Message    string                 // as the site says it, in its language; may hold HTML
	Params     map[string]string      // argument -> what is wrong with it
	Details    map[string]ErrorDetail // argument -> the same with a code
	Additional []ErrorDetail          // further errors of the same answer
	Data       json.RawMessage        // the member data as received; nil for a request with Secret

	Body       []byte        // the answer, cut at 64 KiB; nil for a request with Secret
	Attempts   int           // how often the call was sent
	RetryAfter time.Duration // what the last answer asked for, 0 for nothing
	Hint       string        // what may be wrong and what to do, often ""

	// Reason is what went wrong besides the status: a sentinel of this package,
	// an error of the network or of the context. Nil for a plain error answer.
	Reason error

	// MaybeApplied says that the site may have acted on an earlier attempt. If a
	// delete then gets [ErrNotFound], the earlier attempt had succeeded.
	MaybeApplied bool

	answer func() Response // for the captures of a walk; a function, since no verb prints what it returns
}

// ErrorDetail is one error among several.
type ErrorDetail struct {
	Code    ErrorCode       `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitzero"`
}

// maxNamed is how many params the text of an error names.
const maxNamed = 10

// Error returns the operation, the request, the status, the code and the message
// on one line of at most 4 KB. Long texts are cut, and of more than 10 params the text
// names the first 10; the fields hold all of it.
func (e *Error) Error() string {
	short := func(text string) string { return transport.Line(text, transport.MaxText) }
	var b strings.Builder
	fmt.Fprintf(&b, "cms: %s (%s %s)", short(e.Operation), short(e.Method), short(cmp.Or(e.Path, "/")))
	if e.Status != 0 {
		fmt.Fprintf(&b, ": %d", e.Status)
		if e.Code != "" {
			fmt.Fprintf(&b, " %s", short(string(e.Code)))
		}
		if e.Message != "" {
			fmt.Fprintf(&b, ": %s", short(e.Message))
		}
	}
	for i, name := range slices.Sorted(maps.Keys(e.Params)) {
		if i == maxNamed {
			fmt.Fprintf(&b, "; and %d more", len(e.Params)-maxNamed)
			break
		}
		fmt.Fprintf(&b, "; %s: %s", short(name), short(e.Params[name]))
	}
	return transport.ErrorText(b.String(), e.Reason, e.Attempts, e.Hint)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Reason }

// Is matches an [ErrorCode] and the sentinels that go by status.
func (e *Error) Is(target error) bool {
	if code, ok := target.(ErrorCode); ok {
		return e.Code == code
	}
	if e.Code == "" {
		return target == ErrUnavailable && unavailable(e.Status) ||
			target == ErrRateLimited && e.Status == http.StatusTooManyRequests
	}
	switch target {
	case ErrBadRequest:
		return e.Status == http.StatusBadRequest
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized
	case ErrForbidden:
		return e.Status == http.StatusForbidden
	case ErrNotFound:
		// A number is no word of the interface's: a gateway may say it.
		return e.Status == http.StatusNotFound && e.Code != CodeNoRoute && !reply.Numeric(string(e.Code))
	case ErrNoRoute:
		return e.Code == CodeNoRoute
	case ErrConflict:
		return e.Status == http.StatusConflict || e.Status == http.StatusPreconditionFailed
	case ErrGone:
		return e.Status == http.StatusGone
	case ErrRateLimited:
		return e.Status == http.StatusTooManyRequests
	case ErrUnavailable:
		return unavailable(e.Status)
	case ErrTrashUnsupported:
		return e.Code == CodeTrashNotSupported
	}
	return false
}

func unavailable(status int) bool {
	switch status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// errNoID is a record without an id: [] decodes into one, and so does the object
// of something else.
var errNoID = errors.New("the record has no id")

// errNoContent is an answer without content where some was due.
var errNoContent = errors.New("the answer is empty")

// setEnvelope takes the envelope over into e.
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

// refused200 is a refusal that came with a status of success.
type refused200 struct {
	envelope reply.Envelope
	status   int // that the envelope says
}

func (r *refused200) Error() string {
	return transport.Line(string(r.envelope.Message), transport.MaxText)
}

// fromBadBody fills in an answer with a status of success that cannot be used.
func (e *Error) fromBadBody(resp *transport.Response, err error, writes bool) {
	if refused, ok := errors.AsType[*refused200](err); ok {
		e.setEnvelope(refused.envelope)
		said := *resp
		if said.Status = refused.status; writes && reply.FateUnknown(&said, string(e.Code)) {
			e.Reason = ErrOutcomeUnknown
		}
		e.markPartlyWritten(refused.envelope)
		return
	}
	e.Reason = err
	switch {
	case errors.Is(err, ErrRedirected):
		e.Hint = "the redirect drops arguments of the request"
		return
	case errors.Is(err, ErrNotREST) && !errors.Is(err, errNoContent):
		e.Hint = webpage.Of(resp.Status, resp.Body).Hint()
	}
	switch _, written := errors.AsType[*BrokenRecordError](err); {
	case written:
		e.Hint = join(e.Hint, "the site has written the record")
	case writes:
		e.Reason = transport.Because(ErrOutcomeUnknown, err)
	}
}

// fromStatus fills in an answer whose status is an error.
func (e *Error) fromStatus(resp *transport.Response, writes bool) {
	envelope, ok := reply.Parse(resp.Body)
	if ok {
		e.setEnvelope(envelope)
	} else {
		e.Reason, e.Hint = ErrNotREST, webpage.Of(resp.Status, resp.Body).Hint()
	}
	if writes && reply.FateUnknown(resp, string(e.Code)) {
		e.Reason = transport.Because(ErrOutcomeUnknown, e.Reason)
	}
	e.markPartlyWritten(envelope)
	if resp.NoRetryReason != "" {
		e.Hint = join(e.Hint, resp.NoRetryReason)
	}
}

// markPartlyWritten says of a write that its other fields were stored: a site looks at meta, and
// at each setting, after it has written what stands before them.
func (e *Error) markPartlyWritten(envelope reply.Envelope) {
	if e.Method == http.MethodGet || e.Method == http.MethodHead || !envelope.PartlyWritten() {
		return
	}
	e.Reason, e.Hint = transport.Because(ErrPartlyWritten, e.Reason), join(e.Hint, "the other fields were stored")
}

func (e *Error) fromResponse(resp *transport.Response) {
	e.Status, e.Attempts, e.RetryAfter = resp.Status, resp.Attempts, resp.RetryAfter
	e.MaybeApplied = resp.TakenBefore
	e.Body = transport.Clip(resp.Body, transport.MaxBody)
}

func (e *Error) fromFailure(failure *transport.Failure, writes bool) {
	if failure.Response != nil {
		e.fromResponse(failure.Response)
		// A response of success may be 64 MiB: reading an error out of it would outlast a
		// context that ended meanwhile.
		if e.Status < 200 || e.Status >= 300 || len(failure.Response.Body) <= transport.MaxBody {
			if envelope, ok := reply.Parse(failure.Response.Body); ok {
				e.setEnvelope(envelope)
			}
		}
	}
	e.Attempts = failure.Attempts
	e.Reason = failure.Err
	if errors.Is(failure.Err, transport.ErrTooLarge) {
		e.Reason = transport.Because(ErrTooLarge, failure.Err)
	}
	if writes && !failure.NotReceived {
		e.Reason = transport.Because(ErrOutcomeUnknown, e.Reason)
	}
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// BrokenRecordError is a record that cannot be read: the site fails on
// it whenever it has to show it, as when a plugin breaks on its content, or sends
// it in a form that does not fit its type. A walk yields this error in place of
// the record and goes on. Pages yields it before the page; All yields it after the
// other records of the page, with [Exact] in the order of ids. GetMany yields it
// after the other records of the hundred that the id belongs to.
//
// It is also what a create or update returns, within an [*Error], if the site has
// written the record and its answer does not fit the type. [ErrOutcomeUnknown] is
// no part of such an error: the record is there, and ID and Raw say which it is.
//
// Limits: a site that fails on more than 5 records of one page has an outage, and
// its error ends the walk. So does a page with more than 1,000 records that do not
// fit.
type BrokenRecordError struct {
	// ID is the id of the record, 0 if its JSON has none, nor for a record that was
	// created the header Location.
	ID int64
	// Name is the id of a record that has no number, "" if its JSON has none.
	Name string
	// Raw is the record as the site sent it, nil if the site failed on it, and for a
	// request with Secret. It may be any JSON value.
	Raw json.RawMessage
	// Err is the response to a request for the record alone, or [ErrDecode] for a
	// record that was sent.
	Err error
}

func (e *BrokenRecordError) Error() string {
	which := fmt.Sprintf("record %d", e.ID)
	switch {
	case e.Name != "":
		which = fmt.Sprintf("record %.80q", e.Name)
	case e.ID == 0:
		which = "a record without an id"
	}
	return transport.Line(fmt.Sprintf("cms: %s cannot be read: %v", which, e.Err), transport.MaxError)
}

// Unwrap returns Err.
func (e *BrokenRecordError) Unwrap() error { return e.Err }

// maxUnread is how many records of a page may be impossible to decode before the
// page is.
const maxUnread = 1000

// withhold takes out of an error what it keeps of the response. What a site says of a
// refusal stays, but not of an outage: that may have come after the secret was made.
func (e *Error) withhold() {
	if len(e.Body) > 0 {
		e.Hint = join(e.Hint, "its body is not kept: it may hold a secret")
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
