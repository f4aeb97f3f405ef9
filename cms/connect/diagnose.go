package connect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/internal/advice"
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
	// Do not verify the login first, as WithVerifiedLogin would: the checks find out why the
	// login fails.
	x.climb(unverified.Context(ctx))
	if ctx.Err() != nil {
		return nil, &cms.Error{Operation: "Diagnose", Method: "GET", Reason: transport.ContextError(ctx)}
	}
	x.Site = site.Site()
	return &x.Diagnosis, nil
}

// climb runs the checks in order, until a result makes the later checks useless.
func (x *examination) climb(ctx context.Context) {
	if x.responds(ctx) && x.spells() && x.serves(ctx) && x.may && x.knowsUs(ctx) && x.allows(ctx) {
		x.takesDelete(ctx)
	}
	if x.noise != "" && !x.Has(CausePHPErrors) {
		x.find("PHP errors", nil, "noise", fmt.Sprintf("%.200q", x.noise))
	}
}

// responds checks whether the REST API responds with an index. If not, it adds a finding.
func (x *examination) responds(ctx context.Context) bool {
	index, err := x.index(ctx, x.visitor, "does the REST API respond with JSON?")
	if err == nil && len(index.Namespaces) > 0 {
		x.Index = index
		return true
	}
	if err == nil {
		x.find("not an index", nil, "root", x.c.Root())
		return false
	}
	// This request has no credentials, but middleware may have added a login that the site rejects.
	if errors.Is(err, cms.ErrCredentialsRejected) {
		x.tokenRefused(err)
		return false
	}
	if err.Code != cms.CodeNoRoute && (errors.Is(err, cms.ErrUnauthorized) || errors.Is(err, cms.ErrForbidden)) {
		return x.closed(ctx, err)
	}
	switch Cause(advice.Find(x.seen[err]).Cause) {
	case CauseWrongAddress, CausePermalinks, CausePrefix, CauseRoot:
		return x.elsewhere(ctx, err)
	}
	x.explain(err)
	return false
}

// closed handles a REST API that rejects anonymous callers. It requests the index again with the
// login of the client, which the site may accept.
func (x *examination) closed(ctx context.Context, refused *cms.Error) bool {
	if x.login != nil {
		index, err := x.index(ctx, x.c, "does it respond with the login?")
		if err == nil {
			x.Index = index
			return true
		}
		if errors.Is(err, cms.ErrCredentialsRejected) {
			x.tokenRefused(err)
			return false
		}
	}
	x.find("closed", refused)
	return false
}

// elsewhere searches for the REST API at other addresses, such as the root that the home page
// names. It adds a finding, and always returns false.
func (x *examination) elsewhere(ctx context.Context, missing *cms.Error) bool {
	search := search(ctx, x.visitor, "")
	found, err := search.run(x.site)
	x.Probes = append(x.Probes, Probe{
		Question: "does the home page name another place?", Method: http.MethodGet, Path: cmp.Or(x.site.Path, "/"),
		Status: status(search.page), OK: err == nil,
	})
	if err != nil {
		found = x.byQuery(ctx)
	}
	if found != nil && found.prefix == "" {
		found.prefix = x.prefixOf(found.root)
	}
	switch {
	case found == nil:
		x.find("no REST API anywhere", missing, "root", x.c.Root(), "site", x.c.Site())
	case found.plain:
		x.find("plain permalinks", missing, "asked", x.c.Root(), "root", found.root)
	case found.prefix != x.c.Prefix():
		x.usePrefix(found.prefix, found.root, missing)
	default:
		x.find("another root", missing, "asked", x.c.Root(), "root", found.root)
	}
	return false
}

// status returns the HTTP status of a page. It is 0 if there was no response.
func status(page *advice.Seen) int {
	if page == nil {
		return 0
	}
	return page.Status
}

// byQuery requests the index with the query argument rest_route. This also works on a server that
// does not rewrite addresses. byQuery returns nil if the index cannot be read.
func (x *examination) byQuery(ctx context.Context) *place {
	c, _ := x.visitor.With(cms.WithRoot("index.php?rest_route=/")) // no error: this root is valid for every site
	index, failed := x.index(ctx, c, "does it respond with JSON to a query?")
	if failed != nil || len(index.Namespaces) == 0 {
		return nil
	}
	return &place{root: c.Root(), plain: true}
}

// spells checks whether the prefix of the client is right: the index must list the namespace of this
// prefix, such as wp/v2.
func (x *examination) spells() bool {
	own := x.c.Prefix() + "/v2"
	if slices.Contains(x.Index.Namespaces, own) {
		return true
	}
	for _, other := range []string{"wp", specPrefix} {
		if slices.Contains(x.Index.Namespaces, other+"/v2") {
			x.usePrefix(other, x.c.Root(), nil)
			return false
		}
	}
	x.find("no namespace", nil, "prefix", x.c.Prefix(), "namespaces", strings.Join(x.Index.Namespaces, ", "))
	return false
}

// prefixOf returns the prefix that the address of a root shows: "wp" for an address that ends
// with /wp-json/. If the address shows none, prefixOf returns the prefix of the client.
func (x *examination) prefixOf(root string) string {
	for _, prefix := range []string{x.c.Prefix(), "wp", specPrefix} {
		if strings.HasSuffix(root, "/"+prefix+"-json/") {
			return prefix
		}
	}
	return x.c.Prefix()
}

// usePrefix adds the finding that the client has the wrong prefix. The Go code that the finding
// suggests sets the prefix. It also sets the root, unless a client with the new prefix already uses
// this root.
func (x *examination) usePrefix(prefix, root string, failed *cms.Error) {
	option := fmt.Sprintf("cms.WithPrefix(%q)", prefix)
	if c, err := x.visitor.With(cms.WithPrefix(prefix)); err != nil || c.Root() != root {
		option += fmt.Sprintf(", cms.WithRoot(%q)", root)
	}
	x.find("another prefix", failed, "root", root, "other", prefix, "prefix", x.c.Prefix(), "option", option)
}

// serves checks whether the site lists posts.
func (x *examination) serves(ctx context.Context) bool {
	if x.login != nil {
		// This check sends no login, so skip it: the site may list posts only to logged-in users.
		return true
	}
	_, err := ask(ctx, x, x.visitor, "does it list posts?",
		cms.Request[[]cms.Nothing]{Path: "cms/v2/posts", Query: url.Values{"per_page": {"1"}}}, "id")
	if err != nil {
		x.explain(err)
	}
	return err == nil
}
