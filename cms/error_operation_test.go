package cms_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestErrorsNameTheOperationAndItsRequest has a site that forbids everything: an
// error says which operation it was, and what it asked for.
func TestErrorsNameTheOperationAndItsRequest(t *testing.T) {
	t.Parallel()
	const posts, shelves, one = "cms/v2/posts", "cms/v2/shelves", "cms/v2/settings"
	params := &cms.PostParams{Title: new("x")}
	for _, test := range []struct {
		operation, method, path, query string
		call                           func(*cms.Client) error
	}{
		{"Posts.All", "GET", posts, "orderby=id&page=1&per_page=100", func(c *cms.Client) error {
			return failed(c.Posts.All(t.Context(), nil))
		}},
		{"Posts.All", "GET", posts, "order=desc&orderby=id&per_page=100&_fields=id", func(c *cms.Client) error {
			return failed(c.Posts.All(t.Context(), nil, cms.Exact()))
		}},
		{"Posts.Pages", "GET", posts, "orderby=id&page=1&per_page=100", func(c *cms.Client) error {
			return failed(c.Posts.Pages(t.Context(), nil))
		}},
		{"Posts.Pages", "GET", posts, "order=desc&orderby=id&per_page=7&_fields=id", func(c *cms.Client) error {
			return failed(c.Posts.Pages(t.Context(), &cms.PostListOptions{PerPage: 7}, cms.Exact()))
		}},
		{"Posts.GetMany", "GET", posts, "include[]=7&include[]=5&orderby=include&per_page=100", func(c *cms.Client) error {
			return failed(c.Posts.GetMany(t.Context(), []int64{7, 5}, nil))
		}},
		{"Posts.Count", "GET", posts, "per_page=1&_fields=id", func(c *cms.Client) error {
			return second(c.Posts.Count(t.Context(), nil))
		}},
		{"Posts.Count", "GET", posts, "per_page=1&search=x&_fields=id", func(c *cms.Client) error {
			return second(c.Posts.Count(t.Context(), &cms.PostListOptions{Page: 3, Offset: 4, Search: "x"}))
		}},
		{"Posts.Count", "GET", posts, "per_page=1&_fields=slug,id", func(c *cms.Client) error {
			return second(c.Posts.Count(t.Context(), nil, cms.Fields("slug")))
		}},
		{"Posts.List", "GET", posts, "", func(c *cms.Client) error { return second(c.Posts.List(t.Context(), nil)) }},
		{"Posts.Get", "GET", posts + "/7", "", func(c *cms.Client) error { return second(c.Posts.Get(t.Context(), 7)) }},
		{"Posts.Create", "POST", posts, "", func(c *cms.Client) error { return second(c.Posts.Create(t.Context(), params)) }},
		{"Posts.Update", "POST", posts + "/7", "", func(c *cms.Client) error {
			return second(c.Posts.Update(t.Context(), 7, params))
		}},
		{"Posts.Trash", "DELETE", posts + "/7", "", func(c *cms.Client) error {
			return second(c.Posts.Trash(t.Context(), 7))
		}},
		{"Posts.Delete", "DELETE", posts + "/7", "force=true", func(c *cms.Client) error {
			return second(c.Posts.Delete(t.Context(), 7))
		}},
		{"Posts.Ensure", "GET", posts,
			"context=edit&order=asc&orderby=id&per_page=100&slug[]=x&status[]=any&_fields=id,slug,parent,content,link,title",
			func(c *cms.Client) error {
				return second(c.Posts.Ensure(t.Context(), "x", params))
			}},
		{"Pages.Ensure", "GET", "cms/v2/pages",
			"context=edit&order=asc&orderby=id&parent[]=0&per_page=100&slug[]=x&status[]=any&_fields=id,slug,parent,content," +
				"link", func(c *cms.Client) error {
				return second(c.Pages.Ensure(t.Context(), "x", &cms.PageParams{}, cms.Fields("date"), cms.Embed("author")))
			}},
		{"Posts.UpdateIfUnchanged", "GET", posts + "/7", "context=edit", func(c *cms.Client) error {
			whole := &cms.Post{}
			if err := cms.Unmarshal(
				[]byte(`{"id":7,"modified_gmt":"2026-01-01T00:00:00","title":{"raw":"x"},"_links":{"self":[{"href":"/x"}]}}`),
				whole); err != nil {
				return err
			}
			return second(c.Posts.UpdateIfUnchanged(t.Context(), whole, params))
		}},
		{"Posts.Revisions.List", "GET", posts + "/7/revisions", "", func(c *cms.Client) error {
			return second(c.Posts.Revisions(7).List(t.Context(), nil))
		}},
		{"Posts.Revisions.Get", "GET", posts + "/7/revisions/8", "_fields=slug,id,parent", func(c *cms.Client) error {
			return second(c.Posts.Revisions(7).Get(t.Context(), 8, cms.Fields("slug")))
		}},
		{"Posts.Autosaves.List", "GET", posts + "/7/autosaves", "_fields=slug,id,parent", func(c *cms.Client) error {
			return second(c.Posts.Autosaves(7).List(t.Context(), cms.Fields("slug")))
		}},
		{"Posts.Autosaves.Get", "GET", posts + "/7/autosaves/7", "context=edit", func(c *cms.Client) error {
			return second(c.Posts.Autosaves(7).Get(t.Context(), cms.InContext(cms.ContextEdit)))
		}},
		{"Posts.Autosaves.Create", "POST", posts + "/7/autosaves", "", func(c *cms.Client) error {
			return second(c.Posts.Autosaves(7).Create(t.Context(), params))
		}},
		{"shelves.List", "GET", shelves, "", func(c *cms.Client) error { return second(named(c).List(t.Context(), nil)) }},
		{"shelves.Get", "GET", shelves + "/a", "_fields=title,slug", func(c *cms.Client) error {
			return second(named(c).Get(t.Context(), "a", cms.Fields("title")))
		}},
		{"shelves.Create", "POST", shelves, "", func(c *cms.Client) error {
			return second(named(c).Create(t.Context(), params))
		}},
		{"shelves.Update", "POST", shelves + "/a", "", func(c *cms.Client) error {
			return second(named(c).Update(t.Context(), "a", params))
		}},
		{"shelves.Delete", "DELETE", shelves + "/a", "force=true", func(c *cms.Client) error {
			return second(named(c).Delete(t.Context(), "a"))
		}},
		{"settings.Get", "GET", one, "", func(c *cms.Client) error {
			return second(cms.NewDocument[cms.Post, cms.PostParams](c, one).Get(t.Context()))
		}},
		{"settings.Update", "POST", one, "", func(c *cms.Client) error {
			return second(cms.NewDocument[cms.Post, cms.PostParams](c, one).Update(t.Context(), params))
		}},
		{"Index", "GET", "",
			"_fields=name,description,url,home,gmt_offset,timezone_string,page_for_posts,page_on_front,show_on_front," +
				"namespaces,authentication", func(c *cms.Client) error {
				return second(c.Index(t.Context()))
			}},
		{"Index", "GET", "", "_fields=gmt_offset,timezone_string", func(c *cms.Client) error {
			return second(c.Location(t.Context()))
		}},
		{"Read", "GET", "", "_fields=routes", func(c *cms.Client) error {
			return second(describe.Of(t.Context(), c.Read, ""))
		}},
		{"Read", "GET", "cms/v2", "context=help", func(c *cms.Client) error {
			return second(describe.Of(t.Context(), c.Read, cms.NamespaceCMS))
		}},
		{"GET cms/v2/types", "GET", "cms/v2/types", "", func(c *cms.Client) error {
			return second(cms.Do(t.Context(), c, cms.Request[cms.Raw]{Path: "cms/v2/types"}))
		}},
		{"POST cms/v2/types", "POST", "cms/v2/types", "", func(c *cms.Client) error {
			return second(cms.Do(t.Context(), c, cms.Request[cms.Raw]{Method: "POST", Path: "cms/v2/types"}))
		}},
	} {
		t.Run(test.operation+" "+test.query, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, stub.Always(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`))
			err := test.call(s.Client(t))
			e, ok := errors.AsType[*cms.Error](err)
			switch {
			case !ok:
				t.Errorf("error %v, want a *cms.Error", err)
			case e.Operation != test.operation || e.Method != test.method:
				t.Errorf("e.Operation %q, e.Method %q, want %q and %q", e.Operation, e.Method, test.operation, test.method)
			case e.Path != test.path:
				t.Errorf("e.Path %q, want %q", e.Path, test.path)
			case !errors.Is(err, cms.ErrForbidden):
				t.Errorf("error %v, want ErrForbidden", err)
			case e.Attempts != 1:
				t.Errorf("e.Attempts %d, want 1", e.Attempts)
			}
			all := s.Seen()
			switch {
			case len(all) != 1:
				t.Fatalf("requests %+v, want 1", all)
			case all[0].Method != test.method:
				t.Fatalf("it sent %+v: all[0].Method %q, want %q", all, all[0].Method, test.method)
			case all[0].Path != "/cms-json/"+test.path:
				t.Fatalf("it sent %+v: all[0].Path %q, want %q", all, all[0].Path, "/cms-json/"+test.path)
			}
			got, want := steady(query(t, all[0].Query)), query(t, test.query)
			if slugs := got["slug[]"]; len(slugs) == 2 && strings.HasPrefix(slugs[1], "x-") { // the second is random
				got["slug[]"] = slugs[:1]
			}
			if got.Encode() != want.Encode() {
				t.Errorf("query %s, want %s", got.Encode(), want.Encode())
			}
		})
	}
}

// TestErrorOfTheReadAfterALostTrashNamesTheTrash loses the response to a trash, and then forbids to read the record.
func TestErrorOfTheReadAfterALostTrashNamesTheTrash(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
		switch {
		case n == 1:
			stub.Cut(w)
		case r.Method == http.MethodDelete:
			stub.Reply(w, 410, `{"code":"rest_already_trashed","message":"It is in the trash.","data":{"status":410}}`)
		default:
			stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
		}
	})
	_, err := s.Client(t).Posts.Trash(t.Context(), 7)
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.Trash(7): error %v, want a *cms.Error", err)
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("Posts.Trash(7): error %v, want ErrForbidden", err)
	case e.Operation != "Posts.Trash" || e.Method != http.MethodGet:
		t.Errorf("Posts.Trash(7): Operation %q, Method %q, want %q and %q", e.Operation, e.Method, "Posts.Trash",
			http.MethodGet)
	}
}

func named(c *cms.Client) *cms.Catalog[cms.Post, cms.PostParams, cms.PostListOptions] {
	return cms.NewCatalog[cms.Post, cms.PostParams, cms.PostListOptions](c, "cms/v2/shelves", "slug")
}

func TestErrorsNameTheCallOfTheirCollection(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(404,
		`{"code":"rest_post_invalid_id","message":"Invalid.","data":{"status":404}}`)).Client(t)
	for operation, get := range map[string]func(context.Context) error{
		"Posts.Get":     func(ctx context.Context) error { return second(site.Posts.Get(ctx, 7)) },
		"Pages.Get":     func(ctx context.Context) error { return second(site.Pages.Get(ctx, 7)) },
		"MenuItems.Get": func(ctx context.Context) error { return second(site.MenuItems.Get(ctx, 7)) },
		"Blocks.Get":    func(ctx context.Context) error { return second(site.Blocks.Get(ctx, 7)) },
		"Posts.BySlug":  func(ctx context.Context) error { return second(site.Posts.BySlug(ctx, "news")) },
		"Pages.ByPath":  func(ctx context.Context) error { return second(site.Pages.ByPath(ctx, "news")) },
		"Posts.Ensure": func(ctx context.Context) error {
			return second(site.Posts.Ensure(ctx, "news", &cms.PostParams{Status: new(cms.StatusPublish)}))
		},
	} {
		err := get(t.Context())
		switch e, ok := errors.AsType[*cms.Error](err); {
		case !ok:
			t.Errorf("%s: get: error %v, want a *cms.Error", operation, err)
		case e.Operation != operation || e.Method != "GET":
			t.Errorf("get: Operation %q, Method %q, want %q and %q", e.Operation, e.Method, operation, "GET")
		}
	}
}

// TestCancelledAttemptIsLoggedAtDebugLevel has a caller who has seen enough.
func TestCancelledAttemptIsLoggedAtDebugLevel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end   func(context.Context) (context.Context, context.CancelFunc)
		level slog.Level
	}{
		"a cancel": {context.WithCancel, slog.LevelDebug},
		"a deadline": {func(ctx context.Context) (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, 1) },
			slog.LevelWarn},
	} {
		ctx, cancel := c.end(t.Context())
		defer cancel()
		s := stub.New(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done()
		})
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		switch _, err := s.Client(t, cms.WithLogger(logger)).Posts.Get(ctx, 5); {
		case ctx.Err() == nil:
			t.Errorf("%s: context has not ended after the call, want it ended", name)
		case !errors.Is(err, ctx.Err()):
			t.Errorf("%s: Posts.Get(5): error %v, want ctx.Err()", name, err)
		}
		if text := log.String(); text != "" && strings.Contains(text, "level=WARN") != (c.level == slog.LevelWarn) {
			t.Errorf("%s: log %q, want a warning: %t", name, text, c.level == slog.LevelWarn)
		}
	}
}
