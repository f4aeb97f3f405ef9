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
			t.Errorf("Posts.Delete(%d): error %v, want nil or ErrNotFound", id, err)
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
	switch {
	case err != nil:
		t.Fatalf("Posts.List: error %v, want nil", err)
	case len(page.Items) == 0:
		t.Fatal("Posts.List: length of page.Items 0, want more than 0")
	case len(page.Items[0].Categories) == 0:
		t.Fatal("Posts.List: length of page.Items[0].Categories 0, want more than 0")
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
	switch {
	case got.Slug != "fontcms-live-fields" || got.Status != cms.StatusPrivate:
		t.Errorf("read back: %+v: Slug %q, Status %q, want %q and %q", got, got.Slug, got.Status, "fontcms-live-fields",
			cms.StatusPrivate)
	case got.Title.Raw != "Fields & more" || got.Excerpt.Raw != "Short.":
		t.Errorf("read back: %+v: Title.Raw %q, Excerpt.Raw %q, want %q and %q", got, got.Title.Raw, got.Excerpt.Raw,
			"Fields & more", "Short.")
	case got.CommentStatus != cms.DiscussionOpen || got.PingStatus != cms.DiscussionClosed:
		t.Errorf("read back: %+v: CommentStatus %q, PingStatus %q, want %q and %q", got, got.CommentStatus, got.PingStatus,
			cms.DiscussionOpen, cms.DiscussionClosed)
	case got.Format != cms.FormatAside:
		t.Errorf("read back: %+v: Format %q, want %q", got, got.Format, cms.FormatAside)
	case got.Meta.Footnotes == "":
		t.Errorf("read back: %+v: Meta.Footnotes empty, want a text", got)
	case !got.Sticky:
		t.Error("post read back: Sticky false, want true")
	case len(got.Categories) != 1:
		t.Errorf("read back: %+v: %d categories, want 1", got, len(got.Categories))
	case got.Categories[0] != category:
		t.Errorf("read back: %+v: Categories[0] %d, want %d", got, got.Categories[0], category)
	case len(got.Tags) != 0:
		t.Errorf("read back: %+v: Tags %v, want an empty list", got, got.Tags)
	}

	params, err := got.Params()
	if err != nil {
		t.Fatal(err)
	}
	again, err := site.Posts.Update(ctx, post.ID, params)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case again.DateGMT != got.DateGMT:
		t.Errorf("writing a post's own params changed it: %+v: again.DateGMT %q, want %q", again, again.DateGMT, got.DateGMT)
	case again.Slug != got.Slug:
		t.Errorf("writing a post's own params changed it: %+v: again.Slug %q, want %q", again, again.Slug, got.Slug)
	case again.Content.Raw != got.Content.Raw:
		t.Errorf("writing a post's own params changed it: %+v: again.Content.Raw %q, want %q", again, again.Content.Raw,
			got.Content.Raw)
	case again.Meta.Footnotes != got.Meta.Footnotes:
		t.Errorf("writing a post's own params changed it: %+v: again.Meta.Footnotes %q, want %q", again, again.Meta.Footnotes,
			got.Meta.Footnotes)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch} {
		updated, err := site.Posts.Update(ctx, post.ID, &cms.PostParams{
			Excerpt: new("By " + method), Sticky: new(false), Meta: &cms.MetaParams{Footnotes: new("")},
		}, cms.UpdateMethod(method))
		switch {
		case err != nil:
			t.Errorf("%s: Posts.Update: error %v, want nil", method, err)
		case updated.Excerpt.Raw != "By "+method || updated.Title.Raw != "Fields & more":
			t.Errorf("%s: Posts.Update: Excerpt.Raw %q, Title.Raw %q, want %q and %q", method, updated.Excerpt.Raw,
				updated.Title.Raw, "By "+method, "Fields & more")
		case updated.Sticky:
			t.Errorf("%s: Posts.Update: Sticky true, want false", method)
		case updated.Meta.Footnotes != "":
			t.Errorf("%s: Posts.Update: Meta.Footnotes %q, want an empty string", method, updated.Meta.Footnotes)
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
		t.Errorf("both have the slug %s, want a value other than %q", slugs[0], slugs[1])
	}
}

func TestLiveTrashAndBack(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("To the trash and back"),
		Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	removePost(t, site, post.ID)
	trashed, err := site.Posts.Trash(ctx, post.ID)
	switch {
	case err != nil:
		t.Fatalf("Trash: %+v, %v, want nil", trashed, err)
	case trashed.Status != cms.StatusTrash:
		t.Fatalf("Trash: trashed.Status %q, want %q", trashed.Status, cms.StatusTrash)
	}
	if _, err := site.Posts.Trash(ctx, post.ID); !errors.Is(err, cms.ErrGone) {
		t.Errorf("Trash of a trashed post: %v, want ErrGone", err)
	}
	back, err := site.Posts.Update(ctx, post.ID, &cms.PostParams{Status: new(cms.StatusDraft)})
	switch {
	case err != nil:
		t.Errorf("out of the trash: %+v, %v, want nil", back, err)
	case back.Status != cms.StatusDraft:
		t.Errorf("out of the trash: back.Status %q, want %q", back.Status, cms.StatusDraft)
	}
	deleted, err := site.Posts.Delete(ctx, post.ID)
	switch {
	case err != nil:
		t.Errorf("Delete: %+v, %v, want nil", deleted, err)
	case deleted.Previous == nil:
		t.Errorf("Delete: no previous record (error %v), want one", err)
	case deleted.Previous.ID != post.ID:
		t.Errorf("Delete: Previous.ID %d, want %d", deleted.Previous.ID, post.ID)
	}
	if _, err := site.Posts.Get(ctx, post.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Get of a deleted post: %v, want ErrNotFound", err)
	}
}

func TestLivePagesInATree(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	remove := func(id int64) {
		t.Cleanup(func() {
			if _, err := site.Pages.Delete(context.Background(), id); err != nil {
				t.Errorf("Pages.Delete(%d): error %v, want the page deleted", id, err)
			}
		})
	}
	top, err := site.Pages.Create(ctx, &cms.PageParams{Title: new("Live guide"), Status: new(cms.StatusPublish),
		MenuOrder: new(3)})
	if err != nil {
		t.Fatal(err)
	}
	remove(top.ID)
	below, err := site.Pages.Create(ctx, &cms.PageParams{Title: new("Chapter"), Status: new(cms.StatusPublish),
		Parent: new(top.ID)})
	if err != nil {
		t.Fatal(err)
	}
	remove(below.ID)
	children, err := site.Pages.List(ctx, &cms.PageListOptions{Parent: []int64{top.ID}})
	switch {
	case err != nil:
		t.Errorf("children: %+v, %v, want nil", children, err)
	case len(children.Items) != 1:
		t.Errorf("children: %d records, want 1", len(children.Items))
	case children.Items[0].ID != below.ID:
		t.Errorf("children: children.Items[0].ID %d, want %d", children.Items[0].ID, below.ID)
	}
	moved, err := site.Pages.Update(ctx, below.ID, &cms.PageParams{Parent: new(int64(0)), MenuOrder: new(0)})
	switch {
	case err != nil:
		t.Errorf("moved to the top: %+v, %v, want nil", moved, err)
	case moved.Parent != 0 || moved.MenuOrder != 0:
		t.Errorf("moved to the top: moved.Parent %d, moved.MenuOrder %d, want 0 and 0", moved.Parent, moved.MenuOrder)
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
				t.Errorf("%s: error %v, want %v", name, c.err, want)
			}
		}
	}
	switch e, ok := errors.AsType[*cms.Error](bad); {
	case !ok:
		t.Errorf("the error does not name the argument: %v, want a *cms.Error", bad)
	case e.Params["orderby"] == "":
		t.Errorf(`the error does not name the argument: %v: Params["orderby"] empty, want a text`, bad)
	}
}
