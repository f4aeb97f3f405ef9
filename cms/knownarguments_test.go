package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// gadgetOptions has arguments that posts have, and one that no site knows.
type gadgetOptions struct {
	Color   string   `url:"color,omitempty"`
	Status  []string `url:"status,brackets,omitempty"`
	Order   string   `url:"order,omitempty"`
	Page    int      `url:"page,omitempty"`
	PerPage int      `url:"per_page,omitempty"`
}

func TestCheckedArgumentsRefuseWhatTheSiteWouldIgnore(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	post := server.Insert("posts", map[string]any{"title": "Post"})
	editor, password := "editor", server.AppPassword("editor")
	checked := stub.Dial(t, server.URL, cms.WithApplicationPassword(editor, password), cms.WithCheckedArguments())
	plain := stub.Dial(t, server.URL, cms.WithApplicationPassword(editor, password))
	type gadgets = cms.Collection[cms.Post, map[string]any, gadgetOptions]
	for name, test := range map[string]struct {
		call     func(ctx context.Context, site *cms.Client, g *gadgets) error
		argument string // that is refused, "" for none
	}{
		"a filter that it knows": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			_, err := g.List(ctx, &gadgetOptions{Status: []string{"publish", "draft"}, Order: "asc", Page: 1, PerPage: 5})
			return err
		}, ""},
		"a filter that it does not know": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			_, err := g.List(ctx, &gadgetOptions{Color: "red"})
			return err
		}, "color"},
		"a walk": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			return drained(g.All(ctx, &gadgetOptions{Color: "red"}))
		}, "color"},
		"an exact walk": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			return drained(g.All(ctx, &gadgetOptions{Color: "red"}, cms.Exact()))
		}, "color"},
		"a count": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			_, err := g.Count(ctx, &gadgetOptions{Color: "red"})
			return err
		}, "color"},
		"a value that it does not take, which it refuses itself": {
			func(ctx context.Context, _ *cms.Client, g *gadgets) error {
				_, err := g.List(ctx, &gadgetOptions{Order: "ASC"})
				if errors.Is(err, cms.ErrBadRequest) {
					return nil
				}
				return errors.Join(errors.New("it was taken"), err)
			}, ""},
		"a field that it knows": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			_, err := g.Update(ctx, post, &map[string]any{"title": "New", "meta": map[string]any{"footnotes": ""}})
			return err
		}, ""},
		"a field that it does not know": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			_, err := g.Update(ctx, post, &map[string]any{"titel": "New"})
			return err
		}, "titel"},
		"a field of a create": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			_, err := g.Create(ctx, &map[string]any{"title": "New", "titel": "New"})
			return err
		}, "titel"},
		"an item of a batch": {func(ctx context.Context, site *cms.Client, g *gadgets) error {
			report, err := batch.New(site).Add(g.UpdateRequest(post, &map[string]any{"title": "New"})).
				Add(g.UpdateRequest(post, &map[string]any{"titel": "New"})).Do(ctx)
			if err == nil {
				err = report.Err()
			}
			return err
		}, "titel"},
		"fields, of which every route knows": {func(ctx context.Context, _ *cms.Client, g *gadgets) error {
			_, err := g.Get(ctx, post, cms.Fields("id"))
			return err
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := test.call(t.Context(), checked, cms.NewCollection[cms.Post, map[string]any, gadgetOptions](checked,
				"cms/v2/posts"))
			var refused *cms.ArgumentError
			switch {
			case test.argument == "" && err != nil:
				t.Errorf("known argument: error %v, want nil", err)
			case test.argument != "" && (!errors.As(err, &refused) || refused.Argument != test.argument ||
				refused.Operation == ""):
				t.Errorf("error %v, want the argument %q refused by a named operation", err, test.argument)
			}
			err = test.call(t.Context(), plain, cms.NewCollection[cms.Post, map[string]any, gadgetOptions](plain,
				"cms/v2/posts"))
			if errors.As(err, &refused) {
				t.Errorf("call without WithCheckedArguments: error %v, want no *cms.ArgumentError", err)
			}
		})
	}
}

func drained[T any](all func(func(*T, error) bool)) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestCheckedArgumentsAreCheckedAfterTheLogin(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := stub.Dial(t, server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
		cms.WithVerifiedLogin(), cms.WithCheckedArguments())
	posts := cms.NewCollection[cms.Post, map[string]any, gadgetOptions](site, "cms/v2/posts")
	if _, err := posts.List(t.Context(), &gadgetOptions{Order: "asc"}); err != nil {
		t.Error(err)
	}
	if _, err := posts.List(t.Context(), &gadgetOptions{Color: "red"}); !refuses(err, "color") {
		t.Error(err)
	}
}

func TestCheckedArgumentsReadEachKindOfRouteOnce(t *testing.T) {
	t.Parallel()
	description := `{"endpoints":[{"methods":["GET"],"args":{"context":{"type":"string"},"after":{"type":"string"}}},` +
		`{"methods":["POST"],"args":[]}]}`
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions {
			stub.Reply(w, http.StatusOK, description)
			return
		}
		stub.Reply(w, http.StatusOK, `{"id":`+r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]+`}`)
	})
	site := s.Client(t, cms.WithCheckedArguments())
	gadgets := cms.NewCollection[struct {
		ID int64 `json:"id"`
	}, map[string]any, struct{}](site, "shop/v1/gadgets")
	var wg sync.WaitGroup
	for id := range int64(8) {
		wg.Go(func() { // of one digit, and of three
			if _, err := gadgets.Get(t.Context(), 1+id*100, cms.InContext(cms.ContextEdit)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if _, err := gadgets.Update(t.Context(), 9, &map[string]any{"whatever": 1}); err != nil {
		t.Errorf("an endpoint that describes nothing refuses: %v", err)
	}
	asked := 0
	for _, request := range s.Seen() {
		if request.Method == http.MethodOptions {
			asked++
		}
	}
	if asked != 1 {
		t.Errorf("the site was asked %d times, want 1", asked)
	}
}

func TestCheckedArgumentsFailWithoutADescription(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		body   string
		want   error
	}{
		"refused": {http.StatusForbidden, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`,
			cms.ErrForbidden},
		"no answer":   {http.StatusOK, "", cms.ErrNotREST},
		"no endpoint": {http.StatusOK, `{}`, cms.ErrDecode},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, stub.Always(test.status, test.body))
			_, err := s.Client(t, cms.WithCheckedArguments()).Posts.List(t.Context(), &cms.PostListOptions{Search: "a"})
			switch {
			case !errors.Is(err, test.want):
				t.Errorf("Posts.List: error %v, want %v", err, test.want)
			case !strings.Contains(err.Error(), "Posts.List"):
				t.Errorf("Posts.List: error %v, want %q in it", err, "Posts.List")
			}
			for _, request := range s.Seen() {
				if request.Method != http.MethodOptions {
					t.Errorf("%s was sent, want %q", request.Method, http.MethodOptions)
				}
			}
		})
	}
}

// TestCheckedArgumentsPassWhatTheModuleAddsItself has a route of categories, which does
// not know offset, and one of comments, which takes a type without describing it.
func TestCheckedArgumentsPassWhatTheModuleAddsItself(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions {
			stub.Reply(w, http.StatusOK,
				`{"endpoints":[{"methods":["GET"],"args":{"order":{},"orderby":{},"include":{}}},{"methods":["POST"],`+
					`"args":{"content":{}}}]}`)
			return
		}
		if r.Method == http.MethodPost {
			stub.Reply(w, http.StatusCreated, `{"id":9}`)
			return
		}
		records := []string{`{"id":1}`, `{"id":2}`, `{"id":3}`} // whatever the offset
		if r.URL.Query().Get("order") == "desc" {
			slices.Reverse(records)
		}
		if include := r.URL.Query()["include[]"]; len(include) > 0 {
			records = slices.DeleteFunc(records, func(r string) bool {
				return !slices.Contains(include, strings.Trim(r, `{"id:}`))
			})
		}
		stub.Reply(w, http.StatusOK, fmt.Sprint("X-CMS-Total: ", len(records)),
			fmt.Sprint("X-CMS-TotalPages: ", (len(records)+1)/2), "["+strings.Join(records[:min(2, len(records))], ",")+"]")
	})
	site := s.Client(t, cms.WithCheckedArguments())
	type arguments struct {
		PerPage int `url:"per_page,omitempty"`
		Offset  int `url:"offset,omitempty"`
	}
	categories := cms.NewCollection[struct {
		ID int64 `json:"id"`
	}, map[string]any, arguments](site, "cms/v2/categories")
	options := arguments{PerPage: 2}
	var ids []int64
	for record, err := range categories.All(t.Context(), &options, cms.Exact()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, record.ID)
	}
	if !slices.Equal(ids, []int64{1, 2, 3}) {
		t.Errorf("ids %v, want %v", ids, []int64{1, 2, 3})
	}
	options.Offset = 1
	if err := failed(categories.All(t.Context(), &options)); !refuses(err, "offset") {
		t.Errorf("offset of the caller: error %v, want the argument %q refused", err, "offset")
	}
	comments := cms.NewCollection[cms.Post, map[string]any, struct{}](site, "cms/v2/comments")
	if _, err := comments.Create(t.Context(), &map[string]any{"content": "a", "type": "note"}); err != nil {
		t.Errorf("the type of a comment: %v", err)
	}
}

// TestEnsureHandlesASiteThatIgnoresAnArgument takes one argument after the other
// out of what Ensure sends: it reads off the answers what it must know.
func TestEnsureHandlesASiteThatIgnoresAnArgument(t *testing.T) {
	t.Parallel()
	for _, argument := range []string{"slug[]", "status[]", "parent[]", "search", "context", "orderby", "order",
		"per_page"} {
		t.Run(argument, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			var others []int64
			for _, status := range []string{"publish", "draft", "private"} {
				others = append(others, server.Insert("pages", map[string]any{"title": "Other", "content": "kept", "status": status,
					"slug": "other-" + status}))
			}
			site := stub.Dial(t, server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
				cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
					return stub.Carrier(func(req *http.Request) (*http.Response, error) {
						if req.Method == http.MethodGet {
							req = req.Clone(req.Context())
							q := req.URL.Query()
							q.Del(argument)
							req.URL.RawQuery = q.Encode()
						}
						return next.RoundTrip(req)
					})
				}))
			for range 2 {
				page, err := site.Pages.Ensure(t.Context(), "mine", &cms.PageParams{Title: new("Mine"), Content: new("text")})
				switch {
				case err == nil && (page.Slug != "mine" || slices.Contains(others, page.ID)):
					t.Errorf("Pages.Ensure: page %d with slug %q, want another page with %q", page.ID, page.Slug, "mine")
				case err != nil && !errors.Is(err, cms.ErrSlugIgnored):
					t.Errorf("Pages.Ensure: error %v, want nil or ErrSlugIgnored", err)
				}
			}
			mine := 0
			for id := range others[2] + 20 {
				record := server.Record("pages", id)
				switch slug, _ := record["slug"].(string); {
				case record == nil, strings.HasPrefix(slug, "other-"):
				case slug == "mine":
					mine++
				default:
					t.Errorf("the page %q is left, want only the slugs mine and other-…", slug)
				}
			}
			if mine > 1 {
				t.Errorf("%d records have the slug, want at most 1", mine)
			}
			for _, id := range others {
				if page, err := site.Pages.Get(t.Context(), id, cms.InContext(cms.ContextEdit)); argument != "context" &&
					(err != nil || page.Content.Raw != "kept" || page.Title.Raw != "Other") {
					t.Errorf("another page: %+v, error %v, want it unchanged", page, err)
				}
			}
		})
	}
}

func TestCheckedArgumentsRefuseCustomFieldsThatTheSiteWouldDrop(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := stub.Dial(t, server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
		cms.WithCheckedArguments())
	meta := func(fields map[string]any) *cms.PostParams {
		return &cms.PostParams{Title: new("With custom fields"), Meta: cms.MetaOf(fields)}
	}
	_, err := site.Posts.Create(t.Context(), meta(map[string]any{"footnotes": "", "description": "x"}))
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "meta.description" {
		t.Errorf("Create with a custom field that is not registered: error %v, want one for meta.description", err)
	}
	if server.Record("posts", 1) != nil {
		t.Error("Create with a custom field that is not registered: made a post, want none")
	}
	post, err := site.Posts.Create(t.Context(), meta(map[string]any{"footnotes": ""}))
	if err != nil {
		t.Fatalf("Create with a registered custom field: error %v, want none", err)
	}
	_, err = site.Posts.Update(t.Context(), post.ID, meta(map[string]any{"other": 1}))
	if !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("Update with a custom field that is not registered: error %v, want ErrInvalidArgument", err)
	}
	if _, err := site.Posts.Update(t.Context(), post.ID, &cms.PostParams{Title: new("Without any")}); err != nil {
		t.Errorf("Update without custom fields: error %v, want none", err)
	}
	silent := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions {
			stub.Reply(w, 200,
				`{"endpoints":[{"methods":["POST"],"args":{"title":{"type":"string"},"meta":{"type":"object"}}}]}`)
			return
		}
		stub.Reply(w, 201, `{"id":1}`)
	})
	if _, err := silent.Client(t, cms.WithCheckedArguments()).Posts.Create(t.Context(),
		meta(map[string]any{"other": 1})); err != nil {
		t.Errorf("Create on a site that describes no custom fields: error %v, want none", err)
	}
}

// TestWalkWithCheckedArgumentsTurnsItsPages has a route that describes one argument
// and not those of pages.
func TestWalkWithCheckedArgumentsTurnsItsPages(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions {
			stub.Reply(w, 200, `{"endpoints":[{"methods":["GET"],"args":{"search":{"type":"string"}}}]}`)
			return
		}
		stub.Reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":1}]`)
	})
	site := s.Client(t, cms.WithCheckedArguments())
	if got, err := walked(t, site, &cms.PostListOptions{Search: "a", PerPage: 5}); err != nil || len(got) != 1 {
		t.Errorf("walk with checked arguments yields %v, error %v, want 1 post and nil", got, err)
	}
	for argument, options := range map[string]*cms.PostListOptions{"per_page": {PerPage: 5}, "page": {Page: 2},
		"slug": {Slug: []string{"a"}}} {
		if _, err := site.Posts.List(t.Context(), options); !refuses(err, argument) {
			t.Errorf("Posts.List with checked arguments: error %v, want the argument %q refused", err, argument)
		}
	}
	if err := failed(site.Posts.All(t.Context(), &cms.PostListOptions{Slug: []string{"a"}})); !refuses(err, "slug") {
		t.Errorf("Posts.All with checked arguments: error %v, want the argument %q refused", err, "slug")
	}
	asked := 0
	for _, r := range s.Seen() {
		if r.Method == http.MethodOptions {
			if asked++; r.Query != "_fields=endpoints" || r.Path != "/cms-json/cms/v2/posts" {
				t.Errorf("description read from %s?%s, want %s?%s", r.Path, r.Query, "/cms-json/cms/v2/posts", "_fields=endpoints")
			}
		}
	}
	if asked != 1 {
		t.Errorf("it asked %d times, want 1", asked)
	}
}

func TestCallThatWaitsForADescriptionEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := stub.Carrier(func(r *http.Request) (*http.Response, error) {
			if r.Method != http.MethodOptions {
				return stub.Carried(r, http.StatusOK, "[]"), nil
			}
			select {
			case <-time.After(10 * time.Second):
				return stub.Carried(r, http.StatusOK, `{"endpoints":[{"methods":["GET"],"args":{"search":{}}}]}`), nil
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		})
		site := stub.Dial(t, "https://docs.example.org", cms.WithCheckedArguments(),
			cms.WithHTTPClient(&http.Client{Transport: slow}))
		options := &cms.PostListOptions{Search: "a"}
		var first sync.WaitGroup
		first.Go(func() { _, _ = site.Posts.List(t.Context(), options) })
		synctest.Wait()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := site.Posts.List(short, options)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok || e.Method != http.MethodOptions:
			t.Errorf("List while another call reads the description: error %v, want one of an OPTIONS request", err)
		case !errors.Is(err, context.DeadlineExceeded):
			t.Errorf("List while another call reads the description: error %v, want DeadlineExceeded", err)
		}
		first.Wait()
	})
}
