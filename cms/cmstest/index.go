package cmstest

import (
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s *Server) index(c *rest.Call) (*rest.Response, *rest.Error) {
	offset, zone := s.offset()
	body := php.Object{
		{"name", s.site.Settings.TextOrFalse("title")},
		{"description", s.site.Settings.TextOrFalse("description")}, {"url", s.URL},
		{"home", s.URL},
		{"gmt_offset", offset}, {"timezone_string", zone},
		{"page_for_posts", s.site.Settings.Number("page_for_posts")},
		{"page_on_front", s.site.Settings.Number("page_on_front")}, {"show_on_front", s.site.Settings.Text("show_on_front")},
		{"namespaces", s.site.API.Namespaces()}, {"authentication", s.authentication()}, {"routes", c.DescribeRoutes("")},
	}
	body = append(body, s.media.Index(c)...)
	links := php.Object{{"help", rest.Link("https://developer.wordpress.org/rest-api/")}}
	if c.User.Can("edit_posts") {
		links.Add(s.site.API.Prefix+":active-theme",
			rest.Link(s.site.API.Address("/"+s.site.API.Namespace()+"/themes/"+theme, "")))
	}
	var pictures []php.Object
	for _, name := range []string{"site_logo", "site_icon"} {
		if id := s.site.Settings.Number(name); id != 0 {
			href := s.site.API.Address("/", "")
			if it := s.site.Items[id]; it != nil {
				href = s.site.ItemURL(it)
			}
			pictures = append(pictures, php.Object{{"embeddable", true}, {"type", name}, {"href", href}})
		}
	}
	if pictures != nil {
		links.Add(s.site.API.Prefix+":featuredmedia", pictures)
	}
	if len(links) > 1 {
		links.Add("curies", s.site.API.Curies())
	}
	icon := ""
	if it := s.site.Items[s.site.Settings.Number("site_icon")]; it != nil && it.Media != nil {
		icon = s.site.FileURL(it.Media.File)
	}
	return &rest.Response{Status: 200,
		Body: append(body, php.Member{"site_logo", s.site.Settings.Number("site_logo")},
			php.Member{"site_icon", s.site.Settings.Number("site_icon")},
			php.Member{"site_icon_url", icon}, php.Member{"_links", links})}, nil
}

// theme is what the site looks like, if only by name.
const theme = "plain"

func (s *Server) authentication() php.Object {
	if s.noPasswords {
		return nil
	}
	return php.Object{{"application-passwords",
		php.Object{{"endpoints", php.Object{{"authorization", s.URL + authorizePath}}}}}}
}

// offset is the distance from GMT: a number for a zone of the database, a string for a manual offset.
func (s *Server) offset() (hours, zone any) {
	_, seconds := s.site.Clock.Now().In(s.site.Settings.Zone).Zone()
	value := float64(seconds) / 3600
	if name := s.site.Settings.Zone.String(); name == "UTC" || strings.Contains(name, "/") {
		if _, err := time.LoadLocation(name); err == nil {
			return value, name
		}
	}
	zone = s.site.Settings.TextOrFalse("timezone")
	if zone != false {
		zone = ""
	}
	return strconv.FormatFloat(value, 'g', -1, 64), zone
}
