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
		{"name", s.textOrFalse("title")}, {"description", s.textOrFalse("description")}, {"url", s.URL}, {"home", s.URL},
		{"gmt_offset", offset}, {"timezone_string", zone},
		{"page_for_posts", s.settingNumber("page_for_posts")}, {"page_on_front", s.settingNumber("page_on_front")}, {"show_on_front", s.setting("show_on_front")},
		{"namespaces", s.namespaces()}, {"authentication", s.authentication()}, {"routes", c.describeRoutes("")},
	}
	body = append(body, c.imageIndex()...)
	links := object{{"help", link("https://developer.wordpress.org/rest-api/")}}
	if c.user.can("edit_posts") {
		links.add(s.prefix+":active-theme", link(s.restURL("/"+s.prefix+"/v2/themes/"+theme, "")))
	}
	var pictures []object
	for _, name := range []string{"site_logo", "site_icon"} {
		if id := s.settingNumber(name); id != 0 {
			href := s.restURL("/", "")
			if it := s.items[id]; it != nil {
				href = s.itemURL(it)
			}
			pictures = append(pictures, object{{"embeddable", true}, {"type", name}, {"href", href}})
		}
	}
	if pictures != nil {
		links.add(s.prefix+":featuredmedia", pictures)
	}
	if len(links) > 1 {
		links.add("curies", s.curies())
	}
	icon := ""
	if it := s.items[s.settingNumber("site_icon")]; it != nil && it.media != nil {
		icon = s.fileURL(it.media.file)
	}
	return &response{status: 200, body: append(body, member{"site_logo", s.settingNumber("site_logo")}, member{"site_icon", s.settingNumber("site_icon")},
		member{"site_icon_url", icon}, member{"_links", links})}, nil
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
func (s *Server) offset() (hours, zone any) {
	_, seconds := s.clock().In(s.location).Zone()
	value := float64(seconds) / 3600
	if name := s.location.String(); name == "UTC" || strings.Contains(name, "/") {
		if _, err := time.LoadLocation(name); err == nil {
			return value, name
		}
	}
	zone = s.textOrFalse("timezone")
	if zone != false {
		zone = ""
	}
	return strconv.FormatFloat(value, 'g', -1, 64), zone
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
	if r.schema != nil {
		out.add("schema", r.schema)
	}
	if !strings.Contains(r.pattern, "{") {
		out.add("_links", object{{"self", link(s.restURL(r.pattern, ""))}})
	}
	return out
}
