package cms_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// startSite starts a site for an example, and connects to it as its editor.
func startSite(options ...cmstest.Option) (*cms.Client, func()) {
	server := cmstest.NewServer(options...)
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		panic(err)
	}
	return site, server.Close
}

func ExampleNew() {
	server := cmstest.NewServer() // in place of https://docs.example.org
	defer server.Close()

	site, err := cms.New(server.URL,
		cms.WithApplicationPassword("editor", server.AppPassword("editor")),
		cms.WithUserAgent("mirror/1.2"),
		cms.WithRetry(cms.Retry{Attempts: 3, MinWait: time.Second}),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	me, err := site.Verify(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(me.Username, me.Roles)
	// Output: editor [editor]
}

func ExampleCollection_Create() {
	site, done := startSite()
	defer done()

	post, err := site.Posts.Create(context.Background(), &cms.PostParams{
		Title:   new("Release notes"),
		Content: new("Variable fonts are here."),
		Status:  new(cms.StatusPublish),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(post.Slug, post.Status)
	// Output: release-notes publish
}

func ExampleCollection_Update() {
	site, done := startSite()
	defer done()
	ctx := context.Background()
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Release notes"), Excerpt: new("Short."),
		Sticky: new(true)})
	if err != nil {
		fmt.Println(err)
		return
	}

	// A nil field is not changed. A pointer to a zero value clears the field.
	post, err = site.Posts.Update(ctx, post.ID, &cms.PostParams{
		Excerpt: new(""),
		Sticky:  new(false),
		Tags:    []int64{},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q %q %v\n", post.Title.Raw, post.Excerpt.Raw, post.Sticky)
	// Output: "Release notes" "" false
}

func ExampleCollection_All() {
	site, done := startSite(cmstest.WithSample())
	defer done()

	words := 0
	options := &cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}}
	for post, err := range site.Posts.All(context.Background(), options, cms.Prefetch(2), cms.Fields("id", "title")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		words += len(strings.Fields(post.Title.Rendered))
	}
	fmt.Println(words > 0)
	// Output: true
}

func ExampleResume() {
	site, done := startSite(cmstest.WithSample())
	defer done()
	ctx := context.Background()
	options := &cms.PostListOptions{OrderBy: cms.ByID, Order: cms.Ascending}

	var cursor cms.Cursor // marshals to JSON, for a later run of the program
	n := 0
	for _, err := range site.Posts.All(ctx, options, cms.Resume(&cursor), cms.Fields("id")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if n++; n == 250 {
			break
		}
	}
	for _, err := range site.Posts.All(ctx, options, cms.Resume(&cursor), cms.Fields("id")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		n++
	}
	fmt.Println(n, "posts, each once")
	// Output: 1190 posts, each once
}

func ExampleContent_Trash() {
	site, done := startSite()
	defer done()
	ctx := context.Background()
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Draft")})
	if err != nil {
		fmt.Println(err)
		return
	}

	post, err = site.Posts.Trash(ctx, post.ID)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(post.Status)
	post, err = site.Posts.Update(ctx, post.ID, &cms.PostParams{Status: new(cms.StatusDraft)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(post.Status)
	deleted, err := site.Posts.Delete(ctx, post.ID)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(deleted.Previous.Title.Raw, "is deleted permanently")
	// Output:
	// trash
	// draft
	// Draft is deleted permanently
}

func ExampleFields() {
	site, done := startSite(cmstest.WithSample())
	defer done()

	page, err := site.Posts.List(context.Background(), &cms.PostListOptions{PerPage: 1},
		cms.Fields("slug", "title.rendered"))
	if err != nil {
		fmt.Println(err)
		return
	}
	post := page.Items[0]
	fmt.Println(post.Slug != "", post.Title.Rendered != "", post.ID > 0, page.Total)
	_, err = post.Params() // most fields were not read
	fmt.Println(errors.Is(err, cms.ErrIncomplete))
	// Output:
	// true true true 1190
	// true
}

func ExampleEmbed() {
	site, done := startSite(cmstest.WithSample())
	defer done()

	page, err := site.Posts.List(context.Background(),
		&cms.PostListOptions{PerPage: 1, OrderBy: cms.ByID, Order: cms.Ascending},
		cms.Embed("author", "cms:term"))
	if err != nil {
		fmt.Println(err)
		return
	}
	authors, err := cms.EmbeddedAs[cms.EmbeddedUser](page.Items[0].Embedded, "author", page.Items[0].Links)
	if err != nil {
		fmt.Println(err)
		return
	}
	terms, err := cms.EmbeddedAs[cms.EmbeddedTerm](page.Items[0].Embedded, "cms:term", page.Items[0].Links)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(authors[0].Name)
	for _, term := range terms {
		fmt.Println(term.Taxonomy, term.Name)
	}
	// Output:
	// Editor Example
	// category Performance
	// post_tag sans
	// post_tag woff2
}

// Guide is a page with what a plugin adds to it. Its own fields need json tags.
type Guide struct {
	cms.Page

	ClassList []string `json:"class_list"`
	Level     int      `json:"level"`
}

func ExampleNewCollection() {
	site, done := startSite(cmstest.WithSample())
	defer done()

	guides := cms.NewCollection[Guide, cms.PageParams, cms.PageListOptions](site, "cms/v2/pages")
	page, err := guides.List(context.Background(), &cms.PageListOptions{Slug: []string{"guide-3"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	guide := page.Items[0]
	fmt.Println(guide.Title.Rendered, guide.ClassList[1])
	// Output: Guide 3 page
}

func ExampleDo() {
	site, done := startSite(cmstest.WithSample())
	defer done()

	terms, err := cms.Do(context.Background(), site, cms.Request[[]cms.EmbeddedTerm]{
		Path:  "cms/v2/categories",
		Query: map[string][]string{"orderby": {"name"}, "per_page": {"2"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range *terms {
		fmt.Println(term.Name)
	}
	// Output:
	// Caching
	// OpenType
}

func ExampleError() {
	site, done := startSite()
	defer done()
	ctx := context.Background()

	_, err := site.Posts.Get(ctx, 4711)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		fmt.Println("no post has the id")
	case errors.Is(err, cms.ErrNoRoute), errors.Is(err, cms.ErrNotREST):
		fmt.Println("this is not the REST API")
	}

	_, err = site.Posts.Create(ctx, &cms.PostParams{Title: new("One"), Author: new(int64(99))})
	if e, ok := errors.AsType[*cms.Error](err); ok {
		fmt.Println(e.Operation, e.Status, e.Code)
	}

	_, err = site.Posts.Get(ctx, -1) // was not sent
	fmt.Println(err)
	// Output:
	// no post has the id
	// Posts.Create 400 rest_invalid_author
	// cms: Posts.Get: id: must be 1 or more, not -1
}
