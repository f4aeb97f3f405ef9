package advice

import (
	"errors"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
)

// refused returns the rows for logins that a site refuses with an error.
func refused() []Row {
	const refused, ignored = "token refused", "wrong password or Authorization header stripped"
	return []Row{
		{
			Name: "nonce refused", Cause: refused,
			Seen:  "rest_cookie_invalid_nonce",
			Means: "the session is over: the site refused its nonce",
			Do: "begin a new session with the user's password; a session ends after at most a day, and when the " +
				"password changes",
			Go:   "connect.SessionLogin renews it",
			when: func(s *Seen) bool { return s.Code == "rest_cookie_invalid_nonce" },
		},
		{
			Name: "password refused", Cause: "wrong password",
			Seen:  "incorrect_password, invalid_username or invalid_email with the status 500",
			Means: "the site refused the user or the password with {code}",
			Do: "check both; a plugin such as Basic Auth takes only the password of the login page: then deactivate the " +
				"plugin, because WordPress itself takes application passwords",
			when: func(s *Seen) bool {
				return errors.Is(s.Reason, fault.ErrCredentialsRejected) && reply.RefusesPassword(s.Code)
			},
		},
		{
			Name: "password taken for a token", Cause: refused,
			Seen: "jwt_auth_bad_auth_header, or another refusal of a token, although a user and a password were sent",
			Means: "a plugin of the site for tokens (JWT) took the user and the application password for a token, and " +
				"refused them",
			Do: "ask the administrator of the site to update or deactivate this plugin, or use a token that it issues",
			Go: "cms.WithToken(token)",
			when: func(s *Seen) bool {
				return errors.Is(s.Reason, fault.ErrCredentialsRejected) && (s.Login == Password ||
					s.Login != Token && s.Code == "jwt_auth_bad_auth_header")
			},
		},
		{
			Name: "token refused", Cause: refused,
			Seen:  "403 jwt_auth_invalid_token, or 400 or 401 with success: false",
			Means: "the site refused the token: it is expired, malformed or unknown",
			Do: "get a new token; if that is refused too, check the clock of the site and the secret in the settings " +
				"of its " +
				"plugin for tokens",
			Go:   "cms.CacheCredentials renews tokens",
			when: func(s *Seen) bool { return errors.Is(s.Reason, fault.ErrCredentialsRejected) },
		},
		{
			Name: "drafts of Ensure", Cause: ignored,
			Seen: "400 rest_forbidden_status, although a login was sent, for the list that Ensure reads",
			Means: "Ensure searches the drafts too, and the site lists drafts only for {editors}: the user may lack this " +
				"right, or the login is invalid",
			Do: "use a user who has this right; if the user of this program has it, check the user name and the application " +
				"password",
			Go:   "site.Verify(ctx)",
			when: func(s *Seen) bool { return s.statusRefused() && strings.Contains(s.Operation, "Ensure") },
		},
		{
			Name: "status for known users", Cause: ignored,
			Seen: "400 rest_forbidden_status, although a login was sent",
			Means: "the site lists records with this status only for {editors}: the user may lack this right, or the " +
				"login is invalid",
			Do: "use a user who has this right; if the user of this program has it, check the user name and the application " +
				"password",
			Go:   "site.Verify(ctx)",
			when: (*Seen).statusRefused,
		},
		{
			Name: "no credentials", Cause: "no credentials",
			Seen:  "the program's own source of logins failed",
			Means: "this program has no login: its source of credentials returned an error: {error}",
			Do:    "correct where the program gets the user and the password from",
			Go:    "cms.WithCredentials",
		},
	}
}

// anonymous returns the rows for logins that a site ignores.
func anonymous() []Row {
	const unknown, ignored, wrong = "wrong password or Authorization header stripped", "login ignored", "wrong password"
	const renew = "check the user, and create a new application password in the user's profile in WordPress"
	const pass = "make the server pass the Authorization header on (Apache: CGIPassAuth On, or SetEnvIf " +
		"Authorization " +
		`"(.*)" HTTP_AUTHORIZATION=$1)`
	return []Row{
		{
			Name: "cached", Cause: ignored,
			Seen: "401, although a login was sent, and its headers show that it comes from a cache",
			Means: "a cache of the site responded, probably with the response to a caller without a login, so the login was " +
				"not checked",
			Do: "ask the administrator of the site to exempt the REST API from the cache, or at least requests with a " +
				"login; until then, a program may read past the cache",
			Go:   "cms.Uncached()",
			when: func(s *Seen) bool { return s.anonymous() && s.cached() },
		},
		{
			Name: "keys of a shop", Cause: unknown,
			Seen: "401, and the user begins with ck_",
			Means: "the site did not accept the login and treats the caller as anonymous: the keys of a shop work only " +
				"over https and on wc/ routes",
			Do:   "use an application password for other routes",
			when: func(s *Seen) bool { return s.anonymous() && s.Login == Shop },
		},
		{
			Name: "token ignored", Cause: ignored,
			Seen: "401, and a token was sent",
			Means: "the site did not accept the login and treats the caller as anonymous: the token is expired or " +
				"unknown, no " +
				"plugin of the site takes tokens, or the Authorization header was dropped",
			Do: "check the login; to find out which of these it is, run a diagnosis",
			Go: "connect.Diagnose(ctx, site)", when: func(s *Seen) bool { return s.anonymous() && s.Login == Token },
		},
		{
			Name: "login ignored", Cause: unknown,
			Seen: "401, and a user and an application password were sent",
			Means: "the site did not accept the login and treats the caller as anonymous: the user name " +
				"or the application password is wrong, or a server dropped the Authorization header",
			Do: "check the user name; use an application password from the user's profile in WordPress, not the password " +
				"of the login page; if both are right, run a diagnosis",
			Go: "connect.Diagnose(ctx, site)", when: func(s *Seen) bool { return s.anonymous() && s.Login == Password },
		},
		{
			Name: "other login ignored", Cause: ignored,
			Seen: "401, and another login was sent",
			Means: "the site did not accept the login and treats the caller as anonymous: the login is wrong or expired, " +
				"or the Authorization header was dropped",
			Do: "check the login; to find out which of these it is, run a diagnosis",
			Go: "connect.Diagnose(ctx, site)", when: (*Seen).anonymous,
		},
		{
			Name: "token without a plugin", Cause: ignored,
			Seen:  "a token is ignored, and the index names no plugin for tokens",
			Means: "the site treats the login as anonymous, and no namespace is that of a plugin for tokens",
			Do: "install the plugin that issued the token, or use an application password; a session of cookies also " +
				"needs its " +
				"nonce",
		},
		{
			Name: "token and a plugin", Cause: ignored,
			Seen:  "a token is ignored, although the index names a plugin for tokens",
			Means: "the site treats the login as anonymous, although it has {namespaces}",
			Do: "get a new token; if that is ignored too, the server may drop the Authorization header: make it pass " +
				"the header " +
				"on; a session of cookies also needs its nonce",
			Go: `cms.WithCredentialsHeader("X-Authorization")`,
		},
		{
			Name: "application passwords off for a user", Cause: "application passwords switched off",
			Seen:  "application_passwords_disabled",
			Means: "the site responds with {code} for {user}",
			Do:    "a security plugin may have turned application passwords off: turn them on, or use another user",
		},
		{
			Name: "application passwords off", Cause: "application passwords switched off",
			Seen:  "the index does not offer application passwords",
			Means: "the site offers no application passwords",
			Do: "a security plugin may have turned them off: turn them on. If a proxy has the certificate of the site, " +
				"WordPress must know that visitors use https: let the proxy send X-Forwarded-Proto, and set HTTPS from it " +
				"in wp-config.php",
		},
		{
			Name: "no application passwords over http", Cause: "application passwords refused over http",
			Seen:  "the index does not offer application passwords, and the address has http://",
			Means: "the site offers no application passwords over plain http",
			Do:    "use the https address of the site; if it offers none there either, a plugin may have turned them off",
		},
		{
			Name: "wrong password, as the site says", Cause: wrong,
			Seen:  "incorrect_password, invalid_username and the like",
			Means: "the site responds with {code} for {user}",
			Do:    renew,
		},
		{
			Name: "wrong application password", Cause: wrong,
			Seen: "the login fails by the header and in the body of a request",
			Means: "the site does not accept this application password of the user {user}: it is wrong, or application " +
				"passwords are off for this user",
			Do: renew + "; if the new one is refused too, ask the administrator of the site to turn application passwords on " +
				"for this user",
		},
		{
			Name: "password of the login page", Cause: wrong,
			Seen:  "the login works in the body of a request, and the password is no application password",
			Means: "the password of {user} is the one for the login page, not an application password",
			Do:    renew,
		},
		{
			Name: "header dropped", Cause: "Authorization header stripped",
			Seen:  "the login works in the body of a request, and not by the header",
			Means: "the site recognizes {user} by the body of a request, but not by its header",
			Do:    "the server or a proxy drops the Authorization header: " + pass,
			Go:    `cms.WithCredentialsHeader("X-Authorization")`,
		},
		{
			Name: "wrong password or header dropped", Cause: unknown,
			Seen: "the login is ignored, and nothing tells why",
			Means: "the site treats the credentials of {user} as anonymous: they are wrong, application passwords " +
				"are off for this user, or the header does not arrive",
			Do: renew + "; if it is right, " + pass,
			Go: `cms.WithCredentialsHeader("X-Authorization")`,
		},
		{
			Name: "header refused", Cause: "Authorization header refused",
			Seen:  "a page with 403 or 406, only if a login is sent",
			Means: "requests with an Authorization header get {status} before they reach the site; without it they do not",
			Do:    "make the server or firewall pass the header on; a security plugin may reject logins of programs",
		},
	}
}

// rights returns the rows about what a user may do.
func rights() []Row {
	const lacks = "user without the capability"
	return []Row{
		{
			Name: "closed", Cause: "closed",
			Seen:  "401 or 403 from the REST API itself",
			Means: "the REST API refuses with {status} {code}: {message}. It is off, or open only to some users",
			Do: "check the user and the application password; if they are right, ask the administrator of the site to " +
				"open the REST API to this user",
		},
		{
			Name: "index for known users", Cause: "closed",
			Seen:  "401 or 403 from the index, and no login",
			Means: "the REST API is at {root} and requires a login",
			Do:    "give the name of a user and an application password",
			Go:    "cms.New with cms.WithRoot, cms.WithPrefix and cms.WithApplicationPassword",
		},
		{
			Name: "users closed", Cause: "users routes closed",
			Seen:  "the user may edit posts, and users/me is closed",
			Means: "the site shows its users to nobody, but posts to this user: {status} {code} {message}",
			Do: "calls for posts work; for other calls have the route users/me opened, which a plugin or the " +
				"server may close",
			Go: "remove cms.WithVerifiedLogin if it fails",
		},
		{
			Name: "lacks a capability", Cause: lacks,
			Seen:  "the user is known, and lacks a capability",
			Means: "{user} ({roles}) has no {capabilities}",
			Do:    "give the user the role {role}, or use a user with this role",
		},
		{
			Name: "lacks a capability of a plugin", Cause: lacks,
			Seen:  "the user is known, and lacks a capability that no role of WordPress itself has",
			Means: "{user} ({roles}) has no {capabilities}",
			Do: "ask the administrator of the site which role has this capability; then give the user this role, or use " +
				"a user with this role",
		},
		{
			Name: "may not edit", Cause: lacks,
			Seen:  "the user is known, and may not list posts for editing",
			Means: "the user may not edit posts",
			Do:    "give the user the role contributor or a higher one, or use a user with such a role",
		},
		{
			Name: "no login", Cause: "closed", OnlyCall: true,
			Seen:  "401 from the REST API, and no login was sent",
			Means: "this client sends no login",
			Do: "give the program a user name and an application password, which you create in the profile of the " +
				"user in WordPress",
			Go: "cms.WithApplicationPassword(user, password)",
			when: func(s *Seen) bool {
				return s.Login == None && !s.foreign() && (s.Status == http.StatusUnauthorized ||
					s.Status == http.StatusBadRequest && s.ForbiddenStatus)
			},
		},
		{
			Name: "default category", Cause: lacks, OnlyCall: true,
			Seen: "403 rest_cannot_delete, after the delete of a category",
			Means: "either this is the default category, which WordPress lets nobody delete, or the user {user} may not " +
				"delete categories",
			Do: "for the default category, first choose another one in Settings, Writing; for any other category, use a " +
				"user with the role {role}",
			Go: "settings.New(site).Update(ctx, &settings.Params{DefaultCategory: new(id)})",
			when: func(s *Seen) bool {
				return s.notAllowed() && s.Method == http.MethodDelete && s.Code == "rest_cannot_delete" &&
					strings.HasPrefix(s.route(), "categories/")
			},
		},
		{
			Name: "delete of a revision", Cause: lacks, OnlyCall: true,
			Seen:  "403 rest_cannot_delete, after the delete of a revision",
			Means: "WordPress lets nobody delete a single revision, not even an administrator",
			Do: "keep the revision; to keep fewer of them, ask the administrator of the site to limit their number " +
				"(WP_POST_REVISIONS in wp-config.php)",
			when: func(s *Seen) bool {
				return s.notAllowed() && s.Method == http.MethodDelete && strings.Contains(s.Route, "/revisions/")
			},
		},
		{
			Name: "custom field", Cause: lacks, OnlyCall: true,
			Seen: "403 rest_cannot_update or rest_cannot_delete, with the key of a custom field",
			Means: "the site did not let the user \"{user}\" set the custom field {meta}: WordPress lets nobody set a field " +
				"whose name begins with _, not even an administrator, unless the plugin that registers it does",
			Do: "leave the field out of meta; if it is needed, ask the administrator of the site whether its plugin can " +
				"allow this user to set it (register_meta with auth_callback)",
			when: func(s *Seen) bool { return s.notAllowed() && s.metaKey() != "" },
		},
		{
			Name: "refused by a plugin", Cause: lacks, OnlyCall: true,
			Seen:  "403 with a code that is not from WordPress itself, such as shop_cannot_view",
			Means: "a plugin of the site refused the request of the user {user}, with the code {code}",
			Do:    "ask the administrator of the site what this plugin requires",
			when:  func(s *Seen) bool { return s.notAllowed() && !strings.HasPrefix(s.Code, "rest_") },
		},
		{
			Name: "rule of a plugin", Cause: "refused by a plugin", OnlyCall: true,
			Seen:  "409, 412, 422, 423 or 424 with a code that is not from WordPress itself, such as shop_order_locked",
			Means: "a plugin of the site refused the request: the code {code} is not from WordPress itself",
			Do: "look for this code in the documentation of the plugin, or ask the administrator of the site which plugin " +
				"it is from and what it requires",
			when: (*Seen).ofPlugin,
		},
		{
			Name: "not allowed", Cause: lacks, OnlyCall: true,
			Seen:  "403 from the REST API, with a code such as rest_cannot_edit",
			Means: "the site did not allow this to the user \"{user}\": it requires the role {role}",
			Do: "use a user with this role, or let an administrator give it to the user; if the user has this role, a " +
				"plugin of the site refused the request: ask the administrator which one",
			when: func(s *Seen) bool { return s.notAllowed() && s.role() != "" },
		},
		{
			Name: "not allowed, and the role is not known", Cause: lacks, OnlyCall: true,
			Seen: "the same on a route of a plugin or a custom post type",
			Means: "the site did not allow this to the user \"{user}\"; this program does not know which role {method} " +
				"{route} requires",
			Do:   "ask the administrator of the site which role it is, and use a user with this role",
			when: (*Seen).notAllowed,
		},
		{
			Name: Unknown, Cause: "unknown", OnlyDiagnosis: true,
			Seen:  "anything else",
			Means: "{method} {route}: {status} {code} {message} {error}",
			Do:    "see the error",
			when:  func(*Seen) bool { return true },
		},
	}
}
