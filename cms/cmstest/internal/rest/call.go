package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func (c *Call) dispatch() *Response {
	e := c.find()
	switch {
	case e != nil && c.badJSON != nil:
		return c.badJSON.Response()
	case e != nil:
		if why := c.check(e.params); why != nil {
			return why.Response()
		}
		return c.serve(e)
	case c.Route != nil:
		return c.options(c.Route)
	case c.Method == "OPTIONS":
		return &Response{Status: 200, Body: php.Object{}}
	}
	return noRoute().Response()
}

// find returns the endpoint for the path and the method, and sets Route. For OPTIONS it sets Route
// and returns nil.
func (c *Call) find() *Endpoint {
	for _, r := range c.api.Routes {
		variables, ok := r.match(c.path)
		if !ok || r.Secure && !c.Secure {
			continue
		}
		for _, v := range variables {
			c.url.Set(v.Name, v.Value)
		}
		if c.Method == "OPTIONS" {
			c.Route = r
			return nil
		}
		endpoints := r.load().endpoints
		for i := range endpoints {
			if slices.Contains(endpoints[i].methods, c.Method) {
				c.Route = r
				return &endpoints[i]
			}
		}
	}
	return nil
}

// Once computes a value that all records of a response share. key identifies the value.
func Once[T any](c *Call, key any, compute func() T) T {
	made, ok := c.made[key]
	if !ok {
		made = compute()
		if c.made == nil {
			c.made = map[any]any{}
		}
		c.made[key] = made
	}
	return made.(T)
}

// serve checks the permission and calls the handler. The arguments are already checked.
func (c *Call) serve(e *Endpoint) *Response {
	why := e.permit(c)
	if why == nil {
		var answer *Response
		if answer, why = e.handle(c); why == nil {
			return answer
		}
	}
	return why.Response()
}

// allowed returns the methods that the caller may use on the route with these arguments. It is
// called after the handler, so a deleted record allows no method.
func (c *Call) allowed() []string {
	var out []string
	for _, e := range c.Route.load().endpoints {
		if e.permit(c) == nil {
			out = append(out, e.methods...)
		}
	}
	return out
}

func (c *Call) options(r *Route) *Response {
	body, err := php.ParseOrdered([]byte(c.api.describe(r, true)))
	if err != nil {
		panic(fmt.Sprintf("cmstest: %s: %v", r.Path, err)) // cannot happen: r.Path was parsed before
	}
	return &Response{Status: 200, Body: body}
}

// NewCall reads a request to the REST API. Its user is not set yet.
func NewCall(a *API, r *http.Request, body []byte, query *php.Values, path string) *Call {
	c := &Call{api: a, Method: r.Method, Query: query, Secure: isSecure(r),
		JSON: &php.Values{}, Form: &php.Values{}, url: &php.Values{}, defaults: &php.Values{}}
	c.path = strings.TrimRight(path, "/")
	if c.path == "" {
		c.path = "/"
	}
	if method, ok := query.ByKey["_method"].(string); ok {
		c.Method = strings.ToUpper(method)
	} else if method := r.Header.Get("X-HTTP-Method-Override"); method != "" {
		c.Method, c.Overridden = strings.ToUpper(method), true
	}
	if c.Method == http.MethodHead {
		c.Method, c.Head = http.MethodGet, true
	}
	c.Header, c.Remote, c.Body = r.Header, r.RemoteAddr, body
	c.readBody(r.Header.Get("Content-Type"), body)
	return c
}

// Inner returns a call that the site makes for the same user.
func (c *Call) Inner(method, path string, query *php.Values) *Call {
	return &Call{api: c.api, User: c.User, Secure: c.Secure, Method: method, path: path, Query: query,
		JSON: &php.Values{}, Form: &php.Values{}, url: &php.Values{}, defaults: &php.Values{}}
}

// isSecure reports whether browsers treat the address as secure: https, or localhost.
func isSecure(r *http.Request) bool {
	host, _, _ := strings.Cut(r.Host, ":")
	return r.TLS != nil || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// readBody reads the arguments in a body: JSON, a form, or a multipart form. It ignores other
// types. For GET and OPTIONS it reads only JSON.
func (c *Call) readBody(contentType string, body []byte) {
	kind, attrs, _ := mime.ParseMediaType(contentType)
	switch {
	case kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"):
		c.readJSON(body)
	case c.Method == http.MethodGet || c.Method == http.MethodOptions:
	case kind == "application/x-www-form-urlencoded":
		c.Form = php.ParseQuery(string(body))
	case kind == "multipart/form-data":
		form, err := multipart.NewReader(bytes.NewReader(body), attrs["boundary"]).ReadForm(MaxBody)
		if err != nil {
			return
		}
		var pairs []string
		for _, name := range php.SortedKeys(form.Value) {
			for _, value := range form.Value[name] {
				pairs = php.AppendQuery(pairs, name, value)
			}
		}
		c.Form, c.Files, c.Body = php.ParseQuery(strings.Join(pairs, "&")), form.File, nil
	}
}

func (c *Call) readJSON(body []byte) {
	if len(body) == 0 {
		return
	}
	code, text := 4, "the body is not JSON"
	if !utf8.Valid(body) {
		code, text = 5, "the body is not UTF-8"
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var doc any
	err := decoder.Decode(&doc)
	if err != nil || decoder.More() || code == 5 {
		c.badJSON = &Error{Status: 400, Code: "rest_invalid_json",
			Message: "The body of the request could not be read as JSON.",
			Extra:   php.Object{{"json_error_code", code}, {"json_error_message", text}}}
		return
	}
	members, _ := php.WholeNumbers(doc).(map[string]any)
	for _, name := range php.SortedKeys(members) {
		c.JSON.Set(name, members[name])
	}
}

// MaxBody is the largest accepted body in bytes.
const MaxBody = 64 << 20
