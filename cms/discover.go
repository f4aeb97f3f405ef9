package cms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

const (
	maxHops   = 10        // redirects from the given address to a page of the site
	maxLevels = 4         // folders above the given address that are tried
	maxPage   = 512 << 10 // how much of a page is searched for its link
)

// Discover finds the interface of a site from the address of any of its pages,
// and returns a client for it. It reads the page, following redirects, and takes
// the root from its Link header or from the link element in its head; without
// either it tries the usual places, with and without permalinks, in the folder
// of the page and above it. The prefix is taken from the namespaces of the
// index unless [WithPrefix] names it. An address without a scheme is tried on
// https.
//
// No credentials are sent. Redirects and links may lead from http to https and
// to or from the www name of the same host; a root elsewhere is an error that
// names it, to be given to [New] after a look. A site without an interface is
// [ErrNotREST] or [ErrNoRoute]; one that is switched off may say so in words of
// its own. [WithRoot] is refused.
func Discover(ctx context.Context, page string, options ...Option) (*Client, error) {
	page = strings.TrimSpace(page)
	if scheme, _, ok := strings.Cut(page, "://"); !ok || strings.ContainsAny(scheme, "/?#") {
		page = "https://" + page
	}
	u, err := url.Parse(page)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, &ArgumentError{Operation: "Discover", Argument: "page", Reason: "it is no http address, or it holds a user"}
	}
	cfg := config{}
	cfg.transport.UserAgent = transport.UserAgent
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	if cfg.root != "" {
		return nil, &ArgumentError{Operation: "Discover", Argument: "root", Reason: "Discover looks for it itself; give a known one to New"}
	}
	return discover(ctx, u, cfg, nil)
}

// discover is Discover with a configuration that has no root. It uses the
// connections of from, if there is one.
func discover(ctx context.Context, page *url.URL, cfg config, from *Client) (*Client, error) {
	d := &discovery{ctx: ctx, config: cfg}
	probe := d.anonymous("/")
	probe.transport.Middleware = append([]func(http.RoundTripper) http.RoundTripper{d.note}, probe.transport.Middleware...)
	var err error
	if d.probe, err = build(origin(page), probe, from); err != nil {
		return nil, err
	}
	found, err := d.run(page)
	if user := cfg.transport.HTTPClient; err != nil && from == nil && (user == nil || user.Transport == nil) {
		d.probe.CloseIdleConnections() // nobody else can
	}
	return found, err
}

// note is a middleware that keeps where the transport's own redirects lead.
func (d *discovery) note(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		d.at = req.URL
		return next.RoundTrip(req)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// discovery is the state of one Discover.
type discovery struct {
	ctx    context.Context
	config config
	probe  *Client  // without credentials, for its connections
	at     *url.URL // of the last request of probe
	failed error    // of the root that said most
}

// anonymous is the configuration of a client that only asks for an index.
func (d *discovery) anonymous(root string) config {
	cfg := d.config
	cfg.source, cfg.verified, cfg.root = nil, false, root
	if cfg.prefix == "" {
		cfg.prefix = specPrefix
	}
	return cfg
}

// origin is the site at the top of the host of u.
func origin(u *url.URL) *url.URL { return &url.URL{Scheme: u.Scheme, Host: u.Host} }

func (d *discovery) run(page *url.URL) (*Client, error) {
	final, linked, err := d.readPage(page)
	if err != nil {
		return nil, err
	}
	if linked != nil {
		if !sameSite(final, linked) {
			return nil, mislaid(ErrRedirected, "the site names its interface at "+linked.String()+", on another host or a less safe scheme: give that to New and WithRoot if it is meant")
		}
		index, err := d.index(linked)
		if err != nil {
			return nil, err
		}
		return d.client(linked, index)
	}
	for _, folder := range folders(final) {
		for _, root := range d.roots() {
			ref, err := folder.Parse(root)
			if err != nil {
				continue
			}
			index, err := d.index(ref)
			if err == nil {
				return d.client(ref, index)
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
	if e, ok := errors.AsType[*Error](d.failed); ok && e.Code != "" {
		return
	}
	d.failed = err
}

// roots are the usual names, those of the prefix that was asked for alone.
func (d *discovery) roots() []string {
	prefixes := []prefix{specPrefix, "wp"}
	if d.config.prefix != "" {
		prefixes = []prefix{d.config.prefix}
	}
	var names []string
	for _, p := range prefixes {
		names = append(names, p.root())
	}
	return append(names, "?rest_route=/", "index.php?rest_route=/")
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
func (d *discovery) index(root *url.URL) (*Index, error) {
	c, err := build(origin(root), d.anonymous(root.String()), d.probe)
	if err != nil {
		return nil, err
	}
	index, err := c.Index(d.ctx, Fields("namespaces", "home"), Attempts(2))
	if err == nil && len(index.Namespaces) == 0 {
		return nil, mislaid(ErrNotREST, "what answers at "+root.Path+" is no index of an interface")
	}
	return index, err
}

// client makes the client of what the index at root says.
func (d *discovery) client(root *url.URL, index *Index) (*Client, error) {
	cfg := d.config
	cfg.root = root.String()
	if cfg.prefix == "" {
		cfg.prefix = specPrefix
		if !slices.Contains(index.Namespaces, specPrefix+"/v2") && slices.Contains(index.Namespaces, "wp/v2") {
			cfg.prefix = "wp"
		}
	}
	site := origin(root)
	if home, err := url.Parse(index.Home); err == nil && transport.SameOrigin(home, root) {
		site.Path = strings.TrimRight(home.Path, "/")
	}
	return build(site, cfg, d.probe)
}

// readPage follows a page to its final address and looks for the root in it.
func (d *discovery) readPage(page *url.URL) (final, root *url.URL, err error) {
	for range maxHops {
		resp, err := d.probe.transport.Do(d.ctx, &transport.Call{
			Operation: "Discover",
			Method:    http.MethodGet,
			URL:       page,
			Header:    http.Header{"Accept": {"text/html, application/json;q=0.9, */*;q=0.5"}},
			Repeat:    transport.RepeatSafe,
			Stream:    true,
		})
		if err != nil {
			e := &Error{Operation: "Discover", Method: http.MethodGet, Path: page.Path}
			failure, _ := errors.AsType[*transport.Failure](err)
			e.fromFailure(failure, false)
			return nil, nil, e
		}
		if d.at != nil {
			page = d.at
		}
		if resp.Status < 300 || resp.Status >= 400 {
			return page, findRoot(page, resp), nil
		}
		next, err := page.Parse(resp.Header.Get("Location"))
		if err != nil || resp.Header.Get("Location") == "" || !sameSite(page, next) {
			return nil, nil, mislaid(ErrRedirected, redirectHint(nil, "", resp.Header.Get("Location")))
		}
		page = next
	}
	return nil, nil, mislaid(ErrRedirected, fmt.Sprintf("more than %d redirects", maxHops))
}

// mislaid is an error of a discovery that no single answer explains.
func mislaid(reason error, hint string) *Error {
	return &Error{Operation: "Discover", Method: http.MethodGet, Path: "/", Reason: reason, Hint: hint}
}

// findRoot looks for the root in the Link headers, then in the head of a page.
func findRoot(page *url.URL, resp *transport.Response) *url.URL {
	var body []byte
	if resp.Stream != nil {
		defer resp.Stream.Close()
		body, _ = io.ReadAll(io.LimitReader(resp.Stream, maxPage)) // a page cut short may hold it all the same
	} else {
		body = resp.Body
	}
	for _, href := range []string{headerLink(resp.Header), elementLink(body)} {
		if href == "" {
			continue
		}
		if u, err := page.Parse(href); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil {
			u.Fragment = ""
			return u
		}
	}
	return nil
}

// sameSite reports whether discovery may go from one address to another: the
// same host and port, or from http to https, with or without www.
func sameSite(from, to *url.URL) bool {
	if to.Scheme != "http" && to.Scheme != "https" || to.User != nil || to.Hostname() == "" {
		return false
	}
	bare := func(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.") }
	if bare(from) != bare(to) {
		return false
	}
	if from.Scheme == to.Scheme {
		return from.Port() == to.Port()
	}
	return from.Scheme == "http" && (from.Port() == "" || from.Port() == "80") && (to.Port() == "" || to.Port() == "443")
}
