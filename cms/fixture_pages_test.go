package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestRecordedPagesAreReadAndWrittenWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, pageCases())
}

func TestRecordedRefusalsOfPagesAreErrors(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(pageFailures()))
}

func pageCases() []replayCase {
	view := says{
		"id": 1327, "date": "2025-03-02T11:00:00", "date_gmt": "2025-03-02T10:00:00", "slug": "guide-3-chapter-13",
		"status": cms.StatusPublish, "type": "page", "author": 2, "parent": 1317, "menu_order": 13,
		"comment_status": cms.DiscussionClosed, "title.rendered": "Guide 3, chapter 13", "template": "",
	}
	return []replayCase{
		recordedPages.get("pages_get", 1327, view, func(r *replay, p *cms.Page) {
			switch up := p.Links.Get("up"); {
			case len(up) != 1:
				r.Errorf("links up %+v, want 1", up)
			case up[0].Href != replayHost+"/wp-json/wp/v2/pages/1317":
				r.Errorf("up: %+v, HasRaw %v: up[0].Href %q, want %q", up, p.Title.HasRaw(), up[0].Href,
					replayHost+"/wp-json/wp/v2/pages/1317")
			case p.Title.HasRaw():
				r.Errorf("page: title %+v with its raw text, want it without", p.Title)
			}
			if _, err := p.Params(); err == nil {
				r.Error("a page read in the context view becomes params: error nil, want an error")
			}
		}),
		recordedPages.get("pages_get_edit", 1327, says{"title.raw": "Guide 3, chapter 13", "excerpt.raw": "",
			"generated_slug": "guide-3-chapter-13", "password": ""},
			func(r *replay, p *cms.Page) {
				if !p.Excerpt.HasRaw() {
					r.Error("an empty raw excerpt is taken for none: p.Excerpt.HasRaw() is false, want true")
				}
				params, err := p.Params()
				r.ok(err)
				switch {
				case *params.Title != "Guide 3, chapter 13":
					r.Errorf("params %+v: Title %q, want %q", params, *params.Title, "Guide 3, chapter 13")
				case *params.Parent != 1317:
					r.Errorf("params %+v: Parent %d, want 1317", params, *params.Parent)
				case *params.MenuOrder != 13:
					r.Errorf("params %+v: MenuOrder %d, want 13", params, *params.MenuOrder)
				case *params.Excerpt != "":
					r.Errorf("params %+v: Excerpt %q, want an empty string", params, *params.Excerpt)
				}
			}, cms.InContext(cms.ContextEdit)),
		recordedPages.list("pages_list", &cms.PageListOptions{PerPage: 3},
			listed{total: 145, pages: 49, ids: []int64{1459, 1458, 1457},
				first: says{"slug": "guide-5-chapter-145", "parent": 1319, "menu_order": 9}}),
		recordedPages.list("pages_list_by_parent", &cms.PageListOptions{Parent: []int64{1315}, PerPage: 3,
			OrderBy: cms.ByMenuOrder, Order: cms.Ascending},
			listed{total: 14, pages: 5, ids: []int64{1365, 1435, 1385},
				first: says{"parent": 1315, "title.rendered": "Guide 1, chapter 51"}},
			cms.Fields("id", "parent", "menu_order", "title")).
			asking("parent[]=1315&per_page=3&orderby=menu_order&order=asc&_fields=id,parent,menu_order,title",
				"lists are sent with brackets"),
		recordedPages.create("pages_create_201", &cms.PageParams{
			Title: new("Guide to subsetting"), Content: new("Text"), Status: new(cms.StatusPublish),
			Parent: new(int64(1315)), MenuOrder: new(3), Template: new(""),
		}, says{"id": 1574, "slug": "guide-to-subsetting", "parent": 1315, "menu_order": 3, "content.raw": "Text"}),
		recordedPages.update("pages_update", 1574, &cms.PageParams{MenuOrder: new(9)}, says{"menu_order": 9, "parent": 1315}),
		recordedPages.update("pages_update_self_parent", 1574, &cms.PageParams{Parent: new(int64(1574))}, says{"parent": 0}),
		recordedPages.delete("pages_delete_force", 1574, says{"id": 1574, "status": cms.StatusTrash,
			"slug": "guide-to-subsetting__trashed"}),
	}
}

func pageFailures() []failure {
	create := func(params *cms.PageParams) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.Pages.Create(r.Context(), params)
			return err
		}
	}
	return []failure{
		{fixture: "pages_get_404", call: func(r *replay) error {
			_, err := r.site.Pages.Get(r.Context(), 999999)
			return err
		}, code: cms.CodeInvalidID, is: []error{cms.ErrNotFound}},
		{fixture: "pages_create_403", call: create(&cms.PageParams{Title: new("x")}), code: cms.CodeCannotCreate,
			is: []error{cms.ErrForbidden}},
		// The code is that of an unknown page, the status is not.
		{fixture: "pages_create_bad_parent_400", call: create(&cms.PageParams{Title: new("x"), Parent: new(int64(999999))}),
			code: cms.CodeInvalidID, is: []error{cms.ErrBadRequest}},
	}
}
