package connect

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/internal/unverified"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Diagnose finds out why calls fail, and what to do about it. needs are capabilities
// that the user needs: "publish_posts", "upload_files". The default is "edit_posts".
//
// For every client it checks:
//   - Does the REST API respond? If not, does it respond under another root or prefix?
//   - Do PHP errors appear in the responses?
//
// For a client without credentials it also checks that the site lists posts. For a
// client with a login, also one by middleware, a Jar or a transport, it checks instead:
//   - Does the site know the user? If not, does the site offer application passwords?
//   - Does the user have the needed capabilities?
//   - Does DELETE reach the site?
//
// It stops at the first failure that makes the next checks useless. A missing
// capability does not stop it.
//
// Diagnose sends up to ten requests and changes nothing: the DELETE is for the post 0,
// which no site has. If the site does not know the user, one request sends the
// credentials in its body, to xmlrpc.php of the same origin. This shows whether the
// password is wrong or the header was dropped. The site may count invalid credentials
// as a failed login.
//
// Findings are not returned as errors. Diagnose returns an error only if the context
// ends.
func Diagnose(ctx context.Context, site *cms.Client, needs ...string) (*Diagnosis, error) {
	x := examine(site, needs)
	x.climb(unverified.Context(ctx)) // finding out why the login fails is the task
	if ctx.Err() != nil {
		return nil, &cms.Error{Operation: "Diagnose", Method: "GET", Reason: transport.ContextError(ctx)}
	}
	return &x.Diagnosis, nil
}

// climb runs the checks in order, until one makes the rest useless.
func (x *examination) climb(ctx context.Context) {
	if x.responds(ctx) && x.spells() && x.serves(ctx) && x.may && x.knowsUs(ctx) && x.allows(ctx) {
		x.takesDelete(ctx)
	}
	if x.noise != "" && !x.Has(CausePHPErrors) {
		x.find(CausePHPErrors, fmt.Sprintf("responses begin with %.200q", x.noise),
			"Fix what the message names, or set display_errors to Off (WP_DEBUG_DISPLAY to false) on the site", nil)
	}
}

// responds checks the REST API itself.
func (x *examination) responds(ctx context.Context) bool {
	index, err := x.index(ctx, x.visitor, "does the REST API respond?")
	if err == nil && len(index.Namespaces) > 0 {
		x.Index = index
		return true
	}
	if err == nil {
		x.find(CauseWrongAddress, "the response at "+x.c.Root()+" is JSON, but not an index of a REST API",
			"Use the address of the site's home page", nil)
		return false
	}
	if errors.Is(err, cms.ErrCredentialsRejected) { // middleware may add a login
		x.tokenRefused(err)
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

// closed handles a REST API that rejects anonymous callers: it may accept the user.
func (x *examination) closed(ctx context.Context, refused *cms.Error) bool {
	if x.login != nil {
		index, err := x.index(ctx, x.c, "does it respond to known users?")
		if err == nil {
			x.Index = index
			return true
		}
		if errors.Is(err, cms.ErrCredentialsRejected) {
			x.tokenRefused(err)
			return false
		}
	}
	x.find(CauseClosed, fmt.Sprintf("the REST API responds with %d %s: %s", refused.Status,
		transport.Line(string(refused.Code), transport.MaxText), transport.Line(refused.Message, transport.MaxText)),
		"It is off, or open only to known users: ask the administrator of the site, and check the user and the "+
			"application password", refused)
	return false
}

// elsewhere searches for the REST API at other places.
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
		x.find(CauseWrongAddress, fmt.Sprintf("there is no REST API at %s, nor any that the page at %s names", x.c.Root(),
			x.c.Site()),
			"Use the address of the site's home page; connect.Discover finds the REST API from any page of the site", missing)
	case found.plain:
		x.find(CausePermalinks, "the REST API is not at "+x.c.Root()+", but at "+found.root,
			"Turn permalinks on (any structure except Plain) and make sure that the server rewrites addresses, or use "+
				"WithRoot(\"index.php?rest_route=/\")", missing)
	case found.prefix != x.c.Prefix():
		x.find(CausePrefix, "the REST API is at "+found.root, x.usePrefix(found.prefix, found.root), missing)
	default:
		x.find(CauseRoot, "the REST API is not at "+x.c.Root()+", but at "+found.root,
			fmt.Sprintf("Use WithRoot(%q)", found.root), missing)
	}
	return false
}

// byQuery searches for the REST API in an argument, for a server that does not rewrite
// addresses.
func (x *examination) byQuery(ctx context.Context) *place {
	c, _ := x.visitor.With(cms.WithRoot("index.php?rest_route=/")) // a name that every site may have
	index, failed := x.index(ctx, c, "does it respond to a query?")
	if failed != nil || len(index.Namespaces) == 0 {
		return nil
	}
	return &place{root: c.Root(), plain: true}
}

// spells checks the prefix.
func (x *examination) spells() bool {
	own := x.c.Prefix() + "/v2"
	if slices.Contains(x.Index.Namespaces, own) {
		return true
	}
	for _, other := range []string{"wp", specPrefix} {
		if slices.Contains(x.Index.Namespaces, other+"/v2") {
			x.find(CausePrefix, fmt.Sprintf("the REST API has %s/v2, not %s", other, own), x.usePrefix(other, x.c.Root()), nil)
			return false
		}
	}
	x.find(CauseWrongAddress, fmt.Sprintf("the REST API has no %s, only %s", own, strings.Join(x.Index.Namespaces, ", ")),
		"Use the address of a site with this REST API, and set its prefix by WithPrefix", nil)
	return false
}

// prefixOf returns the prefix that the name of a root implies, by default that of the
// client.
func (x *examination) prefixOf(root string) string {
	for _, prefix := range []string{x.c.Prefix(), "wp", specPrefix} {
		if strings.HasSuffix(root, "/"+prefix+"-json/") {
			return prefix
		}
	}
	return x.c.Prefix()
}

// usePrefix returns the remedy for a wrong prefix. Another prefix changes the root,
// unless the root is set.
func (x *examination) usePrefix(prefix, root string) string {
	if c, err := x.visitor.With(cms.WithPrefix(prefix)); err == nil && c.Root() == root {
		return fmt.Sprintf("Use WithPrefix(%q)", prefix)
	}
	return fmt.Sprintf("Use WithPrefix(%q) and WithRoot(%q)", prefix, root)
}

// serves checks the first list.
func (x *examination) serves(ctx context.Context) bool {
	if x.login != nil {
		return true // the list may be open only to known users
	}
	_, err := ask(ctx, x, x.visitor, "does it list posts?",
		cms.Request[[]cms.Nothing]{Path: "cms/v2/posts", Query: url.Values{"per_page": {"1"}}}, "id")
	if err != nil {
		x.explain(err)
	}
	return err == nil
}
