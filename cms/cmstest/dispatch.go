package cmstest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// route is a path of the interface with what can be done there.
type route struct {
	pattern   string // "/cms/v2/posts/{id}"
	namespace string
	batch     bool
	secure    bool       // there only where browsers trust the site
	schema    php.Object // of its records, nil if it is not described
	endpoints []endpoint
}

type endpoint struct {
	methods []string
	params  []param
	permit  func(*call) *fault
	handle  func(*call) (*response, *fault)
}

// response is an answer of the interface before it is written.
type response struct {
	status int
	body   any
	header php.Object // X-…-Total, Link, Location, in order
	links  php.Object // shown whatever fields are wanted
	failed bool
}

var updateMethods = []string{"POST", "PUT", "PATCH"}

func everyone(*call) *fault { return nil }

// variableForm is what a name in braces stands for: digits, but for some names.
func variableForm(name string) string {
	switch name {
	case "user_id":
		return `(?:[\d]+|me)`
	case "uuid":
		return `[\w\-]+`
	case "type", "taxonomy", "status", "location":
		return `[\w-]+`
	}
	return `[\d]+`
}

func fitsVariable(name, value string) bool {
	digits := value != "" && strings.Trim(value, "0123456789") == ""
	switch name {
	case "user_id":
		return digits || strings.EqualFold(value, "me")
	case "uuid", "type", "taxonomy", "status", "location":
		return value != "" && !php.ClassRunes.MatchString(value)
	}
	return digits
}

// match compares a path with the pattern, segment by segment and in any case.
func (r *route) match(path string) (variables []php.Member, ok bool) {
	pattern, have := strings.Split(r.pattern, "/"), strings.Split(path, "/")
	if len(pattern) != len(have) {
		return nil, false
	}
	for i, want := range pattern {
		name, variable := strings.CutPrefix(strings.TrimSuffix(want, "}"), "{")
		switch {
		case !variable && !strings.EqualFold(want, have[i]):
			return nil, false
		case variable && !fitsVariable(name, have[i]):
			return nil, false
		case variable:
			variables = append(variables, php.Member{name, have[i]})
		}
	}
	return variables, true
}

// regexPattern is the pattern as the index shows it.
func (r *route) regexPattern() string {
	return variableName.ReplaceAllStringFunc(r.pattern, func(found string) string {
		name := strings.Trim(found, "{}")
		return "(?P<" + name + ">" + variableForm(name) + ")"
	})
}

var variableName = regexp.MustCompile(`{\w+}`)

func (r *route) methods() []string {
	var out []string
	for _, e := range r.endpoints {
		out = append(out, e.methods...)
	}
	return out
}

// run finds the route, checks the arguments and the permission, calls the handler and finishes its answer.
func (c *call) run() *response { return c.finish(c.dispatch()) }

// finish adds to an answer what the query asked for.
func (c *call) finish(answer *response) *response {
	if c.route != nil && answer.status != 0 {
		if allow := c.allowed(); len(allow) > 0 {
			answer.header.Add("Allow", strings.Join(allow, ", "))
		}
	}
	if answer.failed {
		return answer
	}
	fields := parseFields(c.get("_fields"))
	if !c.has("_embed") {
		delete(fields, "_embedded") // a field only where something is embedded
	}
	answer.body = fields.filter(answer.body)
	if answer.links != nil {
		answer.body = append(answer.body.(php.Object), php.Member{"_links", answer.links})
	}
	if rels, ok := c.embedRels(fields); ok {
		answer.body = c.embed(answer.body, rels)
	}
	return answer
}

func (c *call) dispatch() *response {
	e := c.find()
	switch {
	case e != nil:
		answer, why := c.call(e)
		if why != nil {
			return why.response()
		}
		return answer
	case c.route != nil:
		return c.options(c.route)
	case c.method == "OPTIONS":
		return &response{status: 200, body: php.Object{}}
	}
	return noRoute().response()
}

// find looks for the endpoint of the path and the method, and notes its route. For OPTIONS there is a route alone.
func (c *call) find() *endpoint {
	for _, r := range c.api.routes {
		variables, ok := r.match(c.path)
		if !ok || r.secure && !c.secure {
			continue
		}
		for _, v := range variables {
			c.url.Set(v.Name, v.Value)
		}
		if c.method == "OPTIONS" {
			c.route = r
			return nil
		}
		for i := range r.endpoints {
			if slices.Contains(r.endpoints[i].methods, c.method) {
				c.route = r
				return &r.endpoints[i]
			}
		}
	}
	return nil
}

func (c *call) call(e *endpoint) (*response, *fault) {
	if c.badJSON != nil {
		return nil, c.badJSON
	}
	if why := c.check(e.params); why != nil {
		return nil, why
	}
	if why := e.permit(c); why != nil {
		return nil, why
	}
	return e.handle(c)
}

// allowed lists the methods that this caller, with these arguments, may use on the route. It is asked after the
// request was served, so what was just deleted allows nothing.
func (c *call) allowed() []string {
	var out []string
	for _, e := range c.route.endpoints {
		if e.permit(c) == nil {
			out = append(out, e.methods...)
		}
	}
	return out
}

func (c *call) options(r *route) *response {
	return &response{status: 200, body: c.api.describeRoute(r)}
}

// pageStart is how many records stand before a page. Numbers of pages are as large as callers like.
func pageStart(page, perPage int) int { return min(page-1, 1<<40) * perPage }

// window is a part of a list, as far as there is one.
func window[T any](list []T, start, length int) []T {
	start = min(max(start, 0), len(list))
	return list[start:min(start+length, len(list))]
}

// totals are the headers of a list: how many records and pages there are, and the neighbouring pages.
func (c *call) totals(total, page, perPage int) php.Object {
	return c.totalsBefore(total, page, perPage, min(page-1, (total+perPage-1)/perPage))
}

// totalsBefore has another page before this one.
func (c *call) totalsBefore(total, page, perPage, before int) php.Object {
	pages := (total + perPage - 1) / perPage
	prefix := "X-" + strings.ToUpper(c.api.prefix)
	header := php.Object{{prefix + "-Total", total}, {prefix + "-TotalPages", pages}}
	var links []string
	link := func(rel string, number int) {
		query := &php.Values{Names: slices.Clone(c.query.Names), ByKey: map[string]any{}}
		for _, name := range query.Names {
			query.ByKey[name] = c.query.ByKey[name]
		}
		query.Set("page", strconv.Itoa(number))
		links = append(links, fmt.Sprintf("<%s>; rel=%q", c.api.listURL(c.routePath(), query), rel))
	}
	if page > 1 {
		link("prev", before)
	}
	if page < pages {
		link("next", page+1)
	}
	if links != nil {
		header.Add("Link", strings.Join(links, ", "))
	}
	return header
}

// routePath is the pattern of the route with its variables filled in.
func (c *call) routePath() string {
	path := c.route.pattern
	for _, name := range c.url.Names {
		path = strings.ReplaceAll(path, "{"+name+"}", fmt.Sprint(c.url.ByKey[name]))
	}
	return path
}
