// Package download copies a file of any size over connections that break.
//
// Failures, and how Copy handles them:
//
//   - The connection breaks, or the response ends early: it requests the rest by its
//     range. After a number of consecutive attempts that deliver no bytes it fails.
//   - The server sends less than requested: it requests the rest.
//   - The server sends the whole file again: the bytes that are already written are
//     compared and skipped.
//   - The file changed (size, ETag, date, or bytes that are already written):
//     [fault.ErrConflict].
//   - The server compresses the file although it was asked not to: the file is unpacked,
//     and read from its start again after a break.
//   - The response is another part, not a file, or a web page in place of a picture, a film
//     and the like: [fault.ErrDecode].
//   - The response is a redirect: it is followed up to ten times, but not from https to
//     http and not to an address that the source rewrites. Otherwise:
//     [fault.ErrRedirected].
//   - The target of a redirect is no longer valid (401, 403, 404, 410): the first
//     address is requested once more, and again only after more bytes have arrived.
//   - The file does not exist (404, 410): [fault.ErrNotFound].
//   - The writer fails: its error.
package download

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Source sends the requests of a download.
type Source interface {
	// Get requests an address. The body of a successful response is a stream.
	Get(ctx context.Context, address *url.URL, header http.Header) (*transport.Response, error)
	// Rewrites reports whether an argument of the address turns a GET into another request.
	Rewrites(address *url.URL) bool
}

// Failure is the error of a download.
type Failure struct {
	Address  *url.URL            // address of the last request
	Response *transport.Response // the last response; nil if there was none
	Reason   error               // nil if the status of the response is the error
}

func (f *Failure) Error() string {
	switch {
	case f.Reason != nil:
		return transport.Line(f.Reason.Error(), transport.MaxError)
	case f.Response != nil:
		return fmt.Sprintf("status %d", f.Response.Status)
	}
	return "no response"
}

// Unwrap returns the reason.
func (f *Failure) Unwrap() error { return f.Reason }

// IsFile reports whether an address can name a file: http or https, with a host, without
// credentials.
func IsFile(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// Copy writes the file at an address to w and returns the number of bytes. The header is
// sent only to the host of the address. Copy gives up after a number of consecutive
// attempts that deliver no bytes.
//
// Errors: a [*Failure].
func Copy(
	ctx context.Context, from Source, address *url.URL, header http.Header, attempts int, w io.Writer,
) (int64, error) {
	d := &download{from: from, header: header, given: address, address: address, w: w, size: -1, sum: sha256.New()}
	for idle := 0; ; {
		before := d.written
		again, err := d.attempt(ctx)
		switch {
		case !again:
			return d.written, err
		case err == nil: // a redirect was followed
		case d.written > before:
			idle, d.renewed = 0, false
		default:
			if idle++; idle >= attempts {
				return d.written, err
			}
		}
	}
}

// maxHops limits the redirects to other origins.
const maxHops = 10

// copyAtOnce is the size of the copy buffer in bytes. It is large enough to make the cost of
// system calls negligible.
const copyAtOnce = 128 << 10

var (
	errChangedFile = errors.New("the file was changed while it was read")
	errOtherPart   = unusable("the response is another part of the file than requested")
	errNoFile      = unusable("the response is not the file")
	errPage        = unusable("the response is a web page, not the file")
)

// unusable is an error that wraps [fault.ErrDecode]. It has a text of its own, because the text
// of ErrDecode is about JSON.
type unusable string

func (u unusable) Error() string { return string(u) }

// Unwrap returns [fault.ErrDecode].
func (unusable) Unwrap() error { return fault.ErrDecode }

// download is the state of one download. It is kept from attempt to attempt.
type download struct {
	from    Source
	header  http.Header
	given   *url.URL // the address that the caller gave
	address *url.URL
	w       io.Writer

	written int64
	sum     hash.Hash   // hash of the bytes that are written
	size    int64       // size of the file, -1 if not known yet
	packed  bool        // the server compresses the file, so the file can only be read from its start
	first   http.Header // header of the first response with a part of the file
	hops    int         // redirects since the given address
	renewed bool        // the given address was requested once more, and no bytes arrived since
}

// attempt sends one request. again is true if a further attempt is needed: after a redirect, with
// a nil error, or after an error that a further attempt may overcome.
func (d *download) attempt(ctx context.Context) (again bool, err error) {
	header := http.Header{}
	if transport.SameOrigin(d.address, d.given) { // no other host may get the headers of the caller
		maps.Copy(header, d.header)
	}
	header.Set("Accept", "*/*")
	header.Set("Accept-Encoding", "identity") // no compression: the positions in Range count uncompressed bytes
	if d.written > 0 && !d.packed {
		header.Set("Range", fmt.Sprintf("bytes=%d-", d.written))
	}
	resp, err := d.from.Get(ctx, d.address, header)
	if err != nil {
		return false, &Failure{Address: d.address, Reason: err}
	}
	failure := &Failure{Address: d.address, Response: resp}
	if resp.Stream == nil {
		return d.elsewhere(resp, failure)
	}
	defer resp.Stream.Close()
	file, skip, err := d.begin(resp)
	if err != nil {
		failure.Reason = err
		return false, failure
	}
	if again, err = d.take(file, skip); err != nil {
		failure.Reason, err = err, failure
	}
	return again, err
}

// elsewhere handles a response without a stream. It follows a redirect. If all bytes of the file
// are already written, it returns no error. For any other response it returns failure, and again
// tells whether to request the given address once more.
func (d *download) elsewhere(resp *transport.Response, failure *Failure) (again bool, err error) {
	location := resp.Header.Get("Location")
	next, err := d.address.Parse(location)
	switch {
	case resp.Status == http.StatusRequestedRangeNotSatisfiable && d.written > 0:
		_, _, size := contentRange(resp.Header)
		if size == d.written {
			return false, nil // all bytes of the file are already written
		}
		if size >= 0 {
			failure.Reason = transport.Because(fault.ErrConflict, errChangedFile)
		}
	case resp.Status == http.StatusNotFound || resp.Status == http.StatusGone:
		failure.Reason = fault.ErrNotFound
	case resp.Status < 300 || resp.Status > 399:
	case location == "" || err != nil || !d.follows(next):
		failure.Reason = fault.ErrRedirected
	default:
		d.hops++
		d.address = next
		return true, nil
	}
	return d.renew(resp), failure
}

// follows reports whether to follow a redirect. It returns false for a redirect within the origin:
// the transport follows those, and returns such a redirect only after it has followed ten.
func (d *download) follows(next *url.URL) bool {
	return IsFile(next) && !d.from.Rewrites(next) && d.hops < maxHops && !transport.SameOrigin(d.address, next) &&
		(d.address.Scheme != "https" || next.Scheme == "https")
}

// renew goes back to the given address if the target of a redirect is no longer valid, and reports
// whether it did. It goes back only once. After more bytes have arrived, it may go back again.
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

// begin checks that a response continues where the last response ended. It returns the
// file, and how many of its bytes are already written.
func (d *download) begin(resp *transport.Response) (file io.Reader, skip int64, err error) {
	size, skip := int64(-1), d.written
	switch {
	case resp.Status == http.StatusOK:
		if length, err := strconv.ParseInt(resp.Header.Get("Content-Length"), 10, 64); err == nil {
			size = length
		}
	case resp.Status == http.StatusPartialContent && d.written > 0 && !d.packed:
		var from int64
		var ok bool
		if from, ok, size = contentRange(resp.Header); !ok || from != d.written {
			return nil, 0, errOtherPart
		}
		skip = 0
	default:
		return nil, 0, errNoFile
	}
	file, packed, err := unpacked(resp, d.given.Path)
	if err == nil && resp.Status == http.StatusOK {
		file, err = notPage(d.given, resp, file)
	}
	if err != nil {
		return nil, 0, err
	}
	if packed {
		size = -1 // Content-Length counts the compressed bytes
	}
	if d.first == nil || d.written == 0 {
		d.first, d.size, d.packed = resp.Header, size, packed
	}
	if packed != d.packed || d.size >= 0 && size >= 0 && d.size != size || !sameFile(d.first, resp.Header) {
		return nil, 0, transport.Because(fault.ErrConflict, errChangedFile)
	}
	if d.size < 0 && !packed {
		d.size = size
	}
	return file, skip, nil
}

// take compares the first skip bytes of file with the bytes that are already written, and writes
// the rest. again reports whether a further attempt may overcome err.
func (d *download) take(file io.Reader, skip int64) (again bool, err error) {
	if skip > 0 {
		again := sha256.New()
		if _, err := io.CopyN(again, file, skip); err != nil {
			return true, err
		}
		// Different bytes mean that the file has changed, or that the site generates the file anew
		// for each request.
		if !bytes.Equal(again.Sum(nil), d.sum.Sum(nil)) {
			return false, transport.Because(fault.ErrConflict, errChangedFile)
		}
	}
	sink := &sink{w: d.w, sum: d.sum}
	_, err = io.CopyBuffer(sink, file, make([]byte, copyAtOnce))
	d.written += sink.written
	switch {
	case err != nil:
		return sink.err == nil, err
	case d.size >= 0 && d.written < d.size:
		return true, io.ErrUnexpectedEOF
	case d.size >= 0 && d.written > d.size:
		return false, errOtherPart
	}
	return false, nil
}
