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

// config holds what the options of a client set.
type config struct {
	transport transport.Config
	prefix    route.Prefix
	root      string // name of the root; "" for the default of the prefix
	verified  bool
	dryRun    bool // requests that write are not sent
	checked   bool // set by WithCheckedArguments
	source    CredentialsSource
	gate      CredentialsSource // the login for a server in front of the site

	loginHeader, gateHeader string

	anonymous bool // set by WithoutCredentials

	withoutLinks bool
	others       []string // fields to read in addition to the fields of a type
}

// Option is an option of a client: see [New] and [Client.With].
type Option interface {
	client(*config) error
}

type option func(*config) error

func (o option) client(c *config) error { return o(c) }

// set returns an option that changes the transport. Its error names the option.
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

// Retry sets how often and how fast a call is retried. The package comment lists the
// calls that are retried. A zero field keeps its default. [WithCallTimeout] limits the time
// of all attempts together.
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

// WithApplicationPassword sends user and password with every request, by HTTP basic
// authentication. password is an application password. It may contain the spaces with
// which the site shows it. Credentials are sent only to the origin of the REST API, over
// https. Plain http is allowed to this machine: localhost, names below it, and loopback
// addresses. [WithInsecureHTTP] allows it to others.
//
// Over plain http a proxy reads the credentials, even if the site is on this machine. A
// call fails with [ErrInsecure] if the client sends it through a proxy. The client sees
// the proxy of the environment and the field Proxy of an [http.Transport]. It does not
// see the proxy of another RoundTripper: if yours uses one, do not give it a site on
// plain http. HTTP_PROXY applies to all names of this machine except "localhost" and
// loopback addresses, unless NO_PROXY names them.
//
// Errors of [New]: an empty user or password, and control characters in them.
func WithApplicationPassword(user, password string) Option {
	return option(func(c *config) error {
		credentials := Credentials{User: user, Password: password}
		if _, err := credentials.login(); err != nil {
			return err
		}
		c.source, c.anonymous = credentials, false
		return nil
	})
}

// WithoutCredentials makes the client anonymous; it is meant for [Client.With].
// [WithVerifiedLogin] then checks nothing until credentials are given again. Middleware,
// a cookie jar and the caller's own transport stay.
func WithoutCredentials() Option {
	return option(func(c *config) error { c.source, c.anonymous = nil, true; return nil })
}

// WithVerifiedLogin checks before the first call that the site accepts the credentials.
// Without this check the site treats a caller with a wrong password as anonymous: see
// [Client.Verify]. Until the check succeeds, every call fails with
// [ErrCredentialsRejected] or the error of the check, and is not sent: also an update.
// Calls that start during a check wait for it.
//
// A successful check is valid until one of these events, without a limit of time. The next
// call then checks again before it is sent:
//   - A call of this client fails with the status 401, also an item of a batch.
//   - [Client.Verify] of this client fails.
//   - The source of [WithCredentials] returns other credentials. So every call asks the
//     source once more.
//
// A site treats a revoked password as anonymous, and most reads then succeed. A program
// that runs for long finds this out only with [Client.Verify]: call it as often as you
// need to know. A client that [Client.With] derives checks its login itself.
//
// A login by middleware, a cookie jar or a transport of the caller is checked too. A
// client with none of these and without credentials checks nothing.
func WithVerifiedLogin() Option {
	return option(func(c *config) error { c.verified = true; return nil })
}

// WithInsecureHTTP allows credentials over plain http to another machine and through
// proxies. Anyone on the network path can read them.
func WithInsecureHTTP() Option {
	return option(func(c *config) error { c.transport.AllowInsecure = true; return nil })
}

// WithPrefix sets the prefix of the site, "cms" by default. Use "wp" for a WordPress:
// the root is then wp-json, routes are wp/v2/…, link relations wp:…, and totals are in
// X-WP-Total. Names in this package always have the prefix "cms".
func WithPrefix(name string) Option {
	return option(func(c *config) error {
		if name == "" {
			return &ArgumentError{Argument: "WithPrefix", Reason: "must not be empty"}
		}
		for _, r := range name {
			if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
				return &ArgumentError{Argument: "WithPrefix", Reason: "may contain only lower-case letters and digits"}
			}
		}
		c.prefix = route.Prefix(name)
		return nil
	})
}

// WithRoot sets the root of the REST API. The default is the prefix and "-json/", below
// the address of the site. A root is a path below the address of the site ("api") or a
// complete address ("https://api.example.org/"). Either may end in ?rest_route=/ for a
// site without permalinks ("index.php?rest_route=/"). The package connect finds the
// root.
func WithRoot(root string) Option {
	return option(func(c *config) error {
		if root == "" {
			return &ArgumentError{Argument: "WithRoot", Reason: "must not be empty"}
		}
		c.root = root
		return nil
	})
}

// WithCallTimeout limits each call: all its attempts, the waits between them, and the
// waits for a slot and for the rate limiter. A call that takes longer fails with
// [ErrCallTimeout]. A call that ends early, because its next wait would be too long, has the
// error of its last attempt, such as [ErrUnavailable]. [Timeout] and the Timeout of an
// [http.Client] limit each attempt. To limit one call, use its context. The default, 0, is no
// limit. Do not set less than a site takes for its slowest response, often 10 seconds.
//
// What a call is:
//   - A method that sends one request is one call, with the check of [WithVerifiedLogin]
//     if that is due.
//   - Ensure of this package and of the packages terms, menus and users is one call. So are
//     [Content.UpdateIfUnchanged], [Collection.ByPath] and [Client.Verify].
//   - In a walk, each page is a call. The time between the pages does not count. The same
//     applies to [Collection.GetMany].
//   - In batch.SendAll, each batch is a call.
//   - In any other method that sends several requests, each request is a call. See
//     [Client.CallContext].
//   - Uploads, requests with Slow and [Client.Download] have no such limit, because their
//     time depends on the size of the file. Limit them with their context.
func WithCallTimeout(d time.Duration) Option {
	return set("WithCallTimeout", transport.SetCallTimeout(d))
}

// WithHTTPClient uses a copy of client: its Transport, its Timeout (for each attempt, see
// [WithCallTimeout]) and its Jar. Its CheckRedirect is ignored. A Transport that is not an
// [http.Transport] hides its proxy: see [WithApplicationPassword]. A Transport that adds a
// login adds it to requests to other hosts too: see [WithDownloadClient]. Cookies of the Jar
// are sent only to the origin of the REST API.
//
// The default client uses the proxy that the environment names (HTTPS_PROXY, NO_PROXY)
// and the certificate authorities of the system. For another proxy or other authorities,
// clone [http.DefaultTransport]:
//
//	transport := http.DefaultTransport.(*http.Transport).Clone()
//	transport.TLSClientConfig = &tls.Config{RootCAs: pool}
//	transport.Proxy = http.ProxyURL(proxy)
//	site, err := cms.New(address, cms.WithHTTPClient(&http.Client{Transport: transport}))
func WithHTTPClient(client *http.Client) Option {
	return set("WithHTTPClient", transport.SetHTTPClient(client))
}

// WithDownloadClient sends the requests of [Client.Download] to other origins through
// client, without the transport of [WithHTTPClient] and without its Jar. Use it if that
// transport adds a login to each request, as an oauth2.Transport does: what it adds cannot
// be taken off again, and would go to other hosts too.
func WithDownloadClient(client *http.Client) Option {
	return set("WithDownloadClient", transport.SetElsewhere(client))
}

// WithMiddleware wraps the transport of each attempt. The first middleware is the
// outermost; later options are added inside. Middleware does not see the Authorization
// header: the client adds it after all middleware. [AttemptFrom] returns the call that
// a request belongs to.
//
// The client removes logins, cookies, nonces and keys from requests to other origins, also
// those that middleware has set: see [WithMiddlewareOrigins]. It does not send them over
// plain http to another machine: the call fails with [ErrInsecure], as with
// [WithApplicationPassword].
func WithMiddleware(middleware ...func(http.RoundTripper) http.RoundTripper) Option {
	return set("WithMiddleware", transport.AddMiddleware(middleware))
}

// WithMiddlewareOrigins names other origins, "https://files.example.org", that get the
// logins and keys that middleware sets, and the cookies that the Jar has for them. Use it
// for a host of files with the same login. Credentials of the client and headers of
// [WithHeader] are not sent there.
func WithMiddlewareOrigins(origins ...string) Option {
	return set("WithMiddlewareOrigins", transport.AddOrigins(origins))
}

// WithLogger logs every attempt at debug level, and failed attempts as warnings. Bodies
// and the values of headers and arguments are not logged. By default nothing is logged.
func WithLogger(logger *slog.Logger) Option {
	return set("WithLogger", transport.SetLogger(logger))
}

// WithLimiter makes every attempt wait for limiter.
func WithLimiter(limiter Limiter) Option {
	return set("WithLimiter", transport.SetLimiter(limiter))
}

// WithMaxConcurrent limits the requests in flight at once. All calls of the client share
// the limit, and so do clients derived from it without another limit. A
// [Client.Download] counts until its file is written. By default there is no limit.
func WithMaxConcurrent(n int) Option {
	return set("WithMaxConcurrent", transport.SetMaxConcurrent(n))
}

// WithUserAgent puts the name of your program before the name of the SDK in the User-Agent
// header: "mirror/1.2 fontcms-go/0.1.0".
func WithUserAgent(program string) Option {
	return set("WithUserAgent", transport.SetUserAgent(program))
}

// WithRetry sets how calls are retried. The program examples/howto/retries of this module
// uses it together with the limits of time.
func WithRetry(retry Retry) Option {
	return set("WithRetry", transport.SetRetry(transport.Retry(retry)))
}

// WithHeader adds a header to every request to the site. A header with a key, by its name,
// is not sent over plain http to another machine: see [WithInsecureHTTP]. WithHeader refuses Authorization, Cookie, and
// headers that the client sets or that belong to the connection, such as Upgrade, TE,
// Trailer, Range and Proxy-Authorization.
func WithHeader(name, value string) Option {
	return option(func(c *config) error {
		if err := checkHeader(name, value); err != nil {
			return err
		}
		transport.SetHeader(name, value)(&c.transport)
		return nil
	})
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

// WithMethodOverride sends PUT, PATCH and DELETE as a POST with the method in
// X-HTTP-Method-Override, for hosts that block them.
//
// A GET stays a GET, however long its address. The longest address of this module, in
// [Collection.GetMany] and in walks, has about 3,500 bytes. Servers reject more than
// 8,000.
func WithMethodOverride() Option {
	return option(func(c *config) error { c.transport.MethodOverride = true; return nil })
}

// checkHeader refuses headers that only the client sets, and invalid headers.
func checkHeader(name, value string) error {
	switch canonical := transport.ServerName(name); canonical {
	case "Idempotency-Key", "X-Idempotency-Key":
		return &ArgumentError{Argument: "header",
			Reason: canonical + " makes net/http retry a create, and the site does not know it"}
	}
	if reason := transport.HeaderRefused(name, value, "Authorization", "Cookie"); reason != "" {
		return &ArgumentError{Argument: "header", Reason: reason}
	}
	return nil
}

// WithoutLinks reads records without their links. A site spends about half the time of
// a list on them. The option applies to Get, List, the walks and GetMany of every
// [Collection].
//
// The client then requests only the fields of the Go type and the fields that the
// parameter others names (argument _fields). Links stays empty, and Extra holds only
// the fields in others. So if you read fields of plugins, name them in others. [Fields] and
// [Embed] override this option. A client that [Client.With] derives keeps it. So for a few
// calls with links, derive the client without links from the other one.
func WithoutLinks(others ...string) Option {
	return option(func(c *config) error {
		if slices.ContainsFunc(others, func(name string) bool { return !isField(name) }) {
			return &ArgumentError{Argument: "WithoutLinks", Reason: "a name is not that of a field"}
		}
		c.withoutLinks, c.others = true, slices.Clone(others)
		return nil
	})
}

// isField reports whether a field can have this name.
func isField(name string) bool { return strings.TrimSpace(name) != "" && !strings.Contains(name, ",") }

// ownFields returns the field names of a record type, except links. It returns nil for a
// type that is not a struct.
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
