package connect

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/internal/transport"
)

const (
	maxHops = 10        // largest number of requests for the page, including those after redirects
	maxPage = 512 << 10 // number of bytes of a page that are searched for the link to the root
)

// readPage requests a page and follows its redirects. It returns the final address, and the root
// that the page names, or nil.
func (d *discovery) readPage(page *url.URL) (final, root *url.URL, err error) {
	for range maxHops {
		resp, err := senderOf(d.probe).Do(d.ctx, &transport.Call{
			Operation: "Discover",
			Method:    http.MethodGet,
			URL:       page,
			PerCall: transport.PerCall{
				Header:   http.Header{"Accept": {"text/html, application/json;q=0.9, */*;q=0.5"}},
				Attempts: d.attempts, Timeout: d.timeout,
			},
			Repeat: transport.RepeatSafe,
			Stream: true,
		})
		if err != nil {
			d.page = &advice.Seen{Method: http.MethodGet, Address: page, Reason: err}
			d.tell("can the page be read?", page, 0, false)
			return nil, nil, unanswered(page, err)
		}
		if resp.URL != nil {
			page = resp.URL
		}
		d.page = &advice.Seen{
			Method: http.MethodGet, Address: page, Status: resp.Status, Header: resp.Header, Reason: cms.ErrNotREST,
		}
		d.tell("can the page be read?", page, resp.Status, resp.Status < 400)
		if !d.page.Redirects() {
			d.page.Body = bodyOf(resp)
			return page, findRoot(page, resp.Header, d.page.Body), nil
		}
		next, err := page.Parse(resp.Header.Get("Location"))
		if err != nil || resp.Header.Get("Location") == "" || !d.stays(page, next) {
			return nil, nil, mislaid(cms.ErrRedirected, advice.Find(d.page))
		}
		page = next
	}
	return nil, nil, mislaid(cms.ErrRedirected, advice.For("redirected in a loop", d.page, nil))
}

// bodyOf reads the body of a page, up to maxPage.
func bodyOf(resp *transport.Response) []byte {
	if resp.Stream == nil {
		return resp.Body
	}
	defer resp.Stream.Close()
	// Ignore the error: a page that was read in part may already contain the link to the root.
	body, _ := io.ReadAll(io.LimitReader(resp.Stream, maxPage))
	return body
}

// unanswered returns the error of Discover for a page that could not be read.
func unanswered(page *url.URL, err error) *cms.Error {
	e := &cms.Error{Operation: "Discover", Method: http.MethodGet, Path: page.Path, Reason: err}
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		e.Attempts, e.Reason = failure.Attempts, failure.Err
		if failure.Response != nil {
			e.Status = failure.Response.Status
		}
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		a := advice.For("no https", &advice.Seen{Address: page}, nil)
		e.Hint = a.Line() + " (http://" + page.Host + page.EscapedPath() + ")"
		return e
	}
	e.Hint = advice.Hint(&advice.Seen{Method: e.Method, Address: page, Status: e.Status, Reason: e.Reason}).Line()
	return e
}

// advised returns a copy of the error of a call as an error of Discover, without the Go code.
func advised(e *cms.Error) *cms.Error {
	own := *e
	own.Operation, own.Go = "Discover", "" // the Go code may be a call of Discover, which has just failed
	return &own
}

// wantsLogin reports whether the REST API itself requires a login. An error of the REST API has the
// status in data, and a code that is not a number. An error of a gateway lacks at least one of both.
func wantsLogin(e *cms.Error) bool {
	var data struct {
		Status int `json:"status"`
	}
	if e.Status != http.StatusUnauthorized && e.Status != http.StatusForbidden || numeric(e.Code) {
		return false
	}
	return cms.Unmarshal(e.Data, &data) == nil && data.Status == e.Status
}

// numeric reports whether a code is a number or empty. Then the error is from a gateway.
func numeric(code cms.ErrorCode) bool { return strings.Trim(string(code), "0123456789") == "" }

// mislaid returns an error of Discover with the reason and the advice a. It is for a failure
// without a failed call, such as a redirect to another site.
func mislaid(reason error, a advice.Advice) *cms.Error {
	return &cms.Error{
		Operation: "Discover", Method: http.MethodGet, Path: "/", Reason: reason, Hint: a.Line(),
		Go: strings.ReplaceAll(a.Go, "connect.Discover", ""),
	}
}

// findRoot returns the root that the Link headers or the head of a page name, or nil.
func findRoot(page *url.URL, header http.Header, body []byte) *url.URL {
	for _, href := range []string{headerLink(header), elementLink(body)} {
		if href == "" {
			continue
		}
		if u, err := page.Parse(href); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil {
			u.Fragment = ""
			return u
		}
	}
	return nil
}

// stays reports whether discovery follows a redirect. With anyPort, a redirect from http to https
// on the same host may change the port. That is safe, because discovery sends no secrets.
func (d *discovery) stays(from, to *url.URL) bool {
	if sameSite(from, to) {
		return true
	}
	return d.anyPort && from.Scheme == "http" && to.Scheme == "https" && to.User == nil &&
		transport.Host(from) == transport.Host(to)
}

// sameSite reports whether discovery may go from the address from to the address to. Both must have
// the same host, apart from "www.", and the same scheme and port. A change from http to https on the
// usual ports is allowed, too.
func sameSite(from, to *url.URL) bool {
	if to.Scheme != "http" && to.Scheme != "https" || to.User != nil || to.Hostname() == "" {
		return false
	}
	bare := func(u *url.URL) string { return strings.TrimPrefix(transport.Host(u), "www.") }
	if bare(from) != bare(to) {
		return false
	}
	if from.Scheme == to.Scheme {
		return from.Port() == to.Port()
	}
	return from.Scheme == "http" && (from.Port() == "" || from.Port() == "80") && (to.Port() == "" || to.Port() == "443")
}

// secured returns the address to. If from has https, and to is the same host with http on port 80,
// the result has https and the port of from. WordPress writes its addresses with http if only a
// proxy in front of WordPress has https.
func secured(from, to *url.URL) *url.URL {
	if from.Scheme != "https" || to.Scheme != "http" || to.Port() != "" && to.Port() != "80" ||
		transport.Host(from) != transport.Host(to) {
		return to
	}
	secure := *to
	secure.Scheme, secure.Host = from.Scheme, from.Host
	return &secure
}
