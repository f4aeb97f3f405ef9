package cmstest

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Fault is something that goes wrong with some requests, see [Server.Fail]. Fields can be
// combined. The zero Fault matches every request and changes nothing.
//
// With Status, Body or [CutAnswer] the site does not see the request at all, unless
// Processed is set. With any other field the site handles the request as usual, and
// only the response is changed.
type Fault struct {
	// Method is the HTTP method of the requests that the fault matches; "" matches all
	// methods.
	Method string
	// Route is the route of the requests, with the prefix of the site: "/cms/v2/posts" or
	// "/cms/v2/posts/{id}". A name in braces matches any text without a slash. "" matches
	// all requests, including those outside the REST API and those to unknown routes. The
	// items of a batch are not matched, only the batch as a whole.
	Route string
	// Skip is the number of matching requests that are served as usual before the fault
	// applies.
	Skip int
	// Times is the number of requests that the fault then applies to; 0 is no limit.
	Times int

	// Processed makes the site carry out the request before the response is replaced or
	// lost.
	Processed bool
	// Delay is the time before the response is sent. The delay ends early if the client
	// cancels the request or the server is closed.
	Delay time.Duration

	// Status replaces the response. It is from 200 to 599. With a Code, the response is a
	// JSON error with Code and Message. Without one, it is an HTML page, as a proxy sends
	// it.
	Status  int
	Code    string
	Message string
	// RetryAfter adds a header Retry-After in seconds, rounded up. RetryAt adds one with a
	// date.
	RetryAfter time.Duration
	RetryAt    time.Time
	// Body replaces the body, with the status 200 if there is no Status. Its
	// Content-Type is JSON by default.
	Body []byte
	// Header replaces headers of the response. Drop removes the headers with these
	// names: "X-CMS-Total".
	Header http.Header
	Drop   []string

	// Before and After are put around the body: see [Notice] and [BOM].
	Before, After string
	// Truncate shortens the body to that number of bytes. 0 does not shorten it.
	// Content-Length is the shortened length, so the response is complete, but the JSON is
	// not.
	Truncate int

	// Cut closes the connection.
	Cut Cut
	// Sent is how many bytes of the body arrive before a Stall or a [CutBody].
	Sent int
	// Stall is a pause in the middle of the body.
	Stall time.Duration
}

// Cut sets where the server closes the connection.
type Cut int

const (
	// CutNothing does not close the connection.
	CutNothing Cut = iota
	// CutAnswer closes the connection before the response. The client still receives a
	// status line, and no header. These bytes keep net/http from retrying the request
	// by itself. Without them it retries a GET if the connection was used before. Your
	// program would then not see the fault.
	CutAnswer
	// CutBody closes the connection after Sent bytes of the body. The header Content-Length
	// has the full length.
	CutBody
)

// Texts that a broken site may send before the JSON. Use them as [Fault].Before.
const (
	// Notice is a warning that PHP prints because of a mistake in a plugin.
	Notice = "<br />\n<b>Warning</b>:  Undefined variable $font in <b>/srv/site/plugin.php</b> on line <b>7</b><br />\n"
	// BOM is a byte order mark, from a file that was saved with one.
	BOM = "\ufeff"
)

// Maintenance returns the response of a site during an update: status 503, code "wp_die" and a
// Retry-After of ten minutes.
func Maintenance() Fault {
	return Fault{Status: http.StatusServiceUnavailable, Code: "wp_die", Message: "The site is being updated.",
		RetryAfter: 10 * time.Minute}
}

// TooMany returns the response of a rate limiter: status 429 with a Retry-After.
func TooMany(wait time.Duration) Fault {
	return Fault{Status: http.StatusTooManyRequests, Code: "rate_limited", Message: "There were too many requests.",
		RetryAfter: wait}
}

// Redirection redirects to location, with a status such as 301 or 302.
func Redirection(status int, location string) Fault {
	return Fault{Status: status, Body: []byte{}, Header: http.Header{
		"Location": {location}, "Content-Type": {"text/html; charset=UTF-8"}, "X-Redirect-By": {"WordPress"},
	}}
}

// HTMLPage replaces the response with an HTML page with the status 200, such as a login page or a
// "please wait" page of a proxy.
func HTMLPage(title string) Fault {
	return Fault{Body: htmlPage(title), Header: http.Header{"Content-Type": {"text/html; charset=UTF-8"}}}
}

type activeFault struct {
	Fault
	seen, hits int
}

func (f *Fault) problem() string {
	switch {
	case f.Status != 0 && (f.Status < 200 || f.Status > 599):
		return fmt.Sprintf("%d is no status of a response", f.Status)
	case f.Route != "" && f.Route[0] != '/':
		return fmt.Sprintf("the route %q does not begin with a slash", f.Route)
	case f.Code != "" && f.Status == 0:
		return "a Code needs a Status"
	case min(f.Skip, f.Times, f.Truncate, f.Sent) < 0 || min(f.Delay, f.RetryAfter, f.Stall) < 0:
		return "a number is negative"
	case f.Cut < CutNothing || f.Cut > CutBody:
		return fmt.Sprintf("%d is no Cut", f.Cut)
	}
	return ""
}

// replaces reports whether the fault discards the response of the site.
func (f *Fault) replaces() bool { return f.Status != 0 || f.Body != nil || f.Cut == CutAnswer }

func (f *Fault) reply(r *http.Request, answer *reply) *reply {
	switch {
	case f.Status != 0 && f.Body == nil:
		answer = f.envelope(r)
	case f.Status != 0 || f.Body != nil:
		answer = typed(f.Status, "application/json; charset=UTF-8", f.Body)
		if f.Status == 0 {
			answer.status = http.StatusOK
		}
	}
	header := http.Header{}
	for name, list := range answer.header {
		header[http.CanonicalHeaderKey(name)] = list
	}
	if f.RetryAfter > 0 {
		header.Set("Retry-After", strconv.FormatFloat(math.Ceil(f.RetryAfter.Seconds()), 'f', -1, 64))
	}
	if !f.RetryAt.IsZero() {
		header.Set("Retry-After", f.RetryAt.UTC().Format(http.TimeFormat))
	}
	for name, list := range f.Header {
		header[http.CanonicalHeaderKey(name)] = list
	}
	for _, name := range f.Drop {
		header.Del(name)
	}
	var body []byte
	if r.Method != http.MethodHead && answer.status != http.StatusNoContent && answer.status != http.StatusNotModified {
		body = []byte(f.Before + string(answer.body) + f.After)
	}
	if f.Truncate > 0 {
		body = body[:min(f.Truncate, len(body))]
	}
	return &reply{status: answer.status, header: header, body: body}
}

// envelope returns an error response with the status of the fault. The body is JSON if the fault
// has a Code, and HTML otherwise. For the code "wp_die" the body is JSON only if the request asks
// for JSON.
func (f *Fault) envelope(r *http.Request) *reply {
	header := http.Header{"Content-Type": {"application/json; charset=UTF-8"}}
	// An error with a code comes from the site, so it has the headers of the site. An error without
	// a code comes from a proxy.
	if f.Code != "" {
		noCache(header)
	}
	asksJSON := strings.Contains(r.Header.Get("Accept"), "json") || strings.Contains(r.Header.Get("Content-Type"), "json")
	if f.Code == "" || f.Code == "wp_die" && !asksJSON {
		title := f.Message
		if title == "" {
			title = fmt.Sprintf("%d %s", f.Status, http.StatusText(f.Status))
		}
		header.Set("Content-Type", "text/html; charset=UTF-8")
		return &reply{status: f.Status, header: header, body: htmlPage(title)}
	}
	body := php.Object{{"code", f.Code}, {"message", f.Message}, {"data", php.Object{{"status", f.Status}}}}
	if f.Code == "wp_die" {
		body.Add("additional_errors", []any{})
	}
	return &reply{status: f.Status, header: header, body: php.AppendJSON(nil, body)}
}
