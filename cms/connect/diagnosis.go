package connect

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Cause is why a site does not do what it is asked for, as [Diagnose]
// names it.
type Cause string

// The causes that [Diagnose] tells apart, from the network to the user.
const (
	// CauseUnreachable means no connection: no such host, refused, no valid certificate, no answer in time.
	CauseUnreachable Cause = "unreachable"
	// CauseMoved means the site sends its callers to another address.
	CauseMoved Cause = "moved"
	// CauseUnavailable means the site, or what it stands behind, is down or being updated.
	CauseUnavailable Cause = "unavailable"
	// CauseRateLimited means the site has had too many requests.
	CauseRateLimited Cause = "rate limited"
	// CauseFirewall means a page of something in front of the site, in place of an answer.
	CauseFirewall Cause = "firewall"
	// CauseWrongAddress means nothing at the address has a content interface.
	CauseWrongAddress Cause = "wrong address"
	// CausePermalinks means the interface is reached by a query alone: the site's
	// permalinks are off, or its server does not rewrite addresses.
	CausePermalinks Cause = "permalinks off"
	// CausePrefix means the site spells the content system's own prefix otherwise.
	CausePrefix Cause = "wrong prefix"
	// CauseRoot means the interface has a root of another name.
	CauseRoot Cause = "wrong root"
	// CauseClosed means the interface is switched off, or open to known users alone.
	CauseClosed Cause = "closed"
	// CausePHPErrors means PHP prints errors into the answers. As long as the JSON
	// behind them is whole, the client reads it all the same.
	CausePHPErrors Cause = "PHP errors in the output"
	// CauseCredentials means the source of credentials gave none.
	CauseCredentials Cause = "no credentials"
	// CauseInsecureHTTP means the site takes application passwords over https only.
	CauseInsecureHTTP Cause = "application passwords refused over http"
	// CausePasswordsOff means the site offers no application passwords, or says that
	// they are switched off for the user.
	CausePasswordsOff Cause = "application passwords switched off"
	// CauseHeaderDropped means the Authorization header does not reach the site.
	CauseHeaderDropped Cause = "Authorization header stripped"
	// CauseHeaderRefused means requests with an Authorization header are refused,
	// before the site, and the same ones without it are not.
	CauseHeaderRefused Cause = "Authorization header refused"
	// CauseUsersClosed means the site does not say who its users are, though it
	// knows this one: calls of posts work.
	CauseUsersClosed Cause = "users routes closed"
	// CauseWrongPassword means the site accepts no such password for this user: it is
	// wrong, or application passwords are switched off for the user.
	CauseWrongPassword Cause = "wrong password"
	// CauseUnknownUser means the site takes our credentials for none, and it could
	// not be found out whether they are wrong or do not arrive.
	CauseUnknownUser Cause = "wrong password or Authorization header stripped"
	// CauseCapability means the site knows the user, who may not do what is needed.
	CauseCapability Cause = "user without the capability"
	// CauseMethods means DELETE does not get through to the site, and probably PUT
	// and PATCH do not either.
	CauseMethods Cause = "methods blocked"
	// CauseUnknown means a failure of another kind: see the error.
	CauseUnknown Cause = "unknown"
)

// Finding is something that is wrong with a site, or with how it is called.
type Finding struct {
	Cause  Cause
	Detail string // what was seen
	Remedy string // what to do
	Err    error  `json:"-"` // of the probe that showed it, nil if it was answered
}

// Probe is a question that [Diagnose] asked.
type Probe struct {
	Question string // "does the interface answer?"
	Method   string
	Path     string // below the root, "" for the root itself; "/" and more below the site
	Status   int    // 0 for no answer
	OK       bool   // the answer was as it should be
}

// Diagnosis is what [Diagnose] found out. Print it: String is a report.
type Diagnosis struct {
	// Findings are in the order of the ladder, so that the first is what to mend
	// first. There is none if all is well.
	Findings []Finding
	Probes   []Probe       // in the order in which they were made
	Index    *cms.Index    // what the site says of itself, nil if it was not reached
	Identity *cms.Identity // who the site takes us for, nil for nobody
	// Lacks are those of the needed capabilities that the user does not have.
	Lacks []string
}

// OK reports that nothing was found.
func (d *Diagnosis) OK() bool { return len(d.Findings) == 0 }

// Cause is that of the first finding, "" if there is none.
func (d *Diagnosis) Cause() Cause {
	if d.OK() {
		return ""
	}
	return d.Findings[0].Cause
}

// Has reports that a cause is among the findings.
func (d *Diagnosis) Has(cause Cause) bool {
	for _, f := range d.Findings {
		if f.Cause == cause {
			return true
		}
	}
	return false
}

// String is a report for people: a line for each probe and each finding. Texts of the
// site are printable, and long ones cut.
func (d *Diagnosis) String() string {
	var b strings.Builder
	short := func(text string) string { return transport.Line(text, transport.MaxText) }
	for _, p := range d.Probes {
		mark := "no "
		if p.OK {
			mark = "yes"
		}
		fmt.Fprintf(&b, "%s  %s (%s %s: %d)\n", mark, short(p.Question), short(p.Method), short(p.Path), p.Status)
	}
	if d.Identity != nil {
		fmt.Fprintf(&b, "The site takes us for %s (user %d, %s).\n", short(d.Identity.Username), d.Identity.ID, short(strings.Join(d.Identity.Roles, ", ")))
	}
	for _, f := range d.Findings {
		fmt.Fprintf(&b, "%s: %s %s\n", short(string(f.Cause)), sentence(f.Detail), sentence(f.Remedy))
	}
	if d.OK() {
		b.WriteString("Nothing is wrong.\n")
	}
	return b.String()
}

// sentence ends a text that may end with the words of a site.
func sentence(text string) string {
	if text = transport.Line(text, transport.MaxReason-transport.MaxText); text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}
