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
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/internal/transport"
)

const (
	maxLevels = 4 // number of folders to try, from the given address upwards; the top folder is tried in addition

	specPrefix = "cms"    // the prefix of the routes in the specification
	unset      = "unset0" // root and prefix of a client whose options set neither
)

// Discover finds the REST API of a site from the address of any of its pages, and
// returns a client for it. An address without a scheme is read over https. Discover
// sends no credentials.
//
// It takes these steps:
//   - It reads the page, and follows redirects.
//   - It takes the root of the REST API from the Link header of the page, or from the
//     link element in the head.
//   - If the page has neither, it tries the usual roots. It starts in the folder of the
//     page, and continues in the folders above it.
//   - It reads the index of the REST API, which names the namespaces of the site. If the
//     options have no [cms.WithPrefix], the prefix follows from them: "wp" if there is
//     wp/v2 but no cms/v2, and "cms" otherwise.
//
// Redirects and links may lead from http to https. They may also add or remove "www."
// before the host name. A root on http is read over https if the page is on https. If the
// root is on another origin, the error names this root.
// Check it, then pass it to [cms.New].
//
// The index may require a login. Discover then returns a client only if the options have
// credentials and [cms.WithPrefix].
//
// Errors:
//   - [cms.ErrNotREST] or [cms.ErrNoRoute] if the site has no REST API. A disabled REST
//     API may return another error.
//   - [cms.ErrInvalidArgument] if page is not the address of a page, or if the options
//     contain [cms.WithRoot]. For a known root use [cms.New].
//   - [cms.ErrUnauthorized] or [cms.ErrForbidden] if the index requires a login, and the
//     options lack credentials or the prefix. The text names the root, and shows how to
//     call [cms.New] with it.
func Discover(ctx context.Context, page string, options ...cms.Option) (*cms.Client, error) {
	u, _, err := parsePage("Discover", page)
	if err != nil {
		return nil, err
	}
	probe, prefix, err := visitor(origin(u), options)
	if err != nil {
		return nil, err
	}
	shared, own := senderOf(probe).HTTPClient()
	at, err := search(ctx, probe, prefix).run(u)
	if err == nil {
		var site *cms.Client
		if site, err = at.dial(options, shared); err == nil {
			return site, nil
		}
	}
	if own {
		probe.CloseIdleConnections() // Discover returns no client, so nothing else uses these connections
	}
	return nil, err
}

// senderOf returns the transport that sends the requests of a client.
func senderOf(site *cms.Client) *transport.Client { return site.Transport().(*transport.Client) }

// visitor returns a client without credentials. prefix is the prefix that the options set, or "".
// visitor refuses options that set the root.
func visitor(site *url.URL, options []cms.Option) (c *cms.Client, prefix string, err error) {
	usual := []cms.Option{cms.WithPrefix(unset), cms.WithRoot(unset)}
	c, err = cms.New(site.String(), slices.Concat(usual, options, []cms.Option{cms.WithoutCredentials()})...)
	switch {
	case err != nil:
		return nil, "", err
	case c.Root() != c.Site()+"/"+unset+"/":
		return nil, "", &cms.ArgumentError{Operation: "Discover", Argument: "root",
			Reason: "Discover finds the root; pass a known one to New"}
	}
	if prefix = c.Prefix(); prefix == unset {
		prefix = ""
	}
	return c, prefix, nil
}

// place is the location of a REST API.
type place struct {
	site, root string
	prefix     string     // prefix of the routes; "" if not known
	plain      bool       // the route is sent in the query argument rest_route, not in the path
	closed     *cms.Error // the error of an index that requires a login, or nil
}

// dial returns a client for a place. The client sends its requests through the HTTP client shared.
// If the index requires a login, dial returns an error, unless the prefix is known and the options
// have credentials.
func (p *place) dial(options []cms.Option, shared *http.Client) (*cms.Client, error) {
	prefix := cmp.Or(p.prefix, specPrefix)
	site, err := cms.New(p.site, slices.Concat(options,
		[]cms.Option{cms.WithRoot(p.root), cms.WithPrefix(prefix), cms.WithHTTPClient(shared)})...)
	if err != nil || p.closed == nil {
		return site, err
	}
	if p.prefix != "" && senderOf(site).Authorize() != nil {
		return site, nil
	}
	e := *p.closed
	e.Operation = "Discover"
	e.Hint = advice.For("index for known users", nil, map[string]string{"root": p.root}).Line()
	e.Go = fmt.Sprintf("cms.New(%q, cms.WithRoot(%q), cms.WithPrefix(\"wp\"), "+
		"cms.WithApplicationPassword(user, password))", p.site, p.root)
	return nil, &e
}

// search returns a discovery that uses probe, a client without credentials.
func search(ctx context.Context, probe *cms.Client, prefix string) *discovery {
	return &discovery{ctx: ctx, probe: probe, prefix: prefix}
}

// discovery is the state of one search for a REST API.
type discovery struct {
	ctx    context.Context
	probe  *cms.Client  // a client without credentials
	prefix string       // the requested prefix, "" for any
	failed error        // the most informative error of the roots that were tried
	page   *advice.Seen // the response of the page, or the failure of its request; nil before that request

	attempts int           // attempts for each request; 0 means 2 for an index, and the client's default for a page
	timeout  time.Duration // time limit of each request; 0 means the limit of the client

	// DiagnoseAddress sets anyPort and probed, and reads linked, told and seen.
	anyPort bool                                                    // redirects to https may change the port
	probed  func(question string, at *url.URL, status int, ok bool) // called after each request; may be nil
	linked  *url.URL                                                // root that the page names on its own site, or nil
	told    advice.Advice                                           // why the root that the page names is not used
	seen    []*advice.Seen                                          // the failed requests for an index
}

// origin returns the address of u without its path and query.
func origin(u *url.URL) *url.URL { return &url.URL{Scheme: u.Scheme, Host: u.Host} }

func (d *discovery) run(page *url.URL) (*place, error) {
	final, linked, err := d.readPage(page)
	if err != nil {
		return nil, err
	}
	if linked != nil && strings.Trim(linked.Query().Get("rest_route"), "/") != "" {
		d.told = d.named("route of one site among many", linked)
		return nil, mislaid(cms.ErrNoRoute, d.told)
	}
	if linked != nil {
		if !sameSite(final, linked) {
			// WordPress names its root with http if only a proxy in front of WordPress has https.
			// So try the root with https.
			if secure := secured(final, linked); sameSite(final, secure) {
				if found, err := d.index(secure); err == nil {
					return found, nil
				}
			}
			d.told = d.named("root on another site", linked)
			return nil, mislaid(cms.ErrRedirected, d.told)
		}
		d.linked = linked
		found, err := d.index(linked)
		// For DiagnoseAddress (only then probed is set), request the index with the argument
		// rest_route, too. If this succeeds, the server does not rewrite addresses.
		if err != nil && d.probed != nil && d.ctx.Err() == nil {
			byQuery := linked.ResolveReference(&url.URL{Path: "../index.php", RawQuery: "rest_route=/"})
			if at, second := d.index(byQuery); second == nil {
				d.told = advice.For("plain permalinks", d.page,
					map[string]string{"asked": linked.String(), "root": at.root})
			}
		}
		return found, err
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

// named returns advice about the root that the page names. The parameter row is the name of the row
// in the table of advice.
func (d *discovery) named(row string, root *url.URL) advice.Advice {
	return advice.For(row, d.page, map[string]string{"root": root.String(), "site": origin(root).String()})
}

// keep stores the error of a root in d.failed, unless d.failed already has an error of the REST API
// itself. That error tells more than the error of a later root: for example, that the REST API is
// disabled.
func (d *discovery) keep(err error) {
	if e, ok := errors.AsType[*cms.Error](d.failed); ok && e.Code != "" {
		return
	}
	d.failed = err
}

// roots returns the usual roots, relative to a folder: cms-json/, wp-json/, and two with the
// argument rest_route. If a prefix is requested, the root with this prefix replaces cms-json/ and
// wp-json/.
func (d *discovery) roots() []*url.URL {
	names := []*url.URL{{Path: specPrefix + "-json/"}, {Path: "wp-json/"}}
	if d.prefix != "" {
		names = []*url.URL{{Path: d.prefix + "-json/"}}
	}
	return append(names, &url.URL{RawQuery: "rest_route=/"}, &url.URL{Path: "index.php", RawQuery: "rest_route=/"})
}

// folders returns the address of a page as a folder, and then the folders above it. It ends after
// maxLevels folders, and adds the top folder of the host.
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

// index requests the index at root. It returns the place of the REST API, also if the index
// requires a login.
func (d *discovery) index(root *url.URL) (*place, error) {
	c, err := d.probe.With(cms.WithRoot(root.String()))
	if err != nil {
		return nil, err
	}
	var response cms.Response
	options := []cms.GetOption{
		cms.Fields("namespaces", "home"), cms.Attempts(cmp.Or(d.attempts, 2)), cms.Capture(&response),
	}
	if d.timeout > 0 {
		options = append(options, cms.Timeout(d.timeout))
	}
	index, err := c.Index(d.ctx, options...)
	d.tell("is the REST API here?", root, response.Status, err == nil && len(index.Namespaces) > 0)
	if e, ok := errors.AsType[*cms.Error](err); ok {
		d.seen = append(d.seen, saw(e, c, "", response.Header))
		if wantsLogin(e) {
			return d.closed(c, root, e), nil
		}
		return nil, advised(e)
	}
	if err != nil || len(index.Namespaces) == 0 {
		return nil, mislaid(cms.ErrNotREST,
			advice.For("not an index", nil, map[string]string{"root": root.String()}))
	}
	return d.place(c, root, index), nil
}

// tell calls probed with the facts of a request, unless probed is nil.
func (d *discovery) tell(question string, at *url.URL, status int, ok bool) {
	if d.probed != nil {
		d.probed(question, at, status, ok)
	}
}

// closed returns the place of a REST API whose index requires a login. Only the index names the
// address of the site, so closed derives this address from the root.
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

// place returns the location of the REST API whose index was read at root.
func (d *discovery) place(c *cms.Client, root *url.URL, index *cms.Index) *place {
	found := &place{root: c.Root(), prefix: d.prefix, plain: root.Query().Has("rest_route")}
	if found.prefix == "" && !slices.Contains(index.Namespaces, specPrefix+"/v2") &&
		slices.Contains(index.Namespaces, "wp/v2") {
		found.prefix = "wp"
	}
	site := origin(root)
	if home, err := url.Parse(index.Home); err == nil && transport.SameOrigin(secured(root, home), root) {
		site.Path = home.Path
	}
	found.site = site.String()
	// If the home that the index names is not a valid address of a site, use the origin of the root.
	if _, err := cms.New(found.site); err != nil {
		found.site = origin(root).String()
	}
	return found
}
