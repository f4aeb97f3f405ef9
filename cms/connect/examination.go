package connect

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// examination is the state of one call of Diagnose or DiagnoseAddress.
type examination struct {
	Diagnosis
	c     *cms.Client
	site  *url.URL            // the address of the site
	root  *url.URL            // the root of the REST API
	login transport.Authorize // nil if the client has no credentials
	// may means that requests may carry a login, which the client, middleware, a Jar or a transport adds.
	may     bool
	visitor *cms.Client // a client without credentials
	user    string      // user name in the login; "" if not known
	gate    bool        // requests carry a login for a server in front of the site
	needs   []string
	noise   string // text before the JSON of a response, such as PHP errors
	seen    map[*cms.Error]*advice.Seen
}

func examine(site *cms.Client, needs []string) *examination {
	if len(needs) == 0 {
		needs = []string{"edit_posts"}
	}
	home, _ := url.Parse(site.Site()) // a client has valid addresses
	root, _ := url.Parse(site.Root())
	visitor, _ := site.With(cms.WithoutCredentials()) // With never fails with this option
	sender := senderOf(site)
	return &examination{c: site, site: home, root: root, login: sender.Authorize(), may: sender.MayLogIn(),
		gate: sender.HasGate(), visitor: visitor, needs: needs, seen: map[*cms.Error]*advice.Seen{}}
}

// report adds a finding with the texts of the advice a. The parameter err is the error that showed
// the problem, or nil.
func (x *examination) report(a advice.Advice, err error) {
	x.Findings = append(x.Findings, Finding{
		Cause: Cause(a.Cause), Err: err, Go: a.Go,
		Detail: transport.Line(a.Means, transport.MaxReason),
		Remedy: transport.Line(capital(a.Do), transport.MaxReason),
	})
}

// find adds a finding with the texts of a row in the table of advice. The parameter row is the name
// of the row. values are pairs: the name of a placeholder, and the text to put there. failed is the
// error that showed the problem, or nil.
func (x *examination) find(row string, failed *cms.Error, values ...string) {
	named := map[string]string{}
	for i := 0; i+1 < len(values); i += 2 {
		named[values[i]] = values[i+1]
	}
	var err error // nil if failed is nil: an error that holds a nil *cms.Error is not nil
	if failed != nil {
		err = failed
	}
	x.report(advice.For(row, x.seen[failed], named), err)
}

// capital returns a text with a capital first letter.
func capital(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return string(text[0]-'a'+'A') + text[1:]
}

// ask sends one request and records it as a probe.
func ask[T any](
	ctx context.Context, x *examination, c *cms.Client, question string, r cms.Request[T], fields ...string,
) (*T, *cms.Error) {
	r.Operation, r.Method = "Diagnose", cmp.Or(r.Method, http.MethodGet)
	var response cms.Response
	options := []cms.CallOption{cms.Attempts(2), cms.Capture(&response)}
	if len(fields) > 0 {
		options = append(options, cms.Fields(fields...))
	}
	v, err := cms.Do(ctx, c, r, options...)
	x.Probes = append(x.Probes, Probe{
		Question: question, Method: r.Method, Path: x.shown(c, r.Path), Status: response.Status, OK: err == nil,
	})
	x.noise = cmp.Or(x.noise, strings.TrimSpace(response.Noise))
	if err == nil {
		return v, nil
	}
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		e = &cms.Error{Operation: "Diagnose", Method: r.Method, Path: r.Path, Reason: err}
	}
	x.seen[e] = saw(e, c, spelled(c, r.Path), response.Header)
	x.seen[e].Gate = x.gate
	return nil, e
}

// saw returns the facts about a failed request that the table of advice needs to find a row.
func saw(e *cms.Error, c *cms.Client, path string, header http.Header) *advice.Seen {
	at, _ := url.Parse(c.Root()) // a client has valid addresses
	if query := at.Query(); query.Has("rest_route") {
		query.Set("rest_route", query.Get("rest_route")+path)
		at.RawQuery = query.Encode()
	} else {
		at.Path += path
	}
	return &advice.Seen{
		Method: e.Method, Address: at, Route: path, Status: e.Status, Code: string(e.Code), Message: e.Message,
		Header: header, Body: e.Body, Reason: e.Reason, Wait: e.RetryAfter, Prefix: c.Prefix(),
	}
}

// shown returns the route of a request as a probe shows it. If c has another root than the
// examined client, the route begins with the path of that root.
func (x *examination) shown(c *cms.Client, route string) string {
	if c.Root() == x.c.Root() {
		return spelled(c, route)
	}
	return "/" + strings.TrimPrefix(strings.TrimPrefix(c.Root(), x.c.Site()), "/") + spelled(c, route)
}

// spelled returns a route as c sends it: with the prefix of c instead of the prefix "cms".
func spelled(c *cms.Client, route string) string {
	if rest, ok := strings.CutPrefix(route, specPrefix+"/"); ok {
		return c.Prefix() + "/" + rest
	}
	return route
}

func (x *examination) index(ctx context.Context, c *cms.Client, question string) (*cms.Index, *cms.Error) {
	return ask(ctx, x, c, question, cms.Request[cms.Index]{}, "name", "url", "home", "namespaces", "authentication")
}

// explain adds the finding for a failed request.
func (x *examination) explain(err *cms.Error) { x.report(advice.Find(x.seen[err]), err) }
