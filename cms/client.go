package cms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/cms/internal/turns"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Client speaks to the content interface of one site. It is immutable and safe
// for concurrent use; make one and keep it.
type Client struct {
	// Posts is the collection cms/v2/posts.
	Posts *Collection[Post, PostParams, PostListOptions]
	// Pages is the collection cms/v2/pages.
	Pages *Collection[Page, PageParams, PageListOptions]
	// MenuItems is the collection cms/v2/menu-items.
	MenuItems *Collection[MenuItem, MenuItemParams, MenuItemListOptions]
	// Blocks is the collection cms/v2/blocks, of reusable blocks.
	Blocks *Collection[Block, BlockParams, BlockListOptions]

	site      *url.URL
	config    *config // behind a pointer, where fmt does not look: it may hold secrets
	address   route.Root
	transport *transport.Client
	login     *login       // nil unless the login is to be verified
	turns     *turns.Turns // of procedures of several requests
	known     *known       // nil unless arguments are to be checked
}

// New returns a client for the site at the given address, which may lie in a
// sub-directory: "https://docs.example.org/developer". Nothing is sent. The
// interface is expected below it at cms-json/, or as [WithPrefix] and
// [WithRoot] say; connect.Discover asks the site.
//
// An [*ArgumentError] is returned for an address without a scheme or host, with a
// user, a query, a fragment or a port out of range, and for an invalid option.
// Credentials for a site
// on plain http, unless it is this machine or [WithInsecureHTTP] is given, are
// [ErrInsecure].
func New(site string, options ...Option) (*Client, error) {
	u, err := route.ParseSite(site)
	if err != nil {
		return nil, named("", err)
	}
	cfg := config{prefix: route.Spec}
	cfg.transport.UserAgent = transport.UserAgent
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	return build(u, cfg, nil)
}

func (c *config) apply(options []Option) error {
	for _, o := range options {
		if o == nil {
			continue
		}
		if err := o.client(c); err != nil {
			return err
		}
	}
	return nil
}

// build makes a client of cfg. It shares the connections of from, nil for none.
func build(site *url.URL, cfg config, from *Client) (*Client, error) {
	root := cfg.root
	if root == "" {
		root = cfg.prefix.Root()
	}
	a, err := route.NewRoot(site, root)
	if err != nil {
		return nil, named("", err)
	}
	if cfg.source != nil && !cfg.transport.AllowInsecure && !transport.Secure(a.URL) {
		return nil, transport.Because(ErrInsecure, errors.New("the site is on plain http: use https, or WithInsecureHTTP if you know the network"))
	}
	cfg.transport.Origin = a.URL
	cfg.transport.IsFinal, cfg.transport.NotProcessed = reply.Considered, reply.Maintenance
	cfg.transport.Authorize = authorize(cfg.source)
	cfg.transport.Follow = func(u *url.URL) bool { return !a.Rewrites(u) }

	c := &Client{site: site, config: &cfg, address: a}
	if from == nil {
		c.turns = &turns.Turns{}
		c.transport, err = transport.New(cfg.transport)
	} else {
		c.turns = from.turns
		c.transport, err = from.transport.With(func(t *transport.Config) { *t = cfg.transport })
	}
	if err != nil {
		return nil, fmt.Errorf("cms: %w", err)
	}
	if cfg.verified && !cfg.anonymous && c.transport.MayLogIn() {
		c.login = &login{turn: make(chan struct{}, 1)}
	}
	if cfg.checked {
		c.known = newKnown()
	}
	c.Posts = collection[Post, PostParams, PostListOptions](c, "cms/v2/posts", "Posts")
	c.Pages = collection[Page, PageParams, PageListOptions](c, "cms/v2/pages", "Pages")
	c.MenuItems = collection[MenuItem, MenuItemParams, MenuItemListOptions](c, "cms/v2/menu-items", "MenuItems")
	c.Blocks = collection[Block, BlockParams, BlockListOptions](c, "cms/v2/blocks", "Blocks")
	return c, nil
}

// With returns a client for the same site with further options, which come on
// top of those of c: anonymous, say, or as another user, or with more patience.
// It shares the connections of c and, unless another number is given, its limit
// of [WithMaxConcurrent].
func (c *Client) With(options ...Option) (*Client, error) {
	cfg := *c.config
	cfg.transport = cfg.transport.Clone()
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	return build(c.site, cfg, c)
}

// Site is the address of the site, without a trailing slash.
func (c *Client) Site() string { return c.site.String() }

// Root is the address of the interface's root, as [WithRoot] takes it.
func (c *Client) Root() string { return c.address.URL.String() }

// Prefix is the content system's own prefix: see [WithPrefix].
func (c *Client) Prefix() string { return string(c.config.prefix) }

// CloseIdleConnections closes the connections that no call uses. A client needs
// no closing otherwise.
func (c *Client) CloseIdleConnections() { c.transport.CloseIdleConnections() }

// String says which site and root the client speaks to.
func (c *Client) String() string { return "cms.Client(" + c.Root() + ")" }

// Format writes String, whatever the verb: the configuration holds what does
// not belong in a log.
func (c Client) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, c.String()) }

// operationName is the name of a custom collection in errors and logs.
func operationName(path string) string {
	return path[strings.LastIndex(path, "/")+1:]
}

// Lock waits for the lock with a name, no longer than ctx lasts, and returns the
// function that gives it back. It is for procedures of several requests that may not
// run twice at once, such as reading a document without versions, changing it and
// writing it. A lock counts for c and all clients that [Client.With] derives from it,
// or c was derived from, in this process alone. Who holds a lock and asks for it
// again waits for itself.
//
// Error: that of the context, with its cause.
func (c *Client) Lock(ctx context.Context, name string) (unlock func(), err error) {
	unlock, err = c.turns.Wait(ctx, "Lock "+name)
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(unlock), nil
}

// Probe returns a copy of c that never verifies its login by itself, and the sender of
// the requests of c, whose type is internal. It sends nothing. Only the package connect
// needs it.
func (c *Client) Probe() (unverified *Client, sender *transport.Client) {
	bare := *c
	bare.login = nil
	return &bare, c.transport
}
