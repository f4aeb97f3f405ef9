package cms

import (
	"context"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// config is what the client options set.
type config struct {
	transport transport.Config
	prefix    route.Prefix
	root      string // "" for the default of the prefix
	verified  bool
	checked   bool // WithCheckedArguments
	source    CredentialsSource
	anonymous bool // WithoutCredentials was given last

	withoutLinks bool
	others       []string // fields that are read besides those of a type
}

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

// Retry says how often and how fast a call is repeated; the package comment
// says which calls may be. A field at zero keeps its default.
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

// WithApplicationPassword sends every request as user, by HTTP basic
// authentication with an application password (specification, section 5). The
// spaces that the site shows it with may stay. An empty user or password, or
// one with a control character, is an error of [New]. Credentials travel only to the origin of the site's
// interface, and only over https or to this machine.
func WithApplicationPassword(user, password string) Option {
	return option(func(c *config) error {
		credentials := Credentials{User: user, Password: password}
		if _, err := credentials.header(); err != nil {
			return err
		}
		c.source, c.anonymous = credentials, false
		return nil
	})
}

// WithCredentials asks source for the credentials of each attempt.
func WithCredentials(source CredentialsSource) Option {
	return option(func(c *config) error {
		if f, ok := source.(CredentialsFunc); source == nil || ok && f == nil {
			return &ArgumentError{Argument: "WithCredentials", Reason: "the source is nil"}
		}
		if fixed, ok := source.(Credentials); ok {
			if _, err := fixed.header(); err != nil {
				return err
			}
		}
		c.source, c.anonymous = source, false
		return nil
	})
}

// WithoutCredentials makes an anonymous client out of another: see [Client.With].
// [WithVerifiedLogin] then verifies nothing, until credentials are given again.
// Middleware, a cookie jar and the caller's own transport go on as before.
func WithoutCredentials() Option {
	return option(func(c *config) error { c.source, c.anonymous = nil, true; return nil })
}

// WithVerifiedLogin checks once, before the first call, that the site accepts
// the credentials. A site takes wrong ones for none, so that reads would
// silently come back as for anyone: see [Client.Verify]. While the check fails,
// every call fails with [ErrCredentialsRejected] or the error of the check. A login
// by middleware, a cookie jar or a transport of the caller's is checked as well. A
// client that has none of these, nor credentials, checks nothing.
func WithVerifiedLogin() Option {
	return option(func(c *config) error { c.verified = true; return nil })
}

// WithInsecureHTTP lets credentials travel over plain http to another machine,
// where anyone on the way can read them.
func WithInsecureHTTP() Option {
	return option(func(c *config) error { c.transport.AllowInsecure = true; return nil })
}

// WithPrefix sets the content system's own prefix, "cms" by default. With "wp"
// the client speaks to a WordPress site: root wp-json, routes wp/v2/…, link
// relations wp:…, totals in X-WP-Total. Names in this package keep the
// specification's spelling, whichever prefix is set.
func WithPrefix(name string) Option {
	return option(func(c *config) error {
		if name == "" {
			return &ArgumentError{Argument: "WithPrefix", Reason: "it is empty"}
		}
		for _, r := range name {
			if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
				return &ArgumentError{Argument: "WithPrefix", Reason: "it may hold lower-case letters and digits only"}
			}
		}
		c.prefix = route.Prefix(name)
		return nil
	})
}

// WithRoot sets the root of the interface, by default the prefix and "-json/"
// below the address of the site: a name below the site ("api"), an address of
// its own, or either with ?rest_route=/ for a site without permalinks
// ("index.php?rest_route=/"). The package connect finds it.
func WithRoot(root string) Option {
	return option(func(c *config) error {
		if root == "" {
			return &ArgumentError{Argument: "WithRoot", Reason: "it is empty"}
		}
		c.root = root
		return nil
	})
}

// WithHTTPClient sends through client, of which a copy is made: its Transport
// carries the requests, its Timeout counts for each attempt, its Jar is used,
// its CheckRedirect is not.
func WithHTTPClient(client *http.Client) Option {
	return set("WithHTTPClient", transport.SetHTTPClient(client))
}

// WithMiddleware wraps the transport of each attempt, the first outermost;
// further ones go inside those already set. Middleware does not see the
// Authorization header, which is added inside of it. [AttemptFrom] tells it which
// call the request belongs to.
func WithMiddleware(middleware ...func(http.RoundTripper) http.RoundTripper) Option {
	return set("WithMiddleware", transport.AddMiddleware(middleware))
}

// WithLogger logs every attempt: at debug level, or as a warning if it failed.
// Values of headers and arguments, and bodies, are left out. Without it
// nothing is logged.
func WithLogger(logger *slog.Logger) Option {
	return set("WithLogger", transport.SetLogger(logger))
}

// WithLimiter makes every attempt wait for limiter.
func WithLimiter(limiter Limiter) Option {
	return set("WithLimiter", transport.SetLimiter(limiter))
}

// WithMaxConcurrent bounds the requests in flight at once, over all calls of
// the client and of those derived from it with the same bound. A [Client.Download]
// is in flight until its file is written. The default is no bound.
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

// WithHeader adds a header to every request. Authorization, Cookie, and the headers
// that the client sets itself or that belong to the connection are refused: Upgrade,
// TE, Trailer, Range, Proxy-Authorization and the like.
func WithHeader(name, value string) Option {
	return option(func(c *config) error {
		if err := checkHeader(name, value); err != nil {
			return err
		}
		return set("WithHeader", transport.SetHeader(name, value)).client(c)
	})
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

// WithMethodOverride sends PUT, PATCH and DELETE as a POST that names the real method
// in X-HTTP-Method-Override, for hosts that block them. A GET stays one, however long its
// address. The longest that this module makes by itself, in [Collection.GetMany] and in
// walks, has about 3,500 bytes; servers refuse addresses of more than 8,000.
func WithMethodOverride() Option {
	return option(func(c *config) error { c.transport.MethodOverride = true; return nil })
}

// checkHeader refuses headers that are the client's own, and broken ones.
func checkHeader(name, value string) error {
	switch canonical := transport.ServerName(name); canonical {
	case "Idempotency-Key", "X-Idempotency-Key":
		return &ArgumentError{Argument: "header", Reason: canonical + " makes net/http send a create again, and the site does not know it"}
	}
	if reason := transport.HeaderRefused(name, value, "Authorization", "Cookie"); reason != "" {
		return &ArgumentError{Argument: "header", Reason: reason}
	}
	return nil
}

// WithoutLinks reads records without their links, for which a site spends about
// half of its time on a list: Get, List, the walks and GetMany of every
// [Collection] ask for the fields that its type has, and for others by their
// names, instead of all. So Links stays empty, and in Extra are the others alone:
// name the fields of plugins that you read. [Fields] and [Embed] ask for what they
// say; a client with everything is one [Client.With] away. The argument is _fields.
func WithoutLinks(others ...string) Option {
	return option(func(c *config) error {
		if slices.ContainsFunc(others, func(name string) bool { return !isField(name) }) {
			return &ArgumentError{Argument: "WithoutLinks", Reason: "there is a name that no field can have"}
		}
		c.withoutLinks, c.others = true, slices.Clone(others)
		return nil
	})
}

// WithLinks takes [WithoutLinks] back: see [Client.With].
func WithLinks() Option {
	return option(func(c *config) error { c.withoutLinks, c.others = false, nil; return nil })
}

// isField reports whether a field can have this name.
func isField(name string) bool { return strings.TrimSpace(name) != "" && !strings.Contains(name, ",") }

// ownFields are the names of the members of a record type, but for its links. Of
// what is no struct there are none.
func ownFields(t reflect.Type) []string {
	var names []string
	for field := range wire.Fields(t) {
		switch field.Name {
		case "", "_links", "_embedded":
		default:
			if field.Tagged && !slices.Contains(names, field.Name) {
				names = append(names, field.Name)
			}
		}
	}
	return names
}
