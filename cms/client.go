package cms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
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
	Posts *Content[Post, PostParams, PostListOptions]
	// Pages is the collection cms/v2/pages.
	Pages *Content[Page, PageParams, PageListOptions]
	// MenuItems is the collection cms/v2/menu-items.
	MenuItems *MenuItems
	// Blocks is the collection cms/v2/blocks, of reusable blocks.
	Blocks *Content[Block, BlockParams, BlockListOptions]

	address    *url.URL // of the site
	site       *site
	unverified *site // the same without the look at the login
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
		return nil, withOperation("", err)
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
func build(address *url.URL, cfg config, from *Client) (*Client, error) {
	name := cfg.root
	if name == "" {
		name = cfg.prefix.Root()
	}
	root, err := route.NewRoot(address, name)
	if err != nil {
		return nil, withOperation("", err)
	}
	if cfg.source != nil && !cfg.transport.AllowInsecure && !transport.Secure(root.URL) {
		return nil, transport.Because(ErrInsecure, errors.New("the site is on plain http: use https, or WithInsecureHTTP if you know the network"))
	}
	cfg.transport.Origin = root.URL
	cfg.transport.IsFinal, cfg.transport.NotProcessed = reply.Considered, reply.Maintenance
	cfg.transport.Authorize = authorize(cfg.source)
	cfg.transport.Follow = func(u *url.URL) bool { return !root.Rewrites(u) }

	c := &Client{address: address}
	s := &site{client: c, config: &cfg, root: root}
	if from == nil {
		s.turns = &turns.Turns{}
		s.transport, err = transport.New(cfg.transport)
	} else {
		s.turns = from.site.turns
		s.transport, err = from.site.transport.With(func(t *transport.Config) { *t = cfg.transport })
	}
	if err != nil {
		return nil, fmt.Errorf("cms: %w", err)
	}
	if cfg.checked {
		unchecked := *s
		s.checks = []check{newKnown(&unchecked).check}
	}
	c.site, c.unverified = s, s
	if cfg.verified && !cfg.anonymous && s.transport.MayLogIn() {
		verified := *s
		verified.checks = append([]check{(&login{site: s}).check}, s.checks...)
		c.site = &verified
	}
	c.Posts = content[Post, PostParams, PostListOptions](c.site, "cms/v2/posts", "Posts")
	c.Pages = content[Page, PageParams, PageListOptions](c.site, "cms/v2/pages", "Pages")
	c.MenuItems = &MenuItems{&Collection[MenuItem, MenuItemParams, MenuItemListOptions]{verbs[MenuItem, MenuItemParams, MenuItemListOptions]{
		newResource(c.site, "cms/v2/menu-items", "MenuItems", reflect.TypeFor[MenuItem](), reflect.TypeFor[MenuItemParams]()),
	}}}
	c.Blocks = content[Block, BlockParams, BlockListOptions](c.site, "cms/v2/blocks", "Blocks")
	return c, nil
}

// With returns a client for the same site with further options, which come on
// top of those of c: anonymous, say, or as another user, or with more patience.
// It shares the connections of c and, unless another number is given, its limit
// of [WithMaxConcurrent].
func (c *Client) With(options ...Option) (*Client, error) {
	cfg := *c.site.config
	cfg.transport = cfg.transport.Clone()
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	return build(c.address, cfg, c)
}

// Site is the address of the site, without a trailing slash.
func (c *Client) Site() string { return c.address.String() }

// Root is the address of the interface's root, as [WithRoot] takes it.
func (c *Client) Root() string { return c.site.root.URL.String() }

// Prefix is the content system's own prefix: see [WithPrefix].
func (c *Client) Prefix() string { return string(c.site.config.prefix) }

// CloseIdleConnections closes the connections that no call uses. A client needs
// no closing otherwise.
func (c *Client) CloseIdleConnections() { c.site.transport.CloseIdleConnections() }

// String says which site and root the client speaks to.
func (c *Client) String() string { return "cms.Client(" + c.Root() + ")" }

// Format writes String, whatever the verb: the configuration holds what does
// not belong in a log.
func (c Client) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, c.String()) }

// Do sends r and returns its answer, decoded as JSON into a T: a struct, a map,
// a slice, json.RawMessage for the JSON itself, [Raw] for what may not be JSON, or
// [Nothing].
//
// The error is an [*ArgumentError] for what was refused before it was sent, and
// otherwise an [*Error]. An answer without content, or null, is an error too
// unless T is Nothing or json.RawMessage. What does not fit a T of yours is read as
// [NewCollection] says.
func Do[T any](ctx context.Context, c *Client, r Request[T], options ...CallOption) (*T, error) {
	return perform(ctx, c.site, r, apply(options, CallOption.get))
}

// NewCollection returns the collection at a route, "cms/v2/products", of the
// site of c; see [NewContent] for records with a status and a slug. A leading "cms/" follows [WithPrefix]. Calls refuse a route that is
// empty.
//
// T is a struct with json tags (names match as written, case included: without
// a tag a field stays empty), or a map; embedding [Post] gives it the fields
// of one. P is a struct whose optional fields are pointers with omitzero tags; if it
// has a method Check() error, its error refuses a call before anything is sent. If
// it has a method Secret() bool that returns true, the request has Secret set: see
// [Request].
// L is a struct with url tags as of go-querystring, lists with the option
// brackets: `url:"include,brackets,omitempty"`. An empty list in it that is not
// nil matches nothing, unless its argument ends in exclude.
//
// A site may write a record otherwise than its schema says. A T that is no type of
// this package is therefore read with these rules:
//   - "", false and [] are the zero value of a field that cannot hold them, and nil of
//     a pointer.
//   - A number in a string is a number, and a number is the text that it is.
//   - A number with a fraction of zero, such as 3.0, is an integer.
//   - 0 and 1 are booleans.
//
// Anything else that does not fit is [ErrDecode].
func NewCollection[T, P, L any](c *Client, path string) *Collection[T, P, L] {
	return &Collection[T, P, L]{verbs[T, P, L]{resourceAt(c.site, path, reflect.TypeFor[T](), reflect.TypeFor[P]())}}
}

// NewContent returns the content at a route, "cms/v2/books", of the site of c: a custom
// type whose records have a status and a slug. T, P and L are described at
// [NewCollection]; [Content.Ensure] needs a P with the JSON members slug and status.
// Embedding [Post] and [PostParams] is the shortest way to them.
func NewContent[T, P, L any](c *Client, path string) *Content[T, P, L] {
	return &Content[T, P, L]{verbs[T, P, L]{resourceAt(c.site, path, reflect.TypeFor[T](), reflect.TypeFor[P]())}}
}

// NewCatalog returns the catalog at a route, "cms/v2/templates", of the site of c.
// key is the JSON member that holds the name of a record: "id", "slug", "uuid". A
// leading "cms/" follows [WithPrefix]. T, P and L are described at [NewCollection].
func NewCatalog[T, P, L any](c *Client, path, key string) *Catalog[T, P, L] {
	r := resourceAt(c.site, path, reflect.TypeFor[T](), reflect.TypeFor[P]())
	r.shape = shapeOf(r.record, key)
	r.named, r.alwaysFields, r.fields = true, []string{key}, nil
	return &Catalog[T, P, L]{r}
}

// NewDocument returns the document at a route, "cms/v2/settings", of the site of c.
// A leading "cms/" follows [WithPrefix]. T and P are described at [NewCollection].
func NewDocument[T, P any](c *Client, path string) *Document[T, P] {
	r := resourceAt(c.site, path, reflect.TypeFor[T](), reflect.TypeFor[P]())
	r.alwaysFields, r.fields = nil, nil
	return &Document[T, P]{r}
}

func content[T, P, L any](s *site, path, name string) *Content[T, P, L] {
	return &Content[T, P, L]{verbs[T, P, L]{newResource(s, path, name, reflect.TypeFor[T](), reflect.TypeFor[P]())}}
}

// Client returns the client that sends the calls of c.
func (c *verbs[T, P, L]) Client() *Client {
	client, _ := c.resource.site.client.(*Client)
	return client
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
	unlock, err = c.site.turns.Wait(ctx, "Lock "+name)
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(unlock), nil
}

// Sender returns a copy of c that never verifies its login by itself, and the sender of
// the requests of c, whose type is internal. It sends nothing. Only the package connect
// needs it.
func (c *Client) Sender() (unverified *Client, sender *transport.Client) {
	bare := *c
	bare.site = c.unverified
	return &bare, c.site.transport
}
