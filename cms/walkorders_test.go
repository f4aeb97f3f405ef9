package cms_test

import (
	"errors"
	"iter"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// firstError returns the error of the first element.
func firstError[T any](walk iter.Seq2[T, error]) error {
	for _, err := range walk {
		return err
	}
	return nil
}

func TestWalksUseAnOrderThatLosesNoRecords(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
	site := s.client(t)
	posts := func(list cms.PostListOptions) func() error {
		return func() error { return firstError(site.Posts.All(t.Context(), &list)) }
	}
	items := func(list cms.MenuItemListOptions) func() error {
		return func() error { return firstError(site.MenuItems.All(t.Context(), &list)) }
	}
	menus := cms.Terms(3)
	for name, test := range map[string]struct {
		walk  func() error
		order string // that is sent, "-" if the walk is refused
	}{
		"posts":                             {posts(cms.PostListOptions{}), ""},
		"posts of one status":               {posts(cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}}), ""},
		"posts of two statuses":             {posts(cms.PostListOptions{Status: []cms.Status{cms.StatusDraft, cms.StatusPublish}}), "id"},
		"posts of any status":               {posts(cms.PostListOptions{Status: []cms.Status{cms.StatusAny}}), "id"},
		"posts of an author":                {posts(cms.PostListOptions{Author: []int64{1}}), "id"},
		"posts of an author by date":        {posts(cms.PostListOptions{Author: []int64{1}, OrderBy: cms.ByDate}), "-"},
		"posts by date":                     {posts(cms.PostListOptions{OrderBy: cms.ByDate}), "date"},
		"posts by author":                   {posts(cms.PostListOptions{OrderBy: cms.ByAuthor}), "-"},
		"posts by modification":             {posts(cms.PostListOptions{OrderBy: cms.ByModified}), "-"},
		"posts by parent":                   {posts(cms.PostListOptions{OrderBy: cms.ByParent}), "-"},
		"posts by title":                    {posts(cms.PostListOptions{OrderBy: cms.ByTitle}), "title"},
		"menu items":                        {items(cms.MenuItemListOptions{}), "id"},
		"menu items of a menu":              {items(cms.MenuItemListOptions{Menus: menus}), ""},
		"menu items by their place":         {items(cms.MenuItemListOptions{OrderBy: cms.ByMenuOrder}), "-"},
		"menu items of a menu by place":     {items(cms.MenuItemListOptions{Menus: menus, OrderBy: cms.ByMenuOrder}), "menu_order"},
		"menu items of a menu by parent":    {items(cms.MenuItemListOptions{Menus: menus, OrderBy: cms.ByParent}), "-"},
		"menu items of a menu as an object": {items(cms.MenuItemListOptions{Menus: cms.TermFilter{Terms: []int64{3}, Object: true}}), ""},
	} {
		before := len(s.seen())
		err := test.walk()
		sent := s.seen()[before:]
		switch {
		case test.order == "-":
			if !refuses(err, "orderby") || !errors.Is(err, cms.ErrUnstableOrder) || len(sent) > 0 {
				t.Errorf("%s: %v after %d requests", name, err, len(sent))
			}
		case err != nil || len(sent) != 1 || query(t, sent[0].Query).Get("orderby") != test.order:
			t.Errorf("%s: %v, %+v", name, err, sent)
		}
	}
}

func TestExactWalkOfAListWithoutAnOrderByIDIsRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `[]`))
	typefaces := cms.NewCollection[typeface, cms.ReadOnly, typefaceOptions](s.client(t), "studio/v1/typefaces").
		WithWalkOrders(cms.WalkOrders{NotByID: true})
	err := firstError(typefaces.All(t.Context(), nil, cms.Exact()))
	if !refuses(err, "exact") || !errors.Is(err, cms.ErrExactUnsupported) || len(s.seen()) > 0 {
		t.Errorf("%v after %d requests", err, len(s.seen()))
	}
	if err := firstError(typefaces.All(t.Context(), nil)); err != nil {
		t.Error(err)
	}
}
