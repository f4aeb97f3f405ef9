package connect

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
)

// examination is a Diagnose on its way.
type examination struct {
	Diagnosis
	c       *cms.Client // never verifies its login first
	site    *url.URL    // as c has it
	root    *url.URL    // of the interface, as c has it
	login   transport.Authorize
	visitor *cms.Client // without credentials
	needs   []string
	noise   string // what stood before JSON
}

func examine(site *cms.Client, needs []string) *examination {
	if len(needs) == 0 {
		needs = []string{"edit_posts"}
	}
	home, _ := url.Parse(site.Site()) // a client was made of addresses that can be parsed
	root, _ := url.Parse(site.Root())
	visitor, _ := site.With(cms.WithoutCredentials()) // which every client can do without
	bare, sender := site.Probe()
	return &examination{c: bare, site: home, root: root, login: sender.Authorize(), visitor: visitor, needs: needs}
}

// climb asks one question after another, until an answer makes the next ones idle.
func (x *examination) climb(ctx context.Context) {
	if x.answers(ctx) && x.spells() && x.serves(ctx) && x.login != nil && x.knowsUs(ctx) && x.allows(ctx) {
		x.takesDelete(ctx)
	}
	if x.noise != "" && !x.Has(CausePHPErrors) {
		x.find(CausePHPErrors, fmt.Sprintf("answers begin with %.200q", x.noise),
			"Mend what the message names, or set display_errors to Off (WP_DEBUG_DISPLAY to false) on the site", nil)
	}
}

func (x *examination) find(cause Cause, detail, remedy string, err error) {
	x.Findings = append(x.Findings, Finding{
		Cause: cause, Detail: transport.Line(detail, transport.MaxReason), Remedy: transport.Line(remedy, transport.MaxReason), Err: err,
	})
}

// ask sends one question and keeps that it was asked.
func ask[T any](ctx context.Context, x *examination, c *cms.Client, question string, r cms.Request[T], fields ...string) (*T, *cms.Error) {
	r.Operation, r.Method = "Diagnose", cmp.Or(r.Method, http.MethodGet)
	var answer cms.Response
	options := []cms.CallOption{cms.Attempts(2), cms.Capture(&answer)}
	if len(fields) > 0 {
		options = append(options, cms.Fields(fields...))
	}
	v, err := cms.Do(ctx, c, r, options...)
	x.Probes = append(x.Probes, Probe{Question: question, Method: r.Method, Path: spelled(c, r.Path), Status: answer.Status, OK: err == nil})
	x.noise = cmp.Or(x.noise, strings.TrimSpace(answer.Noise))
	if err == nil {
		return v, nil
	}
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		e = &cms.Error{Operation: "Diagnose", Method: r.Method, Path: r.Path, Reason: err}
	}
	return nil, e
}

// spelled is a route as a client with a prefix of its own sends it.
func spelled(c *cms.Client, route string) string {
	if rest, ok := strings.CutPrefix(route, specPrefix+"/"); ok {
		return c.Prefix() + "/" + rest
	}
	return route
}

func (x *examination) index(ctx context.Context, c *cms.Client, question string) (*cms.Index, *cms.Error) {
	return ask(ctx, x, c, question, cms.Request[cms.Index]{}, "name", "url", "home", "namespaces", "authentication")
}

// answers is the rung of the interface itself.
func (x *examination) answers(ctx context.Context) bool {
	index, err := x.index(ctx, x.visitor, "does the interface answer?")
	if err == nil && len(index.Namespaces) > 0 {
		x.Index = index
		return true
	}
	if err == nil {
		x.find(CauseWrongAddress, "what answers at "+x.c.Root()+" is JSON, but no index of an interface", "Give the address of the site's home page", nil)
		return false
	}
	if err.Code != cms.CodeNoRoute && (errors.Is(err, cms.ErrUnauthorized) || errors.Is(err, cms.ErrForbidden)) {
		return x.closed(ctx, err)
	}
	if cause, _ := classify(err); cause == CauseWrongAddress {
		return x.elsewhere(ctx, err)
	}
	x.explain(err)
	return false
}

// closed is for an interface that does not answer visitors: it may answer us.
func (x *examination) closed(ctx context.Context, refused *cms.Error) bool {
	if x.login != nil {
		index, err := x.index(ctx, x.c, "does it answer known users?")
		if err == nil {
			x.Index = index
			return true
		}
	}
	x.find(CauseClosed, fmt.Sprintf("the interface answers %d %s: %s", refused.Status, transport.Line(string(refused.Code), transport.MaxText), transport.Line(refused.Message, transport.MaxText)),
		"It is switched off, or open to known users alone: ask whoever runs the site, and check the user and the application password", refused)
	return false
}

// elsewhere looks for the interface where it was not expected.
func (x *examination) elsewhere(ctx context.Context, missing *cms.Error) bool {
	found, err := discover(ctx, x.visitor, "", x.site)
	probe := Probe{Question: "does the home page name another place?", Method: http.MethodGet, Path: "/", OK: err == nil}
	if e, ok := errors.AsType[*cms.Error](err); ok {
		probe.Status = e.Status
	}
	x.Probes = append(x.Probes, probe)
	if err != nil {
		found = x.byQuery(ctx)
	}
	if found != nil && found.prefix == "" {
		found.prefix = x.prefixOf(found.root)
	}
	switch {
	case found == nil:
		x.find(CauseWrongAddress, fmt.Sprintf("there is no interface at %s, nor any that the page at %s names", x.c.Root(), x.c.Site()),
			"Give the address of the site's home page; connect.Discover finds the interface from any page of the site", missing)
	case found.plain:
		x.find(CausePermalinks, "the interface is not at "+x.c.Root()+", but at "+found.root,
			"Switch permalinks on (any structure but Plain) and see that the server rewrites addresses, or use WithRoot(\"index.php?rest_route=/\")", missing)
	case found.prefix != x.c.Prefix():
		x.find(CausePrefix, "the interface is at "+found.root, x.usePrefix(found.prefix, found.root), missing)
	default:
		x.find(CauseRoot, "the interface is not at "+x.c.Root()+", but at "+found.root, fmt.Sprintf("Use WithRoot(%q)", found.root), missing)
	}
	return false
}

// byQuery looks for the interface behind an argument, where the server does not rewrite addresses.
func (x *examination) byQuery(ctx context.Context) *place {
	c, _ := x.visitor.With(cms.WithRoot("index.php?rest_route=/")) // a name that every site may have
	index, failed := x.index(ctx, c, "does it answer to a query?")
	if failed != nil || len(index.Namespaces) == 0 {
		return nil
	}
	return &place{root: c.Root(), plain: true}
}

// spells is the rung of the prefix.
func (x *examination) spells() bool {
	own := x.c.Prefix() + "/v2"
	if slices.Contains(x.Index.Namespaces, own) {
		return true
	}
	for _, other := range []string{"wp", specPrefix} {
		if slices.Contains(x.Index.Namespaces, other+"/v2") {
			x.find(CausePrefix, fmt.Sprintf("the interface has %s/v2, not %s", other, own), x.usePrefix(other, x.c.Root()), nil)
			return false
		}
	}
	x.find(CauseWrongAddress, fmt.Sprintf("the interface has no %s, only %s", own, strings.Join(x.Index.Namespaces, ", ")),
		"Give the address of a site with this interface, and its prefix by WithPrefix", nil)
	return false
}

// prefixOf is the prefix whose root has the name of a root, by default that of the
// client.
func (x *examination) prefixOf(root string) string {
	for _, prefix := range []string{x.c.Prefix(), "wp", specPrefix} {
		if strings.HasSuffix(root, "/"+prefix+"-json/") {
			return prefix
		}
	}
	return x.c.Prefix()
}

// usePrefix is the remedy for a wrong prefix. Another prefix moves the root, unless
// that was named.
func (x *examination) usePrefix(prefix, root string) string {
	if c, err := x.visitor.With(cms.WithPrefix(prefix)); err == nil && c.Root() == root {
		return fmt.Sprintf("Use WithPrefix(%q)", prefix)
	}
	return fmt.Sprintf("Use WithPrefix(%q) and WithRoot(%q)", prefix, root)
}

// serves is the rung of the first list.
func (x *examination) serves(ctx context.Context) bool {
	if x.login != nil {
		return true // known users may be served where visitors are not
	}
	_, err := ask(ctx, x, x.visitor, "does it list posts?", cms.Request[[]cms.Nothing]{Path: "cms/v2/posts", Query: url.Values{"per_page": {"1"}}}, "id")
	if err != nil {
		x.explain(err)
	}
	return err == nil
}

// explain finds the cause of an answer that was no answer.
func (x *examination) explain(err *cms.Error) {
	cause, remedy := classify(err)
	own := *err
	if strings.Contains(own.Hint, "connect.Diagnose") { // this is one
		own.Hint = ""
	}
	x.find(cause, strings.TrimPrefix(own.Error(), "cms: Diagnose "), remedy, err)
}

// classify tells by an answer alone what is wrong; it is CauseWrongAddress if nothing else is.
func classify(err *cms.Error) (cause Cause, remedy string) {
	page := webpage.Unknown
	if errors.Is(err, cms.ErrNotREST) {
		page = webpage.Of(err.Status, err.Body)
	}
	switch {
	case errors.Is(err, cms.ErrRedirected):
		return CauseMoved, "Give the address that the site names, with its scheme, host and folder"
	case errors.Is(err, cms.ErrInvalidArgument): // of a client that checks its arguments: none of these
	case err.Status == 0:
		return CauseUnreachable, unreachable(err)
	case page == webpage.Failed || err.Code == cms.CodeInternalError:
		return CausePHPErrors, "The log of the site's server says which program fails; a plugin that was changed last is often the one"
	case errors.Is(err, cms.ErrRateLimited):
		return CauseRateLimited, "Wait, and use WithLimiter"
	case page == webpage.Login:
		return CauseClosed, "The site asks for a login before everything: have its interface exempted"
	case err.Code == "" && err.Status == http.StatusUnauthorized:
		return CauseClosed, "The server asks for a login of its own before the site's: have the interface exempted from it"
	case page == webpage.Firewall || err.Code == "" && (err.Status == http.StatusForbidden || err.Status == http.StatusNotAcceptable):
		return CauseFirewall, "Ask whoever runs the site or its firewall to let the interface through to this machine and User-Agent"
	case err.Status >= 500:
		return CauseUnavailable, "Wait; if it lasts, the log of the site's server says more"
	case errors.Is(err, cms.ErrNotREST) || errors.Is(err, cms.ErrNoRoute):
		return CauseWrongAddress, "Give the address of the site's home page"
	}
	return CauseUnknown, "See the error"
}

// unreachable says what to do where there was no answer.
func unreachable(err error) string {
	_, unknown := errors.AsType[*net.DNSError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case unknown:
		return "Check the host in the address: there is no such name"
	case untrusted:
		return "The certificate of the site is not valid for its address: have it renewed, or check the address"
	case errors.Is(err, http.ErrSchemeMismatch):
		return "The server does not speak https on this port: check the scheme and the port"
	}
	return "Check host and port in the address, whether the site is up, and whether a firewall or proxy stands between"
}
