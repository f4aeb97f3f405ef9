package fonts

import (
	"fmt"
	"net/http"
	"time"

	"github.com/fontcms/fontcms-go/internal/paging"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// CallOption adjusts one call. Every CallOption is a [WalkOption] too; the
// reverse does not compile.
type CallOption interface {
	WalkOption
	call()
}

// WalkOption adjusts a walk: see [Client.All] and [Client.Pages].
type WalkOption interface {
	walk(*settings)
}

// settings is what the options of a call set.
type settings struct {
	operation string // that was called
	transport.PerCall
	capture *Response
	ahead   int
	adapt   bool // ahead is a limit
	cursor  *Cursor
	err     error
}

type callOption func(*settings)

func (o callOption) walk(s *settings) { o(s) }
func (o callOption) call()            {}

type walkOption func(*settings)

func (o walkOption) walk(s *settings) { o(s) }

// gather applies the options of an operation.
func gather[O WalkOption](operation string, options []O) (*settings, error) {
	s := &settings{operation: operation, PerCall: transport.PerCall{Header: http.Header{}}}
	for _, o := range options {
		if any(o) != nil {
			o.walk(s)
		}
	}
	return s, s.err
}

// fail keeps the first error of the options. Without a reason there is none.
func (s *settings) fail(option, reason string) {
	if s.err == nil && reason != "" {
		s.err = &ArgumentError{Operation: s.operation, Argument: option, Reason: reason}
	}
}

// Attempts sends this call at most n times, the first included. On a walk it
// counts for each page.
// net/http may send the request again within one attempt, over up to 20 connections, if
// the server ends them without taking it, as the HTTP/2 frame GOAWAY says.
func Attempts(n int) CallOption {
	return callOption(func(s *settings) { s.fail("Attempts", s.SetAttempts(n)) })
}

// Timeout bounds each attempt of this call, from dialling to the last byte of
// the answer. The context bounds the call as a whole.
func Timeout(d time.Duration) CallOption {
	return callOption(func(s *settings) { s.fail("Timeout", s.SetTimeout(d)) })
}

// Header adds a header to this call, in place of one of that name from
// [WithHeader]. Those that WithHeader refuses are refused here.
func Header(name, value string) CallOption {
	return callOption(func(s *settings) { s.fail("Header", s.SetHeader(name, value)) })
}

// Capture fills into with the answer of the call, also if it is an error. On a
// walk it holds the answer that the latest page came in.
func Capture(into *Response) CallOption {
	return callOption(func(s *settings) {
		if into == nil {
			s.fail("Capture", "the response is nil")
		}
		s.capture = into
	})
}

// PanicError is the value of a panic that happened in another goroutine, and that is
// repeated in the goroutine of the caller: a walk with [Prefetch] runs middleware in
// several. Value is the value of the first panic; errors.Is and errors.As look into it
// if it is an error. Stack is where it happened. Without Prefetch a panic arrives as
// it is.
type PanicError = relay.PanicError

// Prefetch fetches up to n pages of a walk, 64 at most, ahead of the one that
// is being consumed. The order stays. The default is 0: a page is fetched when
// it is needed. If the server does not say how many pages there are, pages
// behind the last one are asked for too.
func Prefetch(n int) WalkOption {
	return walkOption(func(s *settings) {
		if n < 0 || n > 64 {
			s.fail("Prefetch", fmt.Sprintf("%d is not between 0 and 64", n))
		}
		s.ahead, s.adapt = n, false
	})
}

// PrefetchAdaptive is [Prefetch] with a number that the walk finds out. It fetches four
// pages at once, two of a short list, and doubles the number while pages come faster, up
// to 16. It halves the number when a request is retried or pages come half as fast. After
// a 429 it tries a larger number only when 20 times the wait has passed. At most 16 pages
// are held in memory. The order stays.
func PrefetchAdaptive() WalkOption {
	return walkOption(func(s *settings) { s.ahead, s.adapt = paging.Most, true })
}

// Resume keeps cursor at the position behind the record (or page) that the walk
// yields, set before it is yielded. A cursor that was kept, in memory or as
// JSON, starts a later walk with the same options there; a zero one starts at
// the beginning. The page of the cursor is read again, to know what was yielded
// of it. Fonts that are added or removed in between shift positions.
//
// A cursor that was kept with another page size is an [*ArgumentError].
func Resume(cursor *Cursor) WalkOption {
	return walkOption(func(s *settings) {
		if cursor == nil {
			s.fail("Resume", "the cursor is nil")
		}
		s.cursor = cursor
	})
}

// Cursor is a position in a walk: see [Resume]. The zero value is its beginning. A resumed walk also reads page 1.
type Cursor struct {
	// Page is the number of the page that the walk is in, as the server counts.
	Page int `json:"page"`
	// Index is how many records of that page were yielded, or left out.
	Index int `json:"index"`
	// Size is the size of its pages. A walk with another size refuses the cursor.
	Size int `json:"size"`
	// Count is how many fonts of the list lie before this position. A resumed walk continues to count from it, and
	// compares the sum with the totals. Zero means unknown: the walk then assumes that it missed nothing before.
	Count int `json:"count"`
	// Done means that the walk reached the end of the list, and was complete. It is not set if there was an error.
	Done bool `json:"done"`
}

// check refuses a cursor that no walk with pages of this size can have kept.
func (c Cursor) check(operation string, size int) error {
	switch {
	case c.Page < 0 || c.Index < 0 || c.Size < 0 || c.Count < 0:
		return &ArgumentError{operation, "cursor", "a value is negative"}
	case c.Size != 0 && c.Size != size:
		return &ArgumentError{operation, "cursor", fmt.Sprintf("it was kept with %d fonts a page, not %d", c.Size, size)}
	}
	return nil
}
