package resilience

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/media"
)

// tieBreaker is a site whose records are equal in all but their id. In the orders named
// by unstable it orders them anew for each page, as WordPress with MariaDB was seen to.
func tieBreaker(usual string, unstable ...string) http.HandlerFunc {
	const n = 450
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		page, _ := strconv.Atoi(cmp.Or(q.Get("page"), "1"))
		size, _ := strconv.Atoi(cmp.Or(q.Get("per_page"), "10"))
		var records []string
		for at := (page - 1) * size; at < min(page*size, n); at++ {
			id := at
			if slices.Contains(unstable, cmp.Or(q.Get("orderby"), usual)) {
				id = (at + 7*page) % n
			}
			records = append(records, fmt.Sprintf(`{"id":%d,"name":"Tie","slug":"tie"}`, id+1))
		}
		answer(w, 200, "["+strings.Join(records, ",")+"]", bothTotals(n, size)...)
	}
}

// walkedIDs are the ids that a walk yields, and the errors.
func walkedIDs[T, L any](walk func(context.Context, *L, ...cms.WalkOption) iter.Seq2[*T, error], id func(*T) int64,
	options *L) func(context.Context) ([]int64, error) {
	return func(ctx context.Context) (ids []int64, err error) {
		for record, e := range walk(ctx, options) {
			if e != nil {
				err = errors.Join(err, e)
				continue
			}
			ids = append(ids, id(record))
		}
		return ids, err
	}
}

func TestWalksYieldEachOfManyEqualRecords(t *testing.T) {
	t.Parallel()
	type walk = func(context.Context) ([]int64, error)
	content := []string{"author", "menu_order", "modified", "parent"}
	dated := append([]string{"date"}, content...)
	posts := func(o cms.PostListOptions) func(*cms.Client) walk {
		return func(site *cms.Client) walk {
			return walkedIDs(site.Posts.All, func(p *cms.Post) int64 { return p.ID }, &o)
		}
	}
	items := func(o cms.MenuItemListOptions) func(*cms.Client) walk {
		return func(site *cms.Client) walk {
			return walkedIDs(site.MenuItems.All, func(m *cms.MenuItem) int64 { return m.ID }, &o)
		}
	}
	files := func(o media.ListOptions) func(*cms.Client) walk {
		return func(site *cms.Client) walk {
			return walkedIDs(media.New(site).All, func(m *media.Media) int64 { return m.ID }, &o)
		}
	}
	categories := func(o terms.ListOptions) func(*cms.Client) walk {
		return func(site *cms.Client) walk {
			return walkedIDs(terms.Categories(site).All, func(t *terms.Term) int64 { return t.ID }, &o)
		}
	}
	who := func(o users.ListOptions) func(*cms.Client) walk {
		return func(site *cms.Client) walk {
			return walkedIDs(users.New(site).All, func(u *users.User) int64 { return u.ID }, &o)
		}
	}
	bars := func(o menus.ListOptions) func(*cms.Client) walk {
		return func(site *cms.Client) walk {
			return walkedIDs(menus.New(site).All, func(m *menus.Menu) int64 { return m.ID }, &o)
		}
	}
	replies := func(o comments.ListOptions) func(*cms.Client) walk {
		return func(site *cms.Client) walk {
			return walkedIDs(comments.New(site).All, func(c *comments.Comment) int64 { return c.ID }, &o)
		}
	}
	anyStatus := []cms.Status{cms.StatusAny}
	byName, byRole := []string{"name", "term_group"}, []string{"registered_date", "name", "url"}
	rows := map[string]struct {
		usual    string
		unstable []string
		walk     func(*cms.Client) walk
		refused  bool
	}{
		"posts": {"date", content, posts(cms.PostListOptions{}), false},
		"posts of one status": {"date", content,
			posts(cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}}), false},
		"posts of one status by date": {"date", content, posts(cms.PostListOptions{OrderBy: cms.ByDate}), false},
		"posts of any status":         {"date", dated, posts(cms.PostListOptions{Status: anyStatus}), false},
		"posts of two statuses": {"date", dated,
			posts(cms.PostListOptions{Status: []cms.Status{cms.StatusPublish, cms.StatusDraft}}), false},
		"posts of an author": {"date", dated, posts(cms.PostListOptions{Author: []int64{1}}), false},
		"posts of any status by title": {"date", dated,
			posts(cms.PostListOptions{Status: anyStatus, OrderBy: cms.ByTitle}), false},
		"posts of any status by date": {"date", dated,
			posts(cms.PostListOptions{Status: anyStatus, OrderBy: cms.ByDate}), true},
		"posts of an author by date": {"date", dated,
			posts(cms.PostListOptions{Author: []int64{1}, OrderBy: cms.ByDate}), true},
		"posts by modification": {"date", content, posts(cms.PostListOptions{OrderBy: cms.ByModified}), true},
		"posts by author":       {"date", content, posts(cms.PostListOptions{OrderBy: cms.ByAuthor}), true},
		"posts by parent":       {"date", content, posts(cms.PostListOptions{OrderBy: cms.ByParent}), true},
		"media":                 {"date", content, files(media.ListOptions{}), false},
		"media of two statuses": {"date", dated,
			files(media.ListOptions{Status: []cms.Status{cms.StatusInherit, cms.StatusTrash}}), false},
		"media by modification": {"date", content, files(media.ListOptions{OrderBy: cms.ByModified}), true},
		"menu items":            {"menu_order", content, items(cms.MenuItemListOptions{}), false},
		"menu items by place": {"menu_order", content,
			items(cms.MenuItemListOptions{OrderBy: cms.ByMenuOrder}), true},
		"items of one menu": {"menu_order", nil, items(cms.MenuItemListOptions{Menus: cms.Terms(5)}), false},
		"items of one menu by place": {"menu_order", nil,
			items(cms.MenuItemListOptions{Menus: cms.Terms(5), OrderBy: cms.ByMenuOrder}), true},
		"terms":          {"name", byName, categories(terms.ListOptions{}), false},
		"terms by slug":  {"name", byName, categories(terms.ListOptions{OrderBy: terms.BySlug}), false},
		"terms by count": {"name", byName, categories(terms.ListOptions{OrderBy: terms.ByCount}), true},
		"posts of a category by date": {"date", dated,
			posts(cms.PostListOptions{Categories: cms.Terms(1), OrderBy: cms.ByDate}), true},
		"posts by relevance":   {"date", dated, posts(cms.PostListOptions{Search: "a", OrderBy: cms.ByRelevance}), true},
		"terms by description": {"name", byName, categories(terms.ListOptions{OrderBy: terms.ByDescription}), true},
		"posts of a category":  {"date", dated, posts(cms.PostListOptions{Categories: cms.Terms(1)}), false},
		"posts that changed":   {"date", dated, posts(cms.PostListOptions{ModifiedAfter: time.Unix(1, 0)}), false},
		"media of a type":      {"date", dated, files(media.ListOptions{MediaType: []media.Type{media.TypeImage}}), false},

		"terms by name":  {"name", byName, categories(terms.ListOptions{OrderBy: terms.ByName}), true},
		"terms by group": {"name", byName, categories(terms.ListOptions{OrderBy: terms.ByTermGroup}), true},
		"menus":          {"name", byName, bars(menus.ListOptions{}), false},
		"menus by name":  {"name", byName, bars(menus.ListOptions{OrderBy: menus.ByName}), true},
		"users":          {"name", []string{"registered_date"}, who(users.ListOptions{}), false},
		"users by registration": {"name", []string{"registered_date"},
			who(users.ListOptions{OrderBy: users.ByRegisteredDate}), true},
		"users of a role": {"name", byRole, who(users.ListOptions{Roles: []string{"author"}}), false},
		"users with a capability": {"name", byRole,
			who(users.ListOptions{Capabilities: []string{"edit_posts"}}), false},
		"users of a role by name": {"name", byRole,
			who(users.ListOptions{Roles: []string{"author"}, OrderBy: users.ByName}), true},
		"users of a role by email": {"name", byRole,
			who(users.ListOptions{Roles: []string{"author"}, OrderBy: users.ByEmail}), false},
		"comments": {"date_gmt", nil, replies(comments.ListOptions{}), false},
		"comments of any status by parent": {"date_gmt", nil,
			replies(comments.ListOptions{Status: comments.FilterAny, OrderBy: comments.ByParent}), false},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, 6, tieBreaker(row.usual, row.unstable...))
			ids, err := row.walk(server.site(t))(t.Context())
			if row.refused {
				if !errors.Is(err, cms.ErrUnstableOrder) || !errors.Is(err, cms.ErrInvalidArgument) {
					t.Errorf("Walk: error %v, want ErrUnstableOrder and ErrInvalidArgument", err)
				} else if len(server.seen()) > 0 {
					t.Errorf("Walk: requests %v, want none", server.seen())
				} else if !strings.Contains(err.Error(), "order by id and sort") {
					t.Errorf("Walk: error %v, want it to name the order to use", err)
				}
				return
			}
			all := len(ids)
			slices.Sort(ids)
			if ids = slices.Compact(ids); err != nil {
				t.Errorf("Walk: error %v after %v, want none", err, server.seen())
			} else if all != 450 || len(ids) != 450 {
				t.Errorf("Walk: %d records, %d distinct, want 450", all, len(ids))
			}
		})
	}
}
