package cmstest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestPostTypeIsServedLikePosts(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		t.Run(prefix, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix(prefix), cmstest.WithPostType("book", "books"))
			site, err := cms.New(server.URL, cms.WithPrefix(prefix),
				cms.WithApplicationPassword("editor", server.AppPassword("editor")))
			if err != nil {
				t.Fatal(err)
			}
			books := cms.NewContent[cms.Post, cms.PostParams, cms.PostListOptions](site, "cms/v2/books")
			id := server.Insert("books", map[string]any{"title": "Emma", "slug": "emma", "status": "publish", "excerpt": "Old"})
			emma, err := books.Ensure(t.Context(), "emma", &cms.PostParams{Excerpt: new("New")})
			if err != nil {
				t.Fatal(err)
			}
			if emma.ID != id || emma.Type != "book" {
				t.Errorf("Ensure of the book emma: record %d of type %q, want %d of type book", emma.ID, emma.Type, id)
			}
			if stored := server.Record("books", id)["excerpt"]; stored != "New" {
				t.Errorf("Ensure of the book emma: the site stores the excerpt %q, want New", stored)
			}
			wanted := []cms.Wanted[cms.PostParams]{
				{Slug: "dune", Params: &cms.PostParams{Title: new("Dune"), Status: new(cms.StatusPublish)}},
				{Slug: "emma", Params: &cms.PostParams{Title: new("Emma")}},
			}
			n := 0
			for i, one := range books.EnsureMany(t.Context(), wanted, nil) {
				if one.Err != nil {
					t.Errorf("EnsureMany of books, %s: error %v, want none", wanted[i].Slug, one.Err)
				}
				n++
			}
			if count, err := books.Count(t.Context(), nil); err != nil || count != 2 {
				t.Errorf("Count of books after EnsureMany: %d, error %v, want 2", count, err)
			}
			if n != 2 {
				t.Errorf("EnsureMany of two books: %d results, want 2", n)
			}
			posts, err := site.Posts.Count(t.Context(), nil)
			if err != nil || posts != 0 {
				t.Errorf("Count of posts of a site with two books: %d, error %v, want 0", posts, err)
			}
		})
	}
}

func TestPostTypeIsDescribed(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPostType("book", ""))
	_, _, said := ask(t, server, "", http.MethodOptions, "/cms/v2/book", "")
	for _, field := range []string{"title", "content", "excerpt", "author", "featured_media", "meta"} {
		if memberOf(said, "schema", "properties", field) == nil {
			t.Errorf("OPTIONS of books: no field %s in the schema, want the field of posts", field)
		}
	}
	for _, field := range []string{"sticky", "format", "categories", "tags"} {
		if value := memberOf(said, "schema", "properties", field); value != nil {
			t.Errorf("OPTIONS of books: field %s is %v in the schema, want it absent", field, value)
		}
	}
	if title := memberOf(said, "schema", "title"); title != "book" {
		t.Errorf("OPTIONS of books: the title of the schema is %v, want book", title)
	}
	_, _, entry := ask(t, server, "editor", http.MethodGet, "/cms/v2/types/book?context=edit", "")
	if base := memberOf(entry, "rest_base"); base != "book" {
		t.Errorf("GET of the type book: rest_base %v of %v, want book", base, entry)
	}
	for _, field := range []string{"title", "editor", "excerpt", "author", "thumbnail", "comments", "custom-fields"} {
		if memberOf(entry, "supports", field) == nil {
			t.Errorf("GET of the type book: supports of %v, want %s among it", entry, field)
		}
	}
	_, _, index := ask(t, server, "", http.MethodGet, "/cms/v2", "")
	if memberOf(index, "routes", "/cms/v2/book") == nil {
		t.Error("GET of the index of cms/v2: no route of books, want it listed")
	}
	status, _, made := ask(t, server, "editor", http.MethodPost, "/cms/v2/book", `{"title":"Dune","tags":[1]}`)
	if status != http.StatusCreated || memberOf(made, "tags") != nil {
		t.Errorf("POST of a book with tags: status %d, %v, want 201 and no tags", status, made)
	}
	for _, field := range []string{"comment_status", "ping_status"} {
		if value := memberOf(made, field); value != "open" {
			t.Errorf("POST of a book: %s %v, want open, the default of a type with comments", field, value)
		}
	}
}

func TestPostTypeWithAnImpossibleNamePanics(t *testing.T) {
	t.Parallel()
	for _, names := range [][2]string{
		{"", "books"}, {"Book", "books"}, {"post", "books"}, {"revision", "books"}, {"book", "posts"}, {"book", "tags"},
		{"book", "media"}, {"book", "users"}, {"book", "a/b"}, {"book", "(b)"}, {"film", "films"}, {"book", "films"},
		{"film", "books"}, {strings.Repeat("b", 21), "books"},
	} {
		t.Run(strings.Join(names[:], "+"), func(t *testing.T) {
			t.Parallel()
			defer func() {
				if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "cmstest: WithPostType: ") {
					t.Errorf("WithPostType(%q, %q): panic %s, want one that names WithPostType", names[0], names[1], text)
				}
			}()
			cmstest.NewServer(cmstest.WithPostType("film", "films"), cmstest.WithPostType(names[0], names[1])).Close()
		})
	}
}
