package transport

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// The values a Client uses where its Config leaves a field at zero.
const (
	DefaultAttempts      = 4
	DefaultMinWait       = 500 * time.Millisecond
	DefaultMaxWait       = 15 * time.Second
	DefaultMaxRetryAfter = time.Minute
	DefaultMaxResponse   = 64 << 20
	DefaultHeaderTimeout = time.Minute
	DefaultIdleTimeout   = time.Minute
)

// UserAgent is the SDK's own part of the User-Agent header.
const UserAgent = "fontcms-go/0.1.0"

// maxErrorBody limits what is kept of a response whose status is not 2xx.
const maxErrorBody = 1 << 20

// Limiter limits the rate of attempts. *rate.Limiter of golang.org/x/time is one.
type Limiter interface {
	// Wait returns nil when an attempt may start, or an error, which ends the
	// call, when it never may or ctx is done.
	Wait(ctx context.Context) error
}

// Config says how a Client behaves. Only Origin is required. A number or
// duration at zero means its default; the settings refuse negative ones.
type Config struct {
	// Origin is the only origin that credentials and Header are sent to. Its
	// path is ignored.
	Origin *url.URL
	// HTTPClient is copied, never changed. Its Transport is the base of the
	// chain, its Jar is kept, its CheckRedirect is replaced, its Timeout counts
	// per attempt.
	HTTPClient *http.Client
	// Elsewhere replaces HTTPClient for requests to other origins, if not nil.
	Elsewhere *http.Client
	// Origins get what middleware sets, in addition to Origin.
	Origins []*url.URL
	// Middleware wraps each attempt, the first outermost. It does not see the
	// Authorization header, and must not repeat what it sends.
	Middleware []func(http.RoundTripper) http.RoundTripper

	// The account of the site: see [Account]. Authorize is nil for anonymous calls.
	Authorize   Authorize
	Renew       func(ctx context.Context, refused Login) (Login, error)
	LoginHeader string
	// Gate is the account of a server in front of the site. Its Authorize is nil for none.
	Gate Account
	// Refused reports which login a response with an error status refuses. Nil means that
	// of the site for a 401.
	Refused       func(*Response) Refusal
	AllowInsecure bool // credentials may be sent over plain http to other machines and proxies

	Logger         *slog.Logger // nil for no logs
	Limiter        Limiter      // nil for no limit
	MaxConcurrent  int          // attempts in flight at once; 0 is unlimited
	UserAgent      string       // "" sends none
	Header         http.Header  // added to each call to Origin; Accept and User-Agent in it are ignored
	MethodOverride bool         // PUT, PATCH and DELETE are sent as POST

	Attempts      int           // how often a call is sent at most; 1 is "never repeat"
	MinWait       time.Duration // upper bound of the first random wait; it doubles with each attempt
	MaxWait       time.Duration // upper bound of all random waits
	MaxRetryAfter time.Duration // a response that asks for a longer wait is final
	CallTimeout   time.Duration // limit of a whole call, see CallContext; 0 means no limit
	IdleTimeout   time.Duration // longest wait for a piece of the body of a response
	MaxResponse   int64         // bytes of a 2xx response that is not streamed

	// Follow reports that a redirect within the origin may be followed to an
	// address. Nil means to each.
	Follow func(*url.URL) bool
	// IsFinal reports that a 500 or 503 is an error of the service itself, not an outage.
	// It is not retried. Nil means never.
	IsFinal func(*Response) bool
	// NotProcessed reports that a 503 proves that nothing was done. Even an unsafe call
	// may then be retried, if there is a Retry-After. Nil means never.
	NotProcessed func(*Response) bool
}

// Clone returns a copy that shares no slice or map with c.
func (c Config) Clone() Config {
	c.Middleware = slices.Clone(c.Middleware)
	c.Origins = slices.Clone(c.Origins)
	c.Header = c.Header.Clone()
	return c
}

func (c Config) withDefaults() Config {
	c.Attempts = cmp.Or(c.Attempts, DefaultAttempts)
	c.MinWait = cmp.Or(c.MinWait, DefaultMinWait)
	c.MaxWait = cmp.Or(c.MaxWait, DefaultMaxWait)
	c.MaxRetryAfter = cmp.Or(c.MaxRetryAfter, DefaultMaxRetryAfter)
	c.MaxResponse = cmp.Or(c.MaxResponse, DefaultMaxResponse)
	c.IdleTimeout = cmp.Or(c.IdleTimeout, DefaultIdleTimeout)
	return c
}
