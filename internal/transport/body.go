package transport

import (
	"context"
	"io"
	"net/http"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// upload is a body that a caller gave. net/http reads and closes it in goroutines of
// its own, where a panic would end the process.
type upload struct {
	*relay.Reader
	s    *sending
	body io.Closer
}

// guarded returns a body that cannot end the process nor keep the call waiting, if a
// caller gave it. One that could do neither is read directly.
func (s *sending) guarded(ctx context.Context, body io.ReadCloser) io.ReadCloser {
	if body == nil || body == http.NoBody {
		return body
	}
	if once := s.call.Body.Reader; once == nil && relay.Direct(body) || once != nil && relay.Direct(once) {
		return body
	}
	return &upload{relay.NewReader(ctx, body, s.ended), s, body}
}

// ended notes that the content of the call panicked or ended its goroutine. Do does
// the same in the goroutine of its caller.
func (s *sending) ended(exit func()) { s.exit.Store(&exit) }

// Close closes the body in a goroutine of its own, and waits for it.
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
