package ledger_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

func posts(s *services) *cms.Content[cms.Post, cms.PostParams, cms.PostListOptions] {
	return s.site.Posts
}

func pages(s *services) *cms.Content[cms.Page, cms.PageParams, cms.PageListOptions] {
	return s.site.Pages
}

func blocks(s *services) *cms.Content[cms.Block, cms.BlockParams, cms.BlockListOptions] {
	return s.site.Blocks
}

func menuItems(s *services) *cms.MenuItems {
	return s.site.MenuItems
}

func postParams() *cms.PostParams {
	return &cms.PostParams{
		Date: localMoment.Date(), DateGMT: gmtMoment.Date(),
		Slug: new("slug"), Status: new(cms.StatusDraft), Password: new("secret"), Title: new("Title"),
		Content: new("Content"),
		Author:  new(int64(3)), Excerpt: new("Excerpt"), FeaturedMedia: new(int64(0)), CommentStatus: new(cms.DiscussionOpen),
		PingStatus: new(cms.DiscussionClosed),
		Format:     new(cms.FormatAside), Meta: &cms.MetaParams{Footnotes: new("")}, Sticky: new(false), Template: new(""),
		Categories: []int64{1, 2}, Tags: []int64{},
	}
}

const postBody = `{"date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00Z","slug":"slug","status":"draft",
"password":"secret",
	"title":"Title","content":"Content","author":3,"excerpt":"Excerpt","featured_media":0,"comment_status":"open",
	"ping_status":"closed",
	"format":"aside","meta":{"footnotes":""},"sticky":false,"template":"","categories":[1,2],"tags":[]}`

func postCalls() []call {
	const name, path = "Posts", "/cms/v2/posts"
	out := slices.Concat(
		walking(name, path, posts),
		getting(name, path, posts, true),
		writing(name, path, posts, postParams(), postBody),
		writing(name+" null dates", path, posts, &cms.PostParams{Date: cms.NoDate(), DateGMT: cms.NoDate()},
			`{"date":null,"date_gmt":null}`),
		listing(name, path, posts, &cms.PostListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "serif", After: moment, Before: moment.Add(3600e9),
			ModifiedAfter: moment.Add(7200e9), ModifiedBefore: moment.Add(10800e9), Author: []int64{1},
			AuthorExclude: []int64{2},
			Exclude:       []int64{3, 4}, Include: []int64{5, 6}, SearchSemantics: cms.SearchExact, Offset: 7,
			Order: cms.Ascending, OrderBy: cms.ByTitle,
			SearchColumns: columns, Slug: []string{"one", "two"}, Status: allStatuses, TaxRelation: cms.TaxOr,
			Categories: cms.Terms(1, 2), CategoriesExclude: cms.Terms(3), Tags: cms.Terms(4), TagsExclude: cms.Terms(5, 6),
			Sticky: new(false), IgnoreSticky: new(false), Format: formats,
		}, sharedArguments+statusArguments()+
			"&author[]=1&author_exclude[]=2&categories[]=1&categories[]=2&categories_exclude[]=3&tags[]=4&tags_exclude[]=5&"+
			"tags_exclude[]=6"+
			"&sticky=false&ignore_sticky=false&format[]=standard&format[]=aside&format[]=chat&format[]=gallery&format[]=link&"+
			"format[]=image&format[]=quote&format[]=status&format[]=video&format[]=audio"),
		listing(name+" terms as objects", path, posts, &cms.PostListOptions{
			Categories:        cms.TermFilter{Terms: []int64{1, 2}, Operator: cms.TaxAnd, IncludeChildren: new(true)},
			CategoriesExclude: cms.TermFilter{Terms: []int64{3}, IncludeChildren: new(false)},
			Tags:              cms.TermFilter{Terms: []int64{4}, Operator: cms.TaxOr},
			TagsExclude:       cms.TermFilter{Terms: []int64{5}, Object: true},
		}, "categories[terms][]=1&categories[terms][]=2&categories[operator]=AND&categories[include_children]=true&"+
			"categories_exclude[terms][]=3"+
			"&categories_exclude[include_children]=false&tags[terms][]=4&tags[operator]=OR&tags_exclude[terms][]=5"),
	)
	for _, o := range orders {
		out = append(out, listing(name, path, posts, &cms.PostListOptions{OrderBy: o, Order: cms.Descending},
			"order=desc&orderby="+string(o))...)
	}
	for _, c := range contexts {
		out = append(out, listing(name, path, posts, &cms.PostListOptions{Context: c, TaxRelation: cms.TaxAnd},
			"tax_relation=AND&context="+string(c))...)
	}
	for _, v := range settable {
		out = append(out, one(name, path, posts, &cms.PostParams{Status: &v}, fmt.Sprintf(`{"status":%q}`, v))...)
	}
	for _, v := range formats {
		out = append(out, one(name, path, posts, &cms.PostParams{Format: &v}, fmt.Sprintf(`{"format":%q}`, v))...)
	}
	for _, v := range openStatuses {
		out = append(out, one(name, path, posts, &cms.PostParams{CommentStatus: &v, PingStatus: &v},
			fmt.Sprintf(`{"comment_status":%q,"ping_status":%q}`, v, v))...)
	}
	return out
}

func pageParams() *cms.PageParams {
	return &cms.PageParams{
		Date: localMoment.Date(), DateGMT: gmtMoment.Date(),
		Slug: new("slug"), Status: new(cms.StatusDraft), Password: new("secret"), Title: new("Title"),
		Content: new("Content"),
		Author:  new(int64(3)), Excerpt: new("Excerpt"), FeaturedMedia: new(int64(5)), CommentStatus: new(cms.DiscussionOpen),
		PingStatus: new(cms.DiscussionClosed),
		Meta:       &cms.MetaParams{Footnotes: new("[]")}, Template: new("wide"), Parent: new(int64(0)), MenuOrder: new(0),
	}
}

const pageBody = `{"date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00Z","slug":"slug","status":"draft",
"password":"secret",
	"title":"Title","content":"Content","author":3,"excerpt":"Excerpt","featured_media":5,"comment_status":"open",
	"ping_status":"closed",
	"meta":{"footnotes":"[]"},"template":"wide","parent":0,"menu_order":0}`

func pageCalls() []call {
	const name, path = "Pages", "/cms/v2/pages"
	out := slices.Concat(
		walking(name, path, pages),
		getting(name, path, pages, true),
		writing(name, path, pages, pageParams(), pageBody),
		writing(name+" null dates", path, pages, &cms.PageParams{Date: cms.NoDate(), DateGMT: cms.NoDate()},
			`{"date":null,"date_gmt":null}`),
		listing(name, path, pages, &cms.PageListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "serif", After: moment, Before: moment.Add(3600e9),
			ModifiedAfter: moment.Add(7200e9), ModifiedBefore: moment.Add(10800e9), Author: []int64{1},
			AuthorExclude: []int64{2},
			Exclude:       []int64{3, 4}, Include: []int64{5, 6}, SearchSemantics: cms.SearchExact, Offset: 7,
			Order: cms.Ascending, OrderBy: cms.ByTitle,
			SearchColumns: columns, Slug: []string{"one", "two"}, Status: allStatuses, TaxRelation: cms.TaxOr,
			MenuOrder: new(0), Parent: []int64{0, 8}, ParentExclude: []int64{9},
		}, sharedArguments+statusArguments()+
			"&author[]=1&author_exclude[]=2&menu_order=0&parent[]=0&parent[]=8&parent_exclude[]=9"),
	)
	for _, o := range append(orders[:len(orders):len(orders)], cms.ByMenuOrder) {
		out = append(out, listing(name, path, pages, &cms.PageListOptions{OrderBy: o, Order: cms.Descending},
			"order=desc&orderby="+string(o))...)
	}
	for _, c := range contexts {
		out = append(out, listing(name, path, pages, &cms.PageListOptions{Context: c, TaxRelation: cms.TaxAnd},
			"tax_relation=AND&context="+string(c))...)
	}
	for _, v := range settable {
		out = append(out, one(name, path, pages, &cms.PageParams{Status: &v}, fmt.Sprintf(`{"status":%q}`, v))...)
	}
	for _, v := range openStatuses {
		out = append(out, one(name, path, pages, &cms.PageParams{CommentStatus: &v, PingStatus: &v},
			fmt.Sprintf(`{"comment_status":%q,"ping_status":%q}`, v, v))...)
	}
	return out
}

func blockParams() *cms.BlockParams {
	return &cms.BlockParams{
		Date: localMoment.Date(), DateGMT: gmtMoment.Date(),
		Slug: new("slug"), Status: new(cms.StatusDraft), Password: new("secret"), Title: new("Title"),
		Content: new("Content"), Excerpt: new("Excerpt"),
		Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncPartial), Footnotes: new("")}, Template: new(""),
		PatternCategory: []int64{1, 2},
	}
}

const blockBody = `{"date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00Z","slug":"slug","status":"draft",
"password":"secret",
	"title":"Title","content":"Content","excerpt":"Excerpt","meta":{"cms_pattern_sync_status":"partial","footnotes":""},
	"template":"","cms_pattern_category":[1,2]}`

func blockCalls() []call {
	const name, path = "Blocks", "/cms/v2/blocks"
	out := slices.Concat(
		walking(name, path, blocks),
		getting(name, path, blocks, true),
		writing(name, path, blocks, blockParams(), blockBody),
		writing(name+" null dates", path, blocks, &cms.BlockParams{Date: cms.NoDate(), DateGMT: cms.NoDate()},
			`{"date":null,"date_gmt":null}`),
		listing(name, path, blocks, &cms.BlockListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "serif", After: moment, Before: moment.Add(3600e9),
			ModifiedAfter: moment.Add(7200e9), ModifiedBefore: moment.Add(10800e9),
			Exclude: []int64{3, 4}, Include: []int64{5, 6}, SearchSemantics: cms.SearchExact, Offset: 7, Order: cms.Ascending,
			OrderBy:       cms.ByTitle,
			SearchColumns: columns, Slug: []string{"one", "two"}, Status: allStatuses, TaxRelation: cms.TaxOr,
			PatternCategory: cms.Terms(1, 2), PatternCategoryExclude: cms.Terms(3),
		}, sharedArguments+statusArguments()+
			"&cms_pattern_category[]=1&cms_pattern_category[]=2&cms_pattern_category_exclude[]=3"),
		listing(name+" terms as objects", path, blocks, &cms.BlockListOptions{
			PatternCategory:        cms.TermFilter{Terms: []int64{1}, Operator: cms.TaxAnd},
			PatternCategoryExclude: cms.TermFilter{Terms: []int64{2}, Object: true},
		}, "cms_pattern_category[terms][]=1&cms_pattern_category[operator]=AND&cms_pattern_category_exclude[terms][]=2"),
	)
	for _, o := range orders {
		out = append(out, listing(name, path, blocks, &cms.BlockListOptions{OrderBy: o, Order: cms.Descending},
			"order=desc&orderby="+string(o))...)
	}
	for _, c := range contexts {
		out = append(out, listing(name, path, blocks, &cms.BlockListOptions{Context: c, TaxRelation: cms.TaxAnd},
			"tax_relation=AND&context="+string(c))...)
	}
	for _, v := range settable {
		out = append(out, one(name, path, blocks, &cms.BlockParams{Status: &v}, fmt.Sprintf(`{"status":%q}`, v))...)
	}
	for _, v := range syncStatuses {
		out = append(out, one(name, path, blocks, &cms.BlockParams{Meta: &cms.BlockMetaParams{SyncStatus: &v}},
			fmt.Sprintf(`{"meta":{"cms_pattern_sync_status":%q}}`, v))...)
	}
	full := one(name, path, blocks, &cms.BlockParams{Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncFull)}},
		`{"meta":{"cms_pattern_sync_status":null}}`)
	// a new block is full anyhow
	return append(out, slices.DeleteFunc(full, func(c call) bool { return c.name == name+".Create" })...)
}

func menuItemParams() *cms.MenuItemParams {
	return &cms.MenuItemParams{
		Title: new("Title"), Type: new(cms.MenuItemCustom), Status: new(cms.StatusPublish), Parent: new(int64(0)),
		AttrTitle: new("Attribute"),
		Classes:   []string{"one", "two"}, Description: new("Description"), MenuOrder: new(1), Object: new("page"),
		ObjectID: new(int64(0)),
		Target:   new("_blank"), URL: new("https://fonts.example/"), XFN: []string{"nofollow"}, Menus: new(int64(4)),
		Meta: &cms.MetaParams{},
	}
}

const menuItemBody = `{"title":"Title","type":"custom","status":"publish","parent":0,"attr_title":"Attribute",
"classes":["one","two"],
	"description":"Description","menu_order":1,"object":"page","object_id":0,"target":"_blank",
	"url":"https://fonts.example/","xfn":["nofollow"],"menus":4,"meta":{}}`

func menuItemCalls() []call {
	const name, path = "MenuItems", "/cms/v2/menu-items"
	out := slices.Concat(
		walking(name, path, menuItems),
		getting(name, path, menuItems, false),
		writing(name, path, menuItems, menuItemParams(), menuItemBody),
		one(name, path, menuItems, &cms.MenuItemParams{Target: new("")}, `{"target":""}`),
		listing(name, path, menuItems, &cms.MenuItemListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "serif", After: moment, Before: moment.Add(3600e9),
			ModifiedAfter: moment.Add(7200e9), ModifiedBefore: moment.Add(10800e9),
			Exclude: []int64{3, 4}, Include: []int64{5, 6}, SearchSemantics: cms.SearchExact, Offset: 7, Order: cms.Ascending,
			OrderBy:       cms.ByTitle,
			SearchColumns: columns, Slug: []string{"one", "two"}, Status: allStatuses, TaxRelation: cms.TaxOr,
			Menus: cms.Terms(1, 2), MenusExclude: cms.Terms(3), MenuOrder: new(4),
		}, sharedArguments+statusArguments()+"&menus[]=1&menus[]=2&menus_exclude[]=3&menu_order=4"),
		listing(name+" terms as objects", path, menuItems, &cms.MenuItemListOptions{
			Menus:        cms.TermFilter{Terms: []int64{1}, Operator: cms.TaxOr},
			MenusExclude: cms.TermFilter{Terms: []int64{2}, Object: true},
		}, "menus[terms][]=1&menus[operator]=OR&menus_exclude[terms][]=2"),
	)
	for _, o := range append(orders[:len(orders):len(orders)], cms.ByMenuOrder) {
		out = append(out, listing(name, path, menuItems, &cms.MenuItemListOptions{OrderBy: o, Order: cms.Descending},
			"order=desc&orderby="+string(o))...)
	}
	for _, c := range contexts {
		out = append(out, listing(name, path, menuItems, &cms.MenuItemListOptions{Context: c, TaxRelation: cms.TaxAnd},
			"tax_relation=AND&context="+string(c))...)
	}
	for _, v := range settable {
		out = append(out, one(name, path, menuItems, &cms.MenuItemParams{Status: &v}, fmt.Sprintf(`{"status":%q}`, v))...)
	}
	for _, v := range menuItemTypes {
		out = append(out, one(name, path, menuItems, &cms.MenuItemParams{Type: &v}, fmt.Sprintf(`{"type":%q}`, v))...)
	}
	return out
}

// revisionsOf is the calls on the revisions of one type.
func revisionsOf[C interface {
	Revisions(parent int64) *cms.Revisions
}](name, path string, of func(s *services) C) []call {
	name, path = name+".Revisions", path+"/41/revisions"
	list := func(options *cms.RevisionListOptions, query string) call {
		return call{name + ".List", func(ctx context.Context, s *services) error {
			_, err := of(s).Revisions(41).List(ctx, options)
			return err
		}, []want{{"GET", path, query, ""}}}
	}
	out := []call{
		list(&cms.RevisionListOptions{Page: 2, PerPage: 100, Search: "serif", Exclude: []int64{1}, Include: []int64{2, 3},
			Offset: 4, Order: cms.Ascending},
			"page=2&per_page=100&search=serif&exclude[]=1&include[]=2&include[]=3&offset=4&order=asc"),
		{name + ".All", func(ctx context.Context, s *services) error { return drain(of(s).Revisions(41).All(ctx, nil)) },
			[]want{{"GET", path, "page=1&per_page=100", ""}}},
		{name + ".Pages", func(ctx context.Context, s *services) error { return drain(of(s).Revisions(41).Pages(ctx, nil)) },
			[]want{{"GET", path, "page=1&per_page=100", ""}}},
		{name + ".Count", func(ctx context.Context, s *services) error {
			_, err := of(s).Revisions(41).Count(ctx, nil)
			return err
		}, []want{{"GET", path, "per_page=1&_fields=id%2Cparent", ""}}},
		{name + ".Delete", func(ctx context.Context, s *services) error {
			_, err := of(s).Revisions(41).Delete(ctx, 7)
			return err
		}, []want{{"DELETE", path + "/7", "force=true", ""}}},
	}
	for _, c := range contexts {
		out = append(out, list(&cms.RevisionListOptions{Context: c, Order: cms.Descending}, "order=desc&context="+string(c)))
		out = append(out, call{name + ".Get", func(ctx context.Context, s *services) error {
			_, err := of(s).Revisions(41).Get(ctx, 7, cms.InContext(c))
			return err
		}, []want{{"GET", path + "/7", "context=" + string(c), ""}}})
	}
	for _, o := range revisionOrders {
		out = append(out, list(&cms.RevisionListOptions{OrderBy: o}, "orderby="+string(o)))
	}
	return out
}

func revisionCalls() []call {
	return slices.Concat(
		revisionsOf("Posts", "/cms/v2/posts", posts),
		revisionsOf("Pages", "/cms/v2/pages", pages),
		revisionsOf("Blocks", "/cms/v2/blocks", blocks),
	)
}

// autosavesOf is the calls on the autosaves of one type. The create has the
// fields of the record, and the parent from the path.
func autosavesOf[P any, C interface {
	Autosaves(parent int64) *cms.Autosaves[P]
}](name, path string, of func(s *services) C, params map[string]*P) []call {
	name, path = name+".Autosaves", path+"/41/autosaves"
	out := []call{
		{name + ".List", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `[]` }
			_, err := of(s).Autosaves(41).List(ctx)
			return err
		}, []want{{"GET", path, "", ""}}},
		{name + ".Get", func(ctx context.Context, s *services) error {
			_, err := of(s).Autosaves(41).Get(ctx)
			return err
		}, []want{{"GET", path + "/41", "", ""}}},
	}
	for body, p := range params {
		// Pages and menu items have a parent of their own under the name of that of the route.
		switch fills := strings.Contains(path, "/posts/") || strings.Contains(path, "/blocks/"); {
		case fills && body == "{}":
			body = `{"parent":41}`
		case fills:
			body = strings.TrimSuffix(body, "}") + `,"parent":41}`
		}
		out = append(out, call{name + ".Create", func(ctx context.Context, s *services) error {
			_, err := of(s).Autosaves(41).Create(ctx, p)
			return err
		}, []want{{"POST", path, "", body}}})
	}
	return out
}

func autosaveCalls() []call {
	postBodies := map[string]*cms.PostParams{postBody: postParams(), "{}": nil}
	pageBodies := map[string]*cms.PageParams{pageBody: pageParams()}
	blockBodies := map[string]*cms.BlockParams{blockBody: blockParams()}
	itemBodies := map[string]*cms.MenuItemParams{menuItemBody: menuItemParams(), `{"target":""}`: {Target: new("")}}
	for _, v := range settable {
		body := fmt.Sprintf(`{"status":%q}`, v)
		postBodies[body], pageBodies[body] = &cms.PostParams{Status: &v}, &cms.PageParams{Status: &v}
		blockBodies[body], itemBodies[body] = &cms.BlockParams{Status: &v}, &cms.MenuItemParams{Status: &v}
	}
	for _, v := range openStatuses {
		body := fmt.Sprintf(`{"comment_status":%q,"ping_status":%q}`, v, v)
		postBodies[body], pageBodies[body] = &cms.PostParams{CommentStatus: &v, PingStatus: &v},
			&cms.PageParams{CommentStatus: &v, PingStatus: &v}
	}
	for _, v := range formats {
		postBodies[fmt.Sprintf(`{"format":%q}`, v)] = &cms.PostParams{Format: &v}
	}
	for _, v := range syncStatuses {
		blockBodies[fmt.Sprintf(`{"meta":{"cms_pattern_sync_status":%q}}`,
			v)] = &cms.BlockParams{Meta: &cms.BlockMetaParams{SyncStatus: &v}}
	}
	for _, v := range menuItemTypes {
		itemBodies[fmt.Sprintf(`{"type":%q}`, v)] = &cms.MenuItemParams{Type: &v}
	}
	return slices.Concat(
		autosavesOf("Posts", "/cms/v2/posts", posts, postBodies),
		autosavesOf("Pages", "/cms/v2/pages", pages, pageBodies),
		autosavesOf("Blocks", "/cms/v2/blocks", blocks, blockBodies),
		autosavesOf("MenuItems", "/cms/v2/menu-items", menuItems, itemBodies),
	)
}
