package cms_test

import (
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

func TestExactWalkRefusesOptionsThatItCannotHonour(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		options cms.PostListOptions
		cursor  cms.Cursor
	}{
		"an order":                   {options: cms.PostListOptions{OrderBy: cms.ByTitle}},
		"a direction":                {options: cms.PostListOptions{Order: cms.Descending}},
		"an offset":                  {options: cms.PostListOptions{Offset: 5}},
		"a page":                     {options: cms.PostListOptions{Page: 2}},
		"no sticky posts":            {options: cms.PostListOptions{Sticky: new(false)}},
		"sticky posts first":         {options: cms.PostListOptions{IgnoreSticky: new(false)}},
		"the cursor of a plain walk": {cursor: cms.Cursor{Page: 2, PerPage: 100}},
		"a cursor of other sizes": {
			options: cms.PostListOptions{PerPage: 100},
			cursor:  cms.Cursor{Page: 2, PerPage: 7, Exact: true, LastID: 4, HighestID: 9},
		},
		"a cursor with a negative page": {cursor: cms.Cursor{Page: -1, PerPage: 100, Exact: true}},
	} {
		for _, err := range site.Posts.All(t.Context(), &test.options, cms.Exact(), cms.Resume(&test.cursor)) {
			if _, refused := errors.AsType[*cms.ArgumentError](err); !refused {
				t.Errorf("%s: Posts.All: error %v, want a *cms.ArgumentError", name, err)
			}
		}
	}
	if n := len(server.Requests()); n > 0 {
		t.Errorf("Server.Requests: %d requests were sent, want at most 0", n)
	}
}

// What the highest id is is unsure where the newest records are hidden from the
// caller: a walk that goes on has to look again, as one does that is not stopped.
func TestResumedExactWalkReadsAnUnknownHighestIDAgain(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	var want []int64
	for range 6 {
		want = append(want, server.Insert("posts", map[string]any{"title": "Own", "author": 3}))
	}
	for range 9 {
		server.Insert("posts", map[string]any{"title": "Hidden", "status": "draft", "author": 1})
	}
	site := as(t, server, "author")
	var cursor cms.Cursor
	var got []int64
	options := &cms.PostListOptions{PerPage: 4, Status: []cms.Status{cms.StatusAny}}
	for stop := 1; !cursor.Done; stop++ {
		if cursor.HighestID != 0 {
			t.Errorf("%d is taken for the highest id, want 0", cursor.HighestID)
		}
		for post, err := range site.Posts.All(t.Context(), options, cms.Exact(), cms.Resume(&cursor)) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, post.ID); len(got) == 2*stop {
				break
			}
		}
		if stop == 3 { // behind the hidden ones, and within the promise of a walk that began here
			want = append(want, server.Insert("posts", map[string]any{"title": "Own", "author": 3}))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("walk yields %v, want %v", got, want)
	}
}

// TestResumedExactWalkKeepsAKnownHighestID reads in the order
// of ids alone.
func TestResumedExactWalkKeepsAKnownHighestID(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	var want []int64
	for range 9 {
		want = append(want, server.Insert("posts", map[string]any{"title": "Post"}))
	}
	cursor := cms.Cursor{Page: 1, PerPage: 4, Exact: true, LastID: want[1], HighestID: want[8]}
	got, err := ids(site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 4}, cms.Exact(), cms.Resume(&cursor)),
		func(p *cms.Post) int64 { return p.ID })
	switch {
	case err != nil:
		t.Errorf("%v: ids: error %v, want nil", got, err)
	case !slices.Equal(got, want[2:]):
		t.Errorf("ids: %v, want %v", got, want[2:])
	}
	for _, r := range server.Requests() {
		if !strings.Contains(r.Query, "order=asc") {
			t.Errorf("it asked for %s, want %q in it", r.Query, "order=asc")
		}
	}
}

func TestResumedExactWalkOfAnEmptyListIsAnError(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	for name, highest := range map[string]int64{"unsure of the highest id": 0, "sure of it": 9} {
		cursor := cms.Cursor{Page: 2, PerPage: 4, Exact: true, LastID: 4, HighestID: highest}
		var got error
		for _, err := range site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 4}, cms.Exact(), cms.Resume(&cursor)) {
			got = err
		}
		switch {
		case !errors.Is(got, cms.ErrTotalsVanished):
			t.Errorf("%s: Posts.All: error %v, want ErrTotalsVanished", name, got)
		case cursor.Done:
			t.Errorf("%s: cursor is Done, want it open", name)
		}
	}
}

// TestExactWalkDoesNotEndIfTheDatabaseBreaksAfterItsPages has windows without
// records up to the highest id, and then a list without any.
func TestExactWalkDoesNotEndIfTheDatabaseBreaksAfterItsPages(t *testing.T) {
	t.Parallel()
	for _, broken := range []bool{true, false} {
		begun := false
		s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			switch {
			case q.Get("order") == "desc":
				reply(w, 200, "X-CMS-Total: 3", `[{"id":9}]`)
			case !begun && !q.Has("include[]"):
				begun = true
				reply(w, 200, "X-CMS-Total: 3", `[{"id":1},{"id":2}]`)
			case q.Has("offset"): // it begins with the last record of the page before
				reply(w, 200, "X-CMS-Total: 2", `[{"id":2}]`)
			case broken || q.Has("include[]"):
				reply(w, 200, "X-CMS-Total: 0", `[]`)
			default:
				reply(w, 200, "X-CMS-Total: 2", `[{"id":1},{"id":2}]`)
			}
		})
		got, err := ids(s.client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, cms.Exact()),
			func(p *cms.Post) int64 { return p.ID })
		var asked []string
		for _, a := range s.seen() {
			asked = append(asked, a.Query)
		}
		if len(got) != 2 {
			t.Errorf("Posts.All, broken %t: ids %v after %q, want 2", broken, got, asked)
		}
		switch {
		case broken && !errors.Is(err, cms.ErrTotalsVanished):
			t.Errorf("Posts.All of a site that breaks: error %v after %q, want ErrTotalsVanished", err, asked)
		case !broken && err != nil:
			t.Errorf("Posts.All: error %v after %q, want nil", err, asked)
		}
	}
}

// TestExactWalkEndsIfTheSiteRejectsAPagePastTheEnd has a list that was longer
// when its highest id was read: what is left is read by ids.
func TestExactWalkEndsIfTheSiteRejectsAPagePastTheEnd(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		switch {
		case q.Get("order") == "desc":
			reply(w, 200, "X-CMS-Total: 3", `[{"id":3}]`)
		case q.Has("include[]"):
			reply(w, 200, "X-CMS-Total: 1", `[{"id":3}]`)
		case q.Has("offset") && q.Get("offset") != "0":
			reply(w, 400, `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`)
		default:
			reply(w, 200, "X-CMS-Total: 3", `[{"id":1},{"id":2}]`)
		}
	})
	got, err := ids(s.client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, cms.Exact()),
		func(p *cms.Post) int64 { return p.ID })
	switch {
	case err != nil:
		t.Errorf("walk: error %v, want nil; requests %+v", err, s.seen())
	case !slices.Equal(got, []int64{1, 2, 3}):
		t.Errorf("walk yields %v, want %v; requests %+v", got, []int64{1, 2, 3}, s.seen())
	}
}

// TestExactWalkEndsAfterMaxEmptyPages has thirty drafts of somebody else, which
// are counted and not shown, between the records that the caller may read.
func TestExactWalkEndsAfterMaxEmptyPages(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	insert := func(n int, record map[string]any) (ids []int64) {
		for range n {
			ids = append(ids, server.Insert("posts", record))
		}
		return ids
	}
	own := map[string]any{"title": "Own", "author": 3}
	want := insert(4, own)
	insert(30, map[string]any{"title": "Hidden", "status": "draft", "author": 1})
	want = append(want, insert(4, own)...)
	options := &cms.PostListOptions{PerPage: 4, Status: []cms.Status{cms.StatusAny}}
	for most, ends := range map[int]bool{3: true, 20: false} {
		got, err := ids(as(t, server, "author").Posts.All(t.Context(), options, cms.Exact(), cms.MaxEmptyPages(most)),
			func(p *cms.Post) int64 { return p.ID })
		switch {
		case ends && (!errors.Is(err, cms.ErrEmptyPages) || !slices.Equal(got, want[:4])):
			t.Errorf("MaxEmptyPages %d: walk yields %v, error %v, want %v and ErrEmptyPages", most, got, err, want[:4])
		case !ends && (err != nil || !slices.Equal(got, want)):
			t.Errorf("MaxEmptyPages %d: walk yields %v, error %v, want %v and nil", most, got, err, want)
		}
	}
}

func TestExactWalkIsNotPossibleEverywhere(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"without totals":         `[{"id":1}]`,
		"without an order by id": `[{"id":2},{"id":9},{"id":5}]`,
		"without ids":            `[{"name":"a"}]`,
		"without pages of ids":   `[{"id":7},{"id":9}]`,
		"without pages":          "[" + strings.TrimSuffix(strings.Repeat(`{"id":1},`, 101), ",") + "]",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if name != "without totals" {
				w.Header().Set("X-CMS-Total", "300")
			}
			reply(w, 200, answer)
		}))
		t.Cleanup(server.Close)
		site, err := cms.New(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		things := cms.NewCollection[map[string]any, cms.Nothing, cms.PostListOptions](site, "acme/v1/things")
		for _, err = range things.Pages(t.Context(), nil, cms.Exact()) {
		}
		if !errors.Is(err, cms.ErrExactUnsupported) {
			t.Errorf("%s: things.Pages(cms.Exact()): error %v, want ErrExactUnsupported", name, err)
		}
	}
}

func TestExactWalkOfIdsReadsThemByWindows(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	for id := int64(10); id < 40; id++ {
		server.Insert("posts", map[string]any{"id": id, "title": "Post"})
	}
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	options := &cms.PostListOptions{Include: []int64{30, 12, 12, 99, 25}, PerPage: 2}
	for page, err := range site.Posts.Pages(t.Context(), options, cms.Exact(), cms.Fields("slug")) {
		if err != nil {
			t.Fatal(err)
		}
		for _, post := range page.Items {
			got = append(got, post.ID)
		}
	}
	switch {
	case fmt.Sprint(got) != "[12 25 30]":
		t.Errorf("%v came in %d requests: %q, want %q", got, len(server.Requests()), fmt.Sprint(got), "[12 25 30]")
	case len(server.Requests()) != 2:
		t.Errorf("walk over %v: %d requests, want 2", got, len(server.Requests()))
	}
}

func TestExactWalkOfNothingTakesOneRequest(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	var cursor cms.Cursor
	got, err := ids(site.Posts.All(t.Context(), nil, cms.Exact(), cms.Resume(&cursor)), func(p *cms.Post) int64 {
		return p.ID
	})
	switch {
	case err != nil:
		t.Errorf("walk over nothing: error %v, want nil", err)
	case len(got) != 0:
		t.Errorf("walk over nothing yields %v, want nothing", got)
	case !cursor.Done:
		t.Errorf("walk over nothing: cursor %+v, want Done", cursor)
	case len(server.Requests()) != 1:
		t.Errorf("walk over nothing: %d requests, want 1", len(server.Requests()))
	}
}

// TestWindowsReplaceTheIncludeOfTheOptions has list options that name the ids in
// one value: beside the list of a window it would be another filter.
func TestWindowsReplaceTheIncludeOfTheOptions(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		reply(w, http.StatusOK, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":`+r.URL.Query().Get("include[]")+`}]`)
	})
	type options struct {
		Include string `url:"include,omitempty"`
		PerPage int    `url:"per_page,omitempty"`
	}
	things := cms.NewCollection[struct {
		ID int64 `json:"id"`
	}, cms.Nothing, options](s.client(t), "acme/v1/things")
	n := 0
	for _, err := range things.All(t.Context(), &options{Include: "12,25", PerPage: 1}, cms.Exact()) {
		if n++; err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case n != 2:
		t.Errorf("walk yields %d records, want 2", n)
	case len(s.seen()) != 2:
		t.Errorf("walk sends %d requests, want 2", len(s.seen()))
	}
	for i, id := range []string{"12", "25"} {
		switch q := query(t, s.seen()[i].Query); {
		case q.Has("include"):
			t.Errorf("query of a window: %v, want no include", q)
		case len(q["include[]"]) != 1:
			t.Errorf(`the query is %v: length of q["include[]"] %d, want 1`, q, len(q["include[]"]))
		case q.Get("include[]") != id:
			t.Errorf(`the query is %v: q.Get("include[]") %q, want %q`, q, q.Get("include[]"), id)
		}
	}
}

func TestEveryCollectionWithIDsCanBeWalkedExactly(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	post := server.Insert("posts", map[string]any{"title": "Post"})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 5 {
		server.Insert("blocks", map[string]any{"title": "Block"})
		server.Insert("media", map[string]any{"title": fmt.Sprint("Cover ", n), "width": 10, "height": 10})
		server.Insert("menu-items", map[string]any{"title": "Item", "url": "https://docs.example.org", "type": "custom"})
		if _, err := site.Posts.Update(t.Context(), post, &cms.PostParams{Content: new(fmt.Sprint("text ", n))}); err != nil {
			t.Fatal(err)
		}
	}
	revisions := func(o ...cms.WalkOption) ([]int64, error) {
		return ids(site.Posts.Revisions(post).All(t.Context(), &cms.RevisionListOptions{PerPage: 2}, o...),
			func(r *cms.Revision) int64 { return r.ID })
	}
	for name, walk := range map[string]func(...cms.WalkOption) ([]int64, error){
		"pages": func(o ...cms.WalkOption) ([]int64, error) {
			return ids(site.Pages.All(t.Context(), &cms.PageListOptions{PerPage: 2}, o...), func(p *cms.Page) int64 {
				return p.ID
			})
		},
		"blocks": func(o ...cms.WalkOption) ([]int64, error) {
			return ids(site.Blocks.All(t.Context(), &cms.BlockListOptions{PerPage: 2}, o...), func(b *cms.Block) int64 {
				return b.ID
			})
		},
		"menu items": func(o ...cms.WalkOption) ([]int64, error) {
			return ids(site.MenuItems.All(t.Context(), &cms.MenuItemListOptions{PerPage: 2}, o...), func(m *cms.MenuItem) int64 {
				return m.ID
			})
		},
		"media": func(o ...cms.WalkOption) ([]int64, error) {
			return ids(media.New(site).All(t.Context(), &media.ListOptions{PerPage: 2}, o...), func(m *media.Media) int64 {
				return m.ID
			})
		},
		"revisions": revisions,
	} {
		plain, err := walk()
		if err != nil {
			t.Fatal(err)
		}
		exact, err := walk(cms.Exact(), cms.Prefetch(2))
		slices.Sort(plain)
		switch {
		case err != nil:
			t.Errorf("%s: walk: error %v, want nil", name, err)
		case len(exact) < 5:
			t.Errorf("%s: exact walk yields %v (error %v), want at least 5 records", name, exact, err)
		case !slices.Equal(plain, exact):
			t.Errorf("%s: exact walk yields %v, want %v as without Exact", name, exact, plain)
		}
	}
}

// ids are those of the records of a walk.
func ids[T any](walk iter.Seq2[*T, error], id func(*T) int64) (out []int64, err error) {
	for v, err := range walk {
		if err != nil {
			return out, err
		}
		out = append(out, id(v))
	}
	return out, nil
}

func TestSnippetsCannotBeWalkedExactly(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]cmstest.Option{"as they are": nil,
		"of a later plugin": {cmstest.WithLaterSnippets()}} {
		server := cmstest.NewServer(options...)
		t.Cleanup(server.Close)
		for range 5 {
			server.Insert("snippets", map[string]any{"name": "Snippet", "code": "x();"})
		}
		site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
		if err != nil {
			t.Fatal(err)
		}
		got, err := ids(snippets.New(site).All(t.Context(), &snippets.ListOptions{PerPage: 2}, cms.Exact()),
			func(s *snippets.Snippet) int64 { return s.ID })
		if !errors.Is(err, cms.ErrExactUnsupported) {
			t.Errorf("%s: walk: error %v after the ids %v, want ErrExactUnsupported", name, err, got)
		}
	}
}
