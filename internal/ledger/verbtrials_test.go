package ledger_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
)

// walker is what records with numbers can be walked by.
type walker[T, L any] interface {
	All(ctx context.Context, options *L, walkOptions ...cms.WalkOption) iter.Seq2[*T, error]
	GetMany(ctx context.Context, ids []int64, options *L, walkOptions ...cms.WalkOption) iter.Seq2[*T, error]
}

// collection is a [cms.Collection], a [cms.Content] or what holds one.
type collection[T, P, L any] interface {
	walker[T, L]
	UpdateRequest(id int64, params *P) cms.Request[T]
}

// sample is what the verbs of a collection are tried with.
type sample[T, P, L any] struct {
	id      func(*T) int64
	options *L     // of a walk with small pages
	params  *P     // of an update and of an autosave
	known   string // what Ensure knows the record by, "verbs" by default
	made    *P     // of an Ensure
}

// tried is what becomes of the verbs of a collection with a dozen records.
func tried[T, P, L any](t *testing.T, site *cms.Client, all collection[T, P, L], with sample[T, P, L]) (got verbs) {
	t.Helper()
	ctx := t.Context()
	seen := walked(t, all, with.id, with.options, &got)
	target := seen[len(seen)-1]
	got.trash, got.ensure, got.revisions, got.autosaves = lacks(all, "Trash"), lacks(all, "Ensure"),
		lacks(all, "Revisions"), lacks(all, "Autosaves")
	got.batch = batched(t, site, all.UpdateRequest(target, with.params))
	if all, has := all.(interface {
		Ensure(ctx context.Context, slug string, params *P, options ...cms.CallOption) (*T, error)
	}); has {
		got.ensure = once(func() (int64, error) {
			record, err := all.Ensure(ctx, cmp.Or(with.known, "verbs"), with.made)
			if err != nil {
				return 0, err
			}
			return with.id(record), nil
		})
	}
	if all, has := all.(interface {
		Revisions(parent int64) *cms.Revisions
	}); has {
		page, err := all.Revisions(target).List(ctx, nil)
		if err == nil && (len(page.Items) == 0 || page.Items[0].Parent != target) {
			err = fmt.Errorf("%d revisions of %d", len(page.Items), target)
		}
		got.revisions = err
	}
	if all, has := all.(interface {
		Autosaves(parent int64) *cms.Autosaves[P]
	}); has {
		got.autosaves = autosaved(ctx, all.Autosaves(target), target, with.params)
	}
	if all, has := all.(trasher[T]); has {
		_, got.trash = all.Trash(ctx, target)
	}
	return got
}

// autosaved makes an autosave of a record, and looks for it in the list.
func autosaved[P any](ctx context.Context, all *cms.Autosaves[P], target int64, params *P) error {
	made, err := all.Create(ctx, params)
	if err != nil {
		return err
	}
	list, err := all.List(ctx)
	if err == nil && !slices.ContainsFunc(list,
		func(a cms.Autosave) bool { return a.ID == made.ID && a.Parent == target }) {
		err = fmt.Errorf("the autosave %d is not among %d", made.ID, len(list))
	}
	return err
}

// walked tries the walks over what has a dozen records or more, and returns their
// ids in ascending order.
func walked[T, L any](t *testing.T, all walker[T, L], id func(*T) int64, options *L, got *verbs) []int64 {
	t.Helper()
	ctx := t.Context()
	want, err := ids(all.All(ctx, options), id)
	if err != nil || len(want) < dozen {
		t.Fatalf("All: %d records, error %v, want at least %d", len(want), err, dozen)
	}
	got.prefetch = same(want)(ids(all.All(ctx, options, cms.Prefetch(3)), id))
	slices.Sort(want)
	got.exact = same(want)(ids(all.All(ctx, options, cms.Exact()), id))
	asked := []int64{want[7], want[2], want[11]}
	got.many = same(asked)(ids(all.GetMany(ctx, []int64{want[7], 999_999, want[2], want[11]}, nil), id))
	return want
}

// ids are those of the records of a walk, in its order.
func ids[T any](walk iter.Seq2[*T, error], id func(*T) int64) (all []int64, err error) {
	for record, err := range walk {
		if err != nil {
			return nil, err
		}
		all = append(all, id(record))
	}
	return all, nil
}

// same compares ids with those that a walk should have yielded.
func same(want []int64) func(got []int64, err error) error {
	return func(got []int64, err error) error {
		if err == nil && !slices.Equal(got, want) {
			err = fmt.Errorf("%d, not %d", got, want)
		}
		return err
	}
}

// once does what finds or makes a record two times, which should be one record.
func once(ensure func() (int64, error)) error {
	first, err := ensure()
	if err != nil {
		return err
	}
	second, err := ensure()
	if err == nil && (first != second || first == 0) {
		err = fmt.Errorf("first %d, then %d", first, second)
	}
	return err
}

// batched sends one item in a batch.
func batched(t *testing.T, site *cms.Client, item batch.Item) error {
	t.Helper()
	report, err := batch.New(site).Add(item).Do(t.Context())
	if err == nil {
		err = report.Err()
	}
	return err
}

// byName is what becomes of the verbs of a catalog or document, of which item is an
// update.
func byName(t *testing.T, site *cms.Client, all any, item batch.Item) verbs {
	t.Helper()
	got := catalog(nil)
	got.exact = lacks(all, "All", "Pages")
	got.prefetch = got.exact
	got.many, got.ensure, got.trash = lacks(all, "GetMany"), lacks(all, "Ensure"), lacks(all, "Trash")
	got.revisions, got.autosaves = lacks(all, "Revisions"), lacks(all, "Autosaves")
	if item != nil {
		got.batch = batched(t, site, item)
	}
	return got
}

// lacks is errNone for a value that has errNone of the methods.
func lacks(value any, methods ...string) error {
	for _, name := range methods {
		if _, has := reflect.TypeOf(value).MethodByName(name); has {
			return errors.New("there is a method " + name)
		}
	}
	return errNone
}

func tryPosts(t *testing.T, s *stocked) verbs {
	t.Helper()
	return tried(t, s.site, s.site.Posts, sample[cms.Post, cms.PostParams, cms.PostListOptions]{
		id: func(p *cms.Post) int64 { return p.ID }, options: &cms.PostListOptions{PerPage: 5},
		params: &cms.PostParams{Title: new("Changed")}, made: &cms.PostParams{Title: new("Made")},
	})
}

func tryPages(t *testing.T, s *stocked) verbs {
	t.Helper()
	return tried(t, s.site, s.site.Pages, sample[cms.Page, cms.PageParams, cms.PageListOptions]{
		id: func(p *cms.Page) int64 { return p.ID }, options: &cms.PageListOptions{PerPage: 5},
		params: &cms.PageParams{Title: new("Changed")},
	})
}

func tryBlocks(t *testing.T, s *stocked) verbs {
	t.Helper()
	return tried(t, s.site, s.site.Blocks, sample[cms.Block, cms.BlockParams, cms.BlockListOptions]{
		id: func(b *cms.Block) int64 { return b.ID }, options: &cms.BlockListOptions{PerPage: 5},
		params: &cms.BlockParams{Title: new("Changed")}, made: &cms.BlockParams{Title: new("Made")},
	})
}

func tryMenuItems(t *testing.T, s *stocked) verbs {
	t.Helper()
	return tried(t, s.site, s.site.MenuItems, sample[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions]{
		id: func(m *cms.MenuItem) int64 { return m.ID }, options: &cms.MenuItemListOptions{PerPage: 5},
		params: &cms.MenuItemParams{Title: new("Changed")},
	})
}

func tryTerms(of func(*cms.Client) *terms.Terms) func(t *testing.T, s *stocked) verbs {
	return func(t *testing.T, s *stocked) verbs {
		t.Helper()
		return tried(t, s.site, of(s.site), sample[terms.Term, terms.Params, terms.ListOptions]{
			id: func(v *terms.Term) int64 { return v.ID }, options: &terms.ListOptions{PerPage: 5},
			params: &terms.Params{Description: new("Changed")},
			known:  "Verbs & co",
		})
	}
}

func tryUsers(t *testing.T, s *stocked) verbs {
	t.Helper()
	return tried(t, s.site, users.New(s.site), sample[users.User, users.Params, users.ListOptions]{
		id: func(u *users.User) int64 { return u.ID }, options: &users.ListOptions{PerPage: 5},
		params: &users.Params{Description: new("Changed")},
		made:   &users.Params{Email: new("verbs@docs.example.org"), Password: new("a long one")},
	})
}

func tryMenus(t *testing.T, s *stocked) verbs {
	t.Helper()
	return tried(t, s.site, menus.New(s.site), sample[menus.Menu, menus.Params, menus.ListOptions]{
		id: func(m *menus.Menu) int64 { return m.ID }, options: &menus.ListOptions{PerPage: 5},
		params: &menus.Params{Description: new("Changed")},
		known:  "Verbs & co",
	})
}
