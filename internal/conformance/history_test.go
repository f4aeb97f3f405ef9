package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// history is what the scenarios on revisions and autosaves have to know of a collection whose records have them.
type history struct {
	base string // of the records, in routes and documents
	name string // of the scenarios: "post", which makes post-revisions and post-autosaves
	// rich is a published record with many revisions and the autosaves of two users, owner the role of its author.
	rich  int64
	owner role
	// bare is a published record of the same author without any.
	bare int64
	// draft is a draft of the owner whose date follows no clock.
	draft int64
	// raw says that readers get raw texts in every context that has texts.
	raw       bool
	revisions func(*cms.Client, int64) *cms.Revisions
	autosaves func(*cms.Client, int64) autosaves
}

func histories() []history {
	return []history{
		{
			base: "posts", name: "post", rich: 118, owner: author, bare: 119, draft: 171,
			revisions: func(c *cms.Client, id int64) *cms.Revisions { return c.Posts.Revisions(id) },
			autosaves: func(c *cms.Client, id int64) autosaves { return c.Posts.Autosaves(id) },
		},
		{
			base: "pages", name: "page", rich: 206, owner: editor, bare: 202, draft: 211,
			revisions: func(c *cms.Client, id int64) *cms.Revisions { return c.Pages.Revisions(id) },
			autosaves: func(c *cms.Client, id int64) autosaves { return c.Pages.Autosaves(id) },
		},
	}
}

func (h history) route() string { return "/cms/v2/" + h.base }

// of are the revisions of a record in the documents, autosaves too, newest first.
func (h history) of(s *site, id int64) []record {
	var out []record
	for _, kind := range []string{"revisions", "autosaves"} {
		for _, r := range s.matching(kind, func(r record) bool { return r.int("parent") == id }) {
			r = maps.Clone(r)
			r["slug"] = fmt.Sprintf("%d-%s-v1", id, strings.TrimSuffix(kind, "s"))
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b record) int { return -strings.Compare(a.text("date"), b.text("date")) })
	return out
}

func idsOf(list []record) []int64 {
	out := make([]int64, len(list))
	for i, r := range list {
		out[i] = r.id()
	}
	return out
}

// historyCase is a query on the revisions of the rich record, and what it must find.
type historyCase struct {
	name     string
	argument string
	set      func(o *cms.RevisionListOptions, all []record)
	// find makes of all revisions, newest first, those to be found in their order; of the totals, those that are counted.
	find func([]record) []record
	// counted makes of all those that the totals count, if that is not what is found.
	counted func([]record) []record
	// key is what the order goes by where several are equal, which then may come in any order.
	key func(record) string
}

func keep(match func(record) bool) func([]record) []record {
	return func(all []record) []record {
		return slices.DeleteFunc(slices.Clone(all), func(r record) bool { return !match(r) })
	}
}

func everything(all []record) []record { return all }

func says(word string) func(record) bool {
	return func(r record) bool {
		return strings.Contains(strings.ToLower(r.text("title")+r.text("content")+r.text("excerpt")), word)
	}
}

// cut is a part of the list.
func cut(from, to int) func([]record) []record {
	return func(all []record) []record { return all[min(from, len(all)):min(to, len(all))] }
}

func orderedBy(key func(record) string, ascending bool) func([]record) []record {
	return func(all []record) []record {
		out := slices.Clone(all)
		slices.SortStableFunc(out, func(a, b record) int {
			order := strings.Compare(key(a), key(b))
			if !ascending {
				order = -order
			}
			return order
		})
		return out
	}
}

// some are three of a list, in an order of their own.
func some(all []record) []int64 {
	return []int64{all[4].id(), all[len(all)-1].id(), all[2].id()}
}

func historyCases() []historyCase {
	type options = cms.RevisionListOptions
	chosen := func(yes bool) func([]record) []record {
		return func(all []record) []record {
			return keep(func(r record) bool { return slices.Contains(some(all), r.id()) == yes })(all)
		}
	}
	date := func(r record) string { return r.text("date") }
	title := func(r record) string { return strings.ToLower(r.text("title")) }
	id := func(r record) string { return fmt.Sprintf("%09d", r.id()) }
	slug := func(r record) string { return r.text("slug") }
	return []historyCase{
		{name: "nothing", set: func(*options, []record) {}, find: everything},
		{name: "per_page=3", argument: "per_page", set: func(o *options, _ []record) { o.PerPage = 3 }, find: cut(0, 3), counted: everything},
		{name: "per_page=3&page=2", argument: "page", set: func(o *options, _ []record) { o.PerPage, o.Page = 3, 2 }, find: cut(3, 6), counted: everything},
		{name: "search=zebrafish", argument: "search", set: func(o *options, _ []record) { o.Search = "zebrafish" }, find: keep(says("zebrafish"))},
		{name: "include", argument: "include", set: func(o *options, all []record) { o.Include = some(all) }, find: chosen(true)},
		{name: "exclude", argument: "exclude", set: func(o *options, all []record) { o.Exclude = some(all) }, find: chosen(false)},
		{name: "offset=2 without per_page", argument: "offset", set: func(o *options, _ []record) { o.Offset = 2 }, find: everything},
		{name: "offset=2&per_page=3", argument: "offset", set: func(o *options, _ []record) { o.Offset, o.PerPage = 2, 3 }, find: cut(2, 5), counted: everything},
		{name: "order=asc", argument: "order", set: func(o *options, _ []record) { o.Order = cms.Ascending }, find: orderedBy(date, true)},
		{name: "order=desc", argument: "order", set: func(o *options, _ []record) { o.Order = cms.Descending }, find: orderedBy(date, false)},
		{name: "orderby=date&order=asc", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy, o.Order = cms.ByDate, cms.Ascending }, find: orderedBy(date, true)},
		{name: "orderby=id", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy = cms.ByID }, find: orderedBy(id, false)},
		{name: "orderby=id&order=asc", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy, o.Order = cms.ByID, cms.Ascending }, find: orderedBy(id, true)},
		{name: "orderby=title", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy = cms.ByTitle }, find: orderedBy(title, false)},
		{name: "orderby=title&order=asc", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy, o.Order = cms.ByTitle, cms.Ascending }, find: orderedBy(title, true)},
		{name: "orderby=slug", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy = cms.BySlug }, find: orderedBy(slug, false), key: slug},
		{name: "orderby=slug&order=asc", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy, o.Order = cms.BySlug, cms.Ascending }, find: orderedBy(slug, true), key: slug},
		{
			name: "orderby=include", argument: "orderby", set: func(o *options, all []record) { o.OrderBy, o.Include = cms.ByInclude, some(all) },
			find: func(all []record) []record {
				return orderedBy(func(r record) string { return fmt.Sprint(slices.Index(some(all), r.id())) }, true)(chosen(true)(all))
			},
		},
		{
			name: "orderby=include_slugs", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy = cms.ByIncludeSlugs },
			find: everything, key: func(record) string { return "" },
		},
		{
			name: "orderby=relevance&search=zebrafish", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy, o.Search = cms.ByRelevance, "zebrafish" },
			find: func(all []record) []record {
				return orderedBy(relevanceKey, true)(keep(says("zebrafish"))(all))
			},
			key: relevanceKey,
		},
	}
}

// relevanceKey puts titles before excerpts before contents.
func relevanceKey(r record) string {
	switch {
	case strings.Contains(strings.ToLower(r.text("title")), "zebrafish"):
		return "1"
	case strings.Contains(r.text("excerpt"), "zebrafish"):
		return "2"
	}
	return "3"
}

// listing makes a scenario of each case in each context.
func (h history) listing() []scenario {
	var out []scenario
	for _, one := range historyCases() {
		for _, context := range contexts {
			out = append(out, scenario{
				collection: h.name + "-revisions", kind: reading, role: h.owner, name: fmt.Sprintf("%s in %s", one.name, context),
				needs: []need{{h.route() + `/(?P<parent>[\d]+)/revisions`, "GET", one.argument}},
				run: func(t *testing.T, s *site, c *cms.Client) {
					options := &cms.RevisionListOptions{Context: context}
					one.set(options, h.of(s, h.rich))
					page, err := h.revisions(c, h.rich).List(t.Context(), options)
					if err != nil {
						t.Fatal(err)
					}
					h.checkListed(t, s, one, page, options.PerPage)
					for i := range page.Items {
						h.checkRevision(t, s, &page.Items[i], context)
					}
				},
			})
		}
	}
	return out
}

func (h history) checkListed(t *testing.T, s *site, one historyCase, page *cms.ListPage[cms.Revision], perPage int) {
	t.Helper()
	all := h.of(s, h.rich)
	want := one.find(all)
	got := make([]int64, len(page.Items))
	keys := map[string]bool{}
	for i := range page.Items {
		got[i] = page.Items[i].ID
	}
	if one.key == nil {
		if !slices.Equal(got, idsOf(want)) {
			t.Errorf("the list holds %v, want %v", got, idsOf(want))
		}
	} else if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(idsOf(want)))) {
		t.Errorf("the list holds %v, want %v in some order", got, idsOf(want))
	} else {
		for i, r := range want {
			at := all[slices.IndexFunc(all, func(r record) bool { return r.id() == got[i] })]
			keys[one.key(r)] = true
			if one.key(at) != one.key(r) {
				t.Errorf("%d stands at %d in %v", got[i], i, got)
			}
		}
	}
	counted := want
	if one.counted != nil {
		counted = one.counted(all)
	}
	pages := 1
	if perPage > 0 {
		pages = (len(counted) + perPage - 1) / perPage
	}
	if page.Total != len(counted) || page.TotalPages != pages {
		t.Errorf("the totals are %d revisions, %d pages; want %d and %d", page.Total, page.TotalPages, len(counted), pages)
	}
}

// checkRevision compares a revision as it was read in a context with the documents.
func (h history) checkRevision(t *testing.T, s *site, r *cms.Revision, context cms.Context) {
	t.Helper()
	all := h.of(s, r.Parent)
	at := slices.IndexFunc(all, func(have record) bool { return have.id() == r.ID })
	if at < 0 {
		t.Fatalf("revision %d of %d is not in the documents", r.ID, r.Parent)
	}
	have := all[at]
	edit, full := context == cms.ContextEdit, context != cms.ContextEmbed
	raw := edit || h.raw && full
	compare := func(name string, got, want any) {
		t.Helper()
		if asJSON(t, got) != asJSON(t, want) {
			t.Errorf("%s of %d is %v, want %v", name, r.ID, got, want)
		}
	}
	when := func(want string) string {
		if full {
			return want
		}
		return ""
	}
	compare("author", r.Author, have.int("author"))
	compare("date", string(r.Date), have.text("date"))
	compare("modified", string(r.Modified), when(have.text("date")))
	compare("slug", r.Slug, have.text("slug"))
	compare("raw title", r.Title.HasRaw(), raw)
	compare("raw content", r.Content.HasRaw(), raw)
	compare("raw excerpt", r.Excerpt.HasRaw(), edit)
	compare("raw guid", r.GUID.HasRaw(), edit)
	compare("guid", r.GUID.Rendered != "", full)
	compare("date_gmt", r.DateGMT != "", full)
	compare("rendered title", r.Title.Rendered != "", true)
	compare("rendered content", r.Content.Rendered != "", full)
	compare("rendered excerpt", r.Excerpt.Rendered != "", have.text("excerpt") != "")
	if raw {
		compare("title", r.Title.Raw, have.text("title"))
		compare("content", r.Content.Raw, have.text("content"))
	}
	if edit {
		compare("excerpt", r.Excerpt.Raw, have.text("excerpt"))
	}
	if meta, ok := have["meta"].(map[string]any); ok && full && s.has(modern(h.base)) {
		compare("footnotes", r.Meta.Footnotes, record(meta).text("footnotes"))
	}
	if links := r.Links.Get("parent"); len(links) != 1 || !strings.HasSuffix(links[0].Href, fmt.Sprintf("/v2/%s/%d", h.base, r.Parent)) {
		t.Errorf("the link to the record is %v", links)
	}
}

// walks go through the history page by page, in each order that is one.
func (h history) walks() []scenario {
	var out []scenario
	for _, one := range historyCases() {
		if one.argument != "orderby" && one.argument != "order" || one.key != nil {
			continue
		}
		out = append(out, scenario{
			collection: h.name + "-revisions", kind: reading, role: h.owner, name: "walk by twos, " + one.name,
			needs: []need{{h.route() + `/(?P<parent>[\d]+)/revisions`, "GET", "orderby"}},
			run: func(t *testing.T, s *site, c *cms.Client) {
				options := &cms.RevisionListOptions{PerPage: 2}
				one.set(options, h.of(s, h.rich))
				var got []int64
				for r, err := range h.revisions(c, h.rich).All(t.Context(), options) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, r.ID)
				}
				if want := idsOf(one.find(h.of(s, h.rich))); !slices.Equal(got, want) {
					t.Errorf("the walk found %v, want %v", got, want)
				}
			},
		})
	}
	return out
}

// gets read one revision and one autosave in each context.
func (h history) gets() []scenario {
	var out []scenario
	for _, context := range contexts {
		out = append(out, scenario{
			collection: h.name + "-revisions", kind: reading, role: h.owner, name: fmt.Sprintf("each by its id in %s", context),
			run: func(t *testing.T, s *site, c *cms.Client) {
				for _, want := range h.of(s, h.rich) { // an autosave is a revision here
					r, err := h.revisions(c, h.rich).Get(t.Context(), want.id(), cms.InContext(context))
					if err != nil {
						t.Fatal(err)
					}
					if r.ID != want.id() {
						t.Errorf("asked for %d, got %d", want.id(), r.ID)
					}
					h.checkRevision(t, s, r, context)
				}
			},
		}, scenario{
			collection: h.name + "-autosaves", kind: reading, role: h.owner, name: fmt.Sprintf("list in %s", context),
			run: func(t *testing.T, s *site, c *cms.Client) {
				list, err := h.autosaves(c, h.rich).List(t.Context(), cms.InContext(context))
				if err != nil {
					t.Fatal(err)
				}
				var got []int64
				for i := range list {
					got = append(got, list[i].ID)
					h.checkRevision(t, s, &list[i].Revision, context)
					h.checkPreview(t, s, &list[i], context)
				}
				if want := idsOf(h.autosaved(s)); !slices.Equal(got, want) {
					t.Errorf("the list holds %v, want %v", got, want)
				}
			},
		}, scenario{
			collection: h.name + "-autosaves", kind: reading, role: h.owner, name: fmt.Sprintf("any id gives the newest in %s", context),
			run: func(t *testing.T, s *site, c *cms.Client) {
				for _, id := range []int64{h.autosaved(s)[1].id(), h.rich, 999999} {
					a, err := cms.Do(t.Context(), c, cms.Request[cms.Autosave]{Path: fmt.Sprintf("cms/v2/%s/%d/autosaves/%d", h.base, h.rich, id), Query: url.Values{"context": {string(context)}}})
					if err != nil {
						t.Fatal(err)
					}
					if want := h.autosaved(s)[0].id(); a.ID != want {
						t.Errorf("%d gave %d, want %d", id, a.ID, want)
					}
					h.checkRevision(t, s, &a.Revision, context)
					h.checkPreview(t, s, a, context)
				}
			},
		})
	}
	return out
}

func (h history) autosaved(s *site) []record {
	return keep(func(r record) bool { return strings.HasSuffix(r.text("slug"), "-autosave-v1") })(h.of(s, h.rich))
}

// checkPreview wants a link in the context edit alone, to where the record is shown.
func (h history) checkPreview(t *testing.T, s *site, a *cms.Autosave, context cms.Context) {
	t.Helper()
	if context != cms.ContextEdit || h.raw {
		if a.PreviewLink != "" {
			t.Errorf("there is a preview link in %s: %s", context, a.PreviewLink)
		}
		return
	}
	link, err := url.Parse(a.PreviewLink)
	if err != nil {
		t.Fatal(err)
	}
	query := link.Query()
	if !strings.HasPrefix(a.PreviewLink, s.address+"/") || query.Get("preview") != "true" || query.Get("preview_id") != fmt.Sprint(a.Parent) || query.Get("preview_nonce") == "" {
		t.Errorf("the preview link is %s", a.PreviewLink)
	}
}

// fieldsOf makes a scenario of each field of a revision in each context that has it.
func (h history) fieldsOf() []scenario {
	full := []string{"author", "date", "date_gmt", "id", "modified", "modified_gmt", "parent", "slug", "guid", "title", "content", "excerpt", "meta"}
	fields := map[cms.Context][]string{cms.ContextView: full, cms.ContextEdit: full, cms.ContextEmbed: {"author", "date", "id", "parent", "slug", "title", "excerpt"}}
	var out []scenario
	for _, context := range contexts {
		for _, field := range fields[context] {
			var needs []need
			if field == "meta" {
				needs = []need{modern(h.base)}
			}
			out = append(out, scenario{
				collection: h.name + "-revisions", kind: reading, role: h.owner, name: fmt.Sprintf("_fields=%s in %s", field, context), needs: needs,
				run: func(t *testing.T, s *site, c *cms.Client) {
					id := h.of(s, h.rich)[2].id()
					path := fmt.Sprintf("cms/v2/%s/%d/revisions", h.base, h.rich)
					query := url.Values{"context": {string(context)}, "include": {fmt.Sprint(id)}}
					whole := readObjects(t, c, path, query)[0]
					members := len(fields[context]) + 1
					if context != cms.ContextEmbed && !s.has(modern(h.base)) {
						members-- // meta
					}
					if len(whole) != members {
						t.Errorf("the revision has %d members: %v", len(whole), whole)
					}
					want := map[string]json.RawMessage{field: whole[field]}
					if want[field] == nil {
						t.Fatalf("there is no %s in %s", field, context)
					}
					if got := readObjects(t, c, path, query, cms.Fields(field))[0]; asJSON(t, got) != asJSON(t, want) {
						t.Errorf("the list gives %s, want %s", asJSON(t, got), asJSON(t, want))
					}
					if field == "parent" { // the link comes with it, asked for or not
						want["_links"] = whole["_links"]
					}
					one, err := cms.Do[map[string]json.RawMessage](t.Context(), c, cms.Request[map[string]json.RawMessage]{
						Path: fmt.Sprintf("%s/%d", path, id), Query: url.Values{"context": {string(context)}},
					}, cms.Fields(field))
					if err != nil {
						t.Fatal(err)
					}
					if asJSON(t, one) != asJSON(t, want) {
						t.Errorf("the revision gives %s, want %s", asJSON(t, one), asJSON(t, want))
					}
				},
			})
		}
	}
	return out
}

func readObjects(t *testing.T, c *cms.Client, path string, query url.Values, options ...cms.CallOption) []map[string]json.RawMessage {
	t.Helper()
	list, err := cms.Do(t.Context(), c, cms.Request[[]map[string]json.RawMessage]{Path: path, Query: query}, options...)
	if err != nil {
		t.Fatal(err)
	}
	if len(*list) == 0 {
		t.Fatal("the list is empty")
	}
	return *list
}
