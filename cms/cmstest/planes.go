package cmstest

import (
	"sync"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/catalogs"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/comments"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/described"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/history"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/media"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/menus"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/oembed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/search"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/settings"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stored"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/terms"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/users"
)

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
	return planes{
		catalog: catalog,
		comment: comments.Plane{Site: s.site, State: &s.state.comments},
		content: post,
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
			Report: s.strict},
		term: term,
		user: users.Plane{Site: s.site, NoPasswords: s.noPasswords, TypeNames: catalog.TypeNames},
	}
}

// newState is an empty site: the default users and the default category.
func (s *Server) newState() state {
	users := s.user.Defaults()
	return state{
		store: content.Store{Users: users, Items: map[int64]*content.Item{}, Places: map[string]int64{},
			NextUser: int64(len(users)) + 1, NextItem: 1, NextTerm: content.FirstCategory + 1,
			Terms: map[int64]*content.Term{content.FirstCategory: {ID: content.FirstCategory, Taxonomy: "category",
				Name: "Uncategorized", Slug: "uncategorized"}}, Settings: s.setting.First()},
		files: media.NewState(), plugins: plugins.NewState(), comments: comments.NewState(), stored: stored.NewState(),
	}
}
