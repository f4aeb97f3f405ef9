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
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Diagnose finds out why calls fail, and what to do about it. It climbs a ladder
// of questions, and stops at the first rung that does not carry: does the
// interface answer, and where not, is there one at all, under another root or
// prefix; do PHP errors get between its answers; does it offer application
// passwords; does it know the user; has the user the needed capabilities
// ("publish_posts", "upload_files"; "edit_posts" if none is named); does DELETE
// get through. Without credentials it asks as a visitor, and the questions of
// users are left out.
//
// It takes up to ten requests and changes nothing: the DELETE is of a post 0,
// which no site has. To tell a wrong password from a header that is dropped on
// the way, it gives the credentials once to xmlrpc.php of the same origin in the
// body of a request, which counts as a failed login if they are wrong.
//
// What it finds is no error, however bad: there is one only if the context ends.
func Diagnose(ctx context.Context, site *cms.Client, needs ...string) (*Diagnosis, error) {
	x := examine(site, needs)
	x.climb(ctx)
	if ctx.Err() != nil {
		return nil, &cms.Error{Operation: "Diagnose", Method: "GET", Reason: transport.ContextError(ctx)}
	}
	return &x.Diagnosis, nil
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
