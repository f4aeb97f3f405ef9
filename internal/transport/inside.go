package transport

import "net/http"

// Authorize is where the credentials come from, nil for anonymous calls.
func (c *Client) Authorize() Authorize { return c.cfg.Authorize }

// MayLogIn reports that requests may carry a login: credentials, or what middleware,
// a cookie jar or a base of the caller's adds to them.
func (c *Client) MayLogIn() bool {
	_, own := c.base.(*ownBase)
	return c.cfg.Authorize != nil || len(c.cfg.Middleware) > 0 || !own || c.http.Jar != nil
}

// HTTPClient returns an HTTP client by which another client shares the connections
// of c. own says that nobody else uses them.
func (c *Client) HTTPClient() (shared *http.Client, own bool) {
	shared = &http.Client{}
	if c.cfg.HTTPClient != nil {
		*shared = *c.cfg.HTTPClient
	}
	shared.Transport = c.base
	_, own = c.base.(*ownBase)
	return shared, own
}
