package transport

import (
	"context"
	"io"
	"net/http"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// upload wraps a body of the caller. net/http reads and closes a body in other goroutines,
// where a panic of the body would end the process.
type upload struct {
	*relay.Reader
	s    *sending
	body io.Closer
}

// guarded wraps a body of the caller, so that the body can neither end the process nor
// delay the call. A body that can do neither is returned unchanged: see [relay.Direct].
func (s *sending) guarded(ctx context.Context, body io.ReadCloser) io.ReadCloser {
	if body == nil || body == http.NoBody {
		return body
	}
	if once := s.call.Body.Reader; once == nil && relay.Direct(body) || once != nil && relay.Direct(once) {
		return body
	}
	return &upload{relay.NewReader(ctx, body, s.ended), s, body}
}

// ended notes that the body of the call panicked or ended its goroutine. [Client.Do] then does
// the same in the goroutine of its caller.
func (s *sending) ended(exit func()) { s.exit.Store(&exit) }

// Close closes the body in another goroutine, and waits for it.
func (u *upload) Close() (err error) {
	done := make(chan struct{})
	go relay.Run(func() { err = u.body.Close() }, func(exit func()) {
		if exit != nil {
			u.s.ended(exit)
		}
		close(done)
	})
	<-done
	return err
}
