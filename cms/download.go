package cms

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/cms/internal/download"
	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Download writes a file of the site to w, and returns how many bytes: GET of an
// address that a record holds, such as that of a picture. If the connection breaks, it
// continues where it was, and gives up after [Attempts] consecutive tries that deliver
// no bytes. The file is not held in memory. Its size has no limit; the context limits
// the time. [Timeout] limits each attempt as a whole.
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
// Errors:
//   - [ErrNotFound] if the file is not there.
//   - [ErrConflict] if it changed between two attempts: what w holds is then useless.
//   - [ErrRedirected] if a redirect is not followed.
//   - [ErrDecode] if the response is not the file.
//   - [ErrInvalidArgument] for an address that is refused.
func (c *Client) Download(ctx context.Context, address string, w io.Writer, options ...CallOption) (int64, error) {
	const operation = "Download"
	s := apply(options, CallOption.get)
	if s.err != nil {
		return 0, withOperation(operation, s.err)
	}
	u, err := url.Parse(address)
	if err != nil || !download.IsFile(u) {
		return 0, &ArgumentError{Operation: operation, Argument: "address", Reason: "it is no address of the web"}
	}
	if c.site.root.Rewrites(u) {
		return 0, &ArgumentError{Operation: operation, Argument: "address", Reason: "an argument in it would make the reading another request"}
	}
	attempts := cmp.Or(s.Attempts, max(c.site.config.transport.Attempts, 0), transport.DefaultAttempts)
	n, err := download.Copy(ctx, &fileSource{c.site, s}, u, s.Header, attempts, w)
	if failure, ok := errors.AsType[*download.Failure](err); ok {
		return n, downloadError(failure)
	}
	return n, err
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
	if failed, ok := errors.AsType[*transport.Failure](failure.Reason); ok && failure.Response == nil {
		e.fromFailure(failed, false)
		return e
	}
	e.fromResponse(failure.Response)
	e.Reason = failure.Reason
	if errors.Is(e.Reason, fault.ErrRedirected) {
		e.Hint = reply.RedirectHint(nil, "", failure.Response.Header.Get("Location"))
	}
	return e
}
