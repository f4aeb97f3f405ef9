package fonts

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// result is one page as received, or the error of its request.
type result struct {
	page     *Page
	response Response
	err      error

	// number of received records, including the records that a walk removes from page
	records int

	// A walk sets these fields.
	at  []Cursor // the position after each record that the walk did not remove
	end Cursor   // the position after all records
}

// fetch requests one page.
func (c *Client) fetch(ctx context.Context, r request, s *settings) *result {
	body, err := wire.Marshal(r)
	if err != nil {
		return &result{err: newError(s.operation, err)}
	}
	ctx, cancel := c.transport.CallContext(ctx)
	defer cancel()
	resp, err := c.transport.Do(ctx, &transport.Call{
		Operation: s.operation,
		Method:    http.MethodPost,
		URL:       c.base.JoinPath(listPath),
		Body:      &transport.Body{Type: "application/json", Bytes: body},
		Repeat:    transport.RepeatSafe,
		Reads:     true,
		PerCall:   s.PerCall,
	})
	if err != nil {
		return failed(s.operation, err)
	}
	out := accept(ctx, s.operation, resp, r.PageData.Size)
	if out.err == nil {
		resp.Release()
	}
	return out
}

// newError returns the error of a request for the list.
func newError(operation string, reason error) *Error {
	return &Error{Operation: operation, Method: http.MethodPost, Path: "/" + listPath, Reason: reason}
}

// failed returns the result of a request that brought no usable response.
func failed(operation string, err error) *result {
	out := &result{}
	e := newError(operation, err)
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		if failure.Response != nil {
			e.take(failure.Response)
			out.response = Response{Status: e.Status, Header: failure.Response.Header}
			// The body of a response with a successful status is not parsed: it may have 64 MiB.
			if !success(e.Status) {
				if envelope, _, _ := parseEnvelope(failure.Response.Body, 0); envelope != nil {
					e.Code, e.Message = string(envelope.Code), string(envelope.Message)
				}
			}
		}
		e.Attempts = failure.Attempts
		out.response.Attempts = failure.Attempts
		e.Reason, e.Hint = failure.Err, failureHint(failure.Err)
		e.redact(failure.Response)
	}
	out.err = e
	return out
}

// take copies these values from a response into e: the status, the number of attempts, the
// time to wait, and the beginning of the body.
func (e *Error) take(resp *transport.Response) {
	e.Status, e.Attempts, e.RetryAfter = resp.Status, resp.Attempts, resp.RetryAfter
	e.Body = transport.Clip(resp.Body, transport.MaxBody)
}

// accept turns a response into a page or an *Error. size is the requested page size.
func accept(ctx context.Context, operation string, resp *transport.Response, size int) *result {
	out := &result{response: Response{Status: resp.Status, Header: resp.Header, Attempts: resp.Attempts}}
	envelope, noise, err := parseWithin(ctx, resp.Body, size)
	out.response.Noise = resp.Sent.Redact(string(noise[:min(len(noise), transport.MaxNoise)]))

	if err == nil && success(resp.Status) && envelope.good() {
		out.page = newPage(envelope, out.response)
		out.records = len(out.page.Fonts)
		return out
	}
	e := newError(operation, nil)
	e.take(resp)
	out.err = e
	if envelope != nil {
		e.Code, e.Message = string(envelope.Code), string(envelope.Message)
	}
	switch {
	case resp.Status >= 300 && resp.Status < 400:
		e.Reason, e.Hint = ErrRedirected, redirectHint(resp.Header.Get("Location"))
	case errors.Is(err, ErrNotJSON):
		if e.Reason = err; resp.Status == http.StatusTooManyRequests {
			e.Reason = nil // the status 429 explains the error; ErrNotJSON would only distract from it
		}
	case success(resp.Status) && (envelope == nil || envelope.good() || envelope.Code == ""):
		e.Reason = err
	}
	if !errors.Is(e.Reason, ErrRedirected) {
		e.Hint = e.hint(resp)
	}
	if resp.NoRetryReason != "" {
		e.Hint = strings.TrimPrefix(e.Hint+"; not retried: "+resp.NoRetryReason, "; ")
	}
	e.redact(resp)
	return out
}

// redact removes logins and keys from the texts of the error, because a server may send back
// what the call has sent. If the response has an error status, the transport has already
// removed them from the body. resp may be nil.
func (e *Error) redact(resp *transport.Response) {
	if resp == nil {
		return
	}
	e.Code, e.Message = resp.Sent.Redact(e.Code), resp.Sent.Redact(e.Message)
	e.Body = []byte(resp.Sent.Redact(string(e.Body)))
	e.Reason = resp.Sent.RedactError(e.Reason)
}

// parseWithin calls [parseEnvelope]. For a large response it returns early if ctx ends.
func parseWithin(ctx context.Context, body []byte, size int) (*envelope, []byte, error) {
	type parsed struct {
		envelope *envelope
		noise    []byte
		err      error
	}
	p, err := relay.Decode(ctx, len(body), func() (p parsed) {
		p.envelope, p.noise, p.err = parseEnvelope(body, size)
		return p
	})
	return p.envelope, p.noise, cmp.Or(err, p.err)
}

func newPage(e *envelope, response Response) *Page {
	fonts, p := e.fonts, &e.Data
	if fonts == nil {
		fonts = []Font{}
	}
	return &Page{
		Fonts:      fonts,
		Number:     p.Page.orUnknown(0),
		TotalPages: p.PageTotal.orUnknown(len(fonts)),
		Total:      p.Total.orUnknown(len(fonts)),
		Response:   response,
		Extra:      p.Extra,
	}
}

// unknown reports whether the server rejected the page number. That is so if the response
// is an envelope, and its status or code is 400, 404, 416 or 422.
func (s *result) unknown() bool {
	e, ok := errors.AsType[*Error](s.err)
	return ok && e.Code != "" && slices.Contains([]int{
		http.StatusBadRequest, http.StatusNotFound, http.StatusRequestedRangeNotSatisfiable, http.StatusUnprocessableEntity,
	}, e.kind())
}

// refused reports whether the server processed the request and rejected it. A status that
// says nothing about the page does not count: 401, 403, 408, 429 and the statuses of
// [ErrUnavailable].
func (s *result) refused() bool {
	e, ok := errors.AsType[*Error](s.err)
	return ok && e.Status != 0 && !transport.Unavailable(e.kind()) && !slices.Contains([]int{
		http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests,
	}, e.kind())
}

// whole reports whether the response proves that its page is the whole list. size is the
// page size. A full page proves nothing, even if its total is the number of its records:
// some servers always send this number as the total.
func (s *result) whole(size int) bool {
	p := s.page
	return p.Total > 0 && p.Total == s.records && p.TotalPages == 1 && s.records < size
}
