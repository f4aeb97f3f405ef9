package fontstest

import (
	"fmt"
	"net/http"
	"strings"
)

// Option changes how a server or handler answers. Of two options of one kind the later one wins, except for
// [WithMiddleware], which adds up. An option that cannot be meant, such as an unknown mode, panics when it is
// made.
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

// WithFonts serves these records instead of the built-in ones; nil or an empty slice is an empty catalogue.
// Records are served as they are, whatever they hold or lack, so that a test can serve broken ones too. They
// are copied, through JSON: WithFonts panics if a record cannot be written as JSON.
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

// WithBasePath moves the service below path: the list is then at {path}/api/fonts/list, and [Server.URL] ends
// in path. Slashes at either end of path do not matter. The default is the root.
func WithBasePath(path string) Option {
	path = strings.Trim(path, "/")
	if path != "" {
		path = "/" + path
	}
	return func(c *config) { c.basePath = path }
}

// WithMiddleware puts wrap in front of the service, for what a test wants to add: authentication, delays,
// faults. The first middleware given is the outermost. Requests are recorded before any middleware, and
// their bodies, up to 1 MiB, have been read by then.
func WithMiddleware(wrap func(http.Handler) http.Handler) Option {
	return func(c *config) { c.middleware = append(c.middleware, wrap) }
}

// WithFirstPage numbers the pages from n instead of 1. The specification does not say where numbering begins;
// 0 is the other usual choice.
func WithFirstPage(n int) Option {
	return func(c *config) { c.firstPage = n }
}

// WithMaxSize caps pages at n records: whoever asks for more gets n, and the totals count pages of n. The
// default is no cap; n must be at least 1.
func WithMaxSize(n int) Option {
	mustBePositive("WithMaxSize", n)
	return func(c *config) { c.maxSize = n }
}

// WithFixedSize makes every page n records long, whatever size is asked for. It comes before [WithMaxSize].
// n must be at least 1.
func WithFixedSize(n int) Option {
	mustBePositive("WithFixedSize", n)
	return func(c *config) { c.fixedSize = n }
}

// WithRepeatedLastPage answers a page past the end with the last page again, under the last page's number,
// instead of with an empty page. A client that walks until a page is empty never ends on such a server.
func WithRepeatedLastPage() Option {
	return func(c *config) { c.repeatLast = true }
}

// WithPageNumberMissing leaves page out of the answer's data.
func WithPageNumberMissing() Option {
	return func(c *config) { c.noPageNumber = true }
}

// WithSeparator separates tags and languages by separator. Wherever a record's text has a comma, semicolon or
// vertical bar, the answer has separator, without blanks beside it. Without this option records are served as
// they are; the built-in ones use a comma. Filtering is the same with every separator.
func WithSeparator(separator string) Option {
	return func(c *config) { c.separator = separator }
}

// WithDateLayout writes created_at and updated_at in a layout of package time, such as "2006-01-02 15:04:05".
// Values that are not RFC 3339 are left alone. Without this option records are served as they are; the
// built-in ones hold RFC 3339 in UTC.
func WithDateLayout(layout string) Option {
	return func(c *config) { c.dateLayout = layout }
}

// WithUnknownFields adds fields to each record that the specification does not have, one of each shape:
// downloads (number), preview (object), axes (array of objects) and deprecated (null). A record that has a
// field of such a name keeps its own.
func WithUnknownFields() Option {
	return func(c *config) { c.unknownFields = true }
}

// WithEnvelopeError answers each list request with HTTP 200 and an envelope that carries code, message and
// null for data, whatever the request holds. Other paths and methods still get 404 and 405. Under
// [EnvelopeTable] the message is lost, since that envelope has a number in its place.
func WithEnvelopeError(code int, message string) Option {
	return func(c *config) { c.failure = &failure{code: code, message: message} }
}

func mustBePositive(option string, n int) {
	if n < 1 {
		panic(fmt.Sprintf("fontstest: %s(%d): must be at least 1", option, n))
	}
}
