package connect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
)

const (
	maxHops = 10        // redirects from the given address to a page of the site
	maxPage = 512 << 10 // how much of a page is searched for its link
)

// readPage follows a page to its final address and looks for the root in it.
func readPage(ctx context.Context, sender *transport.Client, page *url.URL) (final, root *url.URL, err error) {
	for range maxHops {
		resp, err := sender.Do(ctx, &transport.Call{
			Operation: "Discover",
			Method:    http.MethodGet,
			URL:       page,
			PerCall:   transport.PerCall{Header: http.Header{"Accept": {"text/html, application/json;q=0.9, */*;q=0.5"}}},
			Repeat:    transport.RepeatSafe,
			Stream:    true,
		})
		if err != nil {
			return nil, nil, unanswered(page, err)
		}
		if resp.URL != nil {
			page = resp.URL
		}
		if resp.Status < 300 || resp.Status >= 400 {
			return page, findRoot(page, resp), nil
		}
		next, err := page.Parse(resp.Header.Get("Location"))
		if err != nil || resp.Header.Get("Location") == "" || !sameSite(page, next) {
			return nil, nil, mislaid(cms.ErrRedirected, elsewhere(resp.Header.Get("Location")))
		}
		page = next
	}
	return nil, nil, mislaid(cms.ErrRedirected, fmt.Sprintf("more than %d redirects", maxHops))
}

// unanswered is the error of a page that did not come.
func unanswered(page *url.URL, err error) *cms.Error {
	e := &cms.Error{Operation: "Discover", Method: http.MethodGet, Path: page.Path, Reason: err}
	if errors.Is(err, http.ErrSchemeMismatch) {
		e.Hint = "the server speaks plain http: try http://" + page.Host + page.EscapedPath()
	}
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		e.Attempts, e.Reason = failure.Attempts, failure.Err
		if failure.Response != nil {
			e.Status = failure.Response.Status
		}
	}
	return e
}

// elsewhere says where a redirect leads that is not followed, without the query.
func elsewhere(location string) string {
	u := transport.Target(nil, location)
	if u == nil {
		return "the redirect names no usable address"
	}
	return "to " + u.String() + finalAddress
}

// finalAddress is what to do about a redirect that a discovery does not follow.
const finalAddress = "; give the site's final address (scheme, host, www, trailing slash) if it is meant"

// advised returns an error of a call with a hint that suits a discovery: those of
// cms advise one.
func advised(e *cms.Error) *cms.Error {
	own := *e
	own.Operation = "Discover"
	switch kind := webpage.Of(e.Status, e.Body); {
	case errors.Is(e, cms.ErrRedirected):
		to, _, _ := strings.Cut(e.Hint, ";")
		own.Hint = to + finalAddress
	case !errors.Is(e, cms.ErrNotREST):
	case kind == webpage.OfSite || kind == webpage.Missing:
		own.Hint = "no interface was found from this address: give that of the site's home page, or a known root to New by WithRoot"
	default:
		own.Hint = kind.Hint()
	}
	return &own
}

// wantsLogin reports that a refusal is the interface's own: it repeats its status
// beside the code, which gateways do not.
func wantsLogin(e *cms.Error) bool {
	var data struct {
		Status int `json:"status"`
	}
	if e.Status != http.StatusUnauthorized && e.Status != http.StatusForbidden || numeric(e.Code) {
		return false
	}
	return cms.Unmarshal(e.Data, &data) == nil && data.Status == e.Status
}

// numeric reports that a code is a number, or that there is none: those are no words
// of the interface, a gateway answers so.
func numeric(code cms.ErrorCode) bool { return strings.Trim(string(code), "0123456789") == "" }

// mislaid is an error of a discovery that no single answer explains.
func mislaid(reason error, hint string) *cms.Error {
	return &cms.Error{Operation: "Discover", Method: http.MethodGet, Path: "/", Reason: reason, Hint: hint}
}

// findRoot looks for the root in the Link headers, then in the head of a page.
func findRoot(page *url.URL, resp *transport.Response) *url.URL {
	var body []byte
	if resp.Stream != nil {
		defer resp.Stream.Close()
		body, _ = io.ReadAll(io.LimitReader(resp.Stream, maxPage)) // a page cut short may hold it all the same
	} else {
		body = resp.Body
	}
	for _, href := range []string{headerLink(resp.Header), elementLink(body)} {
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

// sameSite reports whether discovery may go from one address to another: the
// same host and port, or from http to https, with or without www.
func sameSite(from, to *url.URL) bool {
	if to.Scheme != "http" && to.Scheme != "https" || to.User != nil || to.Hostname() == "" {
		return false
	}
	bare := func(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.") }
	if bare(from) != bare(to) {
		return false
	}
	if from.Scheme == to.Scheme {
		return from.Port() == to.Port()
	}
	return from.Scheme == "http" && (from.Port() == "" || from.Port() == "80") && (to.Port() == "" || to.Port() == "443")
}
