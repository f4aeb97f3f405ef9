package cms

import "github.com/fontcms/fontcms-go/internal/transport"

// Probe is for the package connect of this module. It returns a copy of c that
// never verifies its login by itself, and what sends the requests of c, whose type
// is internal. Programs have no use for it.
func (c *Client) Probe() (unverified *Client, sender *transport.Client) {
	bare := *c
	bare.login = nil
	return &bare, c.transport
}
