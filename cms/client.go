package cms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"sync"

	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/cms/internal/turns"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/upsert"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Client sends calls to the REST API of one site. It is immutable and safe for
// concurrent use. Make one and keep it.
type Client struct {
	// Posts is the collection cms/v2/posts.
	Posts *Content[Post, PostParams, PostListOptions]
	// Pages is the collection cms/v2/pages.
	Pages *Content[Page, PageParams, PageListOptions]
	// MenuItems is the collection cms/v2/menu-items.
	MenuItems *MenuItems
	// Blocks is the collection cms/v2/blocks, of reusable blocks.
	Blocks *Content[Block, BlockParams, BlockListOptions]

	address *url.URL
	site    *site
}

// New returns a client for the site at an address: "https://docs.example.org", or
// "https://docs.example.org/developer" for a site in a sub-directory. It sends nothing.
// It expects the REST API at cms-json/ below the address. [WithPrefix] and [WithRoot]
// change that. connect.Discover finds the REST API by asking the site.
//
// Errors:
//   - an [*ArgumentError] for an invalid option
//   - an [*ArgumentError] for an address without a scheme or host, or with a user, a
//     query, a fragment or an invalid port
//   - [ErrInsecure] for credentials with a site on plain http, except on this machine or
//     with [WithInsecureHTTP]. New does not check proxies: see [WithApplicationPassword].
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

// build makes a client from cfg. If from is not nil, the client shares the connections of from.
func build(address *url.URL, cfg config, from *Client) (*Client, error) {
	name := cfg.root
	if name == "" {
		name = cfg.prefix.Root()
	}
	root, err := route.NewRoot(address, name)
	if err != nil {
		return nil, withOperation("", err)
	}
	if (cfg.source != nil || cfg.gate != nil) && !cfg.transport.AllowInsecure && !transport.Secure(root.URL) {
		return nil, fmt.Errorf("cms: site: %w", transport.Because(ErrInsecure,
			errors.New("use https, or WithInsecureHTTP if you trust the network")))
	}
	// taken is the header that both logins would use: the login of the site, and the login of
	// the proxy. It is "" if they use different headers.
	taken := ""
	if cfg.gate != nil && cmp.Or(cfg.loginHeader, "Authorization") == cfg.gateHeader {
		taken = cfg.gateHeader
	}
	if fixed, ok := cfg.source.(Credentials); ok {
		if login, err := fixed.login(); err == nil && taken != "" && login.Authorization != "" {
			return nil, errTaken(taken)
		}
	}
	cfg.transport.Origin = root.URL
	cfg.transport.IsFinal, cfg.transport.NotProcessed = reply.Considered, reply.Maintenance
	cfg.transport.Refused = reply.Refused
	cfg.transport.Follow = func(u *url.URL) bool { return !root.Rewrites(u) }

	locks := &turns.Turns{}
	if from != nil {
		locks = from.site.turns
	}
	account := accountOf(cfg.source, locks, "credentials", taken)
	cfg.transport.Authorize, cfg.transport.Renew = account.Authorize, account.Renew
	cfg.transport.LoginHeader = cfg.loginHeader
	cfg.transport.Gate = accountOf(cfg.gate, locks, "credentials of the proxy", "")
	cfg.transport.Gate.Header = cfg.gateHeader

	c := &Client{address: address}
	s := &site{client: c, config: &cfg, root: root, rewritten: &upsert.Memory{}}
	if from == nil {
		s.turns, s.sizes = locks, &pageSizes{}
		s.transport, err = transport.New(cfg.transport)
	} else {
		s.turns, s.sizes = locks, from.site.sizes
		s.transport, err = from.site.transport.With(func(t *transport.Config) { *t = cfg.transport })
	}
	if err != nil {
		return nil, fmt.Errorf("cms: %w", err)
	}
	if cfg.checked {
		unchecked := *s
		s.check = newKnown(&unchecked).check
	}
	if cfg.verified && !cfg.anonymous && s.transport.MayLogIn() {
		s.login = &login{site: s}
	}
	c.site = s
	c.Posts = content[Post, PostParams, PostListOptions](c.site, "cms/v2/posts", "Posts")
	c.Pages = content[Page, PageParams, PageListOptions](c.site, "cms/v2/pages", "Pages")
	items := newResource(c.site, "cms/v2/menu-items", "MenuItems",
		reflect.TypeFor[MenuItem](), reflect.TypeFor[MenuItemParams]())
	c.MenuItems = &MenuItems{&Collection[MenuItem, MenuItemParams, MenuItemListOptions]{items}}
	c.Blocks = content[Block, BlockParams, BlockListOptions](c.site, "cms/v2/blocks", "Blocks")
	return c, nil
}

// With returns a client for the same site with further options added to those of c. Use
// it for another user, no user ([WithoutCredentials]) or more attempts. It shares the
// connections of c, and its limit of [WithMaxConcurrent] unless options set another.
func (c *Client) With(options ...Option) (*Client, error) {
	cfg := *c.site.config
	cfg.transport = cfg.transport.Clone()
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	return build(c.address, cfg, c)
}

// Site returns the address of the site, without a trailing slash.
func (c *Client) Site() string { return c.address.String() }

// Root returns the address of the root, as [WithRoot] takes it.
func (c *Client) Root() string { return c.site.root.URL.String() }

// Prefix returns the prefix of the site: see [WithPrefix].
func (c *Client) Prefix() string { return string(c.site.config.prefix) }

// CloseIdleConnections closes the connections that no call uses. Nothing else of a
// client has to be closed.
func (c *Client) CloseIdleConnections() { c.site.transport.CloseIdleConnections() }

// String returns the root of the site.
func (c *Client) String() string { return "cms.Client(" + c.Root() + ")" }

// Format writes the result of String, for every verb, because the configuration holds
// secrets.
func (c Client) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, c.String()) }

// Do sends r and decodes the JSON of the response into a T: a struct, a map, a slice, or
// json.RawMessage. T may also be [Nothing], or [Raw] if the response is perhaps not JSON.
//
// If T is your own type, the rules of [NewCollection] apply to decoding.
//
// Errors: an [*ArgumentError] for a request that is refused before it is sent, otherwise
// an [*Error]. An empty response and null are errors, unless T is Nothing or
// json.RawMessage.
func Do[T any](ctx context.Context, c *Client, r Request[T], options ...CallOption) (*T, error) {
	return perform(ctx, c.site, r, apply(options, CallOption.get))
}

// NewCollection returns the collection at a route, "cms/v2/products". Use [NewContent]
// for records with a status and a slug. A leading "cms/" is replaced by the prefix of
// the site: see [WithPrefix]. With an empty route every call is refused.
//
// T is the type of a record that is read: a map, or a struct with json tags. Names
// match exactly, including case, so a field needs a tag. Embed [Post] to get its
// fields.
//
// P is the type of the params that are written: a struct whose optional fields are
// pointers with omitzero tags. It may have four methods:
//   - Check() error: an error refuses the call before anything is sent.
//   - CheckUpdate() error: an error refuses an update, for example if it sets no field.
//   - CheckCreate() error: an error refuses a create, for example if a required field is
//     absent.
//   - Secret() bool: true sets Secret of the [Request].
//
// A call that a method refuses fails with an [*ArgumentError]: that of the method, or one
// for the argument "params" that wraps the error of the method.
//
// L is the type of the list arguments: a struct with url tags as for go-querystring. A
// slice needs the tag option brackets, which sends include[]=1&include[]=2:
// `url:"include,brackets,omitempty"`. An empty list that is not nil matches nothing,
// unless the name of the argument ends in exclude.
//
// Sites do not always send what their schema declares. So values are read with these rules:
//   - For a field that is a number, "7" is read as 7. For a string, 7 is read as "7".
//   - A number with a zero fraction, such as 3.0, is read as an integer.
//   - 0 and 1 are read as booleans, and so are "true", "yes", "on" and their opposites.
//     For a string, true is read as "true".
//   - For a slice, an object whose names are all numbers is read as its values: PHP writes
//     a filtered list so. {} is an empty slice, and [] an empty struct or map.
//   - "", false, and [] become the zero value of any other field. They also stay in Extra
//     if T has one.
//   - Any other value stays in Extra, and the field is zero: see [Extra].
//
// If T has no field Extra, a record with a value that does not fit is [ErrDecode].
//
// Walks go by id if the route begins with "cms/v2/", or if L has the argument orderby: see
// [Collection.Pages]. If a route of a plugin has no order by id, use
// [Collection.WithWalkOrders].
func NewCollection[T, P, L any](c *Client, path string) *Collection[T, P, L] {
	byID := wire.Takes(reflect.TypeFor[L](), "orderby")
	return &Collection[T, P, L]{resourceAt(c.site, path, reflect.TypeFor[T](), reflect.TypeFor[P](), byID)}
}

// NewContent returns the content at a route, "cms/v2/books": a custom post type whose
// records have a status and a slug. For T, P and L see [NewCollection]. [Content.Ensure]
// needs a P with the JSON fields slug and status; the shortest way is to embed
// [PostParams]. Walks go by id: see [Collection.Pages].
func NewContent[T, P, L any](c *Client, path string) *Content[T, P, L] {
	return &Content[T, P, L]{resourceAt(c.site, path, reflect.TypeFor[T](), reflect.TypeFor[P](), true)}
}

// NewCatalog returns the catalog at a route, "cms/v2/templates". key is the JSON field
// with the name of a record: "id", "slug", "uuid". A leading "cms/" is replaced by the
// prefix of the site. For T, P and L see [NewCollection].
func NewCatalog[T, P, L any](c *Client, path, key string) *Catalog[T, P, L] {
	r := resourceAt(c.site, path, reflect.TypeFor[T](), reflect.TypeFor[P](), false)
	r.shape = shapeOf(r.record, key)
	r.named, r.alwaysFields, r.fields = true, []string{key}, nil
	return &Catalog[T, P, L]{r}
}

// NewDocument returns the document at a route, "cms/v2/settings". A leading "cms/" is
// replaced by the prefix of the site. For T and P see [NewCollection].
func NewDocument[T, P any](c *Client, path string) *Document[T, P] {
	r := resourceAt(c.site, path, reflect.TypeFor[T](), reflect.TypeFor[P](), false)
	r.alwaysFields, r.fields = nil, nil
	return &Document[T, P]{r}
}

func content[T, P, L any](s *site, path, name string) *Content[T, P, L] {
	return &Content[T, P, L]{newResource(s, path, name, reflect.TypeFor[T](), reflect.TypeFor[P]())}
}

// Client returns the client that sends the calls of c.
func (c *Collection[T, P, L]) Client() *Client {
	return c.resource.site.client
}

// Lock waits for a lock by name, until ctx ends, and returns the function that unlocks
// it. Use it for several requests that must not run twice at once, such as a read, a
// change and a write of a document.
//
// A lock works in this process only. It is shared by c and all clients that are derived
// from each other by [Client.With]. Locks are not reentrant.
//
// Errors: the error of the context, with its cause.
func (c *Client) Lock(ctx context.Context, name string) (unlock func(), err error) {
	unlock, err = c.site.turns.Wait(ctx, "Lock "+name)
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(unlock), nil
}

// CallContext returns a context for a function that sends several requests and that is one
// call for [WithCallTimeout]. It ends with ctx, when cancel is called, or at that limit
// with the cause [ErrCallTimeout]. The requests of c with this context share the limit.
// Without WithCallTimeout there is no further limit. It sends nothing.
//
// The context also leads Ensure of all packages to what c remembers: values that the site
// stores in another form.
func (c *Client) CallContext(ctx context.Context) (call context.Context, cancel context.CancelFunc) {
	return c.site.callContext(ctx)
}

// Transport returns the round tripper that sends the requests of c. Use it in an
// [http.Client] of your own for what is no route of the REST API, such as a page of the
// site. It sends nothing yet.
//
// Each request waits for the limits of c ([WithMaxConcurrent], [WithLimiter]) and passes its
// middleware. It carries the credentials of c only if it goes to the origin of the site,
// and then not over plain http: see [WithInsecureHTTP]. It is not retried, and has neither
// the headers of [WithHeader] nor the cookies of a Jar. The caller closes the body.
func (c *Client) Transport() http.RoundTripper { return c.site.transport }
