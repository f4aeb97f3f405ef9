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

	// A walk sets these fields.
	records int      // number of received records, before the walk removes the records that it has already seen
	at      []Cursor // one cursor after each remaining record
	end     Cursor   // cursor after all records
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

// newError returns the error of a call that failed for a reason.
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
			if !success(e.Status) { // a successful response may be 64 MiB, so it is not parsed
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

// take copies the status, the headers and the body of a response.
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
			e.Reason = nil // the status says it all
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

// redact removes from an error the keys that its call has sent: a server may repeat them.
// The transport has done so for error statuses. resp may be nil.
func (e *Error) redact(resp *transport.Response) {
	if resp == nil {
		return
	}
	e.Code, e.Message = resp.Sent.Redact(e.Code), resp.Sent.Redact(e.Message)
	e.Body = []byte(resp.Sent.Redact(string(e.Body)))
	e.Reason = resp.Sent.RedactError(e.Reason)
}

// parseWithin is [parseEnvelope], but ends with the context.
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

// unknown reports whether the server rejected the page number: the response is an
// envelope with a code for this case.
func (s *result) unknown() bool {
	e, ok := errors.AsType[*Error](s.err)
	return ok && e.Code != "" && slices.Contains([]int{
		http.StatusBadRequest, http.StatusNotFound, http.StatusRequestedRangeNotSatisfiable, http.StatusUnprocessableEntity,
	}, e.kind())
}

// refused reports whether the server processed the request and rejected it.
func (s *result) refused() bool {
	e, ok := errors.AsType[*Error](s.err)
	return ok && e.Status != 0 && !transport.Unavailable(e.kind()) && !slices.Contains([]int{
		http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests,
	}, e.kind())
}

// whole reports whether the response to page 1 proves that this page is the whole list.
// If the page is full, a total of the same size proves nothing: some servers send the
// number of records on the page as the total.
func (s *result) whole(size int) bool {
	p := s.page
	return p.Total > 0 && p.Total == s.records && p.TotalPages == 1 && s.records < size
}
