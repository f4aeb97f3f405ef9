package cms_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// removePost deletes a post when the test ends, whatever became of it.
func removePost(t *testing.T, site *cms.Client, id int64) {
	t.Helper()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if _, err := site.Posts.Delete(ctx, id); err != nil && !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("post %d is left behind: %v", id, err)
		}
	})
}

func TestLiveEverySettableFieldOfAPost(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "6.5") // before, there are no footnotes
	ctx := t.Context()
	zone, err := site.Location(ctx)
	if err != nil {
		t.Fatal(err)
	}
	when := time.Date(2026, 3, 29, 12, 30, 0, 0, time.UTC)
	page, err := site.Posts.List(ctx, &cms.PostListOptions{PerPage: 1, Before: settled})
	if err != nil || len(page.Items) == 0 || len(page.Items[0].Categories) == 0 {
		t.Fatal(page, err)
	}
	category := page.Items[0].Categories[0]

	post, err := site.Posts.Create(ctx, &cms.PostParams{
		Date:          cms.LocalTime(when.In(zone).Format("2006-01-02T15:04:05")).Date(),
		Slug:          new("fontcms-live-fields"),
		Status:        new(cms.StatusPrivate),
		Title:         new("Fields & more"),
		Content:       new("<!-- wp:paragraph -->\n<p>All of them.</p>\n<!-- /wp:paragraph -->"),
		Excerpt:       new("Short."),
		CommentStatus: new(cms.DiscussionOpen),
		PingStatus:    new(cms.DiscussionClosed),
		Format:        new(cms.FormatAside),
		Meta:          &cms.MetaParams{Footnotes: new(`[{"id":"a","content":"b"}]`)},
		Sticky:        new(true),
		Template:      new(""),
		Categories:    []int64{category},
		Tags:          []int64{},
		FeaturedMedia: new(int64(0)),
	})
	if err != nil {
		t.Fatal(err)
	}
	removePost(t, site, post.ID)

	got, err := site.Posts.Get(ctx, post.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if at, err := got.DateGMT.Time(); err != nil || !at.Equal(when) {
		t.Errorf("date_gmt %q, want %v", got.DateGMT, when)
	}
	if at, err := got.Date.Time(zone); err != nil || !at.Equal(when) {
		t.Errorf("date %q in %v, want %v", got.Date, zone, when)
	}
	if got.Slug != "fontcms-live-fields" || got.Status != cms.StatusPrivate || got.Title.Raw != "Fields & more" ||
		got.Excerpt.Raw != "Short." || got.CommentStatus != cms.DiscussionOpen || got.PingStatus != cms.DiscussionClosed ||
		got.Format != cms.FormatAside || got.Meta.Footnotes == "" || !got.Sticky ||
		len(got.Categories) != 1 || got.Categories[0] != category || len(got.Tags) != 0 {
		t.Errorf("read back: %+v", got)
	}

	params, err := got.Params()
	if err != nil {
		t.Fatal(err)
	}
	again, err := site.Posts.Update(ctx, post.ID, params)
	if err != nil {
		t.Fatal(err)
	}
	if again.DateGMT != got.DateGMT || again.Slug != got.Slug || again.Content.Raw != got.Content.Raw || again.Meta.Footnotes != got.Meta.Footnotes {
		t.Errorf("writing a post's own params changed it: %+v", again)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch} {
		updated, err := site.Posts.Update(ctx, post.ID, &cms.PostParams{
			Excerpt: new("By " + method), Sticky: new(false), Meta: &cms.MetaParams{Footnotes: new("")},
		}, cms.UpdateMethod(method))
		if err != nil || updated.Excerpt.Raw != "By "+method || updated.Title.Raw != "Fields & more" || updated.Sticky || updated.Meta.Footnotes != "" {
			t.Errorf("%s: %+v, %v", method, updated, err)
		}
	}
}

func TestLivePostsOfTheSameSlugGetTheirOwn(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	var slugs []string
	for range 2 {
		post, err := site.Posts.Create(t.Context(), &cms.PostParams{
			Title: new("Twin"), Slug: new("fontcms-live-twin"), Status: new(cms.StatusPublish),
		})
		if err != nil {
			t.Fatal(err)
		}
		removePost(t, site, post.ID)
		slugs = append(slugs, post.Slug)
	}
	if slugs[0] == slugs[1] {
		t.Errorf("both have the slug %s", slugs[0])
	}
}

func TestLiveTrashAndBack(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("To the trash and back"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	removePost(t, site, post.ID)
	trashed, err := site.Posts.Trash(ctx, post.ID)
	if err != nil || trashed.Status != cms.StatusTrash {
		t.Fatalf("Trash: %+v, %v", trashed, err)
	}
	if _, err := site.Posts.Trash(ctx, post.ID); !errors.Is(err, cms.ErrGone) {
		t.Errorf("Trash of a trashed post: %v", err)
	}
	back, err := site.Posts.Update(ctx, post.ID, &cms.PostParams{Status: new(cms.StatusDraft)})
	if err != nil || back.Status != cms.StatusDraft {
		t.Errorf("out of the trash: %+v, %v", back, err)
	}
	deleted, err := site.Posts.Delete(ctx, post.ID)
	if err != nil || deleted.Previous == nil || deleted.Previous.ID != post.ID {
		t.Errorf("Delete: %+v, %v", deleted, err)
	}
	if _, err := site.Posts.Get(ctx, post.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Get of a deleted post: %v", err)
	}
}

func TestLivePagesInATree(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	remove := func(id int64) {
		t.Cleanup(func() {
			if _, err := site.Pages.Delete(context.Background(), id); err != nil {
				t.Errorf("page %d is left behind: %v", id, err)
			}
		})
	}
	top, err := site.Pages.Create(ctx, &cms.PageParams{Title: new("Live guide"), Status: new(cms.StatusPublish), MenuOrder: new(3)})
	if err != nil {
		t.Fatal(err)
	}
	remove(top.ID)
	below, err := site.Pages.Create(ctx, &cms.PageParams{Title: new("Chapter"), Status: new(cms.StatusPublish), Parent: new(top.ID)})
	if err != nil {
		t.Fatal(err)
	}
	remove(below.ID)
	children, err := site.Pages.List(ctx, &cms.PageListOptions{Parent: []int64{top.ID}})
	if err != nil || len(children.Items) != 1 || children.Items[0].ID != below.ID {
		t.Errorf("children: %+v, %v", children, err)
	}
	moved, err := site.Pages.Update(ctx, below.ID, &cms.PageParams{Parent: new(int64(0)), MenuOrder: new(0)})
	if err != nil || moved.Parent != 0 || moved.MenuOrder != 0 {
		t.Errorf("moved to the top: %+v, %v", moved, err)
	}
}

func TestLiveErrorsSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	anonymous, err := site.With(cms.WithoutCredentials())
	if err != nil {
		t.Fatal(err)
	}
	_, create := anonymous.Posts.Create(ctx, &cms.PostParams{Title: new("x")})
	_, edit := anonymous.Posts.List(ctx, &cms.PostListOptions{Context: cms.ContextEdit})
	_, empty := site.Posts.Create(ctx, nil)
	_, page := site.Posts.List(ctx, &cms.PostListOptions{Page: 9999})
	_, author := site.Posts.Create(ctx, &cms.PostParams{Title: new("x"), Author: new(int64(99999999))})
	_, unknown := site.Posts.Get(ctx, 999999999)
	_, route := cms.Do(ctx, site, cms.Request[cms.Nothing]{Path: "cms/v2/no-such-thing"})
	_, bad := site.Posts.List(ctx, &cms.PostListOptions{OrderBy: "nonsense"})
	for name, c := range map[string]struct {
		err  error
		want []error
	}{
		"anonymous create":   {create, []error{cms.ErrUnauthorized, cms.CodeCannotCreate}},
		"anonymous edit":     {edit, []error{cms.ErrUnauthorized, cms.CodeForbiddenContext}},
		"empty create":       {empty, []error{cms.ErrBadRequest, cms.ErrorCode("empty_content")}},
		"page past the end":  {page, []error{cms.ErrBadRequest, cms.CodeInvalidPageNumber}},
		"unknown author":     {author, []error{cms.ErrBadRequest, cms.ErrorCode("rest_invalid_author")}},
		"unknown id":         {unknown, []error{cms.ErrNotFound, cms.CodeInvalidID}},
		"unknown route":      {route, []error{cms.ErrNoRoute, cms.CodeNoRoute}},
		"bad argument value": {bad, []error{cms.ErrBadRequest, cms.CodeInvalidParam}},
	} {
		for _, want := range c.want {
			if !errors.Is(c.err, want) {
				t.Errorf("%s: %v is not %v", name, c.err, want)
			}
		}
	}
	if e, ok := errors.AsType[*cms.Error](bad); !ok || e.Params["orderby"] == "" {
		t.Errorf("the error does not name the argument: %v", bad)
	}
}
