package cmstest

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

func indexParams(namespace string) []param {
	params := []param{{name: "context", def: "view"}}
	if namespace != "" {
		params = append([]param{{name: "namespace", def: namespace}}, params...)
	}
	return params
}

func (c *call) index() (*response, *fault) {
	s := c.s
	offset, zone := s.offset()
	body := object{
		{"name", s.name}, {"description", s.description}, {"url", s.URL}, {"home", s.URL},
		{"gmt_offset", offset}, {"timezone_string", zone},
		{"page_for_posts", 0}, {"page_on_front", 0}, {"show_on_front", "posts"},
		{"namespaces", s.namespaces()}, {"authentication", s.authentication()}, {"routes", c.describeRoutes("")},
	}
	body = append(body, c.imageIndex()...)
	links := object{{"help", link("https://developer.wordpress.org/rest-api/")}}
	if c.user.can("edit_posts") {
		links.add(s.prefix+":active-theme", link(s.restURL("/"+s.prefix+"/v2/themes/"+theme, "")))
		links.add("curies", s.curies())
	}
	return &response{status: 200, body: append(body,
		member{"site_logo", 0}, member{"site_icon", 0}, member{"site_icon_url", ""}, member{"_links", links})}, nil
}

// theme is what the site looks like, if only by name.
const theme = "plain"

// authentication says which ways to log in the site offers.
func (s *Server) authentication() object {
	if s.noPasswords {
		return nil
	}
	return object{{"application-passwords", object{{"endpoints", object{{"authorization", s.URL + authorizePath}}}}}}
}

// offset is the distance from GMT: a number for a zone of the database, a string for a manual offset.
func (s *Server) offset() (hours any, zone string) {
	_, seconds := s.clock().In(s.location).Zone()
	value := float64(seconds) / 3600
	if name := s.location.String(); name == "UTC" || strings.Contains(name, "/") {
		if _, err := time.LoadLocation(name); err == nil {
			return value, name
		}
	}
	return strconv.FormatFloat(value, 'g', -1, 64), ""
}

// namespaceIndex shows the namespace that the argument of that name says, whatever the path.
func (c *call) namespaceIndex() (*response, *fault) {
	namespace := c.text("namespace")
	if !slices.Contains(c.s.namespaces(), namespace) {
		return nil, newFault(404, "rest_invalid_namespace", "This site has no such namespace.")
	}
	return &response{status: 200, body: object{{"namespace", namespace}, {"routes", c.describeRoutes(namespace)}}, links: object{
		{"up", link(c.s.restURL("/", ""))},
	}}, nil
}

// describeRoutes lists the routes of a namespace, or all of them.
func (c *call) describeRoutes(namespace string) object {
	var out object
	for _, r := range c.s.routes {
		if (namespace == "" || r.namespace == namespace) && (c.secure || !r.secure) {
			out.add(r.regexPattern(), c.s.describeRoute(r))
		}
	}
	return out
}

func (s *Server) describeRoute(r *route) object {
	var endpoints []any
	for _, e := range r.endpoints {
		endpoints = append(endpoints, e.describe(r.batch))
	}
	out := object{{"namespace", r.namespace}, {"methods", r.methods()}, {"endpoints", endpoints}}
	if !strings.Contains(r.pattern, "{") {
		out.add("_links", object{{"self", link(s.restURL(r.pattern, ""))}})
	}
	return out
}
