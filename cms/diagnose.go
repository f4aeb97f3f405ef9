package cms

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
)

// examination is a Diagnose on its way.
type examination struct {
	Diagnosis
	c       *Client // never verifies its login first
	visitor *Client // without credentials
	needs   []string
	noise   string // what stood before JSON
}

func (c *Client) examine(needs []string) (*examination, error) {
	if len(needs) == 0 {
		needs = []string{"edit_posts"}
	}
	bare := *c
	bare.login = nil
	cfg := *c.config
	cfg.source, cfg.verified = nil, false
	visitor, err := build(c.site, cfg, c)
	return &examination{c: &bare, visitor: visitor, needs: needs}, err
}

// climb asks one question after another, until an answer makes the next ones idle.
func (x *examination) climb(ctx context.Context) {
	rungs := []func(context.Context) bool{x.answers, x.spells, x.serves}
	if x.c.config.source != nil {
		rungs = append(rungs, x.knowsUs, x.allows, x.takesDelete)
	}
	for _, rung := range rungs {
		if !rung(ctx) {
			break
		}
	}
	if x.noise != "" && !x.Has(CausePHPErrors) {
		x.find(CausePHPErrors, fmt.Sprintf("answers begin with %.200q", x.noise),
			"Mend what the message names, or set display_errors to Off (WP_DEBUG_DISPLAY to false) on the site", nil)
	}
}

func (x *examination) find(cause Cause, detail, remedy string, err error) {
	x.Findings = append(x.Findings, Finding{Cause: cause, Detail: detail, Remedy: remedy, Err: err})
}

// ask sends one question and keeps that it was asked.
func ask[T any](ctx context.Context, x *examination, c *Client, question string, r Request[T], fields ...string) (*T, *Error) {
	r.Operation = "Diagnose"
	r = r.ready()
	var answer Response
	v, err := perform(ctx, c, r, &settings{fields: fields, attempts: 2, captures: []*Response{&answer}})
	x.Probes = append(x.Probes, Probe{Question: question, Method: r.Method, Path: c.config.prefix.route(r.Path), Status: answer.Status, OK: err == nil})
	x.noise = cmp.Or(x.noise, strings.TrimSpace(answer.Noise))
	if err == nil {
		return v, nil
	}
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = &Error{Operation: "Diagnose", Method: r.Method, Path: r.Path, Reason: err}
	}
	return nil, e
}

func (x *examination) index(ctx context.Context, c *Client, question string) (*Index, *Error) {
	return ask(ctx, x, c, question, Request[Index]{}, "name", "url", "home", "namespaces", "authentication")
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
	if err.Code != "" && err.Code != CodeNoRoute && (errors.Is(err, ErrUnauthorized) || errors.Is(err, ErrForbidden)) {
		return x.closed(ctx, err)
	}
	if cause, _ := classify(err); cause == CauseWrongAddress {
		return x.elsewhere(ctx, err)
	}
	x.explain(err)
	return false
}

// closed is for an interface that does not answer visitors: it may answer us.
func (x *examination) closed(ctx context.Context, refused *Error) bool {
	if x.c.config.source != nil {
		index, err := x.index(ctx, x.c, "does it answer known users?")
		if err == nil {
			x.Index = index
			return true
		}
	}
	x.find(CauseClosed, fmt.Sprintf("the interface answers %d %s: %s", refused.Status, refused.Code, refused.Message),
		"It is switched off, or open to known users alone: ask whoever runs the site, and check the user and the application password", refused)
	return false
}

// elsewhere looks for the interface where it was not expected.
func (x *examination) elsewhere(ctx context.Context, missing *Error) bool {
	cfg := *x.visitor.config
	cfg.prefix, cfg.root = "", ""
	found, err := discover(ctx, x.c.site, cfg, x.visitor)
	probe := Probe{Question: "does the home page name another place?", Method: http.MethodGet, Path: "/", OK: err == nil}
	if e, ok := errors.AsType[*Error](err); ok {
		probe.Status = e.Status
	}
	x.Probes = append(x.Probes, probe)
	if err != nil {
		found = x.byQuery(ctx)
	}
	switch {
	case found == nil:
		x.find(CauseWrongAddress, fmt.Sprintf("there is no interface at %s, nor any that the page at %s names", x.c.Root(), x.c.Site()),
			"Give the address of the site's home page; Discover finds the interface from any page of the site", missing)
	case found.address.plain:
		x.find(CausePermalinks, "the interface is not at "+x.c.Root()+", but at "+found.Root(),
			"Switch permalinks on (any structure but Plain) and see that the server rewrites addresses, or use WithRoot(\"index.php?rest_route=/\")", missing)
	case found.Prefix() != x.c.Prefix():
		x.find(CausePrefix, "the interface is at "+found.Root(), fmt.Sprintf("Use WithPrefix(%q)", found.Prefix()), missing)
	default:
		x.find(CauseRoot, "the interface is not at "+x.c.Root()+", but at "+found.Root(), fmt.Sprintf("Use WithRoot(%q)", found.Root()), missing)
	}
	return false
}

// byQuery is a client of the interface behind an argument, where the server does not rewrite addresses.
func (x *examination) byQuery(ctx context.Context) *Client {
	cfg := *x.visitor.config
	cfg.root = "index.php?rest_route=/"
	c, err := build(x.c.site, cfg, x.c)
	if err != nil {
		return nil
	}
	index, failed := x.index(ctx, c, "does it answer to a query?")
	if failed != nil || len(index.Namespaces) == 0 {
		return nil
	}
	return c
}

// spells is the rung of the prefix.
func (x *examination) spells(context.Context) bool {
	own := x.c.Prefix() + "/v2"
	if slices.Contains(x.Index.Namespaces, own) {
		return true
	}
	for _, other := range []string{"wp", specPrefix} {
		if slices.Contains(x.Index.Namespaces, other+"/v2") {
			x.find(CausePrefix, fmt.Sprintf("the interface has %s/v2, not %s", other, own), fmt.Sprintf("Use WithPrefix(%q)", other), nil)
			return false
		}
	}
	x.find(CauseWrongAddress, fmt.Sprintf("the interface has no %s, only %s", own, strings.Join(x.Index.Namespaces, ", ")),
		"Give the address of a site with this interface, and its prefix by WithPrefix", nil)
	return false
}

// serves is the rung of the first list.
func (x *examination) serves(ctx context.Context) bool {
	if x.c.config.source != nil {
		return true // known users may be served where visitors are not
	}
	_, err := ask(ctx, x, x.visitor, "does it list posts?", Request[[]Nothing]{Path: "cms/v2/posts", Query: url.Values{"per_page": {"1"}}}, "id")
	if err != nil {
		x.explain(err)
	}
	return err == nil
}

// explain finds the cause of an answer that was no answer.
func (x *examination) explain(err *Error) {
	cause, remedy := classify(err)
	x.find(cause, strings.TrimPrefix(err.Error(), "cms: Diagnose "), remedy, err)
}

// classify tells by an answer alone what is wrong; it is CauseWrongAddress if nothing else is.
func classify(err *Error) (cause Cause, remedy string) {
	page := pageUnknown
	if errors.Is(err, ErrNotREST) {
		page = whichPage(err.Status, err.Body)
	}
	switch {
	case errors.Is(err, ErrRedirected):
		return CauseMoved, "Give the address that the site names, with its scheme, host and folder"
	case errors.Is(err, ErrInsecure):
		return CauseInsecureHTTP, "Use the https address of the site"
	case err.Status == 0:
		return CauseUnreachable, unreachable(err)
	case page == pageFailed || err.Code == CodeInternalError:
		return CausePHPErrors, "The log of the site's server says which program fails; a plugin that was changed last is often the one"
	case errors.Is(err, ErrRateLimited):
		return CauseRateLimited, "Wait, and use WithLimiter"
	case page == pageLogin:
		return CauseClosed, "The site asks for a login before everything: have its interface exempted"
	case err.Code == "" && err.Status == http.StatusUnauthorized:
		return CauseClosed, "The server asks for a login of its own before the site's: have the interface exempted from it"
	case page == pageFirewall || err.Code == "" && (err.Status == http.StatusForbidden || err.Status == http.StatusNotAcceptable):
		return CauseFirewall, "Ask whoever runs the site or its firewall to let the interface through to this machine and User-Agent"
	case err.Status >= 500:
		return CauseUnavailable, "Wait; if it lasts, the log of the site's server says more"
	case errors.Is(err, ErrNotREST) || errors.Is(err, ErrNoRoute):
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
