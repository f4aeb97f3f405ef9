package cmstest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// AppPassword returns the application password of a user: "admin", "editor", "author",
// "contributor", "subscriber", or a user that was inserted. It has six groups of four
// characters, as WordPress shows it. It is "" if there is no such user or the password
// was revoked. Each server generates its own passwords. A password that a request
// created is only in the response to that request.
func (s *Server) AppPassword(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.site.FindUser(user); u != nil {
		if p := u.GivenPassword(); p != nil {
			return site.InGroups(p.Secret)
		}
	}
	return ""
}

// SetAppPassword replaces a user's application password, as after a rotation. The old password no
// longer works. All characters except letters and digits, such as spaces, are ignored. It does
// nothing if there is no such user.
func (s *Server) SetAppPassword(user, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, secret := s.site.FindUser(user), site.Alphanumeric(password)
	switch {
	case u == nil:
	case secret == "":
		u.Passwords = slices.DeleteFunc(u.Passwords, func(p site.AppPassword) bool { return p.Given })
	default:
		s.user.GivePassword(u).Secret = secret
	}
}

// RevokeAppPassword revokes the application password that [Server.AppPassword] returns.
// Requests with it are then anonymous. Passwords that requests have created stay valid.
func (s *Server) RevokeAppPassword(user string) { s.SetAppPassword(user, "") }

const authorizePath = "/wp-admin/authorize-application.php"

// authorizePage serves the page on which a user grants an application password to a
// program. There is no login: the form has a list of users to choose from. The page
// grants the password that [Server.AppPassword] returns.
func (s *Server) authorizePage(r *http.Request, body []byte) *reply {
	if s.noPasswords {
		return page(501, "Application passwords are not available", "")
	}
	asked := r.URL.Query()
	if r.Method == http.MethodPost {
		form, err := url.ParseQuery(string(body))
		if err != nil {
			return page(400, "The form cannot be read", "")
		}
		asked = form
	}
	success, reject := asked.Get("success_url"), asked.Get("reject_url")
	switch {
	case !mayReturn(success) || !mayReturn(reject):
		return page(500, "Cannot authorize: the address to return to is not secure", "")
	case asked.Get("app_name") == "":
		return page(200, "The application has no name", "")
	case r.Method != http.MethodPost:
		return page(200, "Authorize an application", s.authorizeForm(asked))
	case asked.Get("approve") == "":
		return s.rejected(success, reject)
	}
	u := s.site.FindUser(asked.Get("user_login"))
	if u == nil {
		return page(403, "There is no such user", "")
	}
	secret := s.user.GivePassword(u).Secret
	if success == "" {
		return page(200, "Your new password", "<p><code>"+html.EscapeString(secret)+"</code></p>\n")
	}
	return returnTo(success, "site_url", s.URL, "user_login", u.Login, "password", secret)
}

// authorizeForm returns a form that asks which user approves. Hidden fields repeat the arguments.
func (s *Server) authorizeForm(asked url.Values) string {
	var form strings.Builder
	form.WriteString("<form method=\"post\">\n")
	for _, name := range []string{"app_name", "app_id", "success_url", "reject_url"} {
		fmt.Fprintf(&form, "<input type=\"hidden\" name=\"%s\" value=\"%s\" />\n", name, html.EscapeString(asked.Get(name)))
	}
	fmt.Fprintf(&form, "<p>%s asks for a password of</p>\n<select name=\"user_login\">\n",
		html.EscapeString(asked.Get("app_name")))
	for _, u := range s.site.Users {
		fmt.Fprintf(&form, "<option>%s</option>\n", html.EscapeString(u.Login))
	}
	form.WriteString("</select>\n<button name=\"approve\" value=\"1\">Approve</button>\n" +
		"<button name=\"reject\" value=\"1\">Reject</button>\n</form>\n")
	return form.String()
}

func (s *Server) rejected(success, reject string) *reply {
	switch {
	case reject != "":
		return returnTo(reject)
	case success != "":
		return returnTo(success, "success", "false")
	}
	return returnTo(s.URL + "/wp-admin/")
}

// mayReturn reports whether a browser may be redirected to an address with a password in it. It
// refuses javascript, data, and plain http to any host except 127.0.0.1 and ::1. It allows all
// other schemes, such as https and the scheme of a program. An empty address is allowed: there is
// no redirect then.
func mayReturn(address string) bool {
	if address == "" {
		return true
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || slices.Contains([]string{"javascript", "data", ""}, u.Scheme) {
		return false
	}
	return u.Scheme != "http" || slices.Contains([]string{"127.0.0.1", "::1"}, u.Hostname())
}

// returnTo redirects to an address with further query arguments. In the parameter arguments, each
// name is followed by its value.
func returnTo(address string, arguments ...string) *reply {
	for i := 0; i < len(arguments); i += 2 {
		sign := "?"
		if strings.Contains(address, "?") {
			sign = "&"
		}
		address += sign + arguments[i] + "=" + url.QueryEscape(arguments[i+1])
	}
	header := http.Header{"Content-Type": {"text/html; charset=UTF-8"}, "Location": {address}}
	noCache(header)
	return &reply{status: 302, header: header}
}

func page(status int, title, content string) *reply {
	var out bytes.Buffer
	fmt.Fprintf(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"UTF-8\" /><title>%s</title></head>\n"+
		"<body>\n<h1>%s</h1>\n%s</body>\n</html>\n",
		title, title, content)
	header := http.Header{"Content-Type": {"text/html; charset=UTF-8"}}
	noCache(header)
	return &reply{status: status, header: header, body: out.Bytes()}
}

// loginByBody serves xmlrpc.php with one method: wp.getUsersBlogs. Clients use the method to check
// an application password without an Authorization header.
func (s *Server) loginByBody(r *http.Request, body []byte) *reply {
	if r.Method != http.MethodPost {
		header := http.Header{"Content-Type": {"text/plain;charset=UTF-8"}, "Allow": {"POST"}}
		return &reply{status: http.StatusMethodNotAllowed, header: header, body: []byte("Calls are sent by POST.")}
	}
	var call struct {
		XMLName xml.Name `xml:"methodCall"`
		Method  string   `xml:"methodName"`
		Params  []string `xml:"params>param>value>string"`
	}
	switch err := xml.Unmarshal(body, &call); {
	case err != nil:
		return rpcFault(-32700, "The call is not well formed.")
	case strings.TrimSpace(call.Method) != "wp.getUsersBlogs":
		return rpcFault(-32601, "There is no such method here.")
	case len(call.Params) < 2:
		return rpcFault(400, "Arguments are missing.")
	}
	request := http.Request{Header: http.Header{}}
	request.SetBasicAuth(call.Params[0], call.Params[1])
	u, _ := s.user.Authenticate(request.Header)
	if u == nil {
		return rpcFault(403, "The user or the password is wrong.")
	}
	admin := 0
	if u.Can("manage_options") {
		admin = 1
	}
	return rpcReply(fmt.Sprintf("<params><param><value><array><data><value><struct>"+
		"<member><name>isAdmin</name><value><boolean>%d</boolean></value></member>"+
		"<member><name>url</name><value><string>%s/</string></value></member>"+
		"<member><name>blogid</name><value><string>1</string></value></member>"+
		"<member><name>blogName</name><value><string>%s</string></value></member>"+
		"<member><name>xmlrpc</name><value><string>%s/xmlrpc.php</string></value></member>"+
		"</struct></value></data></array></value></param></params>", admin, html.EscapeString(s.URL),
		html.EscapeString(s.site.Settings.Text("title")), html.EscapeString(s.URL)))
}

func rpcFault(code int, message string) *reply {
	return rpcReply(fmt.Sprintf(
		"<fault><value><struct><member><name>faultCode</name><value><int>%d</int></value></member>"+
			"<member><name>faultString</name><value><string>%s</string></value></member></struct></value></fault>", code,
		html.EscapeString(message)))
}

func rpcReply(content string) *reply {
	body := xml.Header + "<methodResponse>" + content + "</methodResponse>\n"
	return typed(http.StatusOK, "text/xml; charset=UTF-8", []byte(body))
}
