package connect

import (
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// knowsUs checks whether the site accepts the login.
func (x *examination) knowsUs(ctx context.Context) bool {
	credentials, err := x.credentials(ctx)
	if err != nil {
		err = transport.Scrub(err)
		x.report(advice.For("no credentials", &advice.Seen{Reason: err}, nil), err)
		return false
	}
	x.user = credentials.User
	me, failed := ask(ctx, x, x.c, "does it accept the login?",
		cms.Request[cms.Identity]{Path: "cms/v2/users/me", Query: url.Values{"context": {string(cms.ContextEdit)}}},
		"id", "name", "slug", "username", "roles", "capabilities")
	switch {
	case failed == nil:
		x.Identity = me
		return true
	case errors.Is(failed, cms.ErrNoRoute):
		// The site has no route users/me, so this error does not mean that the login failed.
		// The next check, of the capabilities, shows whether it did.
		return true
	case errors.Is(failed, cms.ErrCredentialsRejected):
		if x.seen[failed].Login = advice.Token; credentials.User != "" {
			x.seen[failed].Login = advice.Password
		}
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

// rejects reports whether a site rejects the credentials. It returns false for the error of a route
// that is closed even to logged-in users.
func rejects(failed *cms.Error) bool {
	return failed.Code == cms.CodeNotLoggedIn || failed.Code == cms.CodeForbiddenContext &&
		failed.Status == http.StatusUnauthorized || failed.Code.RefusesLogin()
}

// passwordsOff is the beginning of the error codes which mean that application passwords are
// disabled for all users, or for one user.
const passwordsOff = "application_passwords_disabled"

// refused finds out why a request for users/me was rejected: perhaps only the routes of users are
// closed, or the server rejects all requests with credentials. It reports whether to continue.
func (x *examination) refused(ctx context.Context, credentials cms.Credentials, failed *cms.Error) bool {
	list := cms.Request[[]cms.Nothing]{Path: "cms/v2/posts",
		Query: url.Values{"context": {string(cms.ContextEdit)}, "per_page": {"1"}}}
	_, err := ask(ctx, x, x.c, "may the user edit posts instead?", list, "id")
	switch {
	case err == nil:
		x.find("users closed", failed)
		return true
	case failed.Code != "" && errors.Is(err, cms.ErrUnauthorized):
		x.rejected(ctx, credentials, failed)
		return false
	case failed.Code == "" && err.Code == "":
		_, visiting := ask(ctx, x, x.visitor, "is it rejected without a login too?", list, "id")
		if visiting == nil || !numeric(visiting.Code) {
			x.find("header refused", failed)
			return false
		}
	}
	x.explain(failed)
	return false
}

// credentials returns the user and the password that the client sends. Both are "" for another
// kind of login, such as a token.
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

// tokenRefused adds a finding about a login that the site refuses with an error.
func (x *examination) tokenRefused(failed *cms.Error) { x.explain(failed) }

// tokenIgnored adds a finding about a token or a session that the site ignores: the site treats the
// request as anonymous.
func (x *examination) tokenIgnored(failed *cms.Error) {
	plugins := slices.DeleteFunc(slices.Clone(x.Index.Namespaces), func(name string) bool {
		return !strings.Contains(name, "jwt") && !strings.Contains(name, "oauth") && !strings.Contains(name, "token")
	})
	if len(plugins) == 0 {
		x.find("token without a plugin", failed)
		return
	}
	x.find("token and a plugin", failed, "namespaces", strings.Join(plugins, ", "))
}

// rejected finds out why the site does not accept the user and the password.
func (x *examination) rejected(ctx context.Context, credentials cms.Credentials, failed *cms.Error) {
	row := "wrong password or header dropped"
	switch offers := x.Index.Authentication.ApplicationPasswords != nil; {
	case strings.HasPrefix(string(failed.Code), passwordsOff):
		row = "application passwords off for a user"
	case failed.Code.RefusesLogin():
		row = "wrong password, as the site says"
	case !offers && x.root.Scheme == "http":
		row = "no application passwords over http"
	case !offers:
		row = "application passwords off"
	default:
		right, sure := x.askByBody(ctx, credentials)
		switch {
		case sure && !right:
			row = "wrong application password"
		case sure && !looksMade(credentials.Password):
			row = "password of the login page"
		case sure:
			row = "header dropped"
		}
	}
	x.find(row, failed, "user", credentials.User)
}

// looksMade reports whether a password may be an application password, which has 24 letters and
// digits. It ignores all other characters, such as blanks.
func looksMade(password string) bool {
	letters := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, password)
	return len(letters) == 24
}

// askByBody sends the credentials in the body of a request, because a server may drop the
// Authorization header. right means that the site accepts the credentials. sure means that the
// response shows whether the site accepts them.
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
	body, _ := xml.Marshal(struct { // no error: texts can always be encoded
		XMLName xml.Name `xml:"methodCall"`
		Method  string   `xml:"methodName"`
		Params  []value  `xml:"params>param"`
	}{Method: "wp.getUsersBlogs", Params: []value{{credentials.User}, {strings.TrimSpace(credentials.Password)}}})
	const question = "does it accept the same login in the body of a request (XML-RPC)?"
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

// readLogin reads the response to an XML-RPC login. A list of sites means success. The fault 403
// means that the login was refused. After any other response, sure is false.
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

// allows checks whether the user has the needed capabilities.
func (x *examination) allows(ctx context.Context) bool {
	var has map[string]json.RawMessage // by capability; the values are usually true, but a plugin may send other JSON
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
	row, role := "lacks a capability", advice.RoleWith(x.Lacks)
	if role == "" {
		row = "lacks a capability of a plugin"
	}
	x.find(row, nil, "user", x.Identity.Username, "roles", strings.Join(x.Identity.Roles, ", "),
		"capabilities", strings.Join(x.Lacks, ", "), "role", role)
	return true
}

// allowsEditing checks whether the user may edit posts: it requests a list that other users cannot
// read. The check is for a site that does not send the capabilities of the user.
func (x *examination) allowsEditing(ctx context.Context) bool {
	_, err := ask(ctx, x, x.c, "may the user edit posts?", cms.Request[[]cms.Nothing]{Path: "cms/v2/posts",
		Query: url.Values{"context": {string(cms.ContextEdit)}, "per_page": {"1"}}}, "id")
	switch {
	case err == nil:
		return true
	case errors.Is(err, cms.ErrForbidden):
		x.Lacks = []string{"edit_posts"}
		x.find("may not edit", err)
		return true
	case errors.Is(err, cms.ErrUnauthorized):
		x.find("wrong password or header dropped", err, "user", cmp.Or(x.user, "this user"))
	default:
		x.explain(err)
	}
	return false
}

// takesDelete checks whether DELETE reaches the site, because some hosts block it.
func (x *examination) takesDelete(ctx context.Context) {
	_, err := ask(ctx, x, x.c, "does DELETE reach the site?",
		cms.Request[cms.Nothing]{Method: http.MethodDelete, Path: "cms/v2/posts/0", Repeat: cms.RepeatSafe})
	switch {
	case err == nil || !numeric(err.Code):
		x.Probes[len(x.Probes)-1].OK = true // no site has the post 0, so its error shows that DELETE reached the site
	case slices.Contains([]int{http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusNotAcceptable,
		http.StatusNotImplemented}, err.Status):
		x.find("method blocked", err)
	default:
		x.explain(err)
	}
}
