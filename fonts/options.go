package fonts

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// config is what the client options set.
type config struct {
	transport transport.Config
	firstPage *firstPage // shared with derived clients
}

func (c *config) apply(options []Option) error {
	for _, o := range options {
		if o == nil {
			continue
		}
		if err := o.client(c); err != nil {
			return err
		}
	}
	return nil
}

// firstPage is the number of the first page of the server, as far as known.
type firstPage struct{ state atomic.Int32 } // the number and 1, 0 if it is not known

// first is the number of the first page, 1 if that is not known.
func (n *firstPage) first() (number int, known bool) {
	if state := n.state.Load(); state > 0 {
		return int(state) - 1, true
	}
	return 1, false
}

func (n *firstPage) found(first int) { n.state.Store(int32(first) + 1) } //nolint:gosec // it is 0 or 1

// Option configures a client: see [New] and [Client.With].
type Option interface {
	client(*config) error
}

type option func(*config) error

func (o option) client(c *config) error { return o(c) }

// set is the option with a name that changes the transport.
func set(name string, setting transport.Setting) Option {
	return option(func(c *config) error {
		if reason := setting(&c.transport); reason != "" {
			return &ArgumentError{Argument: name, Reason: reason}
		}
		return nil
	})
}

// Limiter limits the rate of requests: Wait returns when the next one may be
// sent. The Limiter of golang.org/x/time/rate is one.
type Limiter interface {
	Wait(ctx context.Context) error
}

// Retry says how often and how fast a call is repeated, after connection
// errors and the statuses 408, 429, 500, 502, 503 and 504. A field at zero
// keeps its default.
type Retry struct {
	// Attempts is how often a call is sent at most, the first time included.
	// 1 never repeats. Default 4. See the call option [Attempts].
	Attempts int
	// MinWait is the upper bound of the first wait, which is random; the bound
	// doubles with each repetition, up to MaxWait. Defaults 500 ms and 15 s.
	MinWait, MaxWait time.Duration
	// MaxRetryAfter is the longest Retry-After that is waited out; an answer
	// that asks for more is returned at once. Default one minute.
	MaxRetryAfter time.Duration
}

// WithHTTPClient sends through client, of which a copy is made: its Transport
// carries the requests, its Timeout counts for each attempt, its Jar is used,
// its CheckRedirect is not.
func WithHTTPClient(client *http.Client) Option {
	return set("WithHTTPClient", transport.SetHTTPClient(client))
}

// WithMiddleware wraps the transport of each attempt, the first outermost;
// further ones go inside those already set. This is the place to sign requests.
// [AttemptFrom] tells it which call a request belongs to.
func WithMiddleware(middleware ...func(http.RoundTripper) http.RoundTripper) Option {
	return set("WithMiddleware", transport.AddMiddleware(middleware))
}

// WithLogger logs every attempt: at debug level, or as a warning if it failed.
// Header values and bodies are left out. Without it, or with nil, nothing is
// logged.
func WithLogger(logger *slog.Logger) Option {
	return set("WithLogger", transport.SetLogger(logger))
}

// WithLimiter makes every attempt wait for limiter.
func WithLimiter(limiter Limiter) Option {
	return set("WithLimiter", transport.SetLimiter(limiter))
}

// WithMaxConcurrent bounds the requests in flight at once, over all calls of
// the client and of those derived from it. The default is no bound.
func WithMaxConcurrent(n int) Option {
	return set("WithMaxConcurrent", transport.SetMaxConcurrent(n))
}

// WithUserAgent puts the name of your program before the SDK's own in the
// User-Agent header, as in "mirror/1.2 fontcms-go/0.1.0".
func WithUserAgent(program string) Option {
	return set("WithUserAgent", transport.SetUserAgent(program))
}

// WithRetry replaces how calls are repeated.
func WithRetry(retry Retry) Option {
	return set("WithRetry", transport.SetRetry(transport.Retry(retry)))
}

// WithHeader adds a header to every request, such as the key that a catalogue
// asks for. It goes to the origin of the base address only, but there over
// plain http too, if that is what the address says. The headers that the client
// sets itself or that belong to the connection are refused: Upgrade, TE, Trailer,
// Range, Proxy-Authorization and the like.
func WithHeader(name, value string) Option {
	return set("WithHeader", transport.SetHeader(name, value))
}

// WithMaxResponseSize bounds the answers that are read into memory; a larger
// one is [ErrTooLarge]. The default is 64 MiB, after decompression.
//
// What is decoded from a response takes at most 16 times its size and 8 MiB, or the
// response is [ErrDecode]. At the default that is 1,032 MiB, for a full response that was
// made to harm. Until garbage is collected, the heap may be twice as large.
func WithMaxResponseSize(bytes int64) Option {
	return set("WithMaxResponseSize", transport.SetMaxResponse(bytes))
}

// WithFirstPage says that the server counts pages from n, 0 or 1, so that the
// client does not find out by asking for page 0. The specification leaves it
// open ("whether page numbering starts at 1 in every case").
func WithFirstPage(n int) Option {
	return option(func(c *config) error {
		if n != 0 && n != 1 {
			return &ArgumentError{Argument: "WithFirstPage", Reason: fmt.Sprintf("%d is not 0 or 1", n)}
		}
		c.firstPage = &firstPage{}
		c.firstPage.found(n)
		return nil
	})
}

// Attempt says which request middleware has before it: see [AttemptFrom].
type Attempt struct {
	Operation string // that was called: "fonts.List", "fonts.All"
	Number    int    // of the attempt, from 1; a redirect is no new one
}

// AttemptFrom returns the attempt that a request belongs to, for middleware that
// names a span or counts what is repeated. It takes the context of the request,
// and is false where that is none of this package.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := transport.AttemptFrom(ctx)
	return Attempt(a), ok
}
