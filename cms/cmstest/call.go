package cmstest

import (
	"bytes"
	"encoding/json"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// call is one request to the interface: who asks, for what, with which arguments.
type call struct {
	api      *api
	user     *site.User        // nil for anonymous
	password *site.AppPassword // the one that was sent
	method   string
	head     bool   // the answer has no body
	path     string // the route asked for: "/cms/v2/posts"
	route    *route // the one found

	overridden bool // a header names another method

	secure  bool // a browser would trust the site: https, or the machine itself
	batched bool // one of several in a batch
	within  bool // asked by the site itself, for an answer to an editor

	json, form, query, url, defaults *php.Values

	header http.Header
	remote string // where the request came from
	body   []byte
	files  map[string][]*multipart.FileHeader // of a form

	badJSON  *fault
	embedded map[string]any // answers to embedded links, by address
}

// newCall reads a request for a path of the interface. Nobody asks yet.
func newCall(a *api, r *http.Request, body []byte, query *php.Values, path string) *call {
	c := &call{api: a, method: r.Method, query: query, secure: isSecure(r),
		json: &php.Values{}, form: &php.Values{}, url: &php.Values{}, defaults: &php.Values{}}
	c.path = strings.TrimRight(path, "/")
	if c.path == "" {
		c.path = "/"
	}
	if method, ok := query.ByKey["_method"].(string); ok {
		c.method = strings.ToUpper(method)
	} else if method := r.Header.Get("X-HTTP-Method-Override"); method != "" {
		c.method, c.overridden = strings.ToUpper(method), true
	}
	if c.method == http.MethodHead {
		c.method, c.head = http.MethodGet, true
	}
	c.header, c.remote, c.body = r.Header, r.RemoteAddr, body
	c.readBody(r.Header.Get("Content-Type"), body)
	return c
}

// inner is a call that the site makes for the same caller.
func (c *call) inner(method, path string, query *php.Values) *call {
	return &call{api: c.api, user: c.user, secure: c.secure, method: method, path: path, query: query,
		json: &php.Values{}, form: &php.Values{}, url: &php.Values{}, defaults: &php.Values{}}
}

// isSecure says whether browsers trust the address that was asked, so that the site offers them more.
func isSecure(r *http.Request) bool {
	host, _, _ := strings.Cut(r.Host, ":")
	return r.TLS != nil || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// readBody reads the body in the form that its type names. A body of another type, or of none, holds no arguments.
func (c *call) readBody(contentType string, body []byte) {
	kind, attrs, _ := mime.ParseMediaType(contentType)
	switch {
	case kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"):
		c.readJSON(body)
	case c.method == http.MethodGet || c.method == http.MethodOptions:
	case kind == "application/x-www-form-urlencoded":
		c.form = php.ParseQuery(string(body))
	case kind == "multipart/form-data":
		form, err := multipart.NewReader(bytes.NewReader(body), attrs["boundary"]).ReadForm(maxBody)
		if err != nil {
			return
		}
		var pairs []string
		for _, name := range php.SortedKeys(form.Value) {
			for _, value := range form.Value[name] {
				pairs = php.AppendQuery(pairs, name, value)
			}
		}
		c.form, c.files, c.body = php.ParseQuery(strings.Join(pairs, "&")), form.File, nil
	}
}

func (c *call) readJSON(body []byte) {
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
		c.badJSON = &fault{status: 400, code: "rest_invalid_json", message: "The body of the request could not be read as JSON.",
			extra: php.Object{{"json_error_code", code}, {"json_error_message", text}}}
		return
	}
	switch v := php.WholeNumbers(doc).(type) {
	case map[string]any:
		for _, name := range php.SortedKeys(v) {
			c.json.Set(name, v[name])
		}
	case []any:
		for i, e := range v {
			c.json.Set(strconv.Itoa(i), e)
		}
	}
}

// sources are where arguments come from, the strongest first: even the path yields to the query and the body.
func (c *call) sources() []*php.Values {
	return []*php.Values{c.json, c.form, c.query, c.url, c.defaults}
}

// get returns an argument, nil if it is absent or null.
func (c *call) get(name string) any {
	for _, source := range c.sources() {
		if value := source.ByKey[name]; value != nil {
			return value
		}
	}
	return nil
}

// has says whether an argument was sent, null included.
func (c *call) has(name string) bool {
	for _, source := range c.sources() {
		if _, ok := source.Lookup(name); ok {
			return true
		}
	}
	return false
}

func (c *call) text(name string) string {
	s, _ := c.get(name).(string)
	return s
}

func (c *call) integer(name string) int64 {
	n, _ := php.ToInt(c.get(name))
	return n
}

func (c *call) flag(name string) bool {
	b, _ := c.get(name).(bool)
	return b
}

// ids is a list of integers, nil if the argument is absent or empty.
func (c *call) ids(name string) []int64 {
	return php.ToIDs(c.get(name))
}

// strings is a list of texts, nil if the argument is absent or empty.
func (c *call) strings(name string) []string {
	list, _ := c.get(name).([]any)
	var out []string
	for _, e := range list {
		if text, ok := e.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// check validates and converts the arguments, in the two steps of the real site: first all early ones, then,
// if these were fine, the rest.
func (c *call) check(params []param) *fault {
	var wrong invalidParams
	c.defaults = &php.Values{}
	var missing []string
	for i := range params {
		p := &params[i]
		if p.def != nil {
			c.defaults.Set(p.name, p.def)
		}
		if p.required && c.get(p.name) == nil {
			missing = append(missing, p.name)
		}
	}
	if missing != nil {
		return missingParams(missing)
	}
	for i := range params {
		p := &params[i]
		value := c.get(p.name)
		if value == nil || !p.early {
			continue
		}
		var why *problem
		if p.check != nil {
			why = p.check(c, value)
		} else {
			why = p.validate(p.name, value)
		}
		if why != nil {
			wrong.add(p.name, why)
		}
	}
	if why := wrong.fault(); why != nil {
		return why
	}
	for _, source := range []*php.Values{c.json, c.form, c.query, c.url} {
		for _, name := range slices.Clone(source.Names) {
			at := slices.IndexFunc(params, func(p param) bool { return p.name == name })
			if at < 0 || params[at].raw {
				continue
			}
			if source.ByKey[name] == nil && params[at].early && params[at].def != nil && !params[at].empties {
				continue // null, for which the default stands
			}
			value, why := c.clean(&params[at], source.ByKey[name])
			if why != nil {
				wrong.add(name, why)
				continue
			}
			source.Set(name, value)
		}
	}
	return wrong.fault()
}

func (c *call) clean(p *param, value any) (any, *problem) {
	if p.clean != nil {
		return p.clean(c, value)
	}
	if !p.early || p.oneOf != nil && value == nil {
		if why := p.validate(p.name, value); why != nil {
			return nil, why
		}
	}
	return p.convert(value), nil
}
