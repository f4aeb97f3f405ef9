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
	"github.com/fontcms/fontcms-go/internal/transport"
)

const (
	maxLevels = 4 // folders above the given address that are tried

	specPrefix = "cms"    // the content system's own prefix, as the specification writes it
	unset      = "unset0" // stands for a root or a prefix that no option sets
)

// Discover finds the interface of a site from the address of any of its pages,
// and returns a client for it. It reads the page, following redirects, and takes
// the root from its Link header or from the link element in its head; without
// either it tries the usual places, with and without permalinks, in the folder
// of the page and above it. The prefix is taken from the namespaces of the
// index unless [cms.WithPrefix] names it. An address without a scheme is tried on
// https.
//
// No credentials are sent. If the index wants a login, the client is made all the
// same where the options have credentials and a prefix; otherwise the error names
// the root and the call to make. Redirects and links may lead from http to https and
// to or from the www name of the same host; a root elsewhere is an error that
// names it, to be given to [cms.New] after a look. A site without an interface is
// [cms.ErrNotREST] or [cms.ErrNoRoute]; one that is switched off may say so in words
// of its own. [cms.WithRoot] is refused.
func Discover(ctx context.Context, page string, options ...cms.Option) (*cms.Client, error) {
	page = strings.TrimSpace(page)
	if scheme, _, ok := strings.Cut(page, "://"); !ok || strings.ContainsAny(scheme, "/?#") {
		page = "https://" + page
	}
	u, err := url.Parse(page)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, &cms.ArgumentError{Operation: "Discover", Argument: "page", Reason: "it is no http address, or it holds a user"}
	}
	probe, prefix, err := visitor(origin(u), options)
	if err != nil {
		return nil, err
	}
	_, sender := probe.Sender()
	shared, own := sender.HTTPClient()
	at, err := discover(ctx, probe, prefix, u)
	if err == nil {
		var site *cms.Client
		if site, err = at.dial(options, shared); err == nil {
			return site, nil
		}
	}
	if own {
		probe.CloseIdleConnections() // nobody else can
	}
	return nil, err
}

// visitor makes a client without credentials, and says which prefix the options
// name, "" for none.
func visitor(site *url.URL, options []cms.Option) (c *cms.Client, prefix string, err error) {
	usual := []cms.Option{cms.WithPrefix(unset), cms.WithRoot(unset)}
	c, err = cms.New(site.String(), slices.Concat(usual, options, []cms.Option{cms.WithoutCredentials()})...)
	switch {
	case err != nil:
		return nil, "", err
	case c.Root() != c.Site()+"/"+unset+"/":
		return nil, "", &cms.ArgumentError{Operation: "Discover", Argument: "root", Reason: "Discover looks for it itself; give a known one to New"}
	}
	if prefix = c.Prefix(); prefix == unset {
		prefix = ""
	}
	return c, prefix, nil
}

// place is where the interface of a site was found.
type place struct {
	site, root string
	prefix     string     // "" if nothing tells it
	plain      bool       // the root is an argument
	closed     *cms.Error // of an interface that answers known users alone
}

// dial makes the client of a place. It shares the connections of an HTTP client.
func (p *place) dial(options []cms.Option, shared *http.Client) (*cms.Client, error) {
	prefix := cmp.Or(p.prefix, specPrefix)
	site, err := cms.New(p.site, slices.Concat(options, []cms.Option{cms.WithRoot(p.root), cms.WithPrefix(prefix), cms.WithHTTPClient(shared)})...)
	if err != nil || p.closed == nil {
		return site, err
	}
	if _, sender := site.Sender(); p.prefix != "" && sender.Authorize() != nil {
		return site, nil
	}
	e := *p.closed
	e.Operation = "Discover"
	e.Hint = fmt.Sprintf("the interface is at %s, and wants a login: cms.New(%q, cms.WithRoot(%q), cms.WithPrefix(\"wp\" or its own), cms.WithApplicationPassword(…))", p.root, p.site, p.root)
	return nil, &e
}

// discover is Discover by a client without credentials.
func discover(ctx context.Context, probe *cms.Client, prefix string, page *url.URL) (*place, error) {
	_, sender := probe.Sender()
	return (&discovery{ctx: ctx, probe: probe, sender: sender, prefix: prefix}).run(page)
}

// discovery is the state of one Discover.
type discovery struct {
	ctx    context.Context
	probe  *cms.Client       // without credentials
	sender *transport.Client // of probe
	prefix string            // that was asked for, "" for any
	failed error             // of the root that said most
}

// origin is the site at the top of the host of u.
func origin(u *url.URL) *url.URL { return &url.URL{Scheme: u.Scheme, Host: u.Host} }

func (d *discovery) run(page *url.URL) (*place, error) {
	final, linked, err := readPage(d.ctx, d.sender, page)
	if err != nil {
		return nil, err
	}
	if linked != nil {
		if !sameSite(final, linked) {
			return nil, mislaid(cms.ErrRedirected, "the site names its interface at "+linked.String()+", on another host or a less safe scheme: give that to New and WithRoot if it is meant")
		}
		return d.index(linked)
	}
	for _, folder := range folders(final) {
		for _, root := range d.roots() {
			found, err := d.index(folder.ResolveReference(root))
			if err == nil {
				return found, nil
			}
			if d.ctx.Err() != nil {
				return nil, err
			}
			d.keep(err)
		}
	}
	return nil, d.failed
}

// keep keeps the error of a root, but not over the interface's own words: one
// that is switched off says so, and the page at the next address does not.
func (d *discovery) keep(err error) {
	if e, ok := errors.AsType[*cms.Error](d.failed); ok && e.Code != "" {
		return
	}
	d.failed = err
}

// roots are the usual names, those of the prefix that was asked for alone.
func (d *discovery) roots() []*url.URL {
	names := []*url.URL{{Path: specPrefix + "-json/"}, {Path: "wp-json/"}}
	if d.prefix != "" {
		names = []*url.URL{{Path: d.prefix + "-json/"}}
	}
	return append(names, &url.URL{RawQuery: "rest_route=/"}, &url.URL{Path: "index.php", RawQuery: "rest_route=/"})
}

// folders are the folder of a page and those above it, up to the host.
func folders(page *url.URL) []*url.URL {
	path := page.Path
	if !strings.HasSuffix(path, "/") {
		path += "/"
	}
	var out []*url.URL
	for len(out) < maxLevels {
		u := origin(page)
		u.Path = path
		out = append(out, u)
		if path == "/" {
			return out
		}
		path = path[:strings.LastIndex(strings.TrimSuffix(path, "/"), "/")+1]
	}
	top := origin(page)
	top.Path = "/"
	return append(out, top)
}

// index asks for the index at root.
func (d *discovery) index(root *url.URL) (*place, error) {
	c, err := d.probe.With(cms.WithRoot(root.String()))
	if err != nil {
		return nil, err
	}
	index, err := c.Index(d.ctx, cms.Fields("namespaces", "home"), cms.Attempts(2))
	if e, ok := errors.AsType[*cms.Error](err); ok {
		if wantsLogin(e) {
			return d.closed(c, root, e), nil
		}
		return nil, advised(e)
	}
	if err != nil || len(index.Namespaces) == 0 {
		return nil, mislaid(cms.ErrNotREST, "what answers at "+root.Path+" is no index of an interface")
	}
	return d.place(c, root, index), nil
}

// closed is an interface whose index is not for visitors. What the site calls home
// is not known: it is taken to be where the root lies.
func (d *discovery) closed(c *cms.Client, root *url.URL, refused *cms.Error) *place {
	found := &place{root: c.Root(), prefix: d.prefix, plain: root.Query().Has("rest_route"), closed: refused}
	folder := root.Path
	if !found.plain {
		folder = strings.TrimSuffix(folder, "/")
	}
	site := origin(root)
	site.Path = folder[:max(strings.LastIndex(folder, "/"), 0)]
	found.site = site.String()
	return found
}

// place is what the index at a root says of it.
func (d *discovery) place(c *cms.Client, root *url.URL, index *cms.Index) *place {
	found := &place{root: c.Root(), prefix: d.prefix, plain: root.Query().Has("rest_route")}
	if found.prefix == "" && !slices.Contains(index.Namespaces, specPrefix+"/v2") && slices.Contains(index.Namespaces, "wp/v2") {
		found.prefix = "wp"
	}
	site := origin(root)
	if home, err := url.Parse(index.Home); err == nil && transport.SameOrigin(home, root) {
		site.Path = home.Path
	}
	found.site = site.String()
	if _, err := cms.New(found.site); err != nil { // what the index calls home is none
		found.site = origin(root).String()
	}
	return found
}
