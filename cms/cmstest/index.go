package cmstest

import (
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s indexPlane) index(c *rest.Call) (*rest.Response, *rest.Error) {
	offset, zone := s.offset()
	body := php.Object{
		{"name", s.settings.TextOrFalse("title")}, {"description", s.settings.TextOrFalse("description")}, {"url", s.URL},
		{"home", s.URL},
		{"gmt_offset", offset}, {"timezone_string", zone},
		{"page_for_posts", s.settings.Number("page_for_posts")},
		{"page_on_front", s.settings.Number("page_on_front")}, {"show_on_front", s.settings.Text("show_on_front")},
		{"namespaces", s.api.Namespaces()}, {"authentication", s.authentication()}, {"routes", c.DescribeRoutes("")},
	}
	body = append(body, s.media.imageIndex(c)...)
	links := php.Object{{"help", rest.Link("https://developer.wordpress.org/rest-api/")}}
	if c.User.Can("edit_posts") {
		links.Add(s.api.Prefix+":active-theme", rest.Link(s.api.Address("/"+s.api.Prefix+"/v2/themes/"+theme, "")))
	}
	var pictures []php.Object
	for _, name := range []string{"site_logo", "site_icon"} {
		if id := s.settings.Number(name); id != 0 {
			href := s.api.Address("/", "")
			if it := s.items[id]; it != nil {
				href = s.content.itemURL(it)
			}
			pictures = append(pictures, php.Object{{"embeddable", true}, {"type", name}, {"href", href}})
		}
	}
	if pictures != nil {
		links.Add(s.api.Prefix+":featuredmedia", pictures)
	}
	if len(links) > 1 {
		links.Add("curies", s.api.Curies())
	}
	icon := ""
	if it := s.items[s.settings.Number("site_icon")]; it != nil && it.media != nil {
		icon = s.media.fileURL(it.media.file)
	}
	return &rest.Response{Status: 200,
		Body: append(body, php.Member{"site_logo", s.settings.Number("site_logo")},
			php.Member{"site_icon", s.settings.Number("site_icon")},
			php.Member{"site_icon_url", icon}, php.Member{"_links", links})}, nil
}

// theme is what the site looks like, if only by name.
const theme = "plain"

// authentication says which ways to log in the site offers.
func (s indexPlane) authentication() php.Object {
	if s.noPasswords {
		return nil
	}
	return php.Object{{"application-passwords",
		php.Object{{"endpoints", php.Object{{"authorization", s.URL + authorizePath}}}}}}
}

// offset is the distance from GMT: a number for a zone of the database, a string for a manual offset.
func (s indexPlane) offset() (hours, zone any) {
	_, seconds := s.clock.Now().In(s.settings.Zone).Zone()
	value := float64(seconds) / 3600
	if name := s.settings.Zone.String(); name == "UTC" || strings.Contains(name, "/") {
		if _, err := time.LoadLocation(name); err == nil {
			return value, name
		}
	}
	zone = s.settings.TextOrFalse("timezone")
	if zone != false {
		zone = ""
	}
	return strconv.FormatFloat(value, 'g', -1, 64), zone
}
