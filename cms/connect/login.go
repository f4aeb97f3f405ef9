package connect

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// knowsUs checks the login.
func (x *examination) knowsUs(ctx context.Context) bool {
	credentials, err := x.credentials(ctx)
	if err != nil {
		err = transport.Scrub(err)
		x.find(CauseCredentials, "the source of credentials returned an error: "+err.Error(), "Correct the source", err)
		return false
	}
	me, failed := ask(ctx, x, x.c, "does it know the user?",
		cms.Request[cms.Identity]{Path: "cms/v2/users/me", Query: url.Values{"context": {string(cms.ContextEdit)}}},
		"id", "name", "slug", "username", "roles", "capabilities")
	switch {
	case failed == nil:
		x.Identity = me
		return true
	case errors.Is(failed, cms.ErrNoRoute):
		return true // a REST API without this route: the check of capabilities follows
	case errors.Is(failed, cms.ErrCredentialsRejected):
		x.tokenRefused(failed)
		return false
	case rejects(failed) && credentials.User == "":
		x.tokenIgnored(failed)
		return false
	case rejects(failed):
		x.rejected(ctx, credentials, failed)
		return false
	case failed.Status == http.StatusUnauthorized || failed.Status == http.StatusForbidden ||
		failed.Status == http.StatusNotAcceptable:
		return x.refused(ctx, credentials, failed)
	}
	x.explain(failed)
	return false
}

// rejects reports whether an error is about the credentials, not about a route that is
// closed to known users too.
func rejects(failed *cms.Error) bool {
	return failed.Code == cms.CodeNotLoggedIn || failed.Code == cms.CodeForbiddenContext &&
		failed.Status == http.StatusUnauthorized || failed.Code.RefusesLogin()
}

// passwordsOff is the beginning of the codes for disabled application passwords, for all
// users or one.
const passwordsOff = "application_passwords_disabled"

// refused finds out whether the users' routes are closed, or whether requests with
// credentials are rejected. It reports whether to continue.
func (x *examination) refused(ctx context.Context, credentials cms.Credentials, failed *cms.Error) bool {
	list := cms.Request[[]cms.Nothing]{Path: "cms/v2/posts",
		Query: url.Values{"context": {string(cms.ContextEdit)}, "per_page": {"1"}}}
	_, err := ask(ctx, x, x.c, "may the user edit posts instead?", list, "id")
	switch {
	case err == nil:
		x.find(CauseUsersClosed, "the site shows its users to nobody, but posts to this user: "+
			strings.TrimPrefix(failed.Error(), "cms: Diagnose "),
			"Calls for posts work: remove WithVerifiedLogin if it fails. For other calls, open the route users/me, which a "+
				"plugin or the server may close", failed)
		return true
	case failed.Code != "" && errors.Is(err, cms.ErrUnauthorized):
		x.rejected(ctx, credentials, failed)
		return false
	case failed.Code == "" && err.Code == "":
		_, visiting := ask(ctx, x, x.visitor, "is it rejected without a login too?", list, "id")
		if visiting == nil || !numeric(visiting.Code) {
			x.find(CauseHeaderRefused, fmt.Sprintf("requests with an Authorization header get %d before they reach the "+
				"site; without it they do not", failed.Status),
				"Make the server or firewall pass the header on; a security plugin may reject logins of programs", failed)
			return false
		}
	}
	x.explain(failed)
	return false
}

// credentials returns the credentials that c sends.
func (x *examination) credentials(ctx context.Context) (cms.Credentials, error) {
	if x.login == nil {
		return cms.Credentials{}, nil
	}
	value, err := x.login(ctx)
	if err != nil {
		return cms.Credentials{}, err
	}
	user, password, _ := (&http.Request{Header: http.Header{"Authorization": {value.Authorization}}}).BasicAuth()
	return cms.Credentials{User: user, Password: password}, nil
}

// tokenRefused reports a token or a session that the site refuses with an error.
func (x *examination) tokenRefused(failed *cms.Error) {
	x.find(CauseTokenRefused, strings.TrimPrefix(failed.Error(), "cms: Diagnose "),
		"Get a new token. Use CacheCredentials to renew tokens that expire. If a new token is refused too, check the clock "+
			"of the site and the secret in the settings of its plugin", failed)
}

// tokenIgnored reports a login, other than an application password, that the site treats as
// anonymous.
func (x *examination) tokenIgnored(failed *cms.Error) {
	plugins := slices.DeleteFunc(slices.Clone(x.Index.Namespaces), func(name string) bool {
		return !strings.Contains(name, "jwt") && !strings.Contains(name, "oauth") && !strings.Contains(name, "token")
	})
	detail, remedy := "the site treats the login as anonymous, and no namespace is that of a plugin for tokens",
		"Install the plugin that issued the token, or use an application password"
	if len(plugins) > 0 {
		detail = "the site treats the login as anonymous, although it has " + strings.Join(plugins, ", ")
		remedy = "Get a new token. If that is ignored too, the server may drop the Authorization header: make it pass the " +
			"header on, or use WithCredentialsHeader"
	}
	x.find(CauseTokenIgnored, detail, remedy+". A session of cookies also needs its nonce", failed)
}

// rejected finds out why the site treats the credentials as anonymous.
func (x *examination) rejected(ctx context.Context, credentials cms.Credentials, failed *cms.Error) {
	const drop = "The server or a proxy drops the Authorization header: make it pass the header on (Apache: " +
		"CGIPassAuth On, or SetEnvIf Authorization \"(.*)\" HTTP_AUTHORIZATION=$1)"
	const renew = "Check the user, and create a new application password in the user's profile"
	switch {
	case strings.HasPrefix(string(failed.Code), passwordsOff):
		x.find(CausePasswordsOff, fmt.Sprintf("the site responds with %s for %s", failed.Code, credentials.User),
			"A security plugin may have turned them off: turn them on, or use another user", failed)
		return
	case failed.Code.RefusesLogin():
		x.find(CauseWrongPassword, fmt.Sprintf("the site responds with %s for %s", failed.Code, credentials.User), renew,
			failed)
		return
	case x.Index.Authentication.ApplicationPasswords == nil && x.root.Scheme == "http":
		x.find(CauseInsecureHTTP, "the site offers no application passwords over plain http",
			"Use the https address of the site; if it offers none there either, a plugin may have turned them off", failed)
		return
	case x.Index.Authentication.ApplicationPasswords == nil:
		x.find(CausePasswordsOff, "the site offers no application passwords",
			"A security plugin may have turned them off: turn them on", failed)
		return
	}
	right, sure := x.askByBody(ctx, credentials)
	switch {
	case !sure:
		x.find(CauseUnknownUser, fmt.Sprintf("the site treats the credentials of %s as anonymous: they are wrong, "+
			"application passwords are off for this user, or the header does not arrive", credentials.User),
			renew+". If it is right: "+drop, failed)
	case !right:
		x.find(CauseWrongPassword, fmt.Sprintf("the site does not accept this application password of %s: it is wrong, "+
			"or application passwords are off for this user", credentials.User),
			renew+"; if the new one is not accepted either, turn them on for the user", failed)
	case !looksMade(credentials.Password):
		x.find(CauseWrongPassword,
			fmt.Sprintf("the password of %s is the one for the login page, not an application password", credentials.User),
			renew, failed)
	default:
		x.find(CauseHeaderDropped,
			fmt.Sprintf("the site recognizes %s by the body of a request, but not by its header", credentials.User),
			drop, failed)
	}
}

// looksMade reports whether a password may be an application password: 24 letters and
// digits.
func looksMade(password string) bool {
	letters := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, password)
	return len(letters) == 24
}

// askByBody sends the credentials in the body of a request, which nothing drops. It
// reports whether they are right, if the site tells.
func (x *examination) askByBody(ctx context.Context, credentials cms.Credentials) (right, sure bool) {
	const door = "/xmlrpc.php"
	place, err := url.Parse(strings.TrimRight(x.Index.URL, "/") + door)
	if err != nil || !transport.SameOrigin(place, x.root) {
		place = x.site.JoinPath(door)
	}
	if !transport.SameOrigin(place, x.root) {
		return false, false // credentials are sent only to the origin of the REST API
	}
	type value struct {
		Text string `xml:"value>string"`
	}
	body, _ := xml.Marshal(struct { // texts can always be encoded
		XMLName xml.Name `xml:"methodCall"`
		Method  string   `xml:"methodName"`
		Params  []value  `xml:"params>param"`
	}{Method: "wp.getUsersBlogs", Params: []value{{credentials.User}, {strings.TrimSpace(credentials.Password)}}})
	const question = "does it recognize the user by the body of a request?"
	resp, err := senderOf(x.visitor).Do(ctx, &transport.Call{
		Operation: "Diagnose", Method: http.MethodPost, URL: place,
		Body: &transport.Body{Type: "text/xml", Bytes: append([]byte(xml.Header), body...)}, Repeat: transport.RepeatUnsent,
		PerCall: transport.PerCall{Header: http.Header{"Accept": {"text/xml"}}, Attempts: 1},
	})
	probe := Probe{Question: question, Method: http.MethodPost, Path: door}
	if err == nil {
		probe.Status = resp.Status
		right, sure = readLogin(resp)
	}
	probe.OK = right
	x.Probes = append(x.Probes, probe)
	return right, sure
}

// readLogin reads whether a login by XML-RPC succeeded: a list of sites, or a fault 403.
func readLogin(resp *transport.Response) (right, sure bool) {
	var response struct {
		XMLName xml.Name  `xml:"methodResponse"`
		Params  *struct{} `xml:"params"`
		Members []struct {
			Name string `xml:"name"`
			Code int    `xml:"value>int"`
		} `xml:"fault>value>struct>member"`
	}
	if resp.Status != http.StatusOK || xml.Unmarshal(resp.Body, &response) != nil {
		return false, false
	}
	if response.Params != nil {
		return true, true
	}
	for _, member := range response.Members {
		if member.Name == "faultCode" && member.Code == http.StatusForbidden {
			return false, true
		}
	}
	return false, false
}

// allows checks the capabilities.
func (x *examination) allows(ctx context.Context) bool {
	var has map[string]json.RawMessage // true, or what plugins write
	if x.Identity != nil {
		_, _ = x.Identity.Extra.Decode("capabilities", &has)
	}
	if len(has) == 0 {
		return x.allowsEditing(ctx)
	}
	for _, need := range x.needs {
		if !slices.Contains([]string{"true", "1", `"1"`}, string(has[need])) {
			x.Lacks = append(x.Lacks, need)
		}
	}
	if len(x.Lacks) == 0 {
		return true
	}
	x.find(CauseCapability, fmt.Sprintf("%s (%s) has no %s", x.Identity.Username, strings.Join(x.Identity.Roles, ", "),
		strings.Join(x.Lacks, ", ")),
		"Give the user another role, or use another user: contributors may write drafts, authors also publish and "+
			"upload, editors also change the content of others", nil)
	return true
}

// allowsEditing requests a list that only users who may edit can read.
func (x *examination) allowsEditing(ctx context.Context) bool {
	_, err := ask(ctx, x, x.c, "may the user edit posts?", cms.Request[[]cms.Nothing]{Path: "cms/v2/posts",
		Query: url.Values{"context": {string(cms.ContextEdit)}, "per_page": {"1"}}}, "id")
	switch {
	case err == nil:
		return true
	case errors.Is(err, cms.ErrForbidden):
		x.Lacks = []string{"edit_posts"}
		x.find(CauseCapability, "the user may not edit posts", "Give the user another role, or use another user", err)
		return true
	case errors.Is(err, cms.ErrUnauthorized):
		x.find(CauseUnknownUser, "the site treats the credentials as anonymous",
			"Check the user and the application password, and whether the Authorization header is passed on", err)
	default:
		x.explain(err)
	}
	return false
}

// takesDelete checks methods that hosts block. It is the last check.
func (x *examination) takesDelete(ctx context.Context) {
	_, err := ask(ctx, x, x.c, "does DELETE reach the site?",
		cms.Request[cms.Nothing]{Method: http.MethodDelete, Path: "cms/v2/posts/0", Repeat: cms.RepeatSafe})
	switch {
	case err == nil || !numeric(err.Code):
		x.Probes[len(x.Probes)-1].OK = true // no site has this post
	case slices.Contains([]int{http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusNotAcceptable,
		http.StatusNotImplemented}, err.Status):
		x.find(CauseMethods, fmt.Sprintf("a DELETE gets %d, but not from the site", err.Status),
			"Use WithMethodOverride, or allow PUT, PATCH and DELETE", err)
	default:
		x.explain(err)
	}
}
