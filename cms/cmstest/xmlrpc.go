package cmstest

import (
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"strings"
)

// loginByBody serves xmlrpc.php, of which it knows one call: wp.getUsersBlogs, by which callers learn whether a user
// and an application password are right without an Authorization header.
func (s *Server) loginByBody(r *http.Request, body []byte) *reply {
	if r.Method != http.MethodPost {
		header := http.Header{"Content-Type": {"text/plain;charset=UTF-8"}, "Allow": {"POST"}}
		return &reply{http.StatusMethodNotAllowed, header, []byte("Calls are sent by POST.")}
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
	return &reply{http.StatusOK, http.Header{"Content-Type": {"text/xml; charset=UTF-8"}}, []byte(body)}
}
