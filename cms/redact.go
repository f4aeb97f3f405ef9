package cms

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// What follows keeps passwords, cookies and keys out of what is printed and
// logged. JSON is for what is to be kept: a Request is in it as it is.

// Format writes the page as fmt would, but what Response does not write.
func (p ListPage[T]) Format(s fmt.State, verb rune) {
	// Without it %s of a pointer in a list prints all: fmt asks no method below a verb that does not fit.
	type page ListPage[T]
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), page(p))
}

// String says which request it is. Its arguments, headers and body may hold
// secrets.
func (r Request[T]) String() string { return "cms.Request(" + r.plain().ready().Operation + ")" }

// Format writes String, whatever the verb.
func (r Request[T]) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, r.String()) }

// LogValue is String.
func (r Request[T]) LogValue() slog.Value { return slog.StringValue(r.String()) }

// String says which request it is. Its arguments, headers and body may hold
// secrets.
func (i BatchItem) String() string {
	path, _, _ := strings.Cut(i.Path, "?")
	return "cms.BatchItem(" + i.Operation + ": " + i.Method + " " + path + ")"
}

// Format writes String, whatever the verb.
func (i BatchItem) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, i.String()) }

// LogValue is String.
func (i BatchItem) LogValue() slog.Value { return slog.StringValue(i.String()) }

// Format writes type and size alone, whatever the verb.
func (u Upload) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "cms.Upload(%q, %d bytes)", u.Type, u.Size)
}
