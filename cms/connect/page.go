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
	maxHops = 10        // redirects from the given address to a page of the site
	maxPage = 512 << 10 // how much of a page is searched for its link
)

// readPage follows redirects from a page to its final address and finds the root in it.
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
	body, _ := io.ReadAll(io.LimitReader(resp.Stream, maxPage)) // a page that is cut short may still have the link
	return body
}

// unanswered returns the error of a page that could not be read.
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

// advised returns the error of a call as an error of Discover.
func advised(e *cms.Error) *cms.Error {
	own := *e
	own.Operation, own.Go = "Discover", "" // the hint advises to use Discover
	return &own
}

// wantsLogin reports whether an error is from the REST API itself: it contains its
// status in addition to the code, which errors of gateways do not.
func wantsLogin(e *cms.Error) bool {
	var data struct {
		Status int `json:"status"`
	}
	if e.Status != http.StatusUnauthorized && e.Status != http.StatusForbidden || numeric(e.Code) {
		return false
	}
	return cms.Unmarshal(e.Data, &data) == nil && data.Status == e.Status
}

// numeric reports whether a code is a number or empty: such codes are from a gateway.
func numeric(code cms.ErrorCode) bool { return strings.Trim(string(code), "0123456789") == "" }

// mislaid returns the error of a discovery if no single response explains it.
func mislaid(reason error, a advice.Advice) *cms.Error {
	return &cms.Error{
		Operation: "Discover", Method: http.MethodGet, Path: "/", Reason: reason, Hint: a.Line(),
		Go: strings.ReplaceAll(a.Go, "connect.Discover", ""),
	}
}

// findRoot finds the root in the Link headers, or in the head of a page.
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

// stays reports whether a discovery follows a redirect. It may change the port, because a
// discovery sends no secrets.
func (d *discovery) stays(from, to *url.URL) bool {
	if sameSite(from, to) {
		return true
	}
	return d.anyPort && from.Scheme == "http" && to.Scheme == "https" && to.User == nil &&
		transport.Host(from) == transport.Host(to)
}

// sameSite reports whether discovery may go from one address to another: the
// same host and port, or from http to https, with or without www.
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

// secured returns the address to over https if from has https and the same host, and to the port of http.
// WordPress writes such addresses if only a proxy before it has https.
func secured(from, to *url.URL) *url.URL {
	if from.Scheme != "https" || to.Scheme != "http" || to.Port() != "" && to.Port() != "80" ||
		transport.Host(from) != transport.Host(to) {
		return to
	}
	secure := *to
	secure.Scheme, secure.Host = from.Scheme, from.Host
	return &secure
}
