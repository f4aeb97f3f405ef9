package fonts

import (
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

const listPath = "api/fonts/list"

// Client reads one font catalogue. It is safe for concurrent use; make one and
// keep it. All it remembers is where the page numbers of the server begin.
type Client struct {
	base      *url.URL
	config    *config // behind a pointer, where fmt does not look: it may hold secrets
	transport *transport.Client
}

// New returns a client for the catalogue at the given base address, which may
// lie in a sub-directory: "https://example.org/fonts". Nothing is sent.
//
// An [*ArgumentError] is returned for an address without a scheme (http or https)
// or host, with a user, a query, a fragment or a port out of range, and for an
// invalid option.
func New(baseURL string, options ...Option) (*Client, error) {
	base, err := parseBase(baseURL)
	if err != nil {
		return nil, err
	}
	cfg := config{firstPage: &firstPage{}}
	cfg.transport.Origin = base
	cfg.transport.UserAgent = transport.UserAgent
	if err := cfg.apply(options); err != nil {
		return nil, err
	}
	c := &Client{base: base, config: &cfg}
	if c.transport, err = transport.New(cfg.transport); err != nil {
		return nil, fmt.Errorf("fonts: %w", err)
	}
	return c, nil
}

// With returns a client for the same catalogue with further options, which
// come on top of those of c. It shares the connections of c and, unless the
// option is given anew, its limit of [WithMaxConcurrent] and what it knows of
// page numbers.
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

// CloseIdleConnections closes the connections that no call uses. A client
// needs no closing otherwise.
func (c *Client) CloseIdleConnections() { c.transport.CloseIdleConnections() }

// String says which catalogue the client reads.
func (c *Client) String() string { return "fonts.Client(" + c.base.String() + ")" }

// Format writes String, whatever the verb: headers of the configuration do not
// belong in a log.
func (c Client) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, c.String()) }

// parseBase checks a base address and takes trailing slashes off it.
func parseBase(address string) (*url.URL, error) {
	u, reason := transport.ParseBase(address)
	switch {
	case reason == transport.HoldsUser:
		reason += "; credentials go into WithHeader"
	case reason == "" && strings.HasSuffix(u.Path, "/"+listPath):
		reason = "give the address without /" + listPath
	}
	if reason != "" {
		return nil, &ArgumentError{Argument: "base address", Reason: reason}
	}
	return u, nil
}
