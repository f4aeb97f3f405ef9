package connect

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
)

// examination is the state of a Diagnose.
type examination struct {
	Diagnosis
	c       *cms.Client
	site    *url.URL            // the address of the site
	root    *url.URL            // the root of the REST API
	login   transport.Authorize // nil if the client has no credentials
	may     bool                // requests may carry a login, also one of middleware
	visitor *cms.Client         // without credentials
	needs   []string
	noise   string // text before JSON
}

func examine(site *cms.Client, needs []string) *examination {
	if len(needs) == 0 {
		needs = []string{"edit_posts"}
	}
	home, _ := url.Parse(site.Site()) // a client has valid addresses
	root, _ := url.Parse(site.Root())
	visitor, _ := site.With(cms.WithoutCredentials()) // this never fails
	sender := senderOf(site)
	return &examination{c: site, site: home, root: root, login: sender.Authorize(), may: sender.MayLogIn(),
		visitor: visitor, needs: needs}
}

func (x *examination) find(cause Cause, detail, remedy string, err error) {
	x.Findings = append(x.Findings, Finding{
		Cause: cause, Err: err,
		Detail: transport.Line(detail, transport.MaxReason),
		Remedy: transport.Line(remedy, transport.MaxReason),
	})
}

// ask sends one request and records it.
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
		Question: question, Method: r.Method, Path: spelled(c, r.Path), Status: response.Status, OK: err == nil,
	})
	x.noise = cmp.Or(x.noise, strings.TrimSpace(response.Noise))
	if err == nil {
		return v, nil
	}
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		e = &cms.Error{Operation: "Diagnose", Method: r.Method, Path: r.Path, Reason: err}
	}
	return nil, e
}

// spelled returns a route with the prefix of a client.
func spelled(c *cms.Client, route string) string {
	if rest, ok := strings.CutPrefix(route, specPrefix+"/"); ok {
		return c.Prefix() + "/" + rest
	}
	return route
}

func (x *examination) index(ctx context.Context, c *cms.Client, question string) (*cms.Index, *cms.Error) {
	return ask(ctx, x, c, question, cms.Request[cms.Index]{}, "name", "url", "home", "namespaces", "authentication")
}

// explain finds the cause of a failed request.
func (x *examination) explain(err *cms.Error) {
	cause, remedy := classify(err)
	own := *err
	if strings.Contains(own.Hint, "connect.Diagnose") { // this is a diagnosis
		own.Hint = ""
	}
	x.find(cause, strings.TrimPrefix(own.Error(), "cms: Diagnose "), remedy, err)
}

// classify derives the cause from a response; it returns CauseWrongAddress if nothing
// else fits.
func classify(err *cms.Error) (cause Cause, remedy string) {
	page := webpage.Unknown
	if errors.Is(err, cms.ErrNotREST) {
		page = webpage.Of(err.Status, err.Body)
	}
	switch {
	case errors.Is(err, cms.ErrRedirected):
		return CauseMoved, "Use the address that the site names, with its scheme, host and folder"
	case errors.Is(err, cms.ErrInvalidArgument): // from WithCheckedArguments: another cause
	case err.Status == 0:
		return CauseUnreachable, unreachable(err)
	case page == webpage.Failed || err.Code == cms.CodeInternalError:
		return CausePHPErrors,
			"The log of the site's server names the failing program; often it is the plugin that was changed last"
	case errors.Is(err, cms.ErrRateLimited):
		return CauseRateLimited, "Wait, and use WithLimiter"
	case page == webpage.Login:
		return CauseClosed, "The site requires a login for every page: exempt its REST API"
	case err.Code == "" && err.Status == http.StatusUnauthorized:
		return CauseClosed, "The web server requires a login of its own: exempt the REST API from it"
	case page == webpage.Firewall,
		err.Code == "" && (err.Status == http.StatusForbidden || err.Status == http.StatusNotAcceptable):
		return CauseFirewall,
			"Ask the administrator of the site or its firewall to allow this machine and User-Agent"
	case err.Status >= 500:
		return CauseUnavailable, "Wait; if it lasts, read the log of the site's server"
	case errors.Is(err, cms.ErrNotREST) || errors.Is(err, cms.ErrNoRoute):
		return CauseWrongAddress, "Use the address of the site's home page"
	}
	return CauseUnknown, "See the error"
}

// unreachable returns the remedy if there was no response.
func unreachable(err error) string {
	_, unknown := errors.AsType[*net.DNSError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case unknown:
		return "Check the host in the address: the name does not exist"
	case untrusted:
		return "The certificate of the site is not valid for its address: renew it, or check the address"
	case errors.Is(err, http.ErrSchemeMismatch):
		return "The server does not speak https on this port: check the scheme and the port"
	}
	return "Check host and port in the address, whether the site is up, and whether a firewall or proxy blocks it"
}
