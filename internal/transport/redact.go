package transport

import (
	"fmt"
	"io"
)

// What follows keeps headers, arguments, bodies and credentials out of %v and
// its like, so that nobody logs them by accident.

// Format writes the origin alone, whatever the verb.
func (c Config) Format(s fmt.State, _ rune) { describe(s, "transport.Config{%s}", c.origin()) }

// Format writes the origin alone, whatever the verb.
func (c Client) Format(s fmt.State, _ rune) { describe(s, "transport.Client{%s}", c.cfg.origin()) }

// Format writes operation and method alone, whatever the verb.
func (c Call) Format(s fmt.State, _ rune) {
	describe(s, "transport.Call{%q %q}", c.Operation, c.Method)
}

// Format writes type and length alone, whatever the verb.
func (b Body) Format(s fmt.State, _ rune) {
	describe(s, "transport.Body{%q %d}", b.Type, max(b.Size, int64(len(b.Bytes))))
}

// Format writes status and length alone, whatever the verb.
func (r Response) Format(s fmt.State, _ rune) {
	describe(s, "transport.Response{%d, %d bytes}", r.Status, len(r.Body))
}

func (c Config) origin() string {
	if c.Origin == nil {
		return ""
	}
	return c.Origin.Scheme + "://" + c.Origin.Host
}

func describe(w io.Writer, format string, a ...any) { _, _ = fmt.Fprintf(w, format, a...) }
