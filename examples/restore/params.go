package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// errNothing says that a menu item leads to nothing that was restored.
var errNothing = errors.New("what it leads to is not in the folder")

// filling is the update that makes a draft the record that it stands for.
type filling struct {
	request cms.Request[made]
	slug    string      // that it is to have, "" for any
	moment  cms.GMTTime // its date in UTC, "" for any
	trash   bool        // comes after it
}

// filling reads a record and translates it. Without are fields that the site has
// refused.
func (r *restore) filling(kind string, old int64, without map[string]bool) (filling, error) {
	name, id := strconv.FormatInt(old, 10), r.journal.id(kind, old)
	switch kind {
	case archive.Posts:
		var p cms.Post
		if err := r.from.Read(kind, name, &p); err != nil {
			return filling{}, err
		}
		return r.post(name, id, &p, without)
	case archive.Pages:
		var p cms.Page
		if err := r.from.Read(kind, name, &p); err != nil {
			return filling{}, err
		}
		return r.page(name, id, &p, without)
	case archive.Blocks:
		var b cms.Block
		if err := r.from.Read(kind, name, &b); err != nil {
			return filling{}, err
		}
		return r.block(name, id, &b, without)
	case archive.MenuItems:
		var m cms.MenuItem
		if err := r.from.Read(kind, name, &m); err != nil {
			return filling{}, err
		}
		return r.menuItem(id, &m)
	}
	if r.kind(kind).Raw {
		return r.raw(kind, name, id, without)
	}
	return filling{}, fmt.Errorf("no kind %q", kind)
}

// update is the request that writes params of any kind.
func update[P any](r *restore, kind string, id int64, params *P) cms.Request[made] {
	request := cms.NewCollection[made, P, struct{}](r.site, r.kind(kind).Route).UpdateRequest(id, params)
	request.Query = answer()
	return request
}

// fillable makes a status one that an update takes. What was in the trash becomes
// a draft, and goes to the trash afterwards.
func fillable(was cms.Status, status **cms.Status, slug *string) (wanted string, trash bool) {
	if was == cms.StatusTrash {
		*status = new(cms.StatusDraft)
		return "", true
	}
	return *slug, false
}

func (r *restore) post(name string, id int64, p *cms.Post, without map[string]bool) (filling, error) {
	params, err := p.Params()
	if err != nil {
		return filling{}, err
	}
	params.Slug = ownSlug(params.Slug)
	slug, trash := fillable(p.Status, &params.Status, params.Slug)
	params.Content, params.Excerpt = r.text(params.Content), r.text(params.Excerpt)
	params.Author = r.author(params.Author)
	params.FeaturedMedia = r.id(archive.Media, params.FeaturedMedia)
	if params.Extra, err = r.ownTerms(archive.Posts, name, "categories", "tags"); err != nil {
		return filling{}, err
	}
	params.Categories, params.Tags = r.ids(archive.Categories, params.Categories), r.ids(archive.Tags, params.Tags)
	draftDate(&params.DateGMT, p.Status, p.DateGMT, p.ModifiedGMT)
	r.date(&params.Date, &params.DateGMT, p.Date, p.DateGMT)
	drop(&params.Template, without["template"] || p.Template == "")
	drop(&params.Format, without["format"])
	drop(&params.Meta, without["meta"])
	return filling{update(r, archive.Posts, id, params), slug, fixed(p.Status, p.DateGMT), trash}, nil
}

func (r *restore) page(name string, id int64, p *cms.Page, without map[string]bool) (filling, error) {
	params, err := p.Params()
	if err != nil {
		return filling{}, err
	}
	params.Slug = ownSlug(params.Slug)
	slug, trash := fillable(p.Status, &params.Status, params.Slug)
	params.Content, params.Excerpt = r.text(params.Content), r.text(params.Excerpt)
	params.Author = r.author(params.Author)
	params.FeaturedMedia = r.id(archive.Media, params.FeaturedMedia)
	params.Parent = r.id(archive.Pages, params.Parent)
	if params.Extra, err = r.ownTerms(archive.Pages, name); err != nil {
		return filling{}, err
	}
	draftDate(&params.DateGMT, p.Status, p.DateGMT, p.ModifiedGMT)
	r.date(&params.Date, &params.DateGMT, p.Date, p.DateGMT)
	drop(&params.Template, without["template"] || p.Template == "")
	drop(&params.Meta, without["meta"])
	return filling{update(r, archive.Pages, id, params), slug, fixed(p.Status, p.DateGMT), trash}, nil
}

func (r *restore) block(name string, id int64, b *cms.Block, without map[string]bool) (filling, error) {
	params, err := b.Params()
	if err != nil {
		return filling{}, err
	}
	params.Slug = ownSlug(params.Slug)
	slug, trash := fillable(b.Status, &params.Status, params.Slug)
	params.Content, params.Excerpt = r.text(params.Content), r.text(params.Excerpt)
	if params.Extra, err = r.ownTerms(archive.Blocks, name, "cms_pattern_category"); err != nil {
		return filling{}, err
	}
	params.PatternCategory = r.ids(archive.PatternCategories, params.PatternCategory)
	if r.skip[archive.PatternCategories] {
		params.PatternCategory = nil
	}
	draftDate(&params.DateGMT, b.Status, b.DateGMT, b.ModifiedGMT)
	r.date(&params.Date, &params.DateGMT, b.Date, b.DateGMT)
	drop(&params.Template, without["template"] || b.Template == "")
	drop(&params.Meta, without["meta"])
	return filling{update(r, archive.Blocks, id, params), slug, fixed(b.Status, b.DateGMT), trash}, nil
}

func (r *restore) menuItem(id int64, m *cms.MenuItem) (filling, error) {
	params, err := m.Params()
	if err != nil {
		return filling{}, err
	}
	params.Parent = r.id(archive.MenuItems, params.Parent)
	params.Menus = r.id(archive.Menus, params.Menus)
	params.URL = r.link(params.URL)
	if kind, ok := r.pointed(m); ok {
		params.ObjectID = r.id(kind, params.ObjectID)
		if params.ObjectID == nil || *params.ObjectID == 0 {
			return filling{}, errNothing
		}
	} else if m.Type == cms.MenuItemPostType || m.Type == cms.MenuItemTaxonomy {
		return filling{}, errNothing
	}
	return filling{request: update(r, archive.MenuItems, id, params)}, nil
}

// drop leaves a field out. An empty template is left out too: a site would store it as
// "default".
func drop[T any](field **T, refused bool) {
	if refused {
		*field = nil
	}
}
