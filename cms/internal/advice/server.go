package advice

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
)

// server returns the rows for responses of servers in front of WordPress.
func server() []Row {
	return slices.Concat(gates(), outages(), redirects())
}

// gates returns the rows for requests that do not get to WordPress.
func gates() []Row {
	const firewall = "firewall"
	return []Row{
		{
			Name: "not installed", Cause: "not installed",
			Seen:  "the installation page of WordPress, or a redirect to it",
			Means: "WordPress is not installed at {site} yet: it shows its installation page",
			Do: "if the site has worked before, ask its administrator, because it may have lost its database; if it " +
				"is new, open {site} in a browser and finish the installation",
			when: func(s *Seen) bool {
				return s.page() == webpage.Install || s.leads("/wp-admin/install.php", "/wp-admin/setup-config.php")
			},
		},
		{
			Name: "login page", Cause: "closed",
			Seen: "the login page of WordPress, or a redirect to it",
			Means: "the site shows its login page instead of the REST API: " +
				"a plugin or the server requires a login for every page",
			Do:   "exempt the REST API in the settings of the plugin or the server that requires the login",
			when: func(s *Seen) bool { return s.page() == webpage.Login || s.leads("/wp-login.php") },
		},
		{
			Name: "challenge", Cause: firewall,
			Seen:  "a page that checks the browser",
			Means: "a firewall {firewall} in front of {host} lets only browsers through",
			Do: "ask the administrator of the site to let the requests of this machine pass the firewall to the REST " +
				"API, by its address or by the User-Agent of this program",
			Go: `cms.WithUserAgent("name-of-this-program")`,
			when: func(s *Seen) bool {
				return s.Header.Get("Cf-Mitigated") != "" || s.page() == webpage.Firewall &&
					s.has("just a moment", "checking your browser", "captcha")
			},
		},
		{
			Name: "method blocked", Cause: "methods blocked",
			Seen:  "403, 405, 406 or 501 without an error of the REST API, after DELETE, PUT or PATCH",
			Means: "the server of {host} blocks the method {method}: the status {status} is not from WordPress",
			Do:    "ask the hosting company to allow PUT, PATCH and DELETE, or let the program send them as POST",
			Go:    "cms.WithMethodOverride()",
			when: func(s *Seen) bool {
				return s.foreign() && s.seldom() && s.statusIn(http.StatusForbidden, http.StatusMethodNotAllowed,
					http.StatusNotAcceptable, http.StatusNotImplemented)
			},
		},
		{
			Name: "too large", Cause: "too large",
			Seen:  "413",
			Means: "the request has {sent}, and the server does not accept so much",
			Do: "send less text or a smaller file, or ask the hosting company to raise its limit (nginx: " +
				"client_max_body_size; PHP: post_max_size, and upload_max_filesize for files)",
			when: func(s *Seen) bool { return s.Status == http.StatusRequestEntityTooLarge },
		},
		{
			Name: "address too long", Cause: "too large",
			Seen:  "414",
			Means: "the address of the request is too long for the web server of {host}: its arguments hold too many values",
			Do: "name fewer values in one request: of a long list of ids read a part with each request, and leave " +
				"records out in the program instead of with exclude",
			Go:   "GetMany(ctx, ids, options) reads any number of records by their ids",
			when: func(s *Seen) bool { return s.Status == http.StatusRequestURITooLong },
		},
		{
			Name: "password of the web server refused", Cause: "password of the web server",
			Seen:  "401 without an error of the REST API, or 407, although a login for the server in front was sent",
			Means: "the web server in front of WordPress {realm} refused its own user or password",
			Do:    "check the user and the password of the web server; those of WordPress are not used there",
			Go:    "cms.WithProxyCredentials",
			when: func(s *Seen) bool {
				return s.foreign() && s.statusIn(http.StatusUnauthorized, http.StatusProxyAuthRequired) && s.Gate
			},
		},
		{
			Name: "password of the web server", Cause: "password of the web server",
			Seen:  "401 without an error of the REST API",
			Means: "the web server in front of WordPress {realm} asks for a password of its own",
			Do: "ask the administrator of the site for this user and password, or to exempt the REST API from it; an " +
				"application password is only for WordPress. To send both, the site must accept the login of WordPress in " +
				"another header, such as X-Authorization",
			Go: `cms.WithCredentialsHeader("X-Authorization"), cms.WithProxyCredentials("Authorization", ` +
				`credentialsOfServer)`,
			when: func(s *Seen) bool { return s.foreign() && s.Status == http.StatusUnauthorized },
		},
		{
			Name: "content refused", Cause: firewall,
			Seen: "403, 406 or 418 without an error of the REST API, after a request with content",
			Means: "a firewall {firewall} or the web server of {host} refused the content with {status}, before it " +
				"reached WordPress",
			Do: "send a short plain text instead. If that works, ask the hosting company which rule of the firewall " +
				"refused the content, and ask them to exempt the REST API from this rule. If that fails too, ask them to " +
				"let the requests of this machine pass the firewall, by its address or by the User-Agent of this program",
			Go: `cms.WithUserAgent("name-of-this-program")`,
			when: func(s *Seen) bool {
				return s.foreign() && !s.reads() && s.Size != 0 &&
					s.statusIn(http.StatusForbidden, http.StatusNotAcceptable, http.StatusTeapot)
			},
		},
		{
			Name: "firewall", Cause: firewall,
			Seen:  "403, 406 or 418 without an error of the REST API, or the page of a firewall",
			Means: "a firewall {firewall} or the web server of {host} refused the request, before it reached WordPress",
			Do: "ask the administrator of the site to let the requests of this machine pass the firewall, by its " +
				"address or by the User-Agent of this program",
			Go: `cms.WithUserAgent("name-of-this-program")`,
			when: func(s *Seen) bool {
				return s.page() == webpage.Firewall && s.Status < 500 || s.foreign() &&
					s.statusIn(http.StatusForbidden, http.StatusNotAcceptable, http.StatusTeapot)
			},
		},
	}
}

// outages returns the rows for sites that fail.
func outages() []Row {
	const unavailable = "unavailable"
	return []Row{
		{
			Name: "too many requests", Cause: "rate limited",
			Seen:  "429",
			Means: "{host} received too many requests and refused this one",
			Do:    "wait {wait}, try again, and send fewer requests at once",
			Go:    "cms.WithLimiter",
			when:  func(s *Seen) bool { return s.Status == http.StatusTooManyRequests },
		},
		{
			Name: "wrong status", Cause: "status changed",
			Seen: "an error status with the requested record in the body",
			Means: "the server or a plugin of the site changed the status to {status}: the body has the record that was " +
				"asked for",
			Do:   "switch the cache and the plugins off one by one, to find the one that changes the status",
			when: func(s *Seen) bool { return errors.Is(s.Reason, fault.ErrWrongStatus) },
		},
		{
			Name: "maintenance", Cause: unavailable,
			Seen:  "503 with Retry-After or the word maintenance",
			Means: "the site is in maintenance",
			Do:    "wait {wait}; if it lasts, ask the administrator to delete the file .maintenance in the folder of WordPress",
			when: func(s *Seen) bool {
				return s.Status == http.StatusServiceUnavailable && (s.has("maintenance") || s.Code == "wp_die")
			},
		},
		{
			Name: "database", Cause: unavailable,
			Seen:  "WordPress writes that it has no database",
			Means: "WordPress at {host} cannot reach its database",
			Do:    "ask the hosting company whether the database runs, and which name and password belong into wp-config.php",
			when: func(s *Seen) bool {
				return s.Status >= 500 && s.has("database connection", "<title>database error")
			},
		},
		{
			Name: "program failed", Cause: "PHP errors in the output",
			Seen:  "the page or the code of a PHP error",
			Means: "WordPress, a plugin or a theme of the site failed with a PHP error",
			Do: "read the error log of the site's server, which names the file; often it is the plugin or theme " +
				"that was " +
				"changed last",
			when: func(s *Seen) bool { return s.page() == webpage.Failed || s.Code == reply.InternalError },
		},
		{
			Name: "Cloudflare and the certificate", Cause: unavailable,
			Seen:  "525 or 526",
			Means: "Cloudflare does not accept the certificate of the server of {host} (status {status})",
			Do: "ask the hosting company for a valid certificate, or change \"SSL/TLS encryption mode\" at Cloudflare " +
				"to \"Full\"",
			when: func(s *Seen) bool { return s.statusIn(525, 526) },
		},
		{
			Name: "Cloudflare", Cause: unavailable,
			Seen:  "520 to 524, 527 or 530",
			Means: "Cloudflare gets no response from the server of {host} (status {status})",
			Do:    "wait; if it lasts, ask the hosting company whether the server runs and lets Cloudflare in",
			when: func(s *Seen) bool {
				return s.foreign() && (s.Status >= 520 && s.Status <= 527 || s.Status == 530)
			},
		},
		{
			Name: "gateway", Cause: unavailable,
			Seen:  "502, 503 or 504 without an error of the REST API",
			Means: "a proxy or web server at {host} got no response from WordPress",
			Do:    "{later} if it lasts, ask the hosting company whether the server of WordPress runs",
			when:  func(s *Seen) bool { return s.foreign() && transport.Unavailable(s.Status) },
		},
		{
			Name: "server failed", Cause: unavailable,
			Seen:  "any other status from 500 on, without an error of the REST API",
			Means: "the web server of {host} failed, and its response does not say why",
			Do:    "{later} if it lasts, read the error log of the web server of the site",
			when:  func(s *Seen) bool { return s.foreign() && s.Status >= 500 },
		},
		{
			Name: "http to an https port", Cause: "moved",
			Seen:  "400 with a page that asks for https",
			Means: "the server at {host} speaks https on this port, and the address has http://",
			Do:    "use the address with https://",
			when: func(s *Seen) bool {
				return s.Status == http.StatusBadRequest && s.foreign() && s.has("http request") && s.has("https")
			},
		},
	}
}

// redirects returns the rows for requests that are redirected or arrive changed.
func redirects() []Row {
	const moved = "moved"
	return []Row{
		{
			Name: "arrived as GET", Cause: moved,
			Seen:  "the response to a write is that to a read",
			Means: "a proxy or a redirect turned the request into a GET",
			Do:    "check the address of the site: http or https, and www",
			when:  func(s *Seen) bool { return errors.Is(s.Reason, fault.ErrNotWritten) },
		},
		{
			Name: "created, and redirected", Cause: moved,
			Seen:  "a redirect to a record, after a create",
			Means: "the server redirects to {target}, which may be the new record",
			Do: "read the record at this address: if it has what was sent, the create succeeded, so do not send it " +
				"again; tell the hosting company that its server turns the response 201 of WordPress into a redirect",
			when: func(s *Seen) bool {
				return s.Redirects() && s.Method == http.MethodPost && s.target() != nil &&
					reply.Located(s.Header.Get("Location"), s.Route) > 0
			},
		},
		{
			Name: "redirected without arguments", Cause: moved,
			Seen:  "a redirect to an address without the arguments",
			Means: "the redirect drops arguments of the request",
			Do:    "use the final address of the site: scheme, host, www",
			when:  func(s *Seen) bool { return errors.Is(s.Reason, fault.ErrRedirected) && !s.Redirects() },
		},
		{
			Name: "redirected nowhere", Cause: moved,
			Seen:  "a redirect without a usable address",
			Means: "the server redirects, but the redirect has no usable address",
			Do:    "ask the hosting company to correct this redirect",
			when:  func(s *Seen) bool { return s.Redirects() && s.target() == nil },
		},
		{
			Name: "redirected in a loop", Cause: moved,
			Seen:  "a redirect to the requested address",
			Means: "the server redirects in a loop, at {target}",
			Do:    "ask the hosting company to remove this redirect",
			when: func(s *Seen) bool {
				_, loop, _ := reply.Moved(s.Address, s.Route, s.target())
				return s.Redirects() && loop
			},
		},
		{
			Name: "moved", Cause: moved,
			Seen:  "a redirect to the same route of another site",
			Means: "the site has another address: {host} redirects its requests to {site}",
			Do:    "use the address {site} for the site",
			Go:    `cms.New("{site}")`,
			when: func(s *Seen) bool {
				_, _, same := reply.Moved(s.Address, s.Route, s.target())
				return s.Redirects() && same
			},
		},
		{
			Name: "file elsewhere", Cause: moved, OnlyCall: true,
			Seen:  "a redirect of a download that is not followed",
			Means: "the server redirects to {target}",
			Do:    "if you trust this address, download the file from it",
			when:  func(s *Seen) bool { return s.Redirects() && strings.HasSuffix(s.Operation, "Download") },
		},
		{
			Name: "redirected elsewhere", Cause: moved,
			Seen:  "any other redirect",
			Means: "the server redirects to {target}",
			Do: "open the home page of {host} in a browser, and use the address that the browser shows in the end; if it " +
				"is on another domain, ask the administrator first whether it is the same site",
			Go:   "connect.Discover",
			when: func(s *Seen) bool { return s.Redirects() },
		},
		{
			Name: "route of one site among many", Cause: "wrong root",
			Seen:  "the page names a root that is a route: ?rest_route=/sites/…",
			Means: "the site gives {root} as the address of its REST API, which is one route among those of many sites",
			Do:    "use the site's own domain; this program cannot use such a root",
		},
		{
			Name: "root on another site", Cause: moved,
			Seen:  "the page names a root on another host",
			Means: "the site gives {root} as the address of its REST API, which is on another host or without https",
			Do:    "ask the administrator whether this address is right, and then use it",
			Go:    `cms.New("{site}", cms.WithRoot("{root}"))`,
		},
	}
}

// absent reports whether the REST API was not found at the address.
func (s *Seen) absent() bool {
	return s.Code == "" && errors.Is(s.Reason, fault.ErrNotREST) && s.Status != 0 ||
		s.Code == reply.NoRoute && strings.HasPrefix(s.Route, s.Prefix+"/")
}
