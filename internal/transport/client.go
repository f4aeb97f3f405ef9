package transport

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
)

// maxRedirects is the largest number of redirects of one attempt.
const maxRedirects = 10

// Client sends calls. It is immutable and safe for concurrent use.
type Client struct {
	cfg       Config
	http      *http.Client
	base      http.RoundTripper
	elsewhere http.RoundTripper // the transport of Config.Elsewhere, or nil
	slots     chan struct{}     // has one token for each attempt in flight; nil for no limit

	bodies *sync.Pool // pool of *bytes.Buffer
}

// New returns a Client for cfg. It has its own connections, unless cfg.HTTPClient has a
// Transport.
func New(cfg Config) (*Client, error) {
	return build(cfg, nil)
}

// With returns a client whose configuration was changed by f. It shares the
// connections of c unless f changes HTTPClient, and the concurrency limit of c
// unless f changes MaxConcurrent.
func (c *Client) With(f func(*Config)) (*Client, error) {
	cfg := c.cfg.Clone()
	f(&cfg)
	return build(cfg, c)
}

// build returns a client for cfg. If parent is not nil, the new client shares the connections
// and the slots of parent, unless cfg has a different setting for them.
func build(cfg Config, parent *Client) (*Client, error) {
	if cfg.Origin == nil {
		return nil, errors.New("no origin")
	}
	if overrides(cfg.Header) {
		return nil, errOverride
	}
	c := &Client{cfg: cfg.Clone().withDefaults(), bodies: new(sync.Pool)}
	user := http.Client{}
	if cfg.HTTPClient != nil {
		user = *cfg.HTTPClient
	}
	switch {
	case parent != nil && cfg.HTTPClient == parent.cfg.HTTPClient:
		c.base = parent.base
	case user.Transport != nil:
		c.base = user.Transport
	default:
		c.base = newDefaultTransport()
	}
	switch {
	case parent != nil && cfg.Elsewhere == parent.cfg.Elsewhere:
		c.elsewhere = parent.elsewhere
	case cfg.Elsewhere == nil:
	case cfg.Elsewhere.Transport != nil:
		c.elsewhere = cfg.Elsewhere.Transport
	default:
		c.elsewhere = newDefaultTransport()
	}
	if user.Jar != nil {
		user.Jar = homeJar{user.Jar, &c.cfg}
	}
	switch n := cfg.MaxConcurrent; {
	case parent != nil && n == parent.cfg.MaxConcurrent:
		c.slots = parent.slots
	case n > 0:
		c.slots = make(chan struct{}, n)
	}
	// A request passes through limitTransport, middleware, authTransport and base, in this order.
	strays := new(atomic.Int64)
	var chain http.RoundTripper = &authTransport{cfg: &c.cfg, next: c.base, elsewhere: c.elsewhere, strays: strays}
	for _, wrap := range slices.Backward(c.cfg.Middleware) {
		chain = wrap(chain)
	}
	// The retrying client closes all idle connections each time it gives up. This would
	// slow down other calls, so limitTransport has no CloseIdleConnections method.
	foreign := len(c.cfg.Middleware) > 0 || !ofNetHTTP(c.base)
	user.Transport = &limitTransport{cfg: &c.cfg, slots: c.slots, next: chain, foreign: foreign, strays: strays}
	user.CheckRedirect = c.checkRedirect
	c.http = &user
	return c, nil
}

// CloseIdleConnections closes the idle connections.
func (c *Client) CloseIdleConnections() {
	for _, base := range []http.RoundTripper{c.base, c.elsewhere} {
		if closer, ok := base.(interface{ CloseIdleConnections() }); ok {
			closer.CloseIdleConnections()
		}
	}
}

// checkRedirect follows redirects of reads only, because a redirected write could change
// another record. The origin and the method must stay the same, because credentials belong to
// one origin. It refuses an address with a user: net/http would send the user as credentials.
func (c *Client) checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	s := sendingOf(req.Context())
	if s != nil && s.call.reads() && len(via) <= maxRedirects && req.Method == first.Method &&
		SameOrigin(req.URL, first.URL) && req.URL.User == nil && (c.cfg.Follow == nil || c.cfg.Follow(req.URL)) {
		return nil
	}
	closeBody(req) // net/http opens this body for the redirect and does not close it
	return http.ErrUseLastResponse
}

// RoundTrip sends one request like an attempt of a call, without retries. The request waits
// for the limits and passes the middleware. It gets the credentials if it goes to the origin.
func (c *Client) RoundTrip(req *http.Request) (*http.Response, error) {
	return c.http.Transport.RoundTrip(req)
}

// Format prints only the origin, for every verb, because the configuration holds secrets.
func (c *Client) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, "transport.Client("+c.cfg.Origin.Scheme+"://"+c.cfg.Origin.Host+")")
}

// Authorize returns the source of the credentials, nil for anonymous calls.
func (c *Client) Authorize() Authorize { return c.cfg.Authorize }

// HasGate reports whether requests carry a login for a server in front of the site.
func (c *Client) HasGate() bool { return c.cfg.Gate.Authorize != nil }

// MayLogIn reports whether requests may carry a login for the site: there are credentials, or
// middleware, a cookie jar or a transport of the caller, which may add a login. The login for
// a server in front of the site does not count.
func (c *Client) MayLogIn() bool {
	_, own := c.base.(*defaultTransport)
	return c.cfg.Authorize != nil || len(c.cfg.Middleware) > 0 || !own || c.http.Jar != nil
}

// HTTPClient returns an HTTP client with the connections of c, for use by another client. own
// reports whether the connections belong to c.
func (c *Client) HTTPClient() (shared *http.Client, own bool) {
	shared = &http.Client{}
	if c.cfg.HTTPClient != nil {
		*shared = *c.cfg.HTTPClient
	}
	shared.Transport = c.base
	_, own = c.base.(*defaultTransport)
	return shared, own
}
