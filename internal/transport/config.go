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

// Defaults for fields of [Config] that are zero.
const (
	DefaultAttempts      = 4
	DefaultMinWait       = 500 * time.Millisecond
	DefaultMaxWait       = 15 * time.Second
	DefaultMaxRetryAfter = time.Minute
	DefaultMaxResponse   = 64 << 20
	DefaultHeaderTimeout = time.Minute
	DefaultIdleTimeout   = time.Minute
)

// UserAgent is the part of the User-Agent header that names this module.
const UserAgent = "fontcms-go/0.1.0"

// maxErrorBody is the largest number of bytes that is read from the body of a response whose
// status is not 2xx.
const maxErrorBody = 1 << 20

// Limiter limits the rate of attempts. *rate.Limiter of golang.org/x/time is one.
type Limiter interface {
	// Wait returns nil when an attempt may start. An error ends the call: Wait returns one if
	// the attempt may never start, or if ctx is done.
	Wait(ctx context.Context) error
}

// Config is the configuration of a Client. Only Origin is required. A number or duration of
// zero means its default. The settings refuse negative values.
type Config struct {
	// Origin is the only origin that gets the credentials and Header. Its path is ignored.
	Origin *url.URL
	// HTTPClient is copied and never changed. Its Transport is the base of the chain. Its Jar
	// is kept, its CheckRedirect is replaced, its Timeout applies to each attempt.
	HTTPClient *http.Client
	// Elsewhere, if not nil, replaces HTTPClient for requests to other origins.
	Elsewhere *http.Client
	// Origins are further origins that get the headers of middleware.
	Origins []*url.URL
	// Middleware wraps each attempt; the first is the outermost. It does not get the
	// Authorization header, and must not retry requests.
	Middleware []func(http.RoundTripper) http.RoundTripper

	// The account of the site: see [Account]. Authorize is nil for anonymous calls.
	Authorize   Authorize
	Renew       func(ctx context.Context, refused Login) (Login, error)
	LoginHeader string
	// Gate is the account of a server in front of the site. Its Authorize is nil if there
	// is no such account.
	Gate Account
	// Refused returns which login a response with an error status refuses. Nil means: a 401
	// refuses the login of the site.
	Refused       func(*Response) Refusal
	AllowInsecure bool // credentials may be sent over plain http to other machines and proxies

	Logger         *slog.Logger // nil for no logs
	Limiter        Limiter      // nil for no limit
	MaxConcurrent  int          // attempts in flight at once; 0 is unlimited
	UserAgent      string       // "" sends none
	Header         http.Header  // added to each call to Origin; Accept and User-Agent in it are ignored
	MethodOverride bool         // PUT, PATCH and DELETE are sent as POST

	Attempts      int           // the largest number of attempts; 1 means no retries
	MinWait       time.Duration // upper bound of the first random wait; it doubles with each attempt
	MaxWait       time.Duration // upper bound of all random waits
	MaxRetryAfter time.Duration // a response that asks for a longer wait is final
	CallTimeout   time.Duration // limit of a whole call, see CallContext; 0 means no limit
	IdleTimeout   time.Duration // longest wait for the next bytes of a response body
	MaxResponse   int64         // largest size in bytes of a 2xx response without Call.Stream

	// Follow reports whether a redirect within the origin may lead to an address. Nil means
	// always.
	Follow func(*url.URL) bool
	// IsFinal reports whether a 500 or 503 comes from the service itself, and not from an
	// outage. The call is then not retried. Nil means never.
	IsFinal func(*Response) bool
	// NotProcessed reports whether a 503 proves that the server did nothing. Then even an
	// unsafe call may be retried, if there is a Retry-After. Nil means never.
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
