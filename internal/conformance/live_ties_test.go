package conformance

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/menus"
	taxonomy "github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// ties is a site with hundreds of records of each kind that are equal in all but id and
// slug, and the counts of the walks over them.
type ties struct {
	database

	walks, refused int
}

// inserted runs an insert, and returns the new ids of a table.
func (s *ties) inserted(t *testing.T, table, key, insert string) (ids []int64) {
	t.Helper()
	before := s.rows(t, fmt.Sprintf("select coalesce(max(%s), 0) from %s", key, table))[0]
	s.rows(t, insert)
	for _, row := range s.rows(t, fmt.Sprintf("select %[1]s from %[2]s where %[1]s > %[3]s", key, table, before)) {
		id, err := strconv.ParseInt(row, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	t.Cleanup(func() {
		s.rows(t, fmt.Sprintf("delete from %s where %s between %d and %d", table, key, ids[0], ids[len(ids)-1]))
	})
	return ids
}

// posts inserts records of a post type, in the category and the menu term.
func (s *ties) posts(t *testing.T, kind, status string, parent int64, terms ...int64) []int64 {
	t.Helper()
	var rows []string
	for i := range 350 {
		rows = append(rows,
			fmt.Sprintf(`(1, '2025-05-05 05:05:05', '2025-05-05 05:05:05', 'Equal', 'Equal', '', '%s', '', '', '',
			'equal-%s-%d', '', '', '2025-05-05 05:05:05', '2025-05-05 05:05:05', '', %d, '', 1, '%[2]s', 'image/png', 0)`,
				status, kind, i, parent))
	}
	ids := s.inserted(t, "wp_posts", "ID",
		`insert into wp_posts (post_author, post_date, post_date_gmt, post_content, post_title,
		post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified,
		post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
		values `+strings.Join(rows, ", "))
	between := fmt.Sprintf("between %d and %d", ids[0], ids[len(ids)-1])
	for _, term := range terms {
		s.rows(t, fmt.Sprintf(`insert into wp_term_relationships (object_id, term_taxonomy_id, term_order)
			select p.ID, x.term_taxonomy_id, 0 from wp_posts p join wp_term_taxonomy x on x.term_id = %d where p.ID %s`, term,
			between))
	}
	t.Cleanup(func() { s.rows(t, "delete from wp_term_relationships where object_id "+between) })
	return ids
}

// tie walks a list in which all records of want are equal, with each way of walking.
func tie[T, L any](t *testing.T, s *ties, name string, want []int64, id func(*T) int64, options *L,
	walk func(context.Context, *L, ...cms.WalkOption) iter.Seq2[*T, error]) {
	t.Helper()
	ways := [][]cms.WalkOption{{cms.Prefetch(2)}}
	if strings.Contains(name, `""`) || !strings.Contains(name, `"`) { // the order of a walk by default
		ways = append(ways, nil, []cms.WalkOption{cms.PrefetchAdaptive()})
	}
	for _, way := range ways {
		s.walks++
		got := map[int64]int{}
		var failed error
		for record, err := range walk(t.Context(), options, append(way, cms.Fields("id"))...) {
			if failed = err; err == nil {
				got[id(record)]++
			}
		}
		if errors.Is(failed, cms.ErrUnstableOrder) && errors.Is(failed, cms.ErrInvalidArgument) && len(got) == 0 &&
			strings.Contains(failed.Error(), "order by id") {
			s.refused++
			return
		}
		lost, doubled := 0, 0
		for _, id := range want {
			switch got[id] {
			case 0:
				lost++
			case 1:
			default:
				doubled++
			}
		}
		if failed != nil {
			t.Errorf("Walk of %s: error %v, want none", name, failed)
		} else if lost > 0 || doubled > 0 {
			t.Errorf("Walk of %s: lost %d and doubled %d of %d, want none", name, lost, doubled, len(want))
		}
	}
}

// TestLiveWalksYieldEachOfManyEqualRecords tries each filter of each list, on a site of its
// own: it takes ten minutes and adds 350 records of each kind. Run it with FONTCMS_TIES=1.
func TestLiveWalksYieldEachOfManyEqualRecords(t *testing.T) { //nolint:paralleltest // it replaces all records
	site := sitetest.Live(t)
	lab := os.Getenv("FONTCMS_LAB")
	if lab == "" || os.Getenv("FONTCMS_TIES") == "" {
		t.Skip("no site of its own with a folder: FONTCMS_LAB or FONTCMS_TIES is not set")
	}
	s := &ties{database: database{folder: lab}}
	long, later := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var orders []cms.OrderBy
	for _, order := range strings.Fields("author date id include modified parent relevance slug include_slugs title " +
		"menu_order") {
		orders = append(orders, cms.OrderBy(order))
	}
	orders = append(orders, "")
	publish := []cms.Status{cms.StatusPublish}

	tag, err := taxonomy.Tags(site).Create(t.Context(), &taxonomy.Params{Name: new("Equal")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = taxonomy.Tags(site).Delete(context.WithoutCancel(t.Context()), tag.ID) })
	posts := s.posts(t, "post", "publish", 0, 1, tag.ID)
	of := func(p *cms.Post) int64 { return p.ID }
	for name, filter := range map[string]cms.PostListOptions{
		"all": {}, "category": {Categories: cms.Terms(1)}, "tag": {Tags: cms.Terms(tag.ID)},
		"category and tag": {Categories: cms.Terms(1), Tags: cms.Terms(tag.ID)},
		"other categories": {CategoriesExclude: cms.Terms(999)}, "other tags": {TagsExclude: cms.Terms(999)},
		"author":        {Author: []int64{1}},
		"other authors": {AuthorExclude: []int64{9}}, "after": {After: long}, "before": {Before: later},
		"modified after":  {ModifiedAfter: long},
		"modified before": {ModifiedBefore: later}, "include": {Include: posts}, "exclude": {Exclude: []int64{1}},
		"search":       {Search: "Equal"},
		"exact search": {Search: "Equal", SearchSemantics: cms.SearchExact}, "status": {Status: publish},
		"statuses":   {Status: append(publish, cms.StatusDraft)},
		"any status": {Status: []cms.Status{cms.StatusAny}}, "not sticky": {Sticky: new(false)},
		"format":       {Format: []cms.Format{cms.FormatStandard}},
		"sticky first": {IgnoreSticky: new(false)}, "small pages": {PerPage: 20},
	} {
		for _, order := range orders {
			if order == cms.ByInclude && filter.Include == nil || order == cms.ByMenuOrder ||
				order == cms.ByRelevance && filter.SearchSemantics != "" {
				continue
			}
			options := filter
			options.OrderBy = order
			tie(t, s, fmt.Sprintf("posts by %q: %s", order, name), posts, of, &options, site.Posts.All)
		}
	}
	pages := s.posts(t, "page", "publish", 0)
	for name, filter := range map[string]cms.PageListOptions{
		"all": {}, "parent": {Parent: []int64{0}}, "other parents": {ParentExclude: []int64{9}},
		"place": {MenuOrder: new(1)}, "author": {Author: []int64{1}},
		"modified after": {ModifiedAfter: long}, "include": {Include: pages},
		"include below a parent": {Include: pages, Parent: []int64{0}},
	} {
		for _, order := range orders {
			if order == cms.ByInclude && filter.Include == nil || order == cms.ByRelevance {
				continue
			}
			options := filter
			options.OrderBy = order
			tie(t, s, fmt.Sprintf("pages by %q: %s", order, name), pages, func(p *cms.Page) int64 { return p.ID },
				&options, site.Pages.All)
		}
	}
	files := s.posts(t, "attachment", "inherit", posts[0])
	library := media.New(site)
	for name, filter := range map[string]media.ListOptions{
		"all": {}, "parent": {Parent: []int64{posts[0]}}, "kind": {MediaType: []media.Type{media.TypeImage}},
		"type":   {MimeType: []string{"image/png"}},
		"search": {Search: "Equal"}, "author": {Author: []int64{1}}, "modified after": {ModifiedAfter: long},
	} {
		for _, order := range []cms.OrderBy{"", cms.ByDate, cms.ByTitle, cms.BySlug, cms.ByModified,
			cms.ByParent, cms.ByAuthor} {
			options := filter
			options.OrderBy = order
			tie(t, s, fmt.Sprintf("media by %q: %s", order, name), files, func(m *media.Media) int64 { return m.ID },
				&options, library.All)
		}
	}
	blocks := s.posts(t, "wp_block", "publish", 0)
	for name, filter := range map[string]cms.BlockListOptions{
		"all": {}, "modified after": {ModifiedAfter: long}, "search": {Search: "Equal"}, "include": {Include: blocks},
		"other categories": {PatternCategoryExclude: cms.Terms(999)},
	} {
		tie(t, s, "blocks: "+name, blocks, func(b *cms.Block) int64 { return b.ID }, &filter, site.Blocks.All)
	}
	all := menus.New(site)
	navigations := s.posts(t, "wp_navigation", "publish", 0)
	for name, filter := range map[string]menus.NavigationListOptions{
		"all": {}, "modified after": {ModifiedAfter: long}, "search": {Search: "Equal"},
		"statuses": {Status: append(publish, cms.StatusDraft)},
	} {
		tie(t, s, "navigations: "+name, navigations, func(n *menus.Navigation) int64 { return n.ID }, &filter,
			all.Navigations.All)
	}
	tieMenuItems(t, s, site, all)
	tiePeople(t, s, site, posts[0])
	t.Logf("%d walks, %d orders refused, with 350 equal records each", s.walks, s.refused)
}

func tieMenuItems(t *testing.T, s *ties, site *cms.Client, all *menus.Menus) {
	t.Helper()
	menu, err := all.Create(t.Context(), &menus.Params{Name: new("Equal")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.WithoutCancel(t.Context()), menu.ID, menus.DeleteItems) })
	items := s.posts(t, "nav_menu_item", "publish", 0, menu.ID)
	for name, filter := range map[string]cms.MenuItemListOptions{
		"all": {}, "menu": {Menus: cms.Terms(menu.ID)}, "other menus": {MenusExclude: cms.Terms(999)},
		"place":         {MenuOrder: new(1)},
		"menu by place": {Menus: cms.Terms(menu.ID), OrderBy: cms.ByMenuOrder},
		"menu by date":  {Menus: cms.Terms(menu.ID), OrderBy: cms.ByDate},
	} {
		tie(t, s, "menu items: "+name, items, func(m *cms.MenuItem) int64 { return m.ID }, &filter, site.MenuItems.All)
	}
}

func tiePeople(t *testing.T, s *ties, site *cms.Client, post int64) {
	t.Helper()
	var names, accounts, remarks []string
	for i := range 350 {
		names = append(names, fmt.Sprintf("('Equal', 'equal-%d', 0)", i))
		accounts = append(accounts, fmt.Sprintf("('equal%d', '', 'equal%[1]d', 'equal%[1]d@site.test', '', '2025-05-05 "+
			"05:05:05', '', 0, 'Equal')", i))
		remarks = append(remarks, fmt.Sprintf("(%d, 'Equal', 'equal@site.test', '', '', '2025-05-05 05:05:05', '2025-05-05 "+
			"05:05:05', 'Equal', 0, '1', '', 'comment', 0, 0)", post))
	}
	tags := s.inserted(t, "wp_terms", "term_id",
		"insert into wp_terms (name, slug, term_group) values "+strings.Join(names, ", "))
	between := fmt.Sprintf("term_id between %d and %d", tags[0], tags[len(tags)-1])
	s.inserted(t, "wp_term_taxonomy", "term_taxonomy_id",
		`insert into wp_term_taxonomy (term_id, taxonomy, description, parent, count)
		select term_id, 'post_tag', '', 0, 1 from wp_terms where `+between)
	s.rows(t, fmt.Sprintf(`insert into wp_term_relationships (object_id, term_taxonomy_id, term_order)
		select %d, term_taxonomy_id, 0 from wp_term_taxonomy where `, post)+between)
	for name, filter := range map[string]taxonomy.ListOptions{
		"all": {}, "post": {Post: post}, "search": {Search: "Equal"}, "in use": {HideEmpty: true},
		"include": {Include: tags},
	} {
		for _, order := range []taxonomy.OrderBy{"", taxonomy.ByID, taxonomy.ByName, taxonomy.BySlug, taxonomy.ByTermGroup,
			taxonomy.ByDescription, taxonomy.ByCount} {
			options := filter
			options.OrderBy = order
			tie(t, s, fmt.Sprintf("tags by %q: %s", order, name), tags, func(v *taxonomy.Term) int64 { return v.ID }, &options,
				taxonomy.Tags(site).All)
		}
	}
	people := s.inserted(t, "wp_users", "ID",
		`insert into wp_users (user_login, user_pass, user_nicename, user_email, user_url, user_registered,
		user_activation_key, user_status, display_name) values `+strings.Join(accounts, ", "))
	s.inserted(t, "wp_usermeta", "umeta_id", fmt.Sprintf(`insert into wp_usermeta (user_id, meta_key, meta_value)
		select ID, 'wp_capabilities', 'a:1:{s:6:"author";b:1;}' from wp_users where ID between %d and %d`, people[0],
		people[len(people)-1]))
	for name, filter := range map[string]users.ListOptions{
		"all": {}, "role": {Roles: []string{"author"}}, "capability": {Capabilities: []string{"author"}},
		"search": {Search: "equal"}, "include": {Include: people},
	} {
		for _, order := range []users.OrderBy{"", users.ByID, users.ByName, users.BySlug, users.ByEmail, users.ByURL,
			users.ByRegisteredDate} {
			options := filter
			options.OrderBy = order
			tie(t, s, fmt.Sprintf("users by %q: %s", order, name), people, func(u *users.User) int64 { return u.ID }, &options,
				users.New(site).All)
		}
	}
	said := s.inserted(t, "wp_comments", "comment_ID",
		`insert into wp_comments (comment_post_ID, comment_author, comment_author_email, comment_author_url,
		comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent,
		comment_type,
		comment_parent, user_id) values `+strings.Join(remarks, ", "))
	for name, filter := range map[string]comments.ListOptions{
		"all": {}, "post": {Post: []int64{post}}, "parent": {Parent: []int64{0}}, "search": {Search: "Equal"},
		"email":      {AuthorEmail: "equal@site.test"},
		"any status": {Status: comments.FilterApprovedAndHeld},
	} {
		for _, order := range []comments.OrderBy{"", comments.ByDate, comments.ByPost, comments.ByParent, comments.ByType} {
			options := filter
			options.OrderBy = order
			tie(t, s, fmt.Sprintf("comments by %q: %s", order, name), said, func(c *comments.Comment) int64 { return c.ID },
				&options, comments.New(site).All)
		}
	}
}
