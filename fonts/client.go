package fonts

import (
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

const listPath = "api/fonts/list"

// Client reads one font catalogue. It is safe for concurrent use. Make one and keep it.
// It remembers only whether page numbers of the server begin at 0 or 1.
type Client struct {
	base      *url.URL
	config    *config // may hold secrets, so it is a pointer: fmt prints only its address
	transport *transport.Client
}

// New returns a client for the catalogue at a base address: "https://example.org/fonts".
// It sends nothing.
//
// Errors:
//   - an [*ArgumentError] for an invalid option
//   - an [*ArgumentError] for an address without a scheme (http or https) or host, or
//     with a user, a query, a fragment or an invalid port
func New(baseURL string, options ...Option) (*Client, error) {
	base, err := parseBase(baseURL)
	if err != nil {
		return nil, err
	}
	cfg := config{firstPage: &firstPage{}}
	cfg.transport.Origin = base
	cfg.transport.UserAgent = transport.UserAgent
	cfg.transport.AllowInsecure = true // many catalogues have no https; WithHeader documents the risk
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	c := &Client{base: base, config: &cfg}
	if c.transport, err = transport.New(cfg.transport); err != nil {
		return nil, fmt.Errorf("fonts: %w", err)
	}
	return c, nil
}

// With returns a client for the same catalogue with further options added to those of
// c. It shares the connections of c. It also shares the limit of [WithMaxConcurrent]
// and the number of the first page, unless options set them.
func (c *Client) With(options ...Option) (*Client, error) {
	cfg := *c.config
	cfg.transport = cfg.transport.Clone()
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	d := &Client{base: c.base, config: &cfg}
	var err error
	d.transport, err = c.transport.With(func(t *transport.Config) { *t = cfg.transport })
	if err != nil {
		return nil, fmt.Errorf("fonts: %w", err)
	}
	return d, nil
}

// CloseIdleConnections closes the connections that no call uses. Nothing else of a
// client has to be closed.
func (c *Client) CloseIdleConnections() { c.transport.CloseIdleConnections() }

// String returns the base address of the catalogue.
func (c *Client) String() string { return "fonts.Client(" + c.base.String() + ")" }

// Format writes the result of String, for every verb, because the configuration may hold
// secrets in headers.
func (c Client) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, c.String()) }

// parseBase checks a base address and removes trailing slashes.
func parseBase(address string) (*url.URL, error) {
	u, reason := transport.ParseBase(address)
	switch {
	case reason == transport.HoldsUser:
		reason += "; credentials go into WithHeader"
	case reason == "" && strings.HasSuffix(u.Path, "/"+listPath):
		reason = "use the address without /" + listPath
	}
	if reason != "" {
		return nil, &ArgumentError{Argument: "base address", Reason: reason}
	}
	return u, nil
}
