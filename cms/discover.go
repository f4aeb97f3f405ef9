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
// names it, to be given to [New] after a look. A site without an interface, or
// with one that is switched off, is [ErrNotREST] or [ErrNoRoute].
func Discover(ctx context.Context, page string, options ...Option) (*Client, error) {
	if !strings.Contains(page, "://") {
		page = "https://" + strings.TrimSpace(page)
	}
	u, err := url.Parse(page)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, &ArgumentError{Operation: "Discover", Argument: "page", Reason: "it is no http address, or it holds a user"}
	}
	cfg := config{}
	cfg.transport.UserAgent = userAgent
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	d := &discovery{ctx: ctx, config: cfg}
	if d.probe, err = build(origin(u), d.anonymous("/"), nil); err != nil {
		return nil, err
	}
	return d.run(u)
}

// discovery is the state of one Discover.
type discovery struct {
	ctx    context.Context
	config config
	probe  *Client // without credentials, for its connections
	last   error   // of the last root that was tried
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
			return nil, d.failed(ErrRedirected, "the site names its interface at "+linked.String()+", another host: give that to New and WithRoot if it is meant")
		}
		return d.try(linked)
	}
	for _, folder := range folders(final) {
		for _, root := range d.roots() {
			ref, err := folder.Parse(root)
			if err != nil {
				continue
			}
			c, err := d.try(ref)
			if err == nil {
				return c, nil
			}
			if d.ctx.Err() != nil {
				return nil, err
			}
		}
	}
	return nil, d.last
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

// try asks for the index at root and makes the client of what it says.
func (d *discovery) try(root *url.URL) (*Client, error) {
	c, err := build(origin(root), d.anonymous(root.String()), d.probe)
	if err != nil {
		d.last = err
		return nil, err
	}
	index, err := c.Index(d.ctx, Fields("namespaces", "home"), Attempts(2))
	if err == nil && len(index.Namespaces) == 0 {
		err = d.failed(ErrNotREST, "what answers at "+root.Path+" is no index of an interface")
	}
	if err != nil {
		d.last = err
		return nil, err
	}
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
		if resp.Status < 300 || resp.Status >= 400 {
			return page, findRoot(page, resp), nil
		}
		next, err := page.Parse(resp.Header.Get("Location"))
		if err != nil || resp.Header.Get("Location") == "" || !sameSite(page, next) {
			return nil, nil, d.failed(ErrRedirected, redirectHint(resp.Header.Get("Location")))
		}
		page = next
	}
	return nil, nil, d.failed(ErrRedirected, fmt.Sprintf("more than %d redirects", maxHops))
}

// failed is an error of a discovery that no single answer explains.
func (d *discovery) failed(reason error, hint string) *Error {
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
