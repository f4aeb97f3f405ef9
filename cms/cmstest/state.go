package cmstest

import (
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
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/search"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/settings"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stored"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/terms"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/users"
)

// state is what the site stores. Every field that requests, Insert or Load change belongs here, and into clone: what
// is missing there survives a Restore.
type state struct {
	store    content.Store
	files    media.State
	comments comments.State
	plugins  plugins.State
	stored   stored.State
}

// clone shares nothing with st that may change.
func (st *state) clone() state {
	next := *st
	next.store = st.store.Clone()
	next.files = st.files.Clone()
	next.comments = st.comments.Clone()
	next.plugins = st.plugins.Clone()
	next.stored = st.stored.Clone()
	return next
}

// planes are what a site is made of. Each has the routes and the records of one area, and uses the server that stores
// them.
type planes struct {
	catalog catalogs.Plane
	comment comments.Plane
	content posts.Plane
	history history.Plane
	kind    described.Plane
	media   media.Plane
	menu    menus.Plane
	oembed  oembed.Plane
	search  search.Plane
	setting settings.Plane
	kept    stored.Plane
	term    terms.Plane
	user    users.Plane
}
