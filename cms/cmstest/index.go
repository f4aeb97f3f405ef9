package cmstest

import (
	"strconv"
	"strings"
	"time"
)

const (
	siteName        = "Type Docs"
	siteDescription = "Developer documentation for web fonts"
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
	return &response{status: 200, body: object{
		{"name", siteName}, {"description", siteDescription}, {"url", s.URL}, {"home", s.URL},
		{"gmt_offset", offset}, {"timezone_string", zone},
		{"page_for_posts", 0}, {"page_on_front", 0}, {"show_on_front", "posts"},
		{"namespaces", s.namespaces()},
		{"authentication", object{{"application-passwords", object{{"endpoints", object{{"authorization", s.URL + "/wp-admin/authorize-application.php"}}}}}}},
		{"routes", s.describeRoutes("")},
		{"site_logo", 0}, {"site_icon", 0}, {"site_icon_url", ""},
		{"_links", object{{"help", link("https://developer.wordpress.org/rest-api/")}}},
	}}, nil
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

func (c *call) namespaceIndex() (*response, *fault) {
	namespace := c.route.namespace
	return &response{status: 200, body: object{
		{"namespace", namespace}, {"routes", c.s.describeRoutes(namespace)},
		{"_links", object{{"up", link(c.s.restURL("/", ""))}}},
	}}, nil
}

// describeRoutes lists the routes of a namespace, or all of them.
func (s *Server) describeRoutes(namespace string) object {
	var out object
	for _, r := range s.routes {
		if namespace != "" && r.namespace != namespace {
			continue
		}
		var endpoints []any
		for _, e := range r.endpoints {
			endpoints = append(endpoints, e.describe(r.batch))
		}
		one := object{{"namespace", r.namespace}, {"methods", r.methods()}, {"endpoints", endpoints}}
		if !strings.Contains(r.pattern, "{") {
			one.add("_links", object{{"self", link(s.restURL(r.pattern, ""))}})
		}
		out.add(r.regexPattern(), one)
	}
	return out
}
