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

// config holds the values that the client options set.
type config struct {
	transport transport.Config
	firstPage *firstPage // shared with the clients that With returns
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

// firstPage stores the number at which the server begins to count pages, if it is known.
type firstPage struct{ state atomic.Int32 } // state is the number plus 1, or 0 if it is not known

// first returns the number of the first page, or 1 if it is not known.
func (n *firstPage) first() (number int, known bool) {
	if state := n.state.Load(); state > 0 {
		return int(state) - 1, true
	}
	return 1, false
}

func (n *firstPage) found(first int) { n.state.Store(int32(first) + 1) } //nolint:gosec // the number is 0 or 1

// Option is an option of a client: see [New] and [Client.With].
type Option interface {
	client(*config) error
}

type option func(*config) error

func (o option) client(c *config) error { return o(c) }

// set returns an option that changes the transport. Its errors name the option.
func set(name string, setting transport.Setting) Option {
	return option(func(c *config) error {
		if reason := setting(&c.transport); reason != "" {
			return &ArgumentError{Argument: name, Reason: reason}
		}
		return nil
	})
}

// Limiter limits the rate of requests. Wait returns when the next request may be sent.
// The Limiter of golang.org/x/time/rate is one.
type Limiter interface {
	Wait(ctx context.Context) error
}

// Retry sets how often and how fast a call is retried on connection errors, 408, 429,
// 500, 502, 503 and 504, and on 520 to 524, 527 and 530 of Cloudflare. A zero field keeps
// its default. [WithCallTimeout] limits the time of all attempts together.
type Retry struct {
	// Attempts is the maximum number of attempts, the first included. 1 disables
	// retries. Default 4. See the call option [Attempts].
	Attempts int
	// MinWait is the upper limit of the first wait; each wait is random. The limit
	// doubles with each retry, up to MaxWait. Defaults 500 ms and 15 s.
	MinWait, MaxWait time.Duration
	// MaxRetryAfter is the longest Retry-After that the client waits for. A response
	// that asks for more is returned at once. Default one minute.
	MaxRetryAfter time.Duration
}

// WithCallTimeout limits each call: all its attempts, the waits between them, and the
// waits for a slot and for the rate limiter. A call that takes longer fails with
// [ErrCallTimeout]. [Timeout] and the Timeout of an [http.Client] limit each attempt. To
// limit one call, use its context. The default, 0, is no limit.
//
// [Client.List] is one call. In a walk and in [Client.Count], each request is a call. The
// time between the pages does not count.
func WithCallTimeout(d time.Duration) Option {
	return set("WithCallTimeout", transport.SetCallTimeout(d))
}

// WithHTTPClient uses a copy of client: its Transport, its Timeout (for each attempt, see
// [WithCallTimeout]) and its Jar. Its CheckRedirect is ignored.
func WithHTTPClient(client *http.Client) Option {
	return set("WithHTTPClient", transport.SetHTTPClient(client))
}

// WithMiddleware wraps the transport of each attempt. The first middleware is the
// outermost; later options are added inside. Use it to sign requests. [AttemptFrom]
// returns the call that a request belongs to.
func WithMiddleware(middleware ...func(http.RoundTripper) http.RoundTripper) Option {
	return set("WithMiddleware", transport.AddMiddleware(middleware))
}

// WithLogger logs every attempt at debug level, and failed attempts as warnings. Bodies
// and the values of headers are not logged. By default, and with nil, nothing is logged.
func WithLogger(logger *slog.Logger) Option {
	return set("WithLogger", transport.SetLogger(logger))
}

// WithLimiter makes every attempt wait for limiter.
func WithLimiter(limiter Limiter) Option {
	return set("WithLimiter", transport.SetLimiter(limiter))
}

// WithMaxConcurrent limits the requests in flight at once. All calls of the client and
// of clients derived from it share the limit. By default there is no limit.
func WithMaxConcurrent(n int) Option {
	return set("WithMaxConcurrent", transport.SetMaxConcurrent(n))
}

// WithUserAgent puts the name of your program before that of the SDK in the User-Agent
// header: "mirror/1.2 fontcms-go/0.1.0".
func WithUserAgent(program string) Option {
	return set("WithUserAgent", transport.SetUserAgent(program))
}

// WithRetry sets how calls are retried.
func WithRetry(retry Retry) Option {
	return set("WithRetry", transport.SetRetry(transport.Retry(retry)))
}

// WithHeader adds a header to every request, such as an API key. It is sent only to the
// origin of the base address. If that is plain http, the header is sent over plain
// http. Headers that the client sets or that belong to the connection are refused, such
// as Upgrade, TE, Trailer, Range and Proxy-Authorization.
func WithHeader(name, value string) Option {
	return set("WithHeader", transport.SetHeader(name, value))
}

// WithMaxResponseSize limits the size of a response that is read into memory, after
// decompression. A larger one is [ErrTooLarge]. The default is 64 MiB.
//
// Decoding a response takes at most 16 times its size plus 8 MiB; otherwise the response
// is [ErrDecode]. At the default limit a malicious response of full size can take 1,032
// MiB. Until garbage is collected, the heap may be twice as large.
func WithMaxResponseSize(bytes int64) Option {
	return set("WithMaxResponseSize", transport.SetMaxResponse(bytes))
}

// WithFirstPage sets the number of the first page, 0 or 1. Without this option the
// client requests page 0 to find out, because servers differ.
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

// Attempt identifies the call, and the try within it, that a request belongs to. See
// [AttemptFrom].
type Attempt struct {
	Operation string // the called method: "fonts.List", "fonts.All"
	Number    int    // number of the attempt, from 1; a redirect does not count
}

// AttemptFrom returns the attempt that a request belongs to. It is for middleware that
// names a span or counts retries. ctx is the context of the request. ok is false if the
// request is not from this package.
func AttemptFrom(ctx context.Context) (Attempt, bool) {
	a, ok := transport.AttemptFrom(ctx)
	return Attempt(a), ok
}
