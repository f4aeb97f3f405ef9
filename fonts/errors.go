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

// Sentinels for errors.Is. A sentinel for a status, such as [ErrNotFound], matches the HTTP
// status. If the HTTP status is 200 to 299, the sentinel matches the field code of the JSON
// response.
var (
	// ErrInvalidArgument: an argument or option was refused before anything was sent.
	ErrInvalidArgument = errors.New("invalid argument")
	// ErrNotJSON: the response is not JSON. It is a web page, empty, or JSON cut short.
	ErrNotJSON = errors.New("the response is not JSON")
	// ErrDecode: the response is JSON, but does not fit the expected type. It is also the
	// error for
	//   - JSON that would take too much memory when decoded: more than 8 MiB plus 16 times
	//     the size of the response
	//   - a page that has more than 1,000 fonts and also more than ten times the
	//     requested page size
	ErrDecode = errors.New("the response has an unexpected shape")
	// ErrUnauthorized: 401.
	ErrUnauthorized = errors.New("unauthorized")
	// ErrForbidden: 403.
	ErrForbidden = errors.New("forbidden")
	// ErrNotFound: 404. The base address is probably wrong.
	ErrNotFound = errors.New("not found")
	// ErrRateLimited: 429, after all retries. See Error.RetryAfter.
	ErrRateLimited = errors.New("rate limited")
	// ErrUnavailable: 502, 503, 504, or 520 to 527 and 530 of Cloudflare, after all
	// retries. 525 and 526 are not retried: Cloudflare rejects the certificate of the
	// catalogue.
	ErrUnavailable = errors.New("unavailable")
	// ErrCallTimeout: the call took longer than [WithCallTimeout] allows. The error is also
	// a [context.DeadlineExceeded].
	ErrCallTimeout = transport.ErrCallTimeout
	// ErrTooLarge: the response is larger than [WithMaxResponseSize] allows.
	ErrTooLarge = transport.ErrTooLarge
	// ErrRedirected: the response is a redirect that was not followed, because it would
	// leave the origin or turn the POST into a GET.
	ErrRedirected = errors.New("redirected")
	// ErrTotalsVanished: during a walk the list ended and the total fell to zero. A server
	// that has lost its database responds like this.
	ErrTotalsVanished = errors.New("the total fell to zero during a walk")
	// ErrIncomplete: a walk read fewer fonts or pages than the total. [*IncompleteError]
	// holds the numbers.
	ErrIncomplete = errors.New("the list is incomplete")
	// ErrCursorUnusable: the cursor of [Resume] cannot continue the walk. Nothing was
	// sent. Start with a zero [Cursor].
	ErrCursorUnusable = errors.New("the cursor cannot continue this walk")
	// ErrNoZone: a date has no time zone, and none was given. See [Date.Time].
	ErrNoZone = errors.New("no time zone")
)

// Error is a failed call: an error response, a response that cannot be used, or no
// response at all. It contains no request headers, and only the path of the address.
type Error struct {
	Operation string // the called method: "fonts.List", "fonts.All"
	Method    string // "POST"
	Path      string // "/api/fonts/list", below the base address
	Status    int    // HTTP status of the last response; 0 if there was no response

	Code    string // field code of the response, "" if there was none
	Message string // field message of the response

	Body       []byte        // the first 64 KiB of the response
	Attempts   int           // how often the call was sent
	RetryAfter time.Duration // the wait that the last response asked for; 0 if none
	Hint       string        // what may be wrong and what to do; often ""

	// Reason is the cause, if Status and Code do not already name it: a sentinel of
	// this package, or an error of the network or the context. It is nil for an error
	// response of the catalogue.
	Reason error
}

// Error returns the operation, the request, the status, the code and the message on one
// line of at most 4 KB. Long texts are cut; the fields hold the whole texts.
func (e *Error) Error() string {
	var b strings.Builder
	short := func(text string) string { return transport.Line(text, transport.MaxText) }
	reason, request := transport.ReasonText(short(e.Operation), short(e.Method)+" "+short(e.Path), e.Status != 0, e.Reason)
	fmt.Fprintf(&b, "%s (%s)", short(e.Operation), request)
	if e.Status != 0 {
		fmt.Fprintf(&b, ": HTTP %d", e.Status)
		if e.Status != http.StatusOK && http.StatusText(e.Status) != "" {
			fmt.Fprintf(&b, " %s", http.StatusText(e.Status))
		}
	}
	if e.Code != "" {
		fmt.Fprintf(&b, ", code %s", short(e.Code))
	}
	if e.Message != "" {
		fmt.Fprintf(&b, ": %s", short(e.Message))
	}
	return transport.ErrorText(b.String(), reason, e.Attempts, e.Hint)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Reason }

// Is matches the sentinels that are defined by a status.
func (e *Error) Is(target error) bool {
	switch kind := e.kind(); kind {
	case http.StatusUnauthorized:
		return target == ErrUnauthorized
	case http.StatusForbidden:
		return target == ErrForbidden
	case http.StatusNotFound:
		return target == ErrNotFound
	case http.StatusTooManyRequests:
		return target == ErrRateLimited
	default:
		return target == ErrUnavailable && transport.Unavailable(kind)
	}
}

// kind returns the HTTP status. If a successful status hides an error, kind returns the
// code of the envelope.
func (e *Error) kind() int {
	code, _ := strconv.Atoi(e.Code) // code is 0 if e.Code is not a number
	if code >= 400 && code < 600 && success(e.Status) {
		return code
	}
	return e.Status
}

// ArgumentError is an argument or option that was refused before anything was sent.
// errors.Is with [ErrInvalidArgument] is true for it.
type ArgumentError struct {
	Operation string // the called method; "" for an address or option of a client
	Argument  string // "size", "WithRetry"
	Reason    string
	Err       error // a sentinel with the reason; nil if the argument is just invalid
}

// Error returns the operation, the argument and the reason, on one line of at most 4 KB.
func (e *ArgumentError) Error() string {
	argument, reason := transport.Line(e.Argument, transport.MaxText), transport.Line(e.Reason, transport.MaxReason)
	return cmp.Or(transport.Line(e.Operation, transport.MaxText), "fonts") + ": " + argument + ": " + reason
}

// Is matches [ErrInvalidArgument].
func (e *ArgumentError) Is(target error) bool { return target == ErrInvalidArgument }

// Unwrap returns Err.
func (e *ArgumentError) Unwrap() error { return e.Err }

// IncompleteError means that a walk read fewer fonts than the server has: see
// [Client.Pages]. It is the Reason of an [*Error]. errors.Is with [ErrIncomplete] is
// true for it.
type IncompleteError struct {
	// Got is the number of fonts that were read. A font that the list has on two pages
	// counts once. If the walk began in the middle of the list, the fonts before it
	// count as read.
	Got int
	// Want is the last total.
	Want int
	// Pages means that Got and Want are numbers of pages, because the server sends no
	// usable total of fonts. Got then counts the pages before the end of the walk.
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
