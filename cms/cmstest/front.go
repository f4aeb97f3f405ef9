package cmstest

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/oembed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// answer serves one request: the REST API, a file, the front page or a 404 page.
func (s *Server) answer(r *http.Request, body []byte) *reply {
	if len(body) > rest.MaxBody {
		const status = http.StatusRequestEntityTooLarge
		return typed(status, "text/html; charset=UTF-8", htmlPage(fmt.Sprint(status, " ", http.StatusText(status))))
	}
	if s.site.Settings.Down() {
		return typed(http.StatusInternalServerError, "text/html; charset=utf-8", htmlPage("Database Error"))
	}
	path, ok := strings.CutPrefix(r.URL.Path, s.path)
	if !ok || path != "" && path[0] != '/' {
		return typed(404, "text/plain; charset=utf-8", []byte("not found\n"))
	}
	if path == "" {
		return s.redirect(r, s.path+"/")
	}
	if route, ok := s.routePath(r); ok {
		return s.dispatchHTTP(r, body, php.ParseQuery(r.URL.RawQuery), route)
	}
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	content, mediaType, ok := s.media.File(path)
	if !ok {
		content, mediaType, ok = s.font.File(path)
	}
	if ok && reads {
		answer := typed(200, mediaType, content)
		answer.header["Content-Length"] = []string{strconv.Itoa(len(content))}
		return answer
	}
	short := strings.TrimPrefix(path, "/index.php")
	switch {
	case path == "/":
		return s.frontPage()
	case path == "/xmlrpc.php":
		return s.loginByBody(r, body)
	case path == authorizePath:
		return s.authorizePage(r, body)
	case reads && (path == "/index.php" || s.site.API.Plain && (short != path || !strings.HasSuffix(path, "/"))):
		return s.redirect(r, s.path+strings.TrimSuffix(short, "/")+"/")
	case s.site.API.Plain || path == "/index.php":
		return s.frontPage() // with plain permalinks every path leads to the home page
	}
	return s.notFoundPage()
}

// routePath returns the REST route of a request, such as "/cms/v2/posts". ok is false if the
// request is not for the REST API.
func (s *Server) routePath(r *http.Request) (route string, ok bool) {
	path, ok := strings.CutPrefix(r.URL.Path, s.path)
	if !ok || path == "" || path[0] != '/' {
		return "", false
	}
	root := "/" + s.site.API.Prefix + "-json"
	short := strings.TrimPrefix(path, "/index.php")
	if !s.site.API.Plain && (short == root || strings.HasPrefix(short, root+"/")) {
		return strings.TrimPrefix(short, root), true
	}
	route, _ = php.ParseQuery(r.URL.RawQuery).ByKey["rest_route"].(string)
	return route, route != ""
}

// dispatchHTTP serves a request to a route and adds the general headers of the site.
func (s *Server) dispatchHTTP(r *http.Request, body []byte, query *php.Values, path string) *reply {
	c := rest.NewCall(s.site.API, r, body, query, path)
	var why *rest.Error
	c.User, c.Password, why = s.authenticate(r.Header)
	if c.Password != nil {
		c.Password.Use(s.site.Clock.Now(), r.RemoteAddr)
	}
	var answer *rest.Response
	if why != nil {
		answer = why.Response()
	} else {
		answer = c.Run()
	}
	header := http.Header{
		"Content-Type":           {"application/json; charset=UTF-8"},
		"X-Robots-Tag":           {"noindex"},
		"X-Content-Type-Options": {"nosniff"},
		"Access-Control-Expose-Headers": {fmt.Sprintf("X-%[1]s-Total, X-%[1]s-TotalPages, Link",
			strings.ToUpper(s.site.API.Prefix))},
		"Access-Control-Allow-Headers": {fmt.Sprintf(
			"Authorization, X-%s-Nonce, Content-Disposition, Content-MD5, Content-Type", strings.ToUpper(s.site.API.Prefix))},
		"Link": {s.site.API.DiscoveryLink()},
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		header["Access-Control-Allow-Origin"] = []string{origin}
		header["Access-Control-Allow-Methods"] = []string{"OPTIONS, GET, POST, PUT, PATCH, DELETE"}
		header["Access-Control-Allow-Credentials"] = []string{"true"}
		header["Vary"] = []string{"Origin"}
	} else if r.Method == http.MethodGet && c.User == nil {
		header["Vary"] = []string{"Origin"}
	}
	if _, ok := query.Lookup("_envelope"); ok {
		answer = &rest.Response{Status: 200, Body: rest.Envelope(answer)}
	}
	if c.User != nil || c.Overridden && answer.Status >= 400 && answer.Status < 500 {
		noCache(header)
	}
	for _, m := range answer.Header {
		header[m.Name] = []string{fmt.Sprint(cmp.Or(m.Value, any("")))}
	}
	if c.Head || answer.Status == http.StatusNoContent {
		return &reply{status: answer.Status, header: header}
	}
	if oembed.WantsXML(c) {
		document := oembed.XML(answer.Body)
		if document == nil {
			return &reply{status: 501, header: header, body: []byte("Not Implemented")}
		}
		header["Content-Type"] = []string{"text/xml; charset=UTF-8"}
		return &reply{status: answer.Status, header: header, body: document}
	}
	encoded := php.AppendJSON(s.buffer[:0], answer.Body)
	// The encoded body uses the memory of s.buffer until the response is written. With nil here, no
	// other response uses the same memory.
	s.buffer = nil
	return &reply{status: answer.Status, header: header, body: encoded, buffered: true}
}

func (s *Server) redirect(r *http.Request, path string) *reply {
	location := strings.TrimSuffix(s.URL, s.path) + path
	if r.URL.RawQuery != "" {
		location += "?" + r.URL.RawQuery
	}
	answer := typed(301, "text/html; charset=UTF-8", nil)
	answer.header["Location"] = []string{location}
	return answer
}

func (s *Server) frontPage() *reply {
	var page bytes.Buffer
	page.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"UTF-8\" />\n")
	fmt.Fprintf(&page, "<title>%s</title>\n", html.EscapeString(s.site.Settings.Text("title")))
	if !s.noLinkElement {
		fmt.Fprintf(&page, "<link rel=\"https://api.w.org/\" href=\"%s\" />\n",
			html.EscapeString(s.site.API.Address("/", "")))
	}
	fmt.Fprintf(&page, "</head>\n<body>\n<h1>%s</h1>\n<p>%s</p>\n</body>\n</html>\n",
		html.EscapeString(s.site.Settings.Text("title")), html.EscapeString(s.site.Settings.Text("description")))
	answer := typed(200, "text/html; charset=UTF-8", page.Bytes())
	if !s.noLinkHeader {
		answer.header["Link"] = []string{s.site.API.DiscoveryLink()}
	}
	return answer
}

func (s *Server) notFoundPage() *reply {
	answer := typed(404, "text/html; charset=UTF-8", htmlPage("Page not found"))
	answer.header["Link"] = []string{s.site.API.DiscoveryLink()}
	noCache(answer.header)
	return answer
}
