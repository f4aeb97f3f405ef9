package cms

import (
	"net/http"

	"github.com/fontcms/fontcms-go/internal/sensitive"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// WithToken sends "Authorization: Bearer <token>" with every request, for a plugin that
// issues tokens, such as a JWT plugin or an OAuth server. The rules of
// [WithApplicationPassword] for origins, plain http and proxies apply. A token that the site
// rejects fails with [ErrCredentialsRejected] in [Client.Verify]; some plugins treat it as
// anonymous. For tokens that expire use [CacheCredentials].
func WithToken(token string) Option {
	return option(func(c *config) error {
		if token == "" {
			return &ArgumentError{Argument: "token", Reason: "the token is empty"}
		}
		return WithCredentials(Credentials{Token: token}).client(c)
	})
}

// WithCredentials calls source for the credentials of each attempt: [Credentials] that
// never change, a [CredentialsFunc], or a [Renewer] such as that of [CacheCredentials]. An
// error of source ends the call. Nothing was sent then. errors.Is finds what the source
// failed with, except [ErrorCode] values, and sentinels of this package that describe a
// record, a route or a write, such as [ErrNotFound] and [ErrOutcomeUnknown]: they would say it
// of the call. If a token route responded to the source with 401 or 403, the error matches
// [ErrCredentialsRejected].
func WithCredentials(source CredentialsSource) Option {
	return option(func(c *config) error {
		if err := checkSource("WithCredentials", source); err != nil {
			return err
		}
		c.source, c.anonymous = source, false
		return nil
	})
}

// WithCredentialsHeader sends the value of the Authorization header in the header name
// instead, such as "X-Authorization". Use it if a server in front of the site uses or drops
// Authorization. The server must pass the value on to the site, with nginx:
//
//	proxy_set_header Authorization $http_x_authorization;
func WithCredentialsHeader(name string) Option {
	return option(func(c *config) error {
		if err := checkLoginHeader("WithCredentialsHeader", name); err != nil {
			return err
		}
		c.loginHeader = http.CanonicalHeaderKey(name)
		return nil
	})
}

// WithProxyCredentials sends a second login with every request, to a server in front of the
// site: header is "Authorization" for the password of a web server, together with
// [WithCredentialsHeader] for the login of the site. It is "Proxy-Authorization" for a
// Google Identity-Aware Proxy. Use [WithHeader] for the two headers of Cloudflare Access.
//
// A session of the site, or no login of the site, needs no WithCredentialsHeader. With any
// other login in the same header, New or the first call fails with [ErrInvalidArgument].
//
// A 401 that is not from the REST API refuses this login, and so does a 407. A [Renewer] then renews it.
func WithProxyCredentials(header string, source CredentialsSource) Option {
	return option(func(c *config) error {
		err := checkLoginHeader("WithProxyCredentials", header)
		if err == nil {
			err = checkSource("WithProxyCredentials", source)
		}
		if err != nil {
			return err
		}
		c.gate, c.gateHeader = source, http.CanonicalHeaderKey(header)
		return nil
	})
}

// errTaken is the error for two logins in one header.
func errTaken(header string) error {
	return &ArgumentError{Argument: "WithProxyCredentials",
		Reason: "both logins are in " + header + ": use WithCredentialsHeader for the login of the site"}
}

// checkSource refuses a source that is nil, and credentials that cannot be sent.
func checkSource(option string, source CredentialsSource) error {
	if f, ok := source.(CredentialsFunc); source == nil || ok && f == nil {
		return &ArgumentError{Argument: option, Reason: "the source is nil"}
	}
	if cache, ok := source.(*credentialsCache); ok && cache.fetch == nil {
		return &ArgumentError{Argument: option, Reason: "the function of CacheCredentials is nil"}
	}
	if fixed, ok := source.(Credentials); ok {
		_, err := fixed.login()
		return err
	}
	return nil
}

// checkLoginHeader returns an error if a header with this name must not hold a login.
func checkLoginHeader(option, name string) error {
	canonical := transport.ServerName(name)
	if canonical == "Authorization" || canonical == "Proxy-Authorization" {
		return nil
	}
	reason := transport.HeaderRefused(name, "x", "Cookie", "X-Wp-Nonce")
	if reason == "" && !sensitive.Header(name) {
		reason = name + " is no name of a login: use one with auth, token or key in it, " +
			"so that logs and proxies keep its value secret"
	}
	if reason != "" {
		return &ArgumentError{Argument: option, Reason: reason}
	}
	return nil
}
