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
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

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
			stub.Reply(w, 200, answer)
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

// TestWindowsReplaceTheIncludeOfTheOptions has list options that name the ids in
// one value: beside the list of a window it would be another filter.
func TestWindowsReplaceTheIncludeOfTheOptions(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		stub.Reply(w, http.StatusOK, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":`+r.URL.Query().Get("include[]")+`}]`)
	})
	type options struct {
		Include string `url:"include,omitempty"`
		PerPage int    `url:"per_page,omitempty"`
	}
	things := cms.NewCollection[struct {
		ID int64 `json:"id"`
	}, cms.Nothing, options](s.Client(t), "acme/v1/things")
	n := 0
	for _, err := range things.All(t.Context(), &options{Include: "12,25", PerPage: 1}, cms.Exact()) {
		if n++; err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case n != 2:
		t.Errorf("walk yields %d records, want 2", n)
	case len(s.Seen()) != 2:
		t.Errorf("walk sends %d requests, want 2", len(s.Seen()))
	}
	for i, id := range []string{"12", "25"} {
		switch q := query(t, s.Seen()[i].Query); {
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

// TestExactWalkEndsAfterMaxEmptyWindows has a long gap between two records.
func TestExactWalkEndsAfterMaxEmptyWindows(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 2, 5} {
		asked := 0
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			const total, pages = "X-CMS-Total: 4", "X-CMS-TotalPages: 2"
			switch q := r.URL.Query(); {
			case q.Has("include[]"):
				asked++
				stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
			case q.Get("order") == "desc":
				stub.Reply(w, 200, total, pages, `[{"id":91},{"id":90}]`)
			case q.Has("offset"):
				stub.Reply(w, 200, total, pages, `[{"id":90},{"id":91}]`)
			default:
				stub.Reply(w, 200, total, pages, `[{"id":1},{"id":2}]`)
			}
		})
		got, err := walked(t, s.Client(t), &cms.PostListOptions{PerPage: 2}, cms.Exact(), cms.MaxEmptyPages(most))
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%d: walked: error %v, want a *cms.Error", most, err)
		case !errors.Is(err, cms.ErrEmptyPages):
			t.Errorf("%d: walked: error %v, want ErrEmptyPages", most, err)
		case e.Operation != "Posts.All" || !strings.Contains(e.Hint, "MaxEmptyPages"):
			t.Errorf("%d: walked: Operation %q, Hint %q, want %q and %q in it", most, e.Operation, e.Hint, "Posts.All",
				"MaxEmptyPages")
		case len(got) != 2:
			t.Errorf("%d: walked: length %d, want 2", most, len(got))
		}
		switch {
		case asked != most:
			t.Errorf("MaxEmptyPages %d: %d windows read (error %v), want %[1]d", most, asked, err)
		case !strings.Contains(fmt.Sprint(err), fmt.Sprintf("%d were empty", most)):
			t.Errorf("walked: %d: error %q, want %q in it", most, fmt.Sprint(err), fmt.Sprintf("%d were empty", most))
		}
	}
}

// TestWindowThatFailsEndsAnExactWalk has a gap between two pages, of which the site
// gives something else.
func TestWindowThatFailsEndsAnExactWalk(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		parts  []string
		want   error
		hint   string
	}{
		"it is refused": {403, []string{`{"code":"rest_forbidden","message":"No.","data":{"status":403}}`},
			cms.ErrForbidden, ""},
		"other records come": {200, []string{"X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":1}]`}, cms.ErrExactUnsupported,
			"the site does not list by ids"},
		"its page is smaller": {200, []string{"X-CMS-Total: 2", "X-CMS-TotalPages: 2", `[{"id":3}]`}, cms.ErrExactUnsupported,
			"the site sends smaller pages than requested"},
		"so by its total": {200, []string{"X-CMS-Total: 2", `[{"id":3}]`}, cms.ErrExactUnsupported,
			"the site sends smaller pages than requested"},
		"it states no totals": {200, []string{`[{"id":3}]`}, cms.ErrExactUnsupported,
			"the site does not page, or sends no totals"},
		"it holds one twice": {200, []string{"X-CMS-Total: 2", "X-CMS-TotalPages: 1", `[{"id":3},{"id":3}]`},
			cms.ErrExactUnsupported, "the site does not order by id"},
		"it holds all of it":  {200, []string{"X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":3}]`}, nil, ""},
		"it is without pages": {200, []string{"X-CMS-Total: 1", `[{"id":3}]`}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch q := r.URL.Query(); {
				case q.Has("include[]"):
					stub.Reply(w, test.status, test.parts...)
				case q.Get("order") == "desc":
					stub.Reply(w, 200, "X-CMS-Total: 5", "X-CMS-TotalPages: 3", `[{"id":6},{"id":5}]`)
				case q.Get("offset") == "":
					stub.Reply(w, 200, "X-CMS-Total: 5", "X-CMS-TotalPages: 3", `[{"id":1},{"id":2}]`)
				default:
					stub.Reply(w, 200, "X-CMS-Total: 5", "X-CMS-TotalPages: 3", `[{"id":5},{"id":6}]`)
				}
			})
			err := failed(s.Client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2, Exclude: []int64{4}}, cms.Exact()))
			e, ok := errors.AsType[*cms.Error](err)
			switch {
			case !errors.Is(err, test.want):
				t.Errorf("walk: error %v, want %v", err, test.want)
			case test.want == nil && err != nil:
				t.Errorf("walk: error %v, want nil", err)
			case test.want != nil && (!ok || e.Operation != "Posts.All" || e.Method != http.MethodGet ||
				test.hint != "" && e.Hint != test.hint):
				t.Errorf("walk: error %#v, want a GET of Posts.All with hint %q", e, test.hint)
			}
			if test.want == nil {
				return
			}
			all := s.Seen()
			switch got := query(t, all[len(all)-1].Query); {
			case fmt.Sprint(got["include[]"]) != "[3]":
				t.Errorf(`the last request asked for %v: got["include[]"] %q, want %q`, got, fmt.Sprint(got["include[]"]), "[3]")
			case fmt.Sprint(got["exclude[]"]) != "[4]":
				t.Errorf(`the last request asked for %v: got["exclude[]"] %q, want %q`, got, fmt.Sprint(got["exclude[]"]), "[4]")
			case got.Get("order") != "asc":
				t.Errorf(`the last request asked for %v: Get("order") %q, want %q`, got, got.Get("order"), "asc")
			}
		})
	}
}
