package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
)

// menu is a menu as the site has it.
type menu struct {
	id    int64 // 0 if there is none
	name  string
	items []*cms.MenuItem
}

// find reads the menu of a name, with its items.
func find(ctx context.Context, site *cms.Client, name string) (*menu, error) {
	found := &menu{name: name}
	there, err := menus.New(site).ByName(ctx, name)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		return found, nil
	case err != nil:
		return nil, err
	}
	found.id = there.ID
	options := &cms.MenuItemListOptions{
		Context: cms.ContextEdit,
		Menus:   cms.Terms(found.id),
		Status:  []cms.Status{cms.StatusPublish, cms.StatusDraft},
	}
	for it, err := range site.MenuItems.All(ctx, options) {
		if err == nil {
			err = belongs(it, found.id)
		}
		if err != nil {
			return nil, err
		}
		found.items = append(found.items, it)
	}
	return found, nil
}

// belongs refuses an item that the list should not hold, or that does not say whose it
// is: what the file does not have may be deleted.
func belongs(it *cms.MenuItem, menu int64) error {
	switch {
	case it.Menus != menu:
		return fmt.Errorf("%w: asked for the items of the menu %d, got item %d of the menu %d", cms.ErrFilterIgnored, menu,
			it.ID, it.Menus)
	case it.Status != cms.StatusPublish && it.Status != cms.StatusDraft:
		return fmt.Errorf("%w: asked for published items and drafts, got item %d with the status %.40q", cms.ErrFilterIgnored,
			it.ID, it.Status)
	}
	return nil
}

// create makes the menu.
func (m *menu) create(ctx context.Context, site *cms.Client) error {
	made, err := menus.New(site).Ensure(ctx, m.name, nil)
	if err != nil {
		return err
	}
	m.id = made.ID
	return nil
}

// resolve finds out where items lead.
func resolve(ctx context.Context, site *cms.Client, items []*item) error {
	for _, it := range items {
		if it.URL != "" {
			it.leads = destination{kind: cms.MenuItemCustom, url: it.URL}
		}
	}
	every := []cms.Status{cms.StatusAny}
	searches := []search{
		{"page", func(it *item) string { return it.Page }, func(slugs []string) (map[string][]int64, error) {
			ids := map[string][]int64{}
			for page, err := range site.Pages.All(ctx, &cms.PageListOptions{Slug: slugs, Status: every},
				cms.Fields("id", "slug")) {
				if err != nil {
					return nil, err
				}
				ids[page.Slug] = append(ids[page.Slug], page.ID)
			}
			return ids, nil
		}},
		{"post", func(it *item) string { return it.Post }, func(slugs []string) (map[string][]int64, error) {
			ids := map[string][]int64{}
			for post, err := range site.Posts.All(ctx, &cms.PostListOptions{Slug: slugs, Status: every},
				cms.Fields("id", "slug")) {
				if err != nil {
					return nil, err
				}
				ids[post.Slug] = append(ids[post.Slug], post.ID)
			}
			return ids, nil
		}},
		{"category", func(it *item) string { return it.Category }, inTerms(ctx, terms.Categories(site))},
		{"post_tag", func(it *item) string { return it.Tag }, inTerms(ctx, terms.Tags(site))},
	}
	var missing []error
	for _, s := range searches {
		some, err := s.lookup(items)
		if err != nil { // the other requests would fail likewise
			return err
		}
		missing = append(missing, some...)
	}
	return errors.Join(missing...)
}

// search finds the objects of one type that items name by slugs.
type search struct {
	object string
	slug   func(*item) string
	find   func(slugs []string) (map[string][]int64, error)
}

func inTerms(ctx context.Context, of *terms.Terms) func(slugs []string) (map[string][]int64, error) {
	return func(slugs []string) (map[string][]int64, error) {
		ids := map[string][]int64{}
		for t, err := range of.All(ctx, &terms.ListOptions{Slug: slugs}, cms.Fields("id", "slug")) {
			if err != nil {
				return nil, err
			}
			ids[t.Slug] = append(ids[t.Slug], t.ID)
		}
		return ids, nil
	}
}

// lookup says where items lead, by one request. What the site does not have, or has
// twice, is missing.
func (s search) lookup(items []*item) (missing []error, err error) {
	var slugs []string
	for _, it := range items {
		if s.slug(it) != "" {
			slugs = append(slugs, s.slug(it))
		}
	}
	if len(slugs) == 0 {
		return nil, nil
	}
	ids, err := s.find(slugs)
	if err != nil {
		return nil, err
	}
	kind := cms.MenuItemPostType
	if s.object == "category" || s.object == "post_tag" {
		kind = cms.MenuItemTaxonomy
	}
	for _, it := range items {
		switch found := ids[s.slug(it)]; {
		case s.slug(it) == "":
		case len(found) == 1:
			it.leads = destination{kind: kind, object: s.object, id: found[0]}
		default:
			missing = append(missing, fmt.Errorf("item %d: the site has %d of the type %s with the slug %s", it.order,
				len(found), s.object, s.slug(it)))
		}
	}
	return missing, nil
}
