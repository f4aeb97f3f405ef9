package cmstest

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/catalogs"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/comments"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/described"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/fonts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/history"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/media"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/menus"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/oembed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/search"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/settings"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stored"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/styles"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/terms"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/users"
)

func (s *Server) buildRoutes() []*rest.Route {
	root := rest.On([]string{"GET"}, nil, rest.Everyone, s.index)
	routes := []*rest.Route{{Pattern: "/", Endpoints: []rest.Endpoint{root}}, rest.BatchRoute()}
	return s.describe(slices.Concat(routes, s.oembed.Routes(), s.pluginRoutes(), s.tokenRoutes(), s.contentRoutes(),
		s.healthRoutes(), s.history.Routes(), s.content.FallbackRoutes(), s.kind.Routes()))
}

// describe adds the descriptions of a stock site to routes, and puts the routes into the order of
// that site. Routes that only the stock site has are served by package stored. Routes that the
// stock site does not have come last.
func (s *Server) describe(routes []*rest.Route) []*rest.Route {
	known := map[string]*rest.Route{}
	for _, r := range routes {
		if r.Path == "" {
			r.Path = rest.PathOf(r.Pattern)
		}
		known[r.Path] = r
	}
	var out []*rest.Route
	for i, d := range s.stock.Routes {
		r := known[d.Path]
		switch {
		case r != nil:
		case d.Path == "/"+d.Home:
			r = rest.Namespace(d.Home)
		default:
			r = s.kept.Route(i)
		}
		r.Description = d
		out = append(out, r)
	}
	for _, r := range routes {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

func (s *Server) contentRoutes() []*rest.Route {
	namespace := s.site.API.Prefix + "/v2"
	var routes []*rest.Route
	routes = append(routes, rest.Namespace(namespace))
	for _, kind := range s.site.AllResources() {
		if kind.Menu || kind.Own != nil {
			continue // menus.Plane serves menu items, described.Plane serves custom types
		}
		routes = append(routes, s.content.Routes(kind)...)
	}
	routes = append(append(routes, s.media.Routes()...), s.font.Routes()...)
	routes = append(routes, s.style.Routes()...)
	for _, tax := range append(content.Taxonomies(), s.site.PatternCategories(), content.Menus()) {
		routes = append(routes, s.term.Routes(tax)...)
	}
	return slices.Concat(routes, s.user.Routes(), s.comment.Routes(), s.menu.Routes(), s.search.Routes(),
		s.setting.Routes(), s.catalog.Routes())
}

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
		links.Add(s.site.API.Prefix+":active-theme", rest.Link(s.site.API.At("themes/"+theme, "")))
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

// theme is the name of the active theme. The HTML pages of the server do not depend on it.
const theme = "plain"

func (s *Server) authentication() php.Object {
	if s.noPasswords {
		return nil
	}
	return php.Object{{"application-passwords",
		php.Object{{"endpoints", php.Object{{"authorization", s.URL + authorizePath}}}}}}
}

// offset returns the UTC offset and the zone for the index. The offset is a number for a named
// zone, and a string for a fixed offset.
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

func (s *Server) connect() {
	s.site.Hooks = content.Hooks{
		Destroyed: []func(*content.Item){
			func(it *content.Item) { s.comment.DropOf(it.ID) },
			func(it *content.Item) { s.site.DropMenuItems("post_type", it.ID) },
			s.media.Forget,
		},
		Trashed: []func(*content.Item){func(it *content.Item) { s.comment.TrashOf(it.ID) }},
		Trash: func(c *rest.Call, it *content.Item) *rest.Error {
			_, why := s.content.Trash(c, it)
			return why
		},
		Show: map[string]content.Shower{"attachment": s.media.Show, "nav_menu_item": s.menu.Show},
	}
}

func newPlanes(s *Server) planes {
	catalog, term, post := catalogs.New(s.site, s.stock), terms.Plane{Site: s.site}, posts.Plane{Site: s.site}
	menu := menus.Plane{Site: s.site, Posts: post, Catalogs: catalog}
	style := styles.Plane{Site: s.site, State: &s.state.styles, Stock: s.stock, Theme: theme}
	return planes{
		catalog: catalog,
		comment: comments.Plane{Site: s.site, State: &s.state.comments},
		content: post,
		font:    fonts.Plane{Site: s.site, State: &s.state.fonts},
		history: history.Plane{Site: s.site, Posts: post, Menus: menu, Deletes: s.revisionDeletes},
		kind:    described.Plane{Site: s.site, Posts: post, Terms: term, Stock: s.stock},
		media:   media.Plane{Site: s.site, Posts: post, State: &s.state.files},
		menu:    menu,
		oembed:  oembed.Plane{Site: s.site},
		search:  search.Plane{Site: s.site},
		setting: settings.Plane{Settings: &s.site.Settings, API: s.site.API, Name: s.name, Description: s.description,
			FirstZone: s.zone, Params: sync.OnceValue(func() []rest.Param {
				return s.stock.Args("/"+s.site.API.Prefix+"/v2/settings", "POST")
			})},
		kept: stored.Plane{Site: s.site, State: &s.state.stored, Stock: s.stock, Places: stored.Places(s.stock.Routes),
			Report: s.strict, Seen: style.Previewed, Links: style.ThemeLink},
		style: style, term: term,
		user: users.Plane{Site: s.site, NoPasswords: s.noPasswords, TypeNames: catalog.TypeNames},
	}
}

// newState returns the content of a new site: only the default users and the default category.
func (s *Server) newState() state {
	users := s.user.Defaults()
	return state{
		store: content.Store{Users: users, Items: map[int64]*content.Item{}, Places: map[string]int64{},
			NextUser: int64(len(users)) + 1, NextItem: 1, NextTerm: content.FirstCategory + 1,
			Terms: map[int64]*content.Term{content.FirstCategory: {ID: content.FirstCategory, Taxonomy: "category",
				Name: "Uncategorized", Slug: "uncategorized"}}, Settings: s.setting.First()},
		files: media.NewState(), plugins: plugins.NewState(), comments: comments.NewState(),
		fonts: fonts.NewState(), stored: stored.NewState(),
	}
}
