package fonts

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// The sentinels of errors.Is. Those that stand for a status match the HTTP
// status, and under HTTP 200 the code of the envelope.
var (
	// ErrInvalidArgument: an argument or option was refused before anything was sent.
	ErrInvalidArgument = errors.New("invalid argument")
	// ErrNotJSON: the answer is not JSON: a web page, nothing, or JSON cut short.
	ErrNotJSON = errors.New("the answer is not JSON")
	// ErrDecode: the answer is JSON, but of another shape than was due. So are a page
	// with more fonts than ten times the size and than 1,000, and JSON that would take
	// more memory than 16 times its size and 8 MiB.
	ErrDecode = errors.New("the answer has an unexpected shape")
	// ErrUnauthorized: 401.
	ErrUnauthorized = errors.New("unauthorized")
	// ErrForbidden: 403.
	ErrForbidden = errors.New("forbidden")
	// ErrNotFound: 404. The base address is probably wrong.
	ErrNotFound = errors.New("not found")
	// ErrRateLimited: 429, still after the repetitions. See Error.RetryAfter.
	ErrRateLimited = errors.New("rate limited")
	// ErrUnavailable: 502, 503 or 504, still after the repetitions.
	ErrUnavailable = errors.New("unavailable")
	// ErrTooLarge: the answer is larger than [WithMaxResponseSize] allows.
	ErrTooLarge = errors.New("answer too large")
	// ErrRedirected: the answer is a redirect that would leave the origin or turn
	// the POST into a GET, so it was not followed.
	ErrRedirected = errors.New("redirected")
	// ErrTotalsVanished: in the middle of a walk the server had nothing more and
	// the total fell to zero, as when its database is gone.
	ErrTotalsVanished = errors.New("the total fell to zero inside a walk")
	// ErrIncomplete: a walk read fewer fonts, or pages, than the server states.
	// [*IncompleteError] holds the numbers.
	ErrIncomplete = errors.New("the list is incomplete")
	// ErrNoZone: a date states no time zone, and none was given. See [Date.Time].
	ErrNoZone = errors.New("no time zone")
)

// Error is a call that failed: an error answer, an answer that could not be
// used, or none at all. It holds no request header and no address but the path.
type Error struct {
	Operation string // that was called: "fonts.List", "fonts.All"
	Method    string // "POST"
	Path      string // "/api/fonts/list", below the base address
	Status    int    // HTTP status of the last answer, 0 for none

	Code    string // of the envelope, "" if there was none
	Message string // of the envelope

	Body       []byte        // the answer, cut at 64 KiB
	Attempts   int           // how often the call was sent
	RetryAfter time.Duration // what the last answer asked for, 0 for nothing
	Hint       string        // what may be wrong and what to do, often ""

	// Reason is what went wrong besides status and code: a sentinel of this
	// package, an error of the network or of the context. Nil for a plain error
	// answer.
	Reason error
}

// Error returns the operation, the request, the status, the code and the message
// on one line of at most 4 KB. Long texts are cut; the fields hold all of them.
func (e *Error) Error() string {
	var b strings.Builder
	short := func(text string) string { return transport.Line(text, transport.MaxText) }
	fmt.Fprintf(&b, "%s (%s %s)", short(e.Operation), short(e.Method), short(e.Path))
	if e.Status != 0 {
		fmt.Fprintf(&b, ": HTTP %d", e.Status)
	}
	if e.Code != "" {
		fmt.Fprintf(&b, ", code %s", short(e.Code))
	}
	if e.Message != "" {
		fmt.Fprintf(&b, ": %s", short(e.Message))
	}
	return transport.ErrorText(b.String(), e.Reason, e.Attempts, e.Hint)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Reason }

// Is matches the sentinels that stand for a status.
func (e *Error) Is(target error) bool {
	switch e.kind() {
	case http.StatusUnauthorized:
		return target == ErrUnauthorized
	case http.StatusForbidden:
		return target == ErrForbidden
	case http.StatusNotFound:
		return target == ErrNotFound
	case http.StatusTooManyRequests:
		return target == ErrRateLimited
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return target == ErrUnavailable
	}
	return false
}

// kind is the HTTP status, or the code of the envelope if that is the one which
// says that the call failed.
func (e *Error) kind() int {
	if code, err := strconv.Atoi(e.Code); err == nil && code >= 400 && code < 600 && success(e.Status) {
		return code
	}
	return e.Status
}

// ArgumentError is an argument or option that was refused before anything was
// sent. It is [ErrInvalidArgument].
type ArgumentError struct {
	Operation string // that was called; "" for an address or option of a client
	Argument  string // "size", "WithRetry"
	Reason    string
}

// Error says the operation, the argument and the reason, on one line of at most 4 KB.
func (e *ArgumentError) Error() string {
	argument, reason := transport.Line(e.Argument, transport.MaxText), transport.Line(e.Reason, transport.MaxReason)
	return cmp.Or(transport.Line(e.Operation, transport.MaxText), "fonts") + ": " + argument + ": " + reason
}

// Is matches [ErrInvalidArgument].
func (e *ArgumentError) Is(target error) bool { return target == ErrInvalidArgument }

// IncompleteError is a walk that read less than the server states: see
// [Client.Pages]. It matches [ErrIncomplete] and is the Reason of an [*Error].
type IncompleteError struct {
	// Got is the number of fonts that were read. A font that the list holds on two
	// pages counts once. If the walk began in the middle of the list, the fonts
	// before it count as read.
	Got int
	// Want is the total that the server stated last.
	Want int
	// Pages means that Got and Want are numbers of pages, because the server states
	// no usable total of fonts. Got then counts the pages before the end of the walk.
	Pages bool
}

// Error returns the numbers, as in "the list is incomplete: 200 of 1000 fonts".
func (e *IncompleteError) Error() string {
	unit := "fonts"
	if e.Pages {
		unit = "pages"
	}
	return fmt.Sprintf("%v: %d of %d %s", ErrIncomplete, e.Got, e.Want, unit)
}

// Is matches [ErrIncomplete].
func (e *IncompleteError) Is(target error) bool { return target == ErrIncomplete }

func success(status int) bool { return status >= 200 && status < 300 }
