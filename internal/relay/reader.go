package relay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxRead is how many bytes are read at a time.
const maxRead = 32 << 10

// errEnded is the error of a Read that panicked or ended its goroutine.
var errEnded = errors.New("reading the content ended its goroutine")

// Reader reads a content that a caller gave, each time in a goroutine of its own. So
// a Read that waits, as that of a pipe may, does not outlast the context, and a Read
// that panics ends no other goroutine.
type Reader struct {
	ctx     context.Context
	content io.Reader
	ended   func(exit func())
	buf     []byte // an abandoned Read writes here, and not to the caller's memory
}

// read is what one Read of a content returned.
type read struct {
	n   int
	err error
}

// NewReader returns a reader of content. It calls ended, in the goroutine that reads
// from it, if the content panics or ends its goroutine: see [Run].
func NewReader(ctx context.Context, content io.Reader, ended func(exit func())) *Reader {
	return &Reader{ctx: ctx, content: content, ended: ended}
}

// Read reads from the content. It returns the cause of the context as soon as that
// has ended. A Read of the content may then still be under way.
func (r *Reader) Read(into []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	if len(into) > len(r.buf) && len(r.buf) < maxRead {
		r.buf = make([]byte, min(len(into), maxRead))
	}
	buf := r.buf[:min(len(into), len(r.buf))]
	select {
	case o := <-start(func() read { n, err := r.content.Read(buf); return read{n, err} }):
		if o.exit != nil {
			r.ended(o.exit)
			return 0, errEnded
		}
		n, err := o.value.n, o.value.err
		if n < 0 || n > len(buf) {
			return 0, fmt.Errorf("the content says that it read %d bytes into %d", n, len(buf))
		}
		copy(into, buf[:n])
		return n, err
	case <-r.ctx.Done():
		return 0, context.Cause(r.ctx)
	}
}

// Direct reports that a Read of content waits for nobody and runs no code of a caller,
// so that it needs no [Reader]: it is in memory or a regular file, or of [Directly].
func Direct(content io.Reader) bool {
	switch content := content.(type) {
	case *bytes.Reader:
		return content != nil
	case *strings.Reader:
		return content != nil
	case *os.File:
		info, err := content.Stat()
		return err == nil && info.Mode().IsRegular()
	case direct:
		return true
	}
	return false
}

type direct struct {
	io.Reader
	io.Closer
}

// Directly returns what is read from a content that is made of those that are
// [Direct], and closed by closer.
func Directly(content io.Reader, closer io.Closer) io.ReadCloser { return direct{content, closer} }
