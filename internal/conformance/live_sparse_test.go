package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// sparse is how records of one type are read in part.
type sparse struct {
	path string
	get  func(ctx context.Context, id int64, options ...cms.GetOption) (any, error)
	many func(ctx context.Context, id int64, fields string) (any, error)
}

// sparsely reads records of a collection in part.
func sparsely[T, L any](path string, get func(context.Context, int64, ...cms.GetOption) (*T, error),
	many func(context.Context, []int64, *L, ...cms.WalkOption) iter.Seq2[*T, error], options *L,
) sparse {
	return sparse{
		path: path,
		get: func(ctx context.Context, id int64, options ...cms.GetOption) (any, error) {
			return get(ctx, id, options...)
		},
		many: func(ctx context.Context, id int64, field string) (any, error) {
			for record, err := range many(ctx, []int64{id}, options, cms.Fields(field)) {
				return record, err
			}
			return nil, errors.New("no record")
		},
	}
}

// alone are the members of a record as JSON.
func alone(t *testing.T, record any) map[string]json.RawMessage {
	t.Helper()
	encoded, err := cms.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(encoded, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// someComment makes one, since a seeded site need not have any.
func someComment(t *testing.T, site *cms.Client) {
	t.Helper()
	post, err := site.Posts.Create(t.Context(),
		&cms.PostParams{Title: new("Said here"), Status: new(cms.StatusPublish), CommentStatus: new(cms.DiscussionOpen)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), post.ID) })
	all := comments.New(site)
	made, err := all.Create(t.Context(),
		&comments.Params{Post: &post.ID, Content: new("Each of its fields is read alone.")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID) })
}

// TestLiveEachFieldAloneIsWhatItIsInTheWholeRecord asks for every member that a site has, by itself, of the first and
// last records of each type. Other tests change and delete these records, so it runs by itself.
func TestLiveEachFieldAloneIsWhatItIsInTheWholeRecord(t *testing.T) { //nolint:paralleltest,tparallel // see above
	site := sitetest.Live(t)
	const edit = cms.ContextEdit
	library, people, said := media.New(site), users.New(site), comments.New(site)
	someComment(t, site)
	for name, s := range map[string]sparse{
		"posts":  sparsely("posts", site.Posts.Get, site.Posts.GetMany, &cms.PostListOptions{Context: edit}),
		"pages":  sparsely("pages", site.Pages.Get, site.Pages.GetMany, &cms.PageListOptions{Context: edit}),
		"blocks": sparsely("blocks", site.Blocks.Get, site.Blocks.GetMany, &cms.BlockListOptions{Context: edit}),
		"menu items": sparsely("menu-items", site.MenuItems.Get, site.MenuItems.GetMany,
			&cms.MenuItemListOptions{Context: edit}),
		"media": sparsely("media", library.Get, library.GetMany, &media.ListOptions{Context: edit}),
		"categories": sparsely("categories", terms.Categories(site).Get, terms.Categories(site).GetMany,
			&terms.ListOptions{Context: edit}),
		"tags":     sparsely("tags", terms.Tags(site).Get, terms.Tags(site).GetMany, &terms.ListOptions{Context: edit}),
		"users":    sparsely("users", people.Get, people.GetMany, &users.ListOptions{Context: edit}),
		"comments": sparsely("comments", said.Get, said.GetMany, &comments.ListOptions{Context: edit}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ids []int64
			for _, order := range []string{"asc", "desc"} {
				list, err := cms.Do(t.Context(), site, cms.Request[[]map[string]json.RawMessage]{
					Path: "cms/v2/" + s.path, Query: map[string][]string{"per_page": {"2"}, "order": {order}, "orderby": {"id"},
						"_fields": {"id"}},
				})
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range *list {
					var id int64
					if err := json.Unmarshal(one["id"], &id); err != nil {
						t.Fatal(err)
					}
					ids = append(ids, id)
				}
			}
			slices.Sort(ids)
			if ids = slices.Compact(ids); len(ids) == 0 {
				t.Skip("the site has none")
			}
			for _, id := range ids {
				whole, err := s.get(t.Context(), id, cms.InContext(edit))
				if err != nil {
					t.Fatal(err)
				}
				want := alone(t, whole)
				for _, field := range slices.Sorted(maps.Keys(want)) {
					if field == "_links" || field == "_embedded" {
						continue
					}
					one, err := s.get(t.Context(), id, cms.InContext(edit), cms.Fields(field))
					if err != nil {
						t.Errorf("%d, %s alone: %v", id, field, err)
						continue
					}
					if got := alone(t, one)[field]; !bytes.Equal(got, want[field]) {
						t.Errorf("Get of %d, only %s: %s, want %s as in the whole record", id, field, got, want[field])
					}
					listed, err := s.many(t.Context(), id, field)
					if err != nil {
						t.Errorf("%d, %s alone in a list: %v", id, field, err)
						continue
					}
					if got := alone(t, listed)[field]; !bytes.Equal(got, want[field]) {
						t.Errorf("List of %d, only %s: %s, want %s as in the whole record", id, field, got, want[field])
					}
				}
			}
		})
	}
}
