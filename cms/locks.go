package cms

import (
	"context"
	"sync"
)

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
