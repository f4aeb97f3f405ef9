package connect

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Cause is the reason why calls to a site fail, as found by [Diagnose].
type Cause string

// The values of Cause, in the order in which Diagnose checks: from the network to the user.
const (
	// CauseUnreachable: there was no connection, or no response. The host is unknown,
	// refused the connection, or did not respond in time.
	CauseUnreachable Cause = "unreachable"
	// CauseCertificate: the certificate of the site has expired, is for another host, or is
	// signed by an authority that this machine does not know.
	CauseCertificate Cause = "certificate"
	// CauseMoved: the site redirects to another address.
	CauseMoved Cause = "moved"
	// CauseUnavailable: the site or its proxy is down or under maintenance.
	CauseUnavailable Cause = "unavailable"
	// CauseRateLimited: the site received too many requests.
	CauseRateLimited Cause = "rate limited"
	// CauseNotInstalled: WordPress shows its installation page.
	CauseNotInstalled Cause = "not installed"
	// CauseServerPassword: the web server in front of WordPress asks for a password of its
	// own, or refused the one that was sent.
	CauseServerPassword Cause = "password of the web server"
	// CauseTooLarge: a request was larger than the host allows.
	CauseTooLarge Cause = "too large"
	// CauseStatusChanged: a response holds what was requested, with the status of an error.
	CauseStatusChanged Cause = "status changed"
	// CauseValueTooLong: a value does not fit into the database of the site.
	CauseValueTooLong Cause = "value too long"
	// CauseFirewall: the response is a page of a firewall or proxy.
	CauseFirewall Cause = "firewall"
	// CauseWrongAddress: no site with this REST API is at the address.
	CauseWrongAddress Cause = "wrong address"
	// CausePermalinks: the REST API responds only at addresses with ?rest_route=. The
	// permalinks of the site are off, or its server does not rewrite addresses.
	CausePermalinks Cause = "permalinks off"
	// CausePrefix: the site has another prefix.
	CausePrefix Cause = "wrong prefix"
	// CauseRoot: the root of the REST API has another name.
	CauseRoot Cause = "wrong root"
	// CauseClosed: the REST API is off, or open only to known users.
	CauseClosed Cause = "closed"
	// CausePHPErrors: PHP prints errors into the responses. The client still reads
	// responses whose JSON is complete.
	CausePHPErrors Cause = "PHP errors in the output"
	// CauseCredentials: the source of credentials returned an error.
	CauseCredentials Cause = "no credentials"
	// CauseInsecureHTTP: the site accepts application passwords only over https.
	CauseInsecureHTTP Cause = "application passwords refused over http"
	// CausePasswordsOff: application passwords are off for the site or for the user.
	CausePasswordsOff Cause = "application passwords switched off"
	// CauseHeaderDropped: the Authorization header does not reach the site.
	CauseHeaderDropped Cause = "Authorization header stripped"
	// CauseHeaderRefused: requests with an Authorization header are rejected before
	// they reach the site. Requests without this header reach it.
	CauseHeaderRefused Cause = "Authorization header refused"
	// CauseUsersClosed: the site knows the user, but rejects requests to cms/v2/users.
	// Requests to cms/v2/posts work.
	CauseUsersClosed Cause = "users routes closed"
	// CauseWrongPassword: the password is wrong, or application passwords are off for
	// the user.
	CauseWrongPassword Cause = "wrong password"
	// CauseUnknownUser: the site treats the request as anonymous. Either the credentials
	// are wrong, or they do not arrive.
	CauseUnknownUser Cause = "wrong password or Authorization header stripped"
	// CauseTokenRefused: the site, or a plugin, refuses the token or the session: it is
	// expired, malformed or unknown.
	CauseTokenRefused Cause = "token refused"
	// CauseTokenIgnored: the site treats requests with the token, or with the login of
	// middleware, a Jar or a transport, as anonymous. No plugin checks it, it has expired,
	// or it does not arrive. A session without its nonce is ignored too.
	CauseTokenIgnored Cause = "login ignored"
	// CauseCapability: the site knows the user, but the user lacks a capability.
	CauseCapability Cause = "user without the capability"
	// CauseMethods: DELETE does not reach the site. PUT and PATCH probably do not reach
	// it either.
	CauseMethods Cause = "methods blocked"
	// CauseUnknown: none of the above. The error of the request is in [Finding].Err.
	CauseUnknown Cause = "unknown"
)

// Finding is a problem of a site, or of the client's settings.
type Finding struct {
	Cause  Cause
	Detail string // what was seen
	Remedy string // how to solve the problem
	Go     string // the Go code that does it; "" if Go code cannot help
	// Err is the error of the request that showed the problem. It is nil if no request
	// failed: the user may lack a capability.
	Err error `json:"-"`
}

// Probe is a check of [Diagnose] or [DiagnoseAddress].
type Probe struct {
	Question string // "does the REST API respond with JSON?"
	Method   string
	// Path is relative to the root of the REST API, "" for the root itself. A Path with a
	// leading "/" is relative to the site: "/xmlrpc.php", "/index.php?rest_route=/". While
	// DiagnoseAddress searches, it is a whole address.
	Path   string
	Status int  // 0 if there was no response
	OK     bool // the response was as expected
}

// Diagnosis is the result of [Diagnose] or [DiagnoseAddress]. Its method String returns it as a report to
// print.
type Diagnosis struct {
	// Findings are in the order of the checks; fix the first one first. Findings is
	// empty if there is no problem.
	Findings []Finding
	Probes   []Probe       // in order
	Site     string        // the address of the site, for [cms.New]; "" if [DiagnoseAddress] found none
	Index    *cms.Index    // the index of the site, nil if it was not reached
	Identity *cms.Identity // the user, nil if anonymous
	// Lacks are the needed capabilities that the user does not have.
	Lacks []string
}

// OK reports whether there are no findings.
func (d *Diagnosis) OK() bool { return len(d.Findings) == 0 }

// Cause returns the cause of the first finding, "" if there is none.
func (d *Diagnosis) Cause() Cause {
	if d.OK() {
		return ""
	}
	return d.Findings[0].Cause
}

// Has reports whether a cause is among the findings.
func (d *Diagnosis) Has(cause Cause) bool {
	for _, f := range d.Findings {
		if f.Cause == cause {
			return true
		}
	}
	return false
}

// String returns a report: a line for each probe and each finding, and a line of Go code
// after a finding that has one. Unprintable
// characters in texts of the site are replaced or left out. Long texts are shortened.
func (d *Diagnosis) String() string {
	var b strings.Builder
	short := func(text string) string { return transport.Line(text, transport.MaxText) }
	for _, p := range d.Probes {
		mark := "no "
		if p.OK {
			mark = "yes"
		}
		status := "no response"
		if p.Status != 0 {
			status = strconv.Itoa(p.Status)
		}
		fmt.Fprintf(&b, "%s  %s (%s %s: %s)\n", mark, short(p.Question), short(p.Method), cmp.Or(short(p.Path), "index"),
			status)
	}
	if d.Identity != nil {
		fmt.Fprintf(&b, "The site knows you as %s (user %d, %s).\n", short(d.Identity.Username), d.Identity.ID,
			short(strings.Join(d.Identity.Roles, ", ")))
	}
	for _, f := range d.Findings {
		fmt.Fprintf(&b, "%s: %s %s\n", short(string(f.Cause)), sentence(f.Detail), sentence(f.Remedy))
		if f.Go != "" {
			fmt.Fprintf(&b, "  in Go: %s\n", transport.Line(f.Go, transport.MaxReason))
		}
	}
	if d.OK() {
		b.WriteString("Nothing is wrong.\n")
	}
	return b.String()
}

// sentence adds a full stop to a text, unless the text ends with a full stop, "!" or "?".
func sentence(text string) string {
	if text = transport.Line(text, transport.MaxReason-transport.MaxText); text == "" ||
		strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}
