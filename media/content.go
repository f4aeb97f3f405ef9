package media

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// exact reads a content that must have exactly size bytes. If the content is shorter or longer,
// Read fails before the last bytes are sent. Without this error, the site would store a part
// of the file.
type exact struct {
	io.Reader
	size, left int64
}

func (e *exact) Read(p []byte) (int, error) {
	p = p[:min(int64(len(p)), e.left)]
	n, err := e.Reader.Read(p)
	if n < 0 || n > len(p) {
		return 0, fmt.Errorf("the content reported %d bytes read into %d", n, len(p))
	}
	e.left -= int64(n)
	switch {
	case e.left == 0 && (err == nil || errors.Is(err, io.EOF)):
		// Check that the content ends here, before the last bytes are sent: see exact.
		if err := e.end(err); err != nil {
			return 0, err
		}
		return n, io.EOF
	case errors.Is(err, io.EOF):
		return 0, fmt.Errorf("the content ended %d bytes before its size of %d: %w", e.left, e.size, io.ErrUnexpectedEOF)
	}
	return n, err
}

// end returns an error unless the content ends after the last Read. err is the error of that
// Read.
func (e *exact) end(err error) error {
	var more [1]byte
	for range 100 {
		if err != nil {
			break
		}
		var n int
		if n, err = e.Reader.Read(more[:]); n > 0 {
			return fmt.Errorf("the content is longer than its size of %d", e.size)
		}
	}
	if err == nil {
		return io.ErrNoProgress
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// progress reports to a callback how many bytes were sent. Each attempt has a number, so that
// progress can ignore a read of an earlier attempt after a later attempt has begun.
type progress struct {
	tell  func(sent, total int64)
	total int64

	mu      sync.Mutex // held during the callback, so that calls do not overlap
	attempt atomic.Int64
	over    atomic.Bool
}

// begin starts an attempt, reports 0 bytes, and returns the number of the attempt.
func (p *progress) begin() int64 {
	attempt := p.attempt.Add(1)
	p.report(attempt, 0)
	return attempt
}

func (p *progress) report(attempt, sent int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over.Load() && p.attempt.Load() == attempt {
		p.tell(sent, p.total)
	}
}

// end stops the reports. It does not wait for a running callback.
func (p *progress) end() { p.over.Store(true) }

// counted is a reader. It reports to progress how many bytes were read from it so far.
type counted struct {
	io.Reader
	progress *progress
	attempt  int64
	sent     int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if n > 0 {
		c.sent += int64(n)
		c.progress.report(c.attempt, c.sent)
	}
	return n, err
}
