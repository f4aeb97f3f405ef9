package cms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Download writes a file of the site to w, and returns how many bytes: GET of an
// address that a record holds, such as that of a picture. It goes on where a
// connection broke, as often as that brings bytes, and does not give up before it
// was [Attempts] times in a row cut off without any. The file is not held in
// memory, and its size has no limit but that of the context; [Timeout] bounds each
// attempt as a whole.
//
// An address that a redirect names may be good for a single request or a short
// time. If the target of a redirect answers 401, 403, 404 or 410, Download asks the
// given address once more and continues where it was, and again only after that has
// brought bytes. Such a response counts as one of [Attempts].
//
// Other hosts, to which the address or a redirect may lead, get no credentials,
// and those that a redirect leads to no [Header] either. An address of the site is
// refused if an argument in it, such as _method, would make more of it than a
// reading.
//
// A file that is not there is [ErrNotFound]. One that changed between two attempts
// is [ErrConflict]: what w holds is then to be thrown away. [ErrRedirected] is a
// redirect that is not followed, [ErrDecode] an answer that is not the file.
func (c *Client) Download(ctx context.Context, address string, w io.Writer, options ...CallOption) (int64, error) {
	const operation = "Download"
	s := gather(options, CallOption.get)
	if s.err != nil {
		return 0, named(operation, s.err)
	}
	u, err := url.Parse(address)
	if err != nil || !isFile(u) {
		return 0, &ArgumentError{Operation: operation, Argument: "address", Reason: "it is no address of the web"}
	}
	if c.address.changes(u) {
		return 0, &ArgumentError{Operation: operation, Argument: "address", Reason: "an argument in it would make the reading another request"}
	}
	d := &download{c: c, s: s, given: u, address: u, w: w, size: -1}
	err = d.run(ctx)
	return d.written, err
}

func isFile(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// maxHops bounds the redirects to another host.
const maxHops = 10

// download is a file on its way.
type download struct {
	c       *Client
	s       *settings
	given   *url.URL // by the caller
	address *url.URL
	w       io.Writer

	written int64
	size    int64       // of the file, -1 as long as nothing tells it
	packed  bool        // by a server that was asked not to: it can only be read from its start
	first   http.Header // of the first answer with a part of the file
	hops    int         // redirects since the given address
	idle    int         // attempts in a row that brought nothing
	renewed bool        // the given address was asked once more, which has brought nothing yet
}

// run asks for what is missing until nothing is.
func (d *download) run(ctx context.Context) error {
	limit := cmp.Or(d.s.attempts, max(d.c.config.transport.Attempts, 0), transport.DefaultAttempts)
	for {
		before := d.written
		again, err := d.attempt(ctx)
		switch {
		case !again:
			return err
		case err == nil: // it is elsewhere
		case d.written > before:
			d.idle, d.renewed = 0, false
		default:
			if d.idle++; d.idle >= limit {
				return err
			}
		}
	}
}

// attempt asks once, and reports whether to ask again after its error, or for none.
func (d *download) attempt(ctx context.Context) (again bool, err error) {
	e := &Error{Operation: "Download", Method: http.MethodGet, Path: d.address.Path}
	header := http.Header{}
	if transport.SameOrigin(d.address, d.given) { // keys that the caller gives are for the host that the caller names
		header = maps.Clone(d.s.header)
	}
	header.Set("Accept", "*/*")
	header.Set("Accept-Encoding", "identity") // the parts are those of the file itself
	if d.written > 0 && !d.packed {
		header.Set("Range", fmt.Sprintf("bytes=%d-", d.written))
	}
	resp, err := d.c.transport.Do(ctx, &transport.Call{
		Operation: "Download", Method: http.MethodGet, URL: d.address, Header: header,
		Repeat: transport.RepeatSafe, Stream: true, Attempts: d.s.attempts, Timeout: d.s.timeout,
	})
	d.s.report(responseOf(resp, err))
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		e.fromFailure(failure, false)
		return false, e
	}
	e.fromResponse(resp)
	if resp.Stream == nil {
		return d.elsewhere(resp, e)
	}
	defer resp.Stream.Close()
	part, err := d.begin(resp)
	if err != nil {
		e.Reason = err
		return false, e
	}
	again, e.Reason = d.take(part)
	if e.Reason != nil {
		return again, e
	}
	return false, nil
}

// elsewhere follows a redirect, and makes an error of any other answer.
func (d *download) elsewhere(resp *transport.Response, e *Error) (again bool, err error) {
	location := resp.Header.Get("Location")
	next, err := d.address.Parse(location)
	switch {
	case resp.Status == http.StatusRequestedRangeNotSatisfiable && d.written > 0:
		_, _, size := contentRange(resp.Header)
		if size == d.written {
			return false, nil // the last attempt had all of it, but for the word that this was all
		}
		if size >= 0 {
			e.Reason = because(ErrConflict, errChangedFile)
		}
	case resp.Status == http.StatusNotFound || resp.Status == http.StatusGone:
		e.Reason = ErrNotFound
	case resp.Status < 300 || resp.Status > 399:
	case location == "" || err != nil || !isFile(next) || d.c.address.changes(next) || d.hops == maxHops || d.address.Scheme == "https" && next.Scheme == "http":
		e.Reason, e.Hint = ErrRedirected, redirectHint(nil, "", location)
	default:
		d.hops++
		d.address = next
		return true, nil
	}
	return d.renew(resp), e
}

// renew goes back to the given address if the target of a redirect is no longer
// good, once until that brings bytes.
func (d *download) renew(resp *transport.Response) bool {
	switch resp.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusGone:
	default:
		return false
	}
	if d.renewed || d.hops == 0 && !resp.Redirected {
		return false
	}
	d.address, d.hops, d.renewed = d.given, 0, true
	return true
}
