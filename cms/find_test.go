package cms_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// library makes pages of several statuses: guides, guides/kerning, about, about/kerning.
// Their slugs begin with a prefix.
func library(t *testing.T, site *cms.Client, prefix string) (ids map[string]int64) {
	t.Helper()
	ids = map[string]int64{}
	for _, page := range []struct {
		path   string
		status cms.Status
	}{
		{"guides", cms.StatusPublish}, {"guides/kerning", cms.StatusPublish}, {"about", cms.StatusDraft},
		{"about/kerning", cms.StatusPublish}, {"about/draft", cms.StatusDraft}, {"trashed", cms.StatusPublish},
		{"%e6%97%a5-x", cms.StatusPublish},
	} {
		above, slug, below := strings.Cut(page.path, "/")
		if !below {
			above, slug = "", page.path
		}
		params := &cms.PageParams{Title: new(page.path), Slug: new(prefix + slug), Status: new(page.status)}
		if below {
			params.Parent = new(ids[above])
		}
		made, err := site.Pages.Create(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		ids[page.path] = made.ID
	}
	if _, err := site.Pages.Trash(t.Context(), ids["trashed"]); err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestFindersFindOneRecordOrSayWhyNot(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	findsPages(t, site, library(t, site, ""), "")
	server.ResetRequests()
	switch page, err := site.Pages.ByPath(t.Context(), "guides/kerning"); {
	case err != nil:
		t.Errorf("Pages.ByPath: error %v, want nil", err)
	case page.Title.Rendered != "guides/kerning":
		t.Errorf("Pages.ByPath: Title.Rendered %q, want %q", page.Title.Rendered, "guides/kerning")
	case len(server.Requests()) != 2:
		t.Errorf("Pages.ByPath: %d requests, want 2", len(server.Requests()))
	}
}

// findsPages finds the pages of library, whose slugs begin with a prefix.
func findsPages(t *testing.T, site *cms.Client, ids map[string]int64, prefix string) {
	t.Helper()
	bySlug, byPath := site.Pages.BySlug, site.Pages.ByPath
	type find = func(ctx context.Context, text string, options ...cms.GetOption) (*cms.Page, error)
	edit := []cms.GetOption{cms.InContext(cms.ContextEdit)}
	for _, test := range []struct {
		name    string
		find    find
		text    string
		options []cms.GetOption
		want    string // a path, or "" for an error
		err     error
		reason  string
	}{
		{"published", bySlug, "guides", nil, "guides", nil, ""},
		{"case does not count", bySlug, "Guides", nil, "guides", nil, ""},
		{"in two places", bySlug, "kerning", nil, "", cms.ErrAmbiguous, "2 records match"},
		{"draft", bySlug, "about", nil, "", cms.ErrNotFound, "cms.InContext(cms.ContextEdit)"},
		{"draft for editing", bySlug, "about", edit, "about", nil, ""},
		{"unknown", bySlug, "nowhere", edit, "", cms.ErrNotFound, "no record has the slug"},
		{"in the trash", bySlug, "trashed", edit, "", cms.ErrNotFound, ""},
		{"some fields", bySlug, "guides", []cms.GetOption{cms.Fields("title")}, "guides", nil, ""},
		{"encoded", bySlug, "%E6%97%A5-x", nil, "%e6%97%a5-x", nil, ""},
		{"decoded", bySlug, "日-x", nil, "%e6%97%a5-x", nil, ""},
		{"empty", bySlug, " ", nil, "", cms.ErrInvalidArgument, `slug: " " is empty`},
		{"slash", bySlug, "guides/kerning", nil, "", cms.ErrInvalidArgument, "slash"},
		{"path", byPath, "guides/kerning", nil, "guides/kerning", nil, ""},
		{"path with slashes", byPath, "/guides/kerning/", nil, "guides/kerning", nil, ""},
		{"path of one part", byPath, "guides", nil, "guides", nil, ""},
		{"path below a draft", byPath, "about/kerning", nil, "", cms.ErrNotFound, `"` + prefix + `about"`},
		{"path below a draft for editing", byPath, "about/kerning", edit, "about/kerning", nil, ""},
		{"draft below a draft", byPath, "about/draft", edit, "about/draft", nil, ""},
		{"path that goes on", byPath, "guides/kerning/pairs", edit, "", cms.ErrNotFound, `pairs"`},
		{"not at the top", byPath, "kerning", edit, "", cms.ErrNotFound, ""},
		{"empty path", byPath, "//", nil, "", cms.ErrInvalidArgument, "empty"},
		{"empty part", byPath, "guides//kerning", nil, "", cms.ErrInvalidArgument, "empty"},
	} {
		text := test.text
		if prefix != "" && strings.Trim(text, "/ ") != "" {
			parts := strings.Split(strings.Trim(text, "/"), "/")
			for i, part := range parts {
				if part != "" {
					parts[i] = prefix + part
				}
			}
			text = strings.Join(parts, "/")
		}
		page, err := test.find(t.Context(), text, test.options...)
		if test.want != "" {
			switch {
			case err != nil:
				t.Errorf("find of %s: error %v, want nil", test.name, err)
			case page.ID != ids[test.want]:
				t.Errorf("find of %s: ID %d, want %d", test.name, page.ID, ids[test.want])
			}
			continue
		}
		switch {
		case page != nil:
			t.Errorf("%s: page %+v, want nil", test.name, page)
		case !errors.Is(err, test.err):
			t.Errorf("%s: error %v, want %v", test.name, err, test.err)
		case !strings.Contains(err.Error(), test.reason):
			t.Errorf("%s: error %v, want %q in it", test.name, err, test.reason)
		}
	}
	_, err := bySlug(t.Context(), prefix+"kerning")
	several, ok := errors.AsType[*cms.AmbiguousError](err)
	want := []int64{ids["about/kerning"], ids["guides/kerning"]}
	switch {
	case !ok:
		t.Errorf("bySlug: error %v, want a *cms.AmbiguousError of %v", err, want)
	case !slices.Equal(slices.Sorted(slices.Values(several.IDs)), slices.Sorted(slices.Values(want))):
		t.Errorf("bySlug: error of the records %v, want %v", several.IDs, want)
	}
}

func TestByPathFindsATopLevelRecord(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("News"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	switch found, err := site.Posts.ByPath(t.Context(), "/news/"); {
	case err != nil:
		t.Errorf("Posts.ByPath: error %v, want nil", err)
	case found.ID != post.ID:
		t.Errorf("Posts.ByPath: ID %d, want %d", found.ID, post.ID)
	}
	if _, err := site.Posts.ByPath(t.Context(), "2026/news"); !errors.Is(err, cms.ErrInvalidArgument) ||
		!strings.Contains(err.Error(), "no parent") {
		t.Error(err)
	}
	items := cms.NewCollection[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions](site, "cms/v2/menu-items")
	if _, err := items.BySlug(t.Context(), "news"); !refuses(err, "slug") {
		t.Errorf("BySlug of records without slugs: error %v, want an ArgumentError about slug", err)
	}
}

func TestBySlugHintsAtALoginOnlyWithoutOne(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
	for login, site := range map[bool]*cms.Client{false: s.Client(t), true: s.Client(t, cms.WithToken("a-token"))} {
		_, err := site.Posts.BySlug(t.Context(), "a")
		e, ok := errors.AsType[*cms.Error](err)
		if !ok || !strings.Contains(e.Hint, "read in the context edit") {
			t.Fatalf("BySlug of a slug that nobody has: error %v, want an Error that hints at drafts", err)
		}
		if strings.Contains(e.Hint, "with the login") == login {
			t.Errorf("BySlug with a login %t: hint %q, want one about a login only without one", login, e.Hint)
		}
	}
}

func TestBySlugOfSeveralRecordsHintsAtTheirDifference(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1",
		`[{"id":5,"slug":"about","parent":0},{"id":9,"slug":"about","parent":0}]`))
	site := s.Client(t)
	_, ofPost := site.Posts.BySlug(t.Context(), "about")
	_, ofPage := site.Pages.BySlug(t.Context(), "about")
	_, ofPath := site.Pages.ByPath(t.Context(), "about")
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"Posts.BySlug": {ofPost, "if they are translations, pass the option Argument with the language"},
		"Pages.BySlug": {ofPage, "if they are translations, pass the option Argument with the language; if they have " +
			"different parents, call ByPath"},
		"Pages.ByPath": {ofPath, "if they are translations, pass the option Argument with the language"},
	} {
		if e, ok := errors.AsType[*cms.Error](c.err); !ok || e.Hint != c.want {
			t.Errorf("%s of a slug that two records have: error %v, want the hint %q", name, c.err, c.want)
		}
	}
}

func TestBySlugHintsAtTheSpellingOfTheSite(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	if _, err := site.Posts.Create(t.Context(),
		&cms.PostParams{Title: new("Größe"), Status: new(cms.StatusPublish)}); err != nil {
		t.Fatal(err)
	}
	_, err := site.Posts.BySlug(t.Context(), "größe")
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.BySlug: error %v, want a *cms.Error", err)
	case !errors.Is(err, cms.ErrSlugIgnored):
		t.Errorf("Posts.BySlug: error %v, want ErrSlugIgnored", err)
	case !strings.Contains(err.Error(), `"grose"`):
		t.Errorf("Posts.BySlug: error %v, want %q in it", err, `"grose"`)
	case !strings.Contains(e.Hint, "as the site stores it"):
		t.Errorf("Posts.BySlug: Hint %q, want %q in it", e.Hint, "as the site stores it")
	}
}

func TestByPathFindsARecordBelowAParentWithALongID(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("parent") == "0" {
			stub.Reply(w, 200, `[{"id":1234567,"slug":"guides","parent":0}]`)
			return
		}
		stub.Reply(w, 200, `[{"id":8,"slug":"kerning","parent":1234567}]`)
	})
	found, err := s.Client(t).Pages.ByPath(t.Context(), "guides/kerning")
	switch {
	case err != nil:
		t.Errorf("Pages.ByPath: error %v, want nil", err)
	case found.ID != 8 || found.Parent != 1234567:
		t.Errorf("Pages.ByPath: ID %d, Parent %d, want 8 and 1234567", found.ID, found.Parent)
	}
}

// TestFindersRefuseRecordsThatDoNotMatch reads lists that hold other records than were asked for.
func TestFindersRefuseRecordsThatDoNotMatch(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body string
		find func(*cms.Client) error
		want error
	}{
		"another slug": {`[{"id":1,"slug":"other"}]`, func(site *cms.Client) error {
			_, err := site.Posts.BySlug(t.Context(), "news")
			return err
		}, cms.ErrSlugIgnored},
		"another slug besides": {`[{"id":1,"slug":"news"},{"id":2,"slug":"other"}]`, func(site *cms.Client) error {
			_, err := site.Posts.BySlug(t.Context(), "news")
			return err
		}, cms.ErrSlugIgnored},
		"another parent": {`[{"id":1,"slug":"news","parent":7}]`, func(site *cms.Client) error {
			_, err := site.Pages.ByPath(t.Context(), "news")
			return err
		}, cms.ErrSlugIgnored},
		"no slugs": {`[{"id":1}]`, func(site *cms.Client) error {
			_, err := site.Posts.BySlug(t.Context(), "news", cms.Fields("title"))
			return err
		}, cms.ErrSlugIgnored},
		"a broken record": {`[{"id":1,` + crowd() + `}]`, func(site *cms.Client) error {
			_, err := site.Posts.BySlug(t.Context(), "news")
			return err
		}, cms.ErrDecode},
	} {
		mock := httpmock.NewMockTransport()
		mock.RegisterNoResponder(func(*http.Request) (*http.Response, error) {
			res := httpmock.NewStringResponse(http.StatusOK, test.body)
			res.Header.Set("Content-Type", "application/json")
			return res, nil
		})
		site, err := cms.New("https://docs.example.org", cms.WithHTTPClient(&http.Client{Transport: mock}))
		if err != nil {
			t.Fatal(err)
		}
		switch err := test.find(site); {
		case !errors.Is(err, test.want):
			t.Errorf("%s: error %v, want %v", name, err, test.want)
		case errors.Is(err, cms.ErrNotFound):
			t.Errorf("%s: error %v, want an error other than ErrNotFound", name, err)
		}
	}
}

func TestByPathReadsOnlyTheIDsOfParents(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		stub.Reply(w, 200, []string{"", `[{"id":3,"slug":"a","parent":0}]`, `[{"id":4,"slug":"b","parent":3}]`}[n])
	})
	site := s.Client(t)
	if page, err := site.Pages.ByPath(t.Context(), "a/b"); err != nil || page.ID != 4 {
		t.Fatal(err)
	}
	for field := range strings.SplitSeq(query(t, s.Seen()[0].Query).Get("_fields"), ",") {
		if field != "id" && field != "slug" && field != "parent" {
			t.Errorf("ByPath reads the field %q of a parent, want only id, slug and parent", field)
		}
	}
	if query(t, s.Seen()[1].Query).Has("_fields") {
		t.Error("ByPath reads the record with _fields, want it whole")
	}
	if _, err := site.Pages.ByPath(t.Context(), "//"); !refuses(err, "path") {
		t.Error(err)
	}
}

// Shops and other plugins take one slug and one status, and refuse a list with 400.
func TestBySlugAtARouteOfAPluginSendsNoLists(t *testing.T) {
	t.Parallel()
	type product struct {
		ID     int64  `json:"id"`
		Slug   string `json:"slug"`
		Status string `json:"status"`
		Parent int64  `json:"parent"`
	}
	s := stub.New(t, stub.Always(200, "X-WP-Total: 1", "X-WP-TotalPages: 1", `[{"id":5,"slug":"mug","parent":0}]`))
	site := s.Client(t, cms.WithPrefix("wp"))
	for _, test := range []struct {
		path, slug, status string // names of the arguments
	}{
		{"wc/v3/products", "slug", "status"}, {"cms/v2/genres", "slug[]", "status[]"}, {"wp/v2/genres", "slug[]", "status[]"},
	} {
		products := cms.NewCollection[product, cms.ReadOnly, typefaceOptions](site, test.path)
		s.Forget()
		_, err := products.BySlug(t.Context(), "mug", cms.InContext(cms.ContextEdit))
		_, byPath := products.ByPath(t.Context(), "mug")
		if err != nil || byPath != nil {
			t.Fatalf("BySlug and ByPath at %s: errors %v and %v, want none", test.path, err, byPath)
		}
		for i, request := range s.Seen() {
			q := query(t, request.Query)
			if got := q.Get(test.slug); got != "mug" || i == 0 && q.Get(test.status) != "any" {
				t.Errorf("request %d at %s: %v, want %s=mug, and %s=any in the first", i, test.path, q, test.slug, test.status)
			}
		}
	}
}

func TestBySlugInTheEditContextFindsEveryStatusExceptOfFiles(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
	site := s.Client(t)
	edit := cms.InContext(cms.ContextEdit)
	files := cms.NewCollection[cms.Post, cms.ReadOnly, typefaceOptions](site, "cms/v2/media")
	terms := cms.NewCollection[cms.EmbeddedTerm, cms.ReadOnly, typefaceOptions](site, "cms/v2/tags")
	for i, test := range []struct {
		err    error
		status string
	}{
		{second(site.Posts.BySlug(t.Context(), "news", edit)), "any"},
		{second(site.Posts.BySlug(t.Context(), "news")), ""},
		{second(files.BySlug(t.Context(), "news", edit)), ""},
		{second(terms.BySlug(t.Context(), "news", edit)), ""},
	} {
		q := query(t, s.Seen()[i].Query)
		switch {
		case !errors.Is(test.err, cms.ErrNotFound):
			t.Errorf("%d: test.err error %v, want ErrNotFound", i, test.err)
		case q.Get("status[]") != test.status:
			t.Errorf("%d: query(s.seen()[i].Query): %q, want %q", i, q.Get("status[]"), test.status)
		case q.Get("slug[]") != "news":
			t.Errorf("%d: query(s.seen()[i].Query): %q, want %q", i, q.Get("slug[]"), "news")
		case q.Get("per_page") != "100":
			t.Errorf("%d: query(s.seen()[i].Query): %q, want %q", i, q.Get("per_page"), "100")
		}
	}
}

func TestHintOfAHiddenSlugNamesTheMissingRight(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, "X-CMS-Total: 1", `[]`))
	for _, test := range []struct {
		options []cms.GetOption
		want    string
	}{
		{nil, "a record has this slug, and the caller may not read it: use a user who may edit it"},
		{[]cms.GetOption{cms.InContext(cms.ContextEdit)}, "a record has this slug, and the caller may not edit it: " +
			"use a user who may, or read without the context edit"},
	} {
		_, err := s.Client(t).Posts.BySlug(t.Context(), "kerning", test.options...)
		if e, ok := errors.AsType[*cms.Error](err); !ok || e.Hint != test.want {
			t.Errorf("BySlug of a hidden record with %d options: error %v, want the hint %q", len(test.options), err, test.want)
		}
	}
}
