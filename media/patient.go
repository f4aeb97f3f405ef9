package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// patient reads a content that may keep a Read waiting, a pipe for one, and stops
// waiting when its context ends: net/http itself does not return before such a
// Read does.
type patient struct {
	io.Reader
	ctx  context.Context
	buf  []byte
	done chan read
}

// read is the outcome of one Read.
type read struct {
	n   int
	err error
}

// errEnded is a content whose Read ends its goroutine.
var errEnded = errors.New("reading the content ended its goroutine")

// maxRead bounds what is read at a time.
const maxRead = 32 << 10

// newPatient returns content itself if it keeps no Read waiting.
func newPatient(ctx context.Context, content io.Reader) io.Reader {
	if prompt(content) {
		return content
	}
	return &patient{Reader: content, ctx: ctx, buf: make([]byte, maxRead), done: make(chan read, 1)}
}

// prompt reports whether a content lies in memory or in a regular file.
func prompt(content io.Reader) bool {
	switch content := content.(type) {
	case *bytes.Reader, *bytes.Buffer, *strings.Reader, inMemory:
		return true
	case *os.File:
		info, err := content.Stat()
		return err == nil && info.Mode().IsRegular()
	}
	return false
}

// inMemory is a content that lies in memory.
type inMemory struct{ *bytes.Reader }

// Close does nothing.
func (inMemory) Close() error { return nil }

func (p *patient) Read(into []byte) (int, error) {
	if p.ctx.Err() != nil {
		return 0, context.Cause(p.ctx)
	}
	buf := p.buf[:min(len(into), maxRead)]
	go func() {
		got := read{err: errEnded}
		defer func() { // nobody else could recover here, and the upload would wait for ever
			if value := recover(); value != nil {
				got = read{err: fmt.Errorf("reading the content panicked: %v", value)}
			}
			p.done <- got
		}()
		n, err := p.Reader.Read(buf)
		if n < 0 || n > len(buf) {
			n, err = 0, fmt.Errorf("the content says that it read %d bytes into %d", n, len(buf))
		}
		got = read{n, err}
	}()
	select {
	case r := <-p.done:
		copy(into, buf[:r.n])
		return r.n, r.err
	case <-p.ctx.Done():
		return 0, context.Cause(p.ctx) // what is still read goes nowhere
	}
}
