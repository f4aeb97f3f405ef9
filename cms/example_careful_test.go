package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Ensure may be called any number of times. It creates the post once, and then updates
// it.
func ExampleContent_Ensure() {
	site, done := startSite()
	defer done()
	ctx := context.Background()

	for _, title := range []string{"Kerning", "Kerning pairs", "Kerning pairs"} {
		post, err := site.Posts.Ensure(ctx, "kerning", &cms.PostParams{Title: new(title), Status: new(cms.StatusPublish)})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(post.Slug, post.Title.Raw)
	}
	n, err := site.Posts.Count(ctx, nil)
	fmt.Println(n, err)
	// Output:
	// kerning Kerning
	// kerning Kerning pairs
	// kerning Kerning pairs
	// 1 <nil>
}

// A response is lost after the site has created the post. Create returns
// ErrOutcomeUnknown, and does not try again. Ensure finds the post.
func ExampleContent_Ensure_lostResponse() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	params := &cms.PostParams{Title: new("Kerning"), Slug: new("kerning"), Status: new(cms.StatusPublish)}

	server.Fail(cmstest.Fault{Method: http.MethodPost, Cut: cmstest.CutAnswer, Processed: true, Times: 1})
	_, err = site.Posts.Create(ctx, params)
	fmt.Println(errors.Is(err, cms.ErrOutcomeUnknown))

	post, err := site.Posts.Ensure(ctx, "kerning", params)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := site.Posts.Count(ctx, nil)
	fmt.Println(post.Slug, n, err)
	// Output:
	// true
	// kerning 1 <nil>
}

// EnsureMany brings many posts to what the params say. The second call writes only the post
// that differs.
func ExampleContent_EnsureMany() {
	site, done := startSite()
	defer done()
	wanted := []cms.Wanted[cms.PostParams]{
		{Slug: "kerning", Params: &cms.PostParams{Title: new("Kerning")}},
		{Slug: "tracking", Params: &cms.PostParams{Title: new("Tracking")}},
	}
	for range 2 {
		for i, done := range site.Posts.EnsureMany(context.Background(), wanted, nil) {
			if done.Err != nil {
				fmt.Println(wanted[i].Slug, done.Err)
				continue
			}
			fmt.Println(done.Record.Slug, done.Action)
		}
		wanted[1].Params.Title = new("Letter spacing")
	}
	// Output:
	// kerning created
	// tracking created
	// kerning unchanged
	// tracking updated
}

// A dry run sends the reads. The error of a write has the request.
func ExampleWithDryRun() {
	site, done := startSite()
	defer done()
	dry, err := site.With(cms.WithDryRun())
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = dry.Posts.Ensure(context.Background(), "kerning", &cms.PostParams{Title: new("Kerning")})
	if refused, ok := errors.AsType[*cms.DryRunError](err); ok {
		fmt.Println(refused.Method, refused.Path)
	}
	n, err := dry.Posts.Count(context.Background(), &cms.PostListOptions{Slug: []string{"kerning"}})
	fmt.Println(n, err)
	// Output:
	// POST cms/v2/posts
	// 0 <nil>
}

// A post gets a further category, and keeps the one that it has.
func ExampleContent_AddTerms() {
	server := cmstest.NewServer()
	defer server.Close()
	fonts := server.Insert("categories", map[string]any{"name": "Fonts"})
	id := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs."})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		fmt.Println(err)
		return
	}
	post, err := site.Posts.AddTerms(context.Background(), id, "categories", []int64{fonts})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(post.Categories))
	// Output: 2
}

func ExampleContent_UpdateIfUnchanged() {
	site, done := startSite()
	defer done()
	ctx := context.Background()
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Kerning"), Content: new("First.")})
	if err != nil {
		fmt.Println(err)
		return
	}
	read, err := site.Posts.Get(ctx, post.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		fmt.Println(err)
		return
	}

	// Someone else changes the post in the meantime.
	if _, err := site.Posts.Update(ctx, post.ID, &cms.PostParams{Content: new("Theirs.")}); err != nil {
		fmt.Println(err)
		return
	}
	_, err = site.Posts.UpdateIfUnchanged(ctx, read, &cms.PostParams{Content: new("Ours.")})
	fmt.Println(errors.Is(err, cms.ErrChanged))
	// Output: true
}

// A site whose administrator limits or switches off revisions keeps too few of them to
// show the change of someone else during the update.
func ExampleAllowUnverified() {
	site, done := startSite()
	defer done()
	ctx := context.Background()
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Kerning"), Content: new("First.")})
	if err != nil {
		fmt.Println(err)
		return
	}
	read, err := site.Posts.Get(ctx, post.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		fmt.Println(err)
		return
	}
	after, err := site.Posts.UpdateIfUnchanged(ctx, read, &cms.PostParams{Content: new("Second.")}, cms.AllowUnverified())
	if err != nil { // cms.ErrChanged if the post was changed before the update
		fmt.Println(err)
		return
	}
	fmt.Println(after.Content.Raw)
	// Output: Second.
}

// A user with few rights may not read most posts of a site. The site counts them, so many
// pages of the list are empty.
func ExampleMaxEmptyPages() {
	site, done := startSite(cmstest.WithSample())
	defer done()
	posts := 0
	for _, err := range site.Posts.All(context.Background(), nil, cms.MaxEmptyPages(20_000)) {
		if err != nil { // cms.ErrEmptyPages after 20,001 empty pages in a row
			fmt.Println(err)
			return
		}
		posts++
	}
	fmt.Println(posts > 1000)
	// Output: true
}

// An exact walk misses no post and yields none twice, although each step deletes one.
func ExampleExact() {
	site, done := startSite(cmstest.WithSample())
	defer done()
	ctx := context.Background()
	options := &cms.PostListOptions{Categories: cms.Terms(2), PerPage: 20}
	before, err := site.Posts.Count(ctx, options)
	if err != nil {
		fmt.Println(err)
		return
	}

	seen, last := 0, int64(0)
	for post, err := range site.Posts.All(ctx, options, cms.Exact(), cms.Fields("id")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if seen++; last > 0 {
			if _, err := site.Posts.Delete(ctx, last); err != nil {
				fmt.Println(err)
				return
			}
		}
		last = post.ID
	}
	fmt.Println(seen == before, before > 0)
	// Output: true true
}

func ExampleCollection_GetMany() {
	site, done := startSite(cmstest.WithSample())
	defer done()
	ctx := context.Background()
	newest, err := site.Posts.List(ctx, &cms.PostListOptions{PerPage: 3}, cms.Fields("id"))
	if err != nil {
		fmt.Println(err)
		return
	}
	ids := []int64{newest.Items[2].ID, 999999, newest.Items[0].ID}

	for post, err := range site.Posts.GetMany(ctx, ids, nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(post.ID == ids[0], post.ID == ids[2])
	}
	// Output:
	// true false
	// false true
}
