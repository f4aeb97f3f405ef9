package cms_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestRecordedPostsAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, postReads())
}

func TestRecordedListsOfPostsAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, postLists())
}

func TestRecordedRefusalsToReadPostsAreErrors(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(postReadFailures()))
}

func postReads() []replayCase {
	const quotes = "Line height &#038; friends: &#8220;quotes&#8221; – dash… <em>500</em>"
	return []replayCase{
		recordedPosts.get("posts_get", 564, says{
			"id": 564, "date": "2025-10-16T13:00:00", "date_gmt": "2025-10-16T11:00:00",
			"slug": "line-height-friends-quotes-dash-500", "status": cms.StatusPublish, "type": "post",
			"link":           replayHost + "/2025/10/line-height-friends-quotes-dash-500/",
			"title.rendered": quotes, "excerpt.rendered": "<p>Short summary for note 500.</p>\n",
			"author": 1, "comment_status": cms.DiscussionClosed, "format": cms.FormatStandard, "categories": []int{5},
			"tags":           []int{17, 14},
			"meta.footnotes": `[{"id":"fn-500","content":"Footnote of note 500"}]`,
		}, func(r *replay, p *cms.Post) {
			switch {
			case p.Title.HasRaw():
				r.Errorf("post: title %+v with its raw text, want it without", p.Title)
			case len(p.ClassList) != 9:
				r.Errorf("classes %q, want 9", p.ClassList)
			case p.ClassList[0] != "post-564":
				r.Errorf("HasRaw %v, classes %q, extra %v: ClassList[0] %q, want %q", p.Title.HasRaw(), p.ClassList, p.Extra,
					p.ClassList[0], "post-564")
			case p.Extra != nil:
				r.Errorf("HasRaw %v, classes %q, extra %v, want nil", p.Title.HasRaw(), p.ClassList, p.Extra)
			}
			postLinks(r, p)
			if _, err := p.Params(); err == nil {
				r.Error("a post read in the context view becomes params: error nil, want an error")
			}
		}),
		recordedPosts.get("posts_get_edit", 564, says{
			"title.raw": `Line height & friends: "quotes" – dash… <em>500</em>`, "title.rendered": quotes,
			"excerpt.raw": "Short summary for note 500.", "content.block_version": 1, "password": "",
			"permalink_template": replayHost + "/2025/10/%postname%/", "generated_slug": "line-height-friends-quotes-dash-500",
		}, func(r *replay, p *cms.Post) {
			params, err := p.Params()
			r.ok(err)
			switch {
			case *params.Title != p.Title.Raw:
				r.Errorf("params %+v: Title %q, want %q", params, *params.Title, p.Title.Raw)
			case *params.Slug != p.Slug:
				r.Errorf("params %+v: Slug %q, want %q", params, *params.Slug, p.Slug)
			case !slices.Equal(params.Tags, p.Tags):
				r.Errorf("params %+v: Tags %v, want %v", params, params.Tags, p.Tags)
			}
			if date := params.DateGMT.String(); date != "2025-10-16T11:00:00Z" {
				r.Errorf("params have the date %q, want %q", date, "2025-10-16T11:00:00Z")
			}
		}, cms.InContext(cms.ContextEdit)),
		recordedPosts.get("posts_get_draft", 1260, says{"status": cms.StatusDraft, "slug": ""}, nil),
		recordedPosts.get("posts_get_trashed", 1296, says{"status": cms.StatusTrash,
			"slug": "caching-glyph-metrics-note-1229__trashed"}, nil),
		recordedPosts.get("posts_get_protected_admin", 364, says{"content.rendered": "", "content.protected": true}, nil),
		recordedPosts.get("posts_get_protected_anon", 364, says{"content.rendered": "", "content.protected": true,
			"excerpt.protected": true}, nil),
		recordedPosts.get("posts_get_protected_password", 364,
			says{"excerpt.rendered": "<p>Short summary for note 300.</p>\n", "content.protected": true},
			nil, cms.PostPassword("letmein")),
		recordedPosts.get("posts_get_zero_gmt_dates", 106, says{"date": "2025-03-20T15:00:00",
			"modified_gmt": "2025-03-20T14:00:00", "slug": ""},
			func(r *replay, p *cms.Post) {
				if _, err := p.Params(); err == nil {
					r.Error("a post read with some of its fields becomes params: error nil, want an error")
				}
			}, cms.Fields("id", "date", "date_gmt", "modified", "modified_gmt")),
		{fixture: "posts_get_options", run: schema("cms/v2/posts/65", 5)},
		{fixture: "posts_list_options", run: schema("cms/v2/posts", 2)},
	}
}

// postLinks checks the links of post 564.
func postLinks(r *replay, p *cms.Post) {
	r.Helper()
	self, terms, revisions, curies := p.Links.Get("self"), p.Links.Get("cms:term"), p.Links.Get(
		"version-history"), p.Links.Get("curies")
	switch {
	case len(self) != 1:
		r.Errorf("links self %+v, want 1", self)
	case self[0].Href != replayHost+"/wp-json/wp/v2/posts/564":
		r.Errorf("self: %+v: self[0].Href %q, want %q", self, self[0].Href, replayHost+"/wp-json/wp/v2/posts/564")
	case len(self[0].TargetHints.Allow) != 5:
		r.Errorf("self: %+v: %d allowed methods, want 5", self, len(self[0].TargetHints.Allow))
	}
	switch {
	case len(terms) != 2:
		r.Errorf("cms:term: %+v: %d terms, want 2", terms, len(terms))
	case terms[0].Taxonomy != "category":
		r.Errorf("cms:term: %+v: terms[0].Taxonomy %q, want %q", terms, terms[0].Taxonomy, "category")
	case !terms[0].Embeddable:
		r.Errorf("cms:term: Embeddable of %+v false, want true", terms[0])
	case terms[1].Taxonomy != "post_tag":
		r.Errorf("cms:term: %+v: terms[1].Taxonomy %q, want %q", terms, terms[1].Taxonomy, "post_tag")
	}
	switch {
	case len(revisions) != 1:
		r.Errorf("version-history: %+v: %d revisions, want 1", revisions, len(revisions))
	case revisions[0].Count == nil:
		r.Errorf("version-history: %+v: revisions[0].Count nil, want a value", revisions)
	case *revisions[0].Count != 0:
		r.Errorf("version-history: %+v: *revisions[0].Count %d, want 0", revisions, *revisions[0].Count)
	}
	switch {
	case len(curies) != 1:
		r.Errorf("links curies %+v, want 1", curies)
	case curies[0].Name != "wp":
		r.Errorf("curies: %+v: curies[0].Name %q, want %q", curies, curies[0].Name, "wp")
	case !curies[0].Templated:
		r.Errorf("curies: Templated of %+v false, want true", curies[0])
	}
}

// schema asks for the description of a route that takes n methods.
func schema(path string, n int) func(*replay) {
	return func(r *replay) {
		var resp cms.Response
		type description struct {
			Namespace string   `json:"namespace"`
			Methods   []string `json:"methods"`
		}
		d, err := cms.Do(r.Context(), r.site, cms.Request[description]{Method: http.MethodOptions, Path: path},
			cms.Capture(&resp))
		r.ok(err)
		r.captured(resp, "")
		if d.Namespace != "wp/v2" || len(d.Methods) != n {
			r.Errorf("cms.Do: Namespace %q, length of Methods %d, want %q and %d", d.Namespace, len(d.Methods), "wp/v2", n)
		}
	}
}

func postLists() []replayCase {
	latest := says{"slug": "testing-line-height-note-1190", "title.rendered": "Testing Line height: note 1190",
		"author": 3, "categories": []int{2}}
	first := listed{total: 1190, pages: 397, ids: []int64{1254, 1253, 1252}, first: latest}
	brief := listed{total: 1190, pages: 397, ids: first.ids,
		first: says{"slug": "testing-line-height-note-1190", "date_gmt": "", "categories": []int{}}}
	three := &cms.PostListOptions{PerPage: 3}
	return []replayCase{
		recordedPosts.list("posts_list", three, first),
		recordedPosts.list("posts_list_anonymous", three, first),
		recordedPosts.list("posts_list_embed_context", &cms.PostListOptions{PerPage: 3, Context: cms.ContextEmbed}, brief),
		recordedPosts.list("posts_list_fields", three, brief, cms.Fields("id", "slug", "title.rendered")),
		recordedPosts.list("posts_list_drafts", &cms.PostListOptions{PerPage: 3, Status: []cms.Status{cms.StatusDraft}},
			listed{total: 15, pages: 5, ids: []int64{1269, 1268, 1267}, first: says{"status": cms.StatusDraft, "slug": ""}}).
			asking("per_page=3&status[]=draft", "lists are sent with brackets"),
		recordedPosts.list("posts_list_status_any", &cms.PostListOptions{PerPage: 6, Status: []cms.Status{cms.StatusAny}},
			listed{total: 1225, pages: 205, ids: []int64{1289, 1288, 1287, 1286, 1285, 1284},
				first: says{"status": cms.StatusFuture, "date": "2031-02-21T01:00:00"}},
			cms.Fields("id", "status", "date", "date_gmt", "slug", "title")).
			asking("per_page=6&status[]=any&_fields=id,status,date,date_gmt,slug,title", "lists are sent with brackets"),
		{fixture: "posts_list_fields_none_matching", run: func(r *replay) {
			posts, err := cms.Do(r.Context(), r.site, cms.Request[json.RawMessage]{Path: "cms/v2/posts",
				Query: url.Values{"per_page": {"2"}, "_fields": {"nope"}}})
			r.ok(err)
			if string(*posts) != "[[],[]]" {
				r.Errorf("cms.Do: *posts %q, want %q", string(*posts), "[[],[]]")
			}
		}},
		recordedPosts.list("posts_list_offset_beyond", &cms.PostListOptions{Offset: 99999}, listed{}, cms.Fields("id")),
		recordedPosts.list("posts_list_orderby_include_slugs_200",
			&cms.PostListOptions{PerPage: 2, OrderBy: cms.ByIncludeSlugs},
			listed{total: 1190, pages: 595, ids: []int64{65, 66}}, cms.Fields("id", "slug")),
		recordedPosts.list("posts_list_page2", &cms.PostListOptions{PerPage: 3, Page: 2},
			listed{total: 1190, pages: 397, ids: []int64{1251, 1250, 1249}, first: says{"date": "2026-08-27T10:00:00"}},
			cms.Fields("id", "date", "title")),
		recordedPosts.list("posts_list_search_exact", &cms.PostListOptions{
			Search: "Debugging Hinting: note 1", SearchSemantics: cms.SearchExact,
			SearchColumns: []cms.SearchColumn{cms.SearchTitle},
		}, listed{}, cms.Fields("id", "title")),
		recordedPosts.list("posts_list_search_not_exact", &cms.PostListOptions{
			PerPage: 2, Search: "Debugging Hinting: note 1", SearchColumns: []cms.SearchColumn{cms.SearchTitle},
		}, listed{total: 10, pages: 5, ids: []int64{1145, 1025}}, cms.Fields("id", "title")),
		recordedPosts.list("posts_list_sticky_prepended", &cms.PostListOptions{PerPage: 2, IgnoreSticky: new(false)},
			listed{total: 1190, pages: 595, ids: []int64{765, 75, 1254, 1253}, first: says{"sticky": true}},
			cms.Fields("id", "sticky")),
		replayCase{fixture: "posts_list_last_page", run: lastPage}.
			asking("per_page=100&page=12&orderby=date&_fields=id,date", "the recording names no order, and is by date"),
		{fixture: "posts_list_head", run: func(r *replay) {
			var resp cms.Response
			_, err := cms.Do(r.Context(), r.site, cms.Request[cms.Nothing]{Method: http.MethodHead, Path: "cms/v2/posts",
				Query: url.Values{"per_page": {"2"}}}, cms.Capture(&resp))
			r.ok(err)
			r.captured(resp, "")
		}},
		replayCase{fixture: "posts_list_embedded", run: embedded}.asking("per_page=2&_embed=1&categories[]=2",
			"lists are sent with brackets"),
		replayCase{fixture: "posts_list_embed_with_error_object", run: embeddedError}.
			asking("include[]=105&_embed=author&_fields=_links,_embedded,id,author,_links.author",
				"lists are sent with brackets, and Fields adds what an Embed needs"),
	}
}

// lastPage walks the last page, which ends the walk.
func lastPage(r *replay) {
	var items []cms.Post
	for p, err := range r.site.Posts.All(r.Context(), &cms.PostListOptions{PerPage: 100, Page: 12, OrderBy: cms.ByDate},
		cms.Fields("id", "date"), cms.Prefetch(3)) {
		r.ok(err)
		items = append(items, *p)
	}
	switch {
	case len(items) != 90:
		r.Fatalf("last page holds %d posts: %v, want 90", len(items), items)
	case items[0].ID != 154:
		r.Fatalf("%d posts: %v: items[0].ID %d, want 154", len(items), items, items[0].ID)
	case items[89].ID != 65:
		r.Fatalf("%d posts: %v: items[89].ID %d, want 65", len(items), items, items[89].ID)
	}
	kept(r, r.recorded(""), items)
}

func embedded(r *replay) {
	page, err := r.site.Posts.List(r.Context(), &cms.PostListOptions{PerPage: 2, Categories: cms.Terms(2)}, cms.Embed())
	r.ok(err)
	recordedPosts.items(r, page, listed{total: 198, pages: 99, ids: []int64{1254, 1247}})
	authors, err := cms.EmbeddedAs[cms.EmbeddedUser](page.Items[0].Embedded, "author")
	r.ok(err)
	switch {
	case len(authors) != 1:
		r.Errorf("authors: %+v: %d users, want 1", authors, len(authors))
	case authors[0].ID != 3:
		r.Errorf("authors: %+v: authors[0].ID %d, want 3", authors, authors[0].ID)
	case authors[0].Name != "Author Example":
		r.Errorf("authors: %+v: authors[0].Name %q, want %q", authors, authors[0].Name, "Author Example")
	case authors[0].Slug != "author":
		r.Errorf("authors: %+v: authors[0].Slug %q, want %q", authors, authors[0].Slug, "author")
	case len(authors[0].AvatarURLs) != 3:
		r.Errorf("authors: %+v: %d avatars, want 3", authors, len(authors[0].AvatarURLs))
	}
	terms, err := cms.EmbeddedAs[cms.EmbeddedTerm](page.Items[0].Embedded, "cms:term")
	r.ok(err)
	switch {
	case len(terms) != 3:
		r.Errorf("terms: %+v: %d terms, want 3", terms, len(terms))
	case terms[0].Name != "Typography":
		r.Errorf("terms: %+v: terms[0].Name %q, want %q", terms, terms[0].Name, "Typography")
	case terms[1].Taxonomy != "post_tag":
		r.Errorf("terms: %+v: terms[1].Taxonomy %q, want %q", terms, terms[1].Taxonomy, "post_tag")
	case terms[2].ID != 11:
		r.Errorf("terms: %+v: terms[2].ID %d, want 11", terms, terms[2].ID)
	}
	if server := member(r.recorded("").([]any)[0], "_embedded.author"); len(recordRules().Differences("author", server,
		r.asJSON(authors))) > 0 {
		r.Errorf("the author loses something: %v, want an empty list", recordRules().Differences("author", server,
			r.asJSON(authors)))
	}
}

func embeddedError(r *replay) {
	page, err := r.site.Posts.List(r.Context(), &cms.PostListOptions{Include: []int64{105}}, cms.Embed("author"),
		cms.Fields("id", "author", "_links.author"))
	r.ok(err)
	recordedPosts.items(r, page, listed{total: 1, pages: 1, ids: []int64{105}, first: says{"author": 4242}})
	authors, err := cms.EmbeddedAs[cms.EmbeddedUser](page.Items[0].Embedded, "author")
	if len(authors) != 0 {
		r.Errorf("authors: %+v, want an empty list", authors)
	}
	exactly(r, err, cms.ErrNotFound)
}

func postReadFailures() []failure {
	get := func(id int64) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.Posts.Get(r.Context(), id)
			return err
		}
	}
	forbidden := []error{cms.ErrUnauthorized}
	return []failure{
		{fixture: "posts_get_404", call: get(999999), code: cms.CodeInvalidID, is: []error{cms.ErrNotFound}},
		{fixture: "posts_get_draft_anon_401", call: get(1260), code: "rest_forbidden", is: forbidden},
		{fixture: "posts_get_future_anon_401", call: get(1285), code: "rest_forbidden", is: forbidden},
		{fixture: "posts_get_private_anon_401", call: get(1279), code: "rest_forbidden", is: forbidden},
		{fixture: "posts_list_edit_context_401", call: func(r *replay) error {
			_, err := r.site.Posts.List(r.Context(), &cms.PostListOptions{Context: cms.ContextEdit})
			return err
		}, code: cms.CodeForbiddenContext, is: forbidden},
		// The answer to a HEAD has no body, so nothing says that the REST API gave it.
		{fixture: "head_unknown_404", call: func(r *replay) error {
			return r.do(http.MethodHead, "cms/v2/posts/999999", nil, nil)
		}, is: []error{cms.ErrNotREST}, hint: "empty"},
	}
}
