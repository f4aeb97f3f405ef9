package fontstest

import (
	"fmt"
	"net/http"
	"strings"
)

// Option is an option of a server or handler. If an option is given twice, the later
// one applies. [WithMiddleware] is the exception: all of them apply. An invalid option,
// such as an unknown mode, panics when it is created.
type Option func(*config)

type config struct {
	records       []map[string]any
	basePath      string
	middleware    []func(http.Handler) http.Handler
	firstPage     int
	maxSize       int
	fixedSize     int
	repeatLast    bool
	totals        Totals
	noPageNumber  bool
	envelope      Envelope
	failure       *failure
	subfamily     Subfamily
	separator     string
	dateLayout    string
	unknownFields bool
}

func newConfig(opts []Option) *config {
	c := &config{firstPage: 1, totals: TotalsNumbers, envelope: EnvelopeExample}
	for _, opt := range opts {
		opt(c)
	}
	if c.records == nil {
		c.records = Typefaces()
	}
	return c
}

// WithFonts serves these records instead of the built-in ones; nil or an empty slice is
// an empty catalogue. Records are served unchanged, so that a test can serve broken
// ones. They are copied through JSON: WithFonts panics if a record has no JSON form.
func WithFonts(records []map[string]any) Option {
	copied, err := cloneRecords(records)
	if err != nil {
		panic(fmt.Sprintf("fontstest: WithFonts: %v", err))
	}
	if copied == nil {
		copied = []map[string]any{}
	}
	return func(c *config) { c.records = copied }
}

// WithBasePath moves the service below path: the list is at {path}/api/fonts/list, and
// [Server.URL] ends in path. Slashes at either end of path are ignored. The default is
// the root.
func WithBasePath(path string) Option {
	path = strings.Trim(path, "/")
	if path != "" {
		path = "/" + path
	}
	return func(c *config) { c.basePath = path }
}

// WithMiddleware puts wrap before the service, for authentication, delays or faults of a
// test. The first middleware is the outermost. Requests are recorded before any
// middleware, after up to 1 MiB of their bodies has been read.
func WithMiddleware(wrap func(http.Handler) http.Handler) Option {
	return func(c *config) { c.middleware = append(c.middleware, wrap) }
}

// WithFirstPage numbers the pages from n instead of 1. Some catalogues number from 0.
func WithFirstPage(n int) Option {
	return func(c *config) { c.firstPage = n }
}

// WithMaxSize limits pages to n records. A client that requests more gets n, and the
// totals count pages of n. By default there is no limit. n must be at least 1.
func WithMaxSize(n int) Option {
	mustBePositive("WithMaxSize", n)
	return func(c *config) { c.maxSize = n }
}

// WithFixedSize makes every page n records long, whatever size is requested. It applies
// before [WithMaxSize]. n must be at least 1.
func WithFixedSize(n int) Option {
	mustBePositive("WithFixedSize", n)
	return func(c *config) { c.fixedSize = n }
}

// WithRepeatedLastPage serves a page past the end as the last page, with its number,
// instead of an empty page. A client that reads until a page is empty never ends on such
// a server.
func WithRepeatedLastPage() Option {
	return func(c *config) { c.repeatLast = true }
}

// WithPageNumberMissing omits page from the data of the response.
func WithPageNumberMissing() Option {
	return func(c *config) { c.noPageNumber = true }
}

// WithSeparator separates tags and languages by separator. It replaces each comma,
// semicolon and vertical bar of a record, without blanks around it. By default records
// are served unchanged; the built-in ones use commas. Filtering is the same with every
// separator.
func WithSeparator(separator string) Option {
	return func(c *config) { c.separator = separator }
}

// WithDateLayout writes created_at and updated_at in a layout of package time, such as
// "2006-01-02 15:04:05". Values that are not RFC 3339 are not changed. By default
// records are served unchanged; the built-in ones have RFC 3339 in UTC.
func WithDateLayout(layout string) Option {
	return func(c *config) { c.dateLayout = layout }
}

// WithUnknownFields adds unknown fields to each record. There are four: downloads
// (number), preview (object), axes (array of objects) and deprecated (null). A record
// that has such a field keeps its own.
func WithUnknownFields() Option {
	return func(c *config) { c.unknownFields = true }
}

// WithEnvelopeError makes each list request fail with HTTP 200 and an envelope with
// code, message and null for data. Other paths and methods still get 404 and 405. With
// [EnvelopeTable] the message is lost, because that envelope has a number in its place.
func WithEnvelopeError(code int, message string) Option {
	return func(c *config) { c.failure = &failure{code: code, message: message} }
}

func mustBePositive(option string, n int) {
	if n < 1 {
		panic(fmt.Sprintf("fontstest: %s(%d): must be at least 1", option, n))
	}
}
