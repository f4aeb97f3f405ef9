package fonts

import (
	"fmt"
	"net/http"
	"time"

	"github.com/fontcms/fontcms-go/internal/paging"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// CallOption is an option of one call. It can also be passed to a walk. A [WalkOption]
// cannot be passed to other calls.
type CallOption interface {
	WalkOption
	call()
}

// WalkOption is an option of a walk: see [Client.All] and [Client.Pages].
type WalkOption interface {
	walk(*settings)
}

// settings holds the values that the options of a call set.
type settings struct {
	operation string // name of the called method, such as "fonts.List"
	transport.PerCall
	capture *Response
	ahead   int
	adapt   bool // whether the walk chooses the number of pages to prefetch; the field ahead is the maximum
	cursor  *Cursor
	err     error
}

type callOption func(*settings)

func (o callOption) walk(s *settings) { o(s) }
func (o callOption) call()            {}

type walkOption func(*settings)

func (o walkOption) walk(s *settings) { o(s) }

// gather returns the settings that the options of a call set. It returns the error of the
// first invalid option.
func gather[O WalkOption](operation string, options []O) (*settings, error) {
	s := &settings{operation: operation, PerCall: transport.PerCall{Header: http.Header{}}}
	for _, o := range options {
		if any(o) != nil {
			o.walk(s)
		}
	}
	return s, s.err
}

// fail keeps the first error of the options. An empty reason means no error.
func (s *settings) fail(option, reason string) {
	if s.err == nil && reason != "" {
		s.err = &ArgumentError{Operation: s.operation, Argument: option, Reason: reason}
	}
}

// Attempts sets the maximum number of attempts of this call, the first included. In a
// walk the limit applies to each page.
//
// Within one attempt net/http may send a request over up to 20 connections, if the
// server closes them before it accepts the request (HTTP/2 GOAWAY).
func Attempts(n int) CallOption {
	return callOption(func(s *settings) { s.fail("Attempts", s.SetAttempts(n)) })
}

// Timeout limits each attempt of this call, from dialling to the last byte of the
// response. So a call that is retried takes longer. The context limits the whole call, and
// so does [WithCallTimeout].
func Timeout(d time.Duration) CallOption {
	return callOption(func(s *settings) { s.fail("Timeout", s.SetTimeout(d)) })
}

// Header adds a header to this call. It replaces a header of that name from
// [WithHeader], and refuses the headers that WithHeader refuses.
func Header(name, value string) CallOption {
	return callOption(func(s *settings) { s.fail("Header", s.SetHeader(name, value)) })
}

// Capture stores the response of the call in into, also if the call fails. During a walk
// it holds the response of the latest page.
func Capture(into *Response) CallOption {
	return callOption(func(s *settings) {
		if into == nil {
			s.fail("Capture", "the response is nil")
		}
		s.capture = into
	})
}

// Prefetch fetches up to n pages of a walk ahead, 64 at most. Fonts stay in order. The
// default is 0: a page is fetched when it is needed. If the server does not send the
// number of pages, pages past the last one are requested too.
//
// Middleware then runs in other goroutines. If it panics, the walk panics in the
// goroutine of the caller. The new panic value is an error. Its text has the original
// value and the stack of the other goroutine.
func Prefetch(n int) WalkOption {
	return walkOption(func(s *settings) {
		if n < 0 || n > 64 {
			s.fail("Prefetch", fmt.Sprintf("must be 0 to 64, not %d", n))
		}
		s.ahead, s.adapt = n, false
	})
}

// PrefetchAdaptive is [Prefetch] with a number that adjusts itself. It begins with four
// pages, or two if the list is short. It doubles the number, up to 16, as long as that
// makes pages arrive faster. It halves the number when a request is retried or pages
// arrive half as fast. After a wait because of 429, it does not raise the number until
// 20 times that wait has passed. At most 16 pages are held in memory. Fonts stay in
// order.
func PrefetchAdaptive() WalkOption {
	return walkOption(func(s *settings) { s.ahead, s.adapt = paging.Most, true })
}

// Resume stores in cursor the position after the current font (or page). It is set
// before each yield. Pass a saved cursor, kept in memory or as JSON, to continue there
// in a later walk with the same options. A zero cursor starts at the beginning. The
// page of the cursor is requested again, to skip its fonts that were already yielded.
// Fonts that are added or removed in between shift positions.
//
// A walk refuses a cursor that it cannot continue with [ErrCursorUnusable], before the
// first request. Pass a zero cursor then, to begin anew. Such a cursor is
//   - Done: the earlier walk has reached its end, and nothing is left to read
//   - from a walk with another page size
//   - one with a negative number
func Resume(cursor *Cursor) WalkOption {
	return walkOption(func(s *settings) {
		if cursor == nil {
			s.fail("Resume", "the cursor is nil")
		}
		s.cursor = cursor
	})
}

// Cursor is a position in a walk: see [Resume]. The zero value is the beginning. Some
// servers send the first page again after the last one. To recognize that, a resumed
// walk also requests the first page.
type Cursor struct {
	// Page is the number of the current page, as the server counts.
	Page int `json:"page"`
	// Index is the number of records of this page already yielded or left out.
	Index int `json:"index"`
	// Size is the page size. A walk with another page size refuses the cursor.
	Size int `json:"size"`
	// Count is the number of fonts before this position. A resumed walk adds the fonts
	// that it reads to this number, and compares the sum with the total. Zero means
	// unknown: the walk then assumes that it missed nothing before.
	Count int `json:"count"`
	// Done means that the walk reached the end of the list and was complete. It is set
	// after the last font was yielded and the loop asked for another one, and not after an
	// error. A walk refuses such a cursor with [ErrCursorUnusable].
	Done bool `json:"done"`
}

// check returns an error if a walk cannot continue from the cursor. size is the page size of the
// walk.
func (c Cursor) check(operation string, size int) error {
	refused := func(format string, args ...any) error {
		return &ArgumentError{Operation: operation, Argument: "cursor", Err: ErrCursorUnusable,
			Reason: fmt.Sprintf(format, args...) + "; for a new walk pass a zero Cursor"}
	}
	switch {
	case c.Done:
		return refused("the walk of this cursor is finished (Done is true), so nothing is left to read")
	case c.Page < 0 || c.Index < 0 || c.Size < 0 || c.Count < 0:
		return refused("the cursor is damaged: a number in it is negative")
	case c.Size != 0 && c.Size != size:
		return refused("the cursor is from a walk with %d fonts on a page, not %d: to continue, use the same number",
			c.Size, size)
	}
	return nil
}
