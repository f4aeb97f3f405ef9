package cms

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/cms/internal/download"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Download copies a file of the site to w and returns the number of bytes. address is
// an address in a record, such as the SourceURL of an image. The file is not held in
// memory, and its size has no limit. The context limits the time of the call. [Timeout]
// limits the time of an attempt.
//
// If the connection breaks, Download continues where it stopped. It gives up after several
// attempts in a row without any byte: as many as [Attempts] allows.
//
// The target of a redirect may be valid for a single request or a short time. If it
// responds with 401, 403, 404 or 410, Download requests the given address once more and
// continues. It does so again only if more bytes have arrived since. Such a response counts
// as one of [Attempts].
//
// Logins, cookies and nonces are not sent to other origins, whether the client, middleware
// or the Jar adds them. See [WithMiddlewareOrigins], and [WithDownloadClient] for a transport
// that adds a login. Headers set by [Header] are not sent to hosts that a redirect leads to.
// An address of the site is refused if an argument in it, such as _method, would turn the
// GET into another request.
//
// Errors:
//   - [ErrNotFound] if the file does not exist.
//   - [ErrConflict] if the file changed between two attempts. The bytes already written
//     to w are then not usable.
//   - [ErrRedirected] if a redirect is not followed.
//   - [ErrDecode] if the response is not the file, such as a web page in place of a picture.
//   - [ErrInvalidArgument] if the address is refused.
func (c *Client) Download(ctx context.Context, address string, w io.Writer, options ...CallOption) (int64, error) {
	const operation = "Download"
	s := apply(options, CallOption.get)
	if s.err != nil {
		return 0, withOperation(operation, s.err)
	}
	u, err := url.Parse(address)
	if _, ok := errors.AsType[url.EscapeError](err); ok { // some sites do not encode a % in the name of a file
		u, err = url.Parse(encodePercents(address))
	}
	if err != nil || !download.IsFile(u) {
		return 0, &ArgumentError{Operation: operation, Argument: "address", Reason: "must be an http or https address"}
	}
	if c.site.root.Rewrites(u) {
		return 0, &ArgumentError{Operation: operation, Argument: "address",
			Reason: "an argument in it would turn the GET into another request"}
	}
	if err := c.site.login.check(ctx); err != nil {
		return 0, err
	}
	attempts := cmp.Or(s.Attempts, max(c.site.config.transport.Attempts, 0), transport.DefaultAttempts)
	n, err := download.Copy(ctx, &fileSource{c.site, s}, u, s.Header, attempts, w)
	if failure, ok := errors.AsType[*download.Failure](err); ok {
		err = downloadError(failure)
		if transport.SameOrigin(failure.Address, c.site.root.URL) {
			c.site.failed(ctx, err)
		} else if e, ok := errors.AsType[*Error](err); ok {
			e.advise(func(seen *advice.Seen) { seen.Elsewhere, seen.Running = true, ctx.Err() == nil })
			e.advise = nil // advise keeps the response in memory, and is not called again
		}
	}
	return n, err
}

// encodePercents encodes each % that does not begin an escape such as %20, for example in
// "100%.jpg".
func encodePercents(address string) string {
	var b strings.Builder
	for i := range len(address) {
		b.WriteByte(address[i])
		if address[i] != '%' {
			continue
		}
		if _, err := hex.DecodeString(address[i+1 : min(i+3, len(address))]); err != nil || i+3 > len(address) {
			b.WriteString("25")
		}
	}
	return b.String()
}

// fileSource sends the requests of a download.
type fileSource struct {
	site     *site
	settings *callSettings
}

func (f *fileSource) Get(ctx context.Context, address *url.URL, header http.Header) (*transport.Response, error) {
	sending := f.settings.PerCall
	sending.Header = header
	resp, err := f.site.transport.Do(ctx, &transport.Call{
		Operation: "Download", Method: http.MethodGet, URL: address, PerCall: sending,
		Repeat: transport.RepeatSafe, Stream: true,
	})
	f.settings.report(responseOf(resp, err))
	return resp, err
}

func (f *fileSource) Rewrites(address *url.URL) bool { return f.site.root.Rewrites(address) }

func downloadError(failure *download.Failure) error {
	e := &Error{Operation: "Download", Method: http.MethodGet, Path: failure.Address.Path}
	call := &transport.Call{Method: e.Method, URL: failure.Address}
	defer func() { e.explain(call, failure.Response) }()
	if failed, ok := errors.AsType[*transport.Failure](failure.Reason); ok && failure.Response == nil {
		e.fromFailure(failed, false)
		return e
	}
	e.fromResponse(failure.Response)
	if envelope, ok := reply.Parse(e.Body); ok { // the response is an error of the REST API
		e.setEnvelope(envelope)
	}
	e.Reason = failure.Reason
	return e
}
