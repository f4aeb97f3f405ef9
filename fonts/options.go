package fonts

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"time"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// config is what the client options set.
type config struct {
	transport transport.Config
	firstPage *int // nil to find out
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

// Option configures a client: see [New] and [Client.With].
type Option interface {
	client(*config) error
}

type option func(*config) error

func (o option) client(c *config) error { return o(c) }

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
	// 1 never repeats. Default 4.
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
	return option(func(c *config) error {
		if client == nil {
			return &ArgumentError{Argument: "WithHTTPClient", Reason: "the client is nil"}
		}
		c.transport.HTTPClient = client
		return nil
	})
}

// WithMiddleware wraps the transport of each attempt, the first outermost;
// further ones go inside those already set. This is the place to sign requests.
// [AttemptFrom] tells it which call a request belongs to.
func WithMiddleware(middleware ...func(http.RoundTripper) http.RoundTripper) Option {
	return option(func(c *config) error {
		for _, m := range middleware {
			if m == nil {
				return &ArgumentError{Argument: "WithMiddleware", Reason: "one is nil"}
			}
		}
		c.transport.Middleware = append(c.transport.Middleware, middleware...)
		return nil
	})
}

// WithLogger logs every attempt: at debug level, or as a warning if it failed.
// Header values and bodies are left out. Without it, or with nil, nothing is
// logged.
func WithLogger(logger *slog.Logger) Option {
	return option(func(c *config) error { c.transport.Logger = logger; return nil })
}

// WithLimiter makes every attempt wait for limiter.
func WithLimiter(limiter Limiter) Option {
	return option(func(c *config) error {
		if limiter == nil {
			return &ArgumentError{Argument: "WithLimiter", Reason: "the limiter is nil"}
		}
		c.transport.Limiter = limiter
		return nil
	})
}

// WithMaxConcurrent bounds the requests in flight at once, over all calls of
// the client and of those derived from it. The default is no bound.
func WithMaxConcurrent(n int) Option {
	return option(func(c *config) error {
		if n < 1 {
			return &ArgumentError{Argument: "WithMaxConcurrent", Reason: fmt.Sprintf("%d is not 1 or more", n)}
		}
		c.transport.MaxConcurrent = n
		return nil
	})
}

// WithUserAgent puts the name of your program before the SDK's own in the
// User-Agent header, as in "mirror/1.2 fontcms-go/0.1.0".
func WithUserAgent(app string) Option {
	return option(func(c *config) error {
		if !transport.ValidHeader("User-Agent", app) {
			return &ArgumentError{Argument: "WithUserAgent", Reason: "the name is empty or holds a control character"}
		}
		c.transport.UserAgent = app + " " + transport.UserAgent
		return nil
	})
}

// WithRetry replaces how calls are repeated.
func WithRetry(retry Retry) Option {
	return option(func(c *config) error {
		switch {
		case retry.Attempts < 0 || retry.MinWait < 0 || retry.MaxWait < 0 || retry.MaxRetryAfter < 0:
			return &ArgumentError{Argument: "WithRetry", Reason: "a value is negative"}
		case retry.MaxWait > 0 && retry.MinWait > retry.MaxWait:
			return &ArgumentError{Argument: "WithRetry", Reason: "MinWait is above MaxWait"}
		}
		c.transport.Attempts = retry.Attempts
		c.transport.MinWait = retry.MinWait
		c.transport.MaxWait = retry.MaxWait
		c.transport.MaxRetryAfter = retry.MaxRetryAfter
		return nil
	})
}

// WithHeader adds a header to every request, such as the key that a catalogue
// asks for. It goes to the origin of the base address only, but there over
// plain http too, if that is what the address says. The headers that the client
// sets itself are refused.
func WithHeader(name, value string) Option {
	return option(func(c *config) error {
		if reason := checkHeader(name, value); reason != "" {
			return &ArgumentError{Argument: "WithHeader", Reason: reason}
		}
		if c.transport.Header == nil {
			c.transport.Header = http.Header{}
		}
		c.transport.Header.Set(name, value)
		return nil
	})
}

// WithMaxResponseSize bounds the answers that are read into memory; a larger
// one is [ErrTooLarge]. The default is 64 MiB, after decompression.
func WithMaxResponseSize(bytes int64) Option {
	return option(func(c *config) error {
		if bytes < 1 {
			return &ArgumentError{Argument: "WithMaxResponseSize", Reason: fmt.Sprintf("%d is not 1 or more", bytes)}
		}
		c.transport.MaxResponse = min(bytes, math.MaxInt64-1) // one more byte is read than is allowed
		return nil
	})
}

// WithFirstPage says that the server counts pages from n, 0 or 1, so that the
// client does not find out by asking for page 0. The specification leaves it
// open ("whether page numbering starts at 1 in every case").
func WithFirstPage(n int) Option {
	return option(func(c *config) error {
		if n != 0 && n != 1 {
			return &ArgumentError{Argument: "WithFirstPage", Reason: fmt.Sprintf("%d is not 0 or 1", n)}
		}
		c.firstPage = &n
		return nil
	})
}

// checkHeader says why a header is refused, "" if it is not.
func checkHeader(name, value string) string {
	if !transport.ValidHeader(name, value) {
		return "the name or value is empty or holds a character that may not stand there"
	}
	switch canonical := transport.ServerName(name); canonical {
	case "User-Agent":
		return "use WithUserAgent"
	case "Accept", "Accept-Encoding", "Connection", "Content-Length", "Content-Type", "Host", "Transfer-Encoding":
		return canonical + " is the client's own"
	}
	return ""
}
