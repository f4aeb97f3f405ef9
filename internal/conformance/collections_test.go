package conformance

import (
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// collection is what the scenarios that all collections share have to know of one.
type collection[T, P, L any] struct {
	name string // in routes, in the documents, and of the scenarios
	of   func(*cms.Client) sitetest.Records[T, P, L]
	id   func(*T) int64
	// context tells by what a record holds in which context it was read.
	context    func(*T) cms.Context
	setContext func(*L, cms.Context)
	setPage    func(l *L, page, perPage int)
	setOrder   func(*L, cms.OrderBy, cms.Order)
	// listed says whether a list without a status holds a record of the documents.
	listed func(record) bool
	// reader is who may read each context.
	reader func(cms.Context) role
}

func (c collection[T, P, L]) route() string { return "/cms/v2/" + c.name }

var contexts = []cms.Context{cms.ContextView, cms.ContextEmbed, cms.ContextEdit}

func published(r record) bool { return r.text("status") == "publish" }

// anyoneReads is the reader of what is public: an administrator for the context edit alone.
func anyoneReads(c cms.Context) role {
	if c == cms.ContextEdit {
		return admin
	}
	return nobody
}

func posts() collection[cms.Post, cms.PostParams, cms.PostListOptions] {
	return collection[cms.Post, cms.PostParams, cms.PostListOptions]{
		name: "posts",
		of:   func(c *cms.Client) sitetest.Records[cms.Post, cms.PostParams, cms.PostListOptions] { return c.Posts },
		id:   func(p *cms.Post) int64 { return p.ID },
		context: func(p *cms.Post) cms.Context {
			return contextOf(p.GeneratedSlug != "" || p.PermalinkTemplate != "", p.Modified != "")
		},
		setContext: func(l *cms.PostListOptions, c cms.Context) { l.Context = c },
		setPage:    func(l *cms.PostListOptions, page, perPage int) { l.Page, l.PerPage = page, perPage },
		setOrder:   func(l *cms.PostListOptions, by cms.OrderBy, o cms.Order) { l.OrderBy, l.Order = by, o },
		listed:     published,
		reader:     anyoneReads,
	}
}

func pages() collection[cms.Page, cms.PageParams, cms.PageListOptions] {
	return collection[cms.Page, cms.PageParams, cms.PageListOptions]{
		name: "pages",
		of:   func(c *cms.Client) sitetest.Records[cms.Page, cms.PageParams, cms.PageListOptions] { return c.Pages },
		id:   func(p *cms.Page) int64 { return p.ID },
		context: func(p *cms.Page) cms.Context {
			return contextOf(p.GeneratedSlug != "" || p.PermalinkTemplate != "", p.Modified != "")
		},
		setContext: func(l *cms.PageListOptions, c cms.Context) { l.Context = c },
		setPage:    func(l *cms.PageListOptions, page, perPage int) { l.Page, l.PerPage = page, perPage },
		setOrder:   func(l *cms.PageListOptions, by cms.OrderBy, o cms.Order) { l.OrderBy, l.Order = by, o },
		listed:     published,
		reader:     anyoneReads,
	}
}

func contextOf(hasEdit, hasView bool) cms.Context {
	switch {
	case hasEdit:
		return cms.ContextEdit
	case hasView:
		return cms.ContextView
	}
	return cms.ContextEmbed
}
