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

// maxRead is the largest number of bytes of one Read.
const maxRead = 32 << 10

// errEnded is the error of a Read that panicked or ended its goroutine.
var errEnded = errors.New("reading the content ended its goroutine")

// Reader reads the content of a caller in a separate goroutine for each Read. So a Read that
// waits, as a pipe may, ends with the context, and a panic of the content ends no other
// goroutine.
type Reader struct {
	ctx     context.Context
	content io.Reader
	ended   func(exit func())
	buf     []byte // Read reads into buf, so that an abandoned Read cannot write into the caller's memory
}

// read is the result of one Read.
type read struct {
	n   int
	err error
}

// NewReader returns a reader of content. If the content panics or ends its goroutine, the
// reader calls ended, in the goroutine that reads from it: see [Run].
func NewReader(ctx context.Context, content io.Reader, ended func(exit func())) *Reader {
	return &Reader{ctx: ctx, content: content, ended: ended}
}

// Read reads from the content. If the context ends, Read returns its cause at once. A Read
// of the content may then still be running.
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

// Direct reports whether content needs no [Reader], because its Read neither waits nor runs
// code of a caller: content is in memory, a regular file, or was made by [Directly].
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

// Directly returns a reader of content for which [Direct] is true. Its Close closes closer.
// Use it for a content that is made of parts that are [Direct].
func Directly(content io.Reader, closer io.Closer) io.ReadCloser { return direct{content, closer} }
