package conformance

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

type mediaCollection = collection[media.Media, media.Params, media.ListOptions]

// mediaLibrary is read by an administrator: others do not see what belongs to what they may not see.
func mediaLibrary() mediaCollection {
	return mediaCollection{
		name: "media",
		of: func(c *cms.Client) sitetest.Records[media.Media, media.Params, media.ListOptions] {
			return cms.NewCollection[media.Media, media.Params, media.ListOptions](c, "cms/v2/media")
		},
		id: func(m *media.Media) int64 { return m.ID },
		context: func(m *media.Media) cms.Context {
			return contextOf(m.GeneratedSlug != "" || m.PermalinkTemplate != "", m.Modified != "")
		},
		setContext: func(l *media.ListOptions, c cms.Context) { l.Context = c },
		setPage:    func(l *media.ListOptions, page, perPage int) { l.Page, l.PerPage = page, perPage },
		setOrder:   func(l *media.ListOptions, by cms.OrderBy, o cms.Order) { l.OrderBy, l.Order = by, o },
		listed:     func(r record) bool { return r.text("status") == "inherit" },
		reader:     func(cms.Context) role { return admin },
	}
}

// newer is what the index of a site lists whose records tell the name and the size of the file.
var newer = []need{{"/cms/v2/media", "POST", "generate_sub_sizes"}}

// mediaLists are the arguments about what the files are and belong to.
func mediaLists() []listCase[media.ListOptions] {
	type options = media.ListOptions
	var out []listCase[options]
	for _, parents := range [][]int64{{0}, {101}, {103, 204}, {127, 999999}} {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("parent=%v", parents), argument: "parent", set: func(l *options) { l.Parent = parents },
			match: func(r record) bool { return slices.Contains(parents, r.int("post")) },
		}, listCase[options]{
			name: fmt.Sprintf("parent_exclude=%v", parents), argument: "parent_exclude",
			set:   func(l *options) { l.ParentExclude = parents },
			match: func(r record) bool { return !slices.Contains(parents, r.int("post")) },
		})
	}
	out = append(out, listCase[options]{
		name: "parent wins over parent_exclude", argument: "parent",
		set:   func(l *options) { l.Parent, l.ParentExclude = []int64{101, 103}, []int64{101} },
		match: func(r record) bool { return r.int("post") == 101 || r.int("post") == 103 },
	})
	for _, kinds := range [][]media.Type{{"image"}, {"video"}, {"audio"}, {"application"}, {"text"}, {"image", "text"},
		{"video", "audio", "application"}} {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("media_type=%v", kinds), argument: scalarOrList("media_type", len(kinds)),
			set:   func(l *options) { l.MediaType = kinds },
			match: func(r record) bool { return isOfType(r, kinds, nil) },
		})
	}
	for _, types := range [][]string{{"image/png"}, {"image/jpeg"}, {"image/gif", "text/csv"}, {"application/pdf"},
		{"video/mp4", "nothing/known"}, {"text/plain", "image/png", "audio/mpeg"}} {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("mime_type=%v", types), argument: scalarOrList("mime_type", len(types)),
			set:   func(l *options) { l.MimeType = types },
			match: func(r record) bool { return isOfType(r, nil, types) },
		})
	}
	return append(out, listCase[options]{
		name: "media_type and mime_type add up", argument: "mime_type[]",
		set:   func(l *options) { l.MediaType, l.MimeType = []media.Type{"text"}, []string{"image/gif"} },
		match: func(r record) bool { return isOfType(r, []media.Type{"text"}, []string{"image/gif"}) },
	}, listCase[options]{
		name: "media_type and parent together", argument: "media_type",
		set: func(l *options) { l.MediaType, l.Parent = []media.Type{"image"}, []int64{0, 101} },
		match: func(r record) bool {
			return isOfType(r, []media.Type{"image"}, nil) && (r.int("post") == 0 || r.int("post") == 101)
		},
	})
}

// scalarOrList is the argument of n values: older sites take no list.
func scalarOrList(name string, n int) string {
	if n == 1 {
		return name
	}
	return name + "[]"
}

// mediaOfNoType lists files of a media type that no site takes: it ignores that, and lists all.
func mediaOfNoType() []scenario {
	var out []scenario
	for name, options := range map[string]media.ListOptions{
		"one": {MimeType: []string{"nothing/known"}}, "several": {MimeType: []string{"nothing/known", "image/nothing"}},
	} {
		out = append(out, scenario{
			collection: "media", kind: reading, role: admin, name: "a list of unknown media types, " + name,
			needs: []need{{"/cms/v2/media", "GET", scalarOrList("mime_type", len(options.MimeType))}},
			run: func(t *testing.T, _ *site, c *cms.Client) {
				plain, err := cms.Do(t.Context(), c, cms.Request[[]media.Media]{
					Path: "cms/v2/media", Query: url.Values{"mime_type": {strings.Join(options.MimeType, ",")}},
				})
				if err != nil || len(*plain) == 0 {
					t.Fatalf("GET of unknown media types: %v, error %v, want all media", plain, err)
				}
				if page, err := media.New(c).List(t.Context(), &options); !errors.Is(err, cms.ErrFilterIgnored) {
					t.Errorf("List of unknown media types: %+v, error %v, want ErrFilterIgnored", page, err)
				}
				if n, err := media.New(c).Count(t.Context(), &options); !errors.Is(err, cms.ErrFilterIgnored) {
					t.Errorf("Count of unknown media types: %d, error %v, want ErrFilterIgnored", n, err)
				}
			},
		})
	}
	return out
}

func isOfType(r record, kinds []media.Type, types []string) bool {
	kind, _, _ := strings.Cut(r.text("mime_type"), "/")
	return slices.Contains(kinds, media.Type(kind)) || slices.Contains(types, r.text("mime_type"))
}

// mediaSearches look in titles, captions and descriptions: the last two are the excerpt and the content.
func mediaSearches() []listCase[media.ListOptions] {
	type options = media.ListOptions
	in := func(r record, text string, names ...string) bool {
		return slices.ContainsFunc(names,
			func(name string) bool { return strings.Contains(strings.ToLower(r.text(name)), text) })
	}
	everywhere := []string{"title", "caption", "description"}
	var out []listCase[options]
	for search, match := range map[string]func(record) bool{
		"zebrafish":       func(r record) bool { return in(r, "zebrafish", everywhere...) },
		"ZEBRA":           func(r record) bool { return in(r, "zebra", everywhere...) },
		"manual cover":    func(r record) bool { return in(r, "manual", everywhere...) && in(r, "cover", everywhere...) },
		"zebrafish -seen": func(r record) bool { return in(r, "zebrafish", everywhere...) && !in(r, "seen", everywhere...) },
	} {
		out = append(out, listCase[options]{name: "search=" + search, argument: "search",
			set: func(l *options) { l.Search = search }, match: match})
	}
	columns := map[cms.SearchColumn]string{cms.SearchTitle: "title", cms.SearchContent: "description",
		cms.SearchExcerpt: "caption"}
	for _, chosen := range [][]cms.SearchColumn{{cms.SearchTitle}, {cms.SearchContent}, {cms.SearchExcerpt},
		{cms.SearchTitle, cms.SearchExcerpt}} {
		var names []string
		for _, column := range chosen {
			names = append(names, columns[column])
		}
		out = append(out, listCase[options]{
			name: fmt.Sprintf("search=zebrafish&search_columns=%v", chosen), argument: "search_columns",
			set:   func(l *options) { l.Search, l.SearchColumns = "zebrafish", chosen },
			match: func(r record) bool { return in(r, "zebrafish", names...) },
		})
	}
	exact := func(l *options) { l.Search, l.SearchSemantics = `"notes on type"`, cms.SearchExact }
	relevance := func(l *options) { l.Search, l.OrderBy = "zebrafish", cms.ByRelevance }
	return append(out,
		listCase[options]{name: "search_semantics=exact", argument: "search_semantics", set: exact,
			match: func(r record) bool { return r.text("title") == "Notes on type" }},
		listCase[options]{name: "orderby=relevance", argument: "orderby", set: relevance, ids: []int64{303, 304, 302}},
	)
}

func mediaStatuses() []listCase[media.ListOptions] {
	type options = media.ListOptions
	var out []listCase[options]
	for _, statuses := range [][]cms.Status{{cms.StatusInherit}, {cms.StatusPrivate}, {cms.StatusTrash},
		{cms.StatusInherit, cms.StatusPrivate}, {cms.StatusPrivate, cms.StatusTrash}} {
		one := listCase[options]{
			name: fmt.Sprintf("status=%v", statuses), argument: "status", all: true,
			set:   func(l *options) { l.Status = statuses },
			match: func(r record) bool { return slices.Contains(statuses, cms.Status(r.text("status"))) },
		}
		if len(statuses) == 1 && statuses[0] == cms.StatusInherit { // as without it: an order makes it tell something
			one.key = func(r record) any { return r.text("date") }
			one.desc = true
		}
		out = append(out, one)
	}
	return out
}

// mediaWindows are parts of the list, the newest first.
func mediaWindows() []scenario {
	var all []int64
	for _, r := range known().matching("media", mediaLibrary().listed) {
		all = append(all, r.id())
	}
	date := func(id int64) string {
		return known().kinds["media"][slices.IndexFunc(known().kinds["media"],
			func(r record) bool { return r.id() == id })].text("date")
	}
	slices.SortFunc(all, func(a, b int64) int { return strings.Compare(date(b), date(a)) })
	var out []scenario
	for _, w := range []struct{ page, perPage, offset, from, to, pages int }{
		{1, 5, 0, 0, 5, 3}, {2, 5, 0, 5, 10, 3}, {3, 5, 0, 10, 13, 3}, {0, 4, 3, 3, 7, 4}, {0, 3, 11, 11, 13, 5},
		{0, 0, 0, 0, 10, 2},
	} {
		out = append(out, scenario{
			collection: "media", kind: reading, role: admin,
			name: fmt.Sprintf("page=%d&per_page=%d&offset=%d", w.page, w.perPage, w.offset),
			run: func(t *testing.T, _ *site, c *cms.Client) {
				list, err := media.New(c).List(t.Context(), &media.ListOptions{Page: w.page, PerPage: w.perPage, Offset: w.offset})
				if err != nil {
					t.Fatal(err)
				}
				var got []int64
				for _, m := range list.Items {
					got = append(got, m.ID)
				}
				if !slices.Equal(got, all[w.from:w.to]) {
					t.Errorf("%v of %d in %d pages, want %v of %d in %d", got, list.Total, list.TotalPages, all[w.from:w.to],
						len(all), w.pages)
				} else if list.Total != len(all) || list.TotalPages != w.pages {
					t.Errorf("%v of %d in %d pages, want %v of %d in %d", got, list.Total, list.TotalPages, all[w.from:w.to],
						len(all), w.pages)
				}
			},
		})
	}
	return out
}

// seesMedia says whether a role sees a record of the library: by the status of what it belongs to, if it has none.
func (r role) seesMedia(d *documents, of record) bool {
	own := r != nobody && of.int("author") == r.user()
	if of.text("status") != "inherit" {
		return own || r.editsOthers()
	}
	for _, kind := range []string{"posts", "pages"} {
		for _, parent := range d.kinds[kind] {
			if parent.id() == of.int("post") {
				return own || r.mayRead(kind, parent)
			}
		}
	}
	return true
}

func (r role) editsMedia(of record) bool {
	return r.editsOthers() || of.int("author") == r.user() && (r == author || r == contributor)
}

// mediaSeenBy lists the library by each role: what it may not see is counted and left out.
func mediaSeenBy() []scenario {
	var out []scenario
	for _, r := range roles {
		for _, context := range contexts {
			if context == cms.ContextEdit && (r == nobody || r == subscriber) {
				continue // refused: see mediaFailing
			}
			out = append(out, scenario{
				collection: "media", kind: reading, role: r, name: fmt.Sprintf("list what one may see in %s", context),
				run: func(t *testing.T, s *site, c *cms.Client) {
					list, err := media.New(c).List(t.Context(),
						&media.ListOptions{Context: context, PerPage: 100, OrderBy: cms.ByID, Order: cms.Ascending})
					if err != nil {
						t.Fatal(err)
					}
					var got, want []int64
					for _, m := range list.Items {
						got = append(got, m.ID)
					}
					all := s.matching("media", mediaLibrary().listed)
					for _, of := range all {
						if context == cms.ContextEdit && r.editsMedia(of) || context != cms.ContextEdit && r.seesMedia(s.documents, of) {
							want = append(want, of.id())
						}
					}
					if !slices.Equal(got, want) || list.Total != len(all) {
						t.Errorf("the list holds %v of %d, want %v of %d", got, list.Total, want, len(all))
					}
				},
			})
		}
	}
	return out
}
