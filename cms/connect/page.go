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

// readPage follows redirects from a page to its final address and finds the root in it.
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

// unanswered returns the error of a page that could not be read.
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

// elsewhere describes the target of a redirect that is not followed, without the query.
func elsewhere(location string) string {
	u := transport.Target(nil, location)
	if u == nil {
		return "the redirect has no usable address"
	}
	return "to " + u.String() + finalAddress
}

// finalAddress is the remedy for a redirect that a discovery does not follow.
const finalAddress = "; use the site's final address (scheme, host, www, trailing slash) if that is correct"

// advised returns an error of a call with a hint for a discovery: the hints of cms
// advise to use one.
func advised(e *cms.Error) *cms.Error {
	own := *e
	own.Operation = "Discover"
	switch kind := webpage.Of(e.Status, e.Body); {
	case errors.Is(e, cms.ErrRedirected):
		to, _, _ := strings.Cut(e.Hint, ";")
		own.Hint = to + finalAddress
	case !errors.Is(e, cms.ErrNotREST):
	case kind == webpage.OfSite || kind == webpage.Missing:
		own.Hint = "no REST API was found from this address: use that of the site's home page, or pass a known root to " +
			"New by WithRoot"
	default:
		own.Hint = kind.Hint()
	}
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

// mislaid returns an error of a discovery that has no single response.
func mislaid(reason error, hint string) *cms.Error {
	return &cms.Error{Operation: "Discover", Method: http.MethodGet, Path: "/", Reason: reason, Hint: hint}
}

// findRoot finds the root in the Link headers, or in the head of a page.
func findRoot(page *url.URL, resp *transport.Response) *url.URL {
	var body []byte
	if resp.Stream != nil {
		defer resp.Stream.Close()
		body, _ = io.ReadAll(io.LimitReader(resp.Stream, maxPage)) // a page that is cut short may still have the link
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
