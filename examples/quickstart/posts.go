package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// showPosts takes a post of its own through its whole life.
func showPosts(ctx context.Context, site *cms.Client, out io.Writer) (err error) {
	slug := fmt.Sprintf("fontcms-quickstart-%08x", rand.Uint32())
	created := false
	defer func() {
		if !created {
			return
		}
		if left := remove(ctx, site, slug, out); left != nil {
			err = errors.Join(err, fmt.Errorf("the post %s may still exist: %w", slug, left))
		}
	}()

	post, err := site.Posts.Create(ctx, &cms.PostParams{
		Title:   new("Which face for the manual?"),
		Content: new("<p>Three serifs, side by side.</p>"),
		Slug:    new(slug),
		Status:  new(cms.StatusDraft),
	})
	created = err == nil || errors.Is(err, cms.ErrOutcomeUnknown)
	if err != nil {
		return err
	}
	program.Printf(out, "create:    post %d, a %s\n", post.ID, post.Status)

	post, err = site.Posts.Update(ctx, post.ID, &cms.PostParams{Status: new(cms.StatusPublish)})
	if err != nil {
		return err
	}
	program.Printf(out, "publish:   %s\n", post.Link)

	page, err := site.Posts.List(ctx, &cms.PostListOptions{PerPage: 5}, cms.Fields("id", "title"))
	if err != nil {
		return err
	}
	program.Printf(out, "list:      %d of %d posts, the latest %q\n", len(page.Items), page.Total,
		page.Items[0].Title.Plain())

	walked, began := 0, time.Now()
	for _, err := range site.Posts.All(ctx, nil, cms.Fields("id", "title"), cms.Prefetch(2)) {
		if err != nil {
			return err
		}
		walked++
	}
	program.Printf(out, "walk:      %d posts in %v\n", walked, time.Since(began).Round(time.Millisecond))

	post, err = site.Posts.Update(ctx, post.ID, &cms.PostParams{Title: new("Which serif for the manual?")})
	if err != nil {
		return err
	}
	program.Printf(out, "update:    the title is now %q\n", post.Title.Raw)

	if post, err = site.Posts.Trash(ctx, post.ID); err != nil {
		return err
	}
	program.Printf(out, "trash:     post %d is in the %s\n", post.ID, post.Status)

	if _, err := site.Posts.Delete(ctx, post.ID); err != nil {
		return err
	}
	_, err = site.Posts.Get(ctx, post.ID)
	if !errors.Is(err, cms.ErrNotFound) {
		return fmt.Errorf("the post is still there: %w", err)
	}
	program.Printf(out, "delete:    post %d is gone\n", post.ID)
	return nil
}

// remove deletes what carries the slug, in the trash or out of it. It looks the
// post up rather than trust that its id ever arrived, and works after ctx has
// ended.
func remove(ctx context.Context, site *cms.Client, slug string, out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	options := &cms.PostListOptions{
		Slug:   []string{slug, slug + "__trashed"},
		Status: []cms.Status{cms.StatusAny, cms.StatusTrash},
	}
	for post, err := range site.Posts.All(ctx, options, cms.Fields("id", "slug")) {
		if err != nil {
			return err
		}
		if !slices.Contains(options.Slug, post.Slug) { // if the site ignores the filter, this would delete all posts
			return fmt.Errorf("%w: asked for %s, got post %d with the slug %.80q", cms.ErrFilterIgnored, slug, post.ID,
				post.Slug)
		}
		if _, err := site.Posts.Delete(ctx, post.ID); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
		program.Printf(out, "delete:    post %d is gone\n", post.ID)
	}
	return nil
}
