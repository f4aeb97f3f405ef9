package advice

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"slices"
	"syscall"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// network returns the rows for calls without a response.
func network() []Row {
	const unreachable, certificate = "unreachable", "certificate"
	return []Row{
		{
			Name: "source of the login failed", Cause: "no credentials",
			Seen:  "the program's own source of logins failed, so nothing was sent",
			Means: "the program's own source of the login failed, so this call was not sent to the site",
			Do:    "correct where the program gets its login",
			Go:    "cms.WithCredentials",
			when: func(s *Seen) bool {
				return s.Status == 0 && s.NoLogin && !errors.Is(s.Reason, context.Canceled)
			},
		},
		{
			Name: "cancelled", Cause: "unknown", OnlyDiagnosis: true,
			Seen:  "the program gave up",
			Means: "the program ended the call: {error}",
			Do:    "give it more time",
			when: func(s *Seen) bool {
				return s.Status == 0 && (errors.Is(s.Reason, context.Canceled) || errors.Is(s.Reason, fault.ErrInvalidArgument))
			},
		},
		{
			Name: "insecure", Cause: "application passwords refused over http",
			Seen: "an http address of another machine, and a password",
			Means: "this program does not send the password to {host} over plain http, because everybody on the way " +
				"could read it",
			Do:   "use the address with https://",
			Go:   "cms.WithInsecureHTTP(), only in a network that you trust",
			when: func(s *Seen) bool { return s.Status == 0 && errors.Is(s.Reason, fault.ErrInsecure) },
		},
		{
			Name: "unknown host", Cause: unreachable,
			Seen:  "the name of the host does not exist",
			Means: "the name {host} does not exist",
			Do:    "check the spelling of the address; after a new name was registered, wait up to a day",
			when: func(s *Seen) bool {
				dns, ok := errors.AsType[*net.DNSError](s.Reason)
				return s.Status == 0 && ok && dns.IsNotFound
			},
		},
		{
			Name: "no name service", Cause: unreachable,
			Seen:  "the name of the host could not be looked up",
			Means: "the name {host} could not be looked up: {error}",
			Do:    "check the network of this machine, and try again",
			when:  func(s *Seen) bool { return s.Status == 0 && is[*net.DNSError](s) },
		},
		{
			Name: "proxy of this machine", Cause: unreachable,
			Seen:  "the proxy in the settings of this machine accepts no connection",
			Means: "the proxy of this machine cannot be reached: {error}",
			Do:    "check the proxy in the settings of this machine (HTTPS_PROXY, HTTP_PROXY)",
			when: func(s *Seen) bool {
				op, ok := errors.AsType[*net.OpError](s.Reason)
				return s.Status == 0 && ok && op.Op == "proxyconnect"
			},
		},
		{
			Name: "certificate out of date", Cause: certificate,
			Seen: "the certificate has expired, or is not valid yet",
			Means: "the certificate of {host} is valid from {from} to {until}, and the clock of this machine says " +
				"{today}",
			Do: "ask the hosting company to renew the certificate; if the clock of this machine is wrong, set it",
			when: func(s *Seen) bool {
				invalid, ok := errors.AsType[x509.CertificateInvalidError](s.Reason)
				return s.Status == 0 && ok && invalid.Reason == x509.Expired
			},
		},
		{
			Name: "certificate of another site", Cause: certificate,
			Seen:  "the certificate has the names of other hosts",
			Means: "the server at {host} shows the certificate of another site ({names})",
			Do: "check the address, also with and without www; if it is right, ask the hosting company for a " +
				"certificate with the name {host}",
			when: func(s *Seen) bool { return s.Status == 0 && is[x509.HostnameError](s) },
		},
		{
			Name: "certificate of an unknown authority", Cause: certificate,
			Seen:  "nobody whom this machine knows has signed the certificate",
			Means: "this machine does not know who signed the certificate of {host}",
			Do: "if all https addresses fail on this machine, install the certificate authorities (package " +
				"ca-certificates). If a proxy or the site has an authority of its own, add its certificate to this " +
				"machine. Otherwise ask the administrator of the site: the server may not send the whole chain of " +
				"certificates",
			Go:   "cms.WithHTTPClient, as its documentation shows",
			when: func(s *Seen) bool { return s.Status == 0 && is[x509.UnknownAuthorityError](s) },
		},
		{
			Name: "certificate", Cause: certificate,
			Seen:  "any other fault of the certificate",
			Means: "the certificate of {host} cannot be used: {error}",
			Do:    "ask the hosting company to renew it",
			when:  func(s *Seen) bool { return s.Status == 0 && is[*tls.CertificateVerificationError](s) },
		},
		{
			Name: "encryption refused", Cause: certificate,
			Seen:  "the server refuses to begin TLS, or has only old versions of it",
			Means: "the server at {host} and this program do not agree on how to encrypt: {error}",
			Do: "check the address, also with and without www, because a server refuses names that it does not know; " +
				"if it is right, ask the hosting company for TLS 1.2 or newer, and for a certificate with the name {host}",
			when: (*Seen).noTLS,
		},
		{
			Name: "no https", Cause: unreachable,
			Seen:  "the server responds to https in plain http",
			Means: "the server at {host} does not speak https on this port, but http",
			Do:    "if the port in the address is wrong, use the port for https; if it is right, begin the address with http://",
			when:  func(s *Seen) bool { return s.Status == 0 && errors.Is(s.Reason, http.ErrSchemeMismatch) },
		},
		{
			Name: "nothing listens", Cause: unreachable,
			Seen:  "the host refuses the connection",
			Means: "no server accepts connections at {host}",
			Do:    "check the name and the port in the address, and whether the server runs",
			when:  func(s *Seen) bool { return s.Status == 0 && errors.Is(s.Reason, syscall.ECONNREFUSED) },
		},
		{
			Name: "no way to the host", Cause: unreachable,
			Seen:  "this machine has no route to the host",
			Means: "this machine has no route to {host} ({ip})",
			Do: "check the network of this machine; an address with colons is an IPv6 address, which a network with " +
				"only IPv4 cannot reach: then ask the hosting company for an IPv4 address",
			when: func(s *Seen) bool {
				return s.Status == 0 && (errors.Is(s.Reason, syscall.ENETUNREACH) || errors.Is(s.Reason, syscall.EHOSTUNREACH) ||
					errors.Is(s.Reason, syscall.EADDRNOTAVAIL))
			},
		},
		{
			Name: "call took too long", Cause: unreachable,
			Seen:  "the call, with all its attempts, does not end within the time of WithCallTimeout",
			Means: "the call, with all its attempts, took longer than this program allows",
			Do:    "{again} if it lasts, allow more time",
			Go:    "use a longer cms.WithCallTimeout",
			when:  func(s *Seen) bool { return s.incomplete() && errors.Is(s.Reason, transport.ErrCallTimeout) },
		},
		{
			Name: "deadline of the program", Cause: unreachable,
			Seen:  "the deadline of the call passes first",
			Means: "{host} did not respond in time: the deadline that this program set has passed",
			Do: "allow more time; if more time does not help, and other machines can open the site, ask its administrator " +
				"whether a firewall blocks this machine",
			Go: "use a context with a later deadline",
			when: func(s *Seen) bool {
				return s.incomplete() && !s.Running && contains(s.Reason, context.DeadlineExceeded)
			},
		},
		{
			Name: "attempt took too long", Cause: unreachable, OnlyCall: true,
			Seen:  "an attempt does not end within the time of the option Timeout",
			Means: "{host} did not respond within the time that this program allows for one attempt",
			Do: "{again} if it lasts, allow more time; if that does not help, and other machines can open the site, ask " +
				"its administrator whether a firewall blocks this machine",
			Go:   "use a longer cms.Timeout",
			when: func(s *Seen) bool { return s.incomplete() && errors.Is(s.Reason, transport.ErrAttemptTimeout) },
		},
		{
			Name: "no response in time", Cause: unreachable,
			Seen:  "the host accepts the request, or drops it, and does not respond",
			Means: "{host} did not respond in time",
			Do: "{again} if it lasts, allow more time; if that does not help, and other machines can open the site, ask " +
				"its administrator whether a firewall blocks this machine",
			Go: "cms.Timeout(2 * time.Minute)",
			when: func(s *Seen) bool {
				failed, ok := errors.AsType[net.Error](s.Reason)
				return s.incomplete() && ok && failed.Timeout()
			},
		},
		{
			Name: "method cut off", Cause: "methods blocked",
			Seen:  "the connection ends without a response, after DELETE, PUT or PATCH",
			Means: "the connection ended without a response; some servers block the method {method} this way",
			Do: "{again} if it always fails, ask the hosting company to allow PUT, PATCH and DELETE, or let the program " +
				"send them as POST",
			Go:   "cms.WithMethodOverride()",
			when: func(s *Seen) bool { return s.Status == 0 && s.lost() && s.seldom() },
		},
		{
			Name: "cut off while sending", Cause: unreachable,
			Seen:  "the connection ends while more than 1 MiB is being sent",
			Means: "the connection ended while this program was sending {sent}; the server may not allow so much",
			Do: "check whether the site has the file; then try a smaller one, or ask the hosting company to raise its " +
				"limit (nginx: client_max_body_size; PHP: upload_max_filesize, post_max_size)",
			when: func(s *Seen) bool { return s.Status == 0 && s.lost() && (s.Size > 1<<20 || s.Size < 0) },
		},
		{
			Name: "connection lost", Cause: unreachable,
			Seen:  "the connection ends before the response is complete",
			Means: "the connection to {host} was lost before its response was complete",
			Do:    "{again} if this happens often, ask the hosting company why",
			when:  (*Seen).lost,
		},
		{
			Name: "response too large", Cause: unreachable, OnlyCall: true,
			Seen:  "the response is larger than the limit of the program",
			Means: "the response of {address} is larger than this program accepts",
			Do:    "ask for fewer records or fewer fields, or accept more bytes",
			Go:    `cms.WithMaxResponseSize(bytes), or cms.Fields("id", "title")`,
			when:  func(s *Seen) bool { return errors.Is(s.Reason, fault.ErrTooLarge) },
		},
	}
}

// contains reports whether target is err or one of the errors that err wraps. [errors.Is] would also
// report true for the timeout of an attempt, because the method Is of that error matches
// [context.DeadlineExceeded].
//
//nolint:errorlint // errors.Is would call that method
func contains(err, target error) bool {
	switch e := err.(type) {
	case nil:
		return false
	case interface{ Unwrap() error }:
		return err == target || contains(e.Unwrap(), target)
	case interface{ Unwrap() []error }:
		return slices.ContainsFunc(e.Unwrap(), func(err error) bool { return contains(err, target) })
	}
	return err == target
}
