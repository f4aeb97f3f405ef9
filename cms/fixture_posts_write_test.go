package cms_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestRecordedCreatesOfPostsReturnWhatTheSiteStored(t *testing.T) {
	t.Parallel()
	replayAll(t, postCreates())
}

func TestRecordedUpdatesOfPostsReturnWhatTheSiteStored(t *testing.T) {
	t.Parallel()
	replayAll(t, postUpdates())
}

func TestRecordedTrashedAndDeletedPostsComeBack(t *testing.T) {
	t.Parallel()
	replayAll(t, postDeletes())
}

func TestRecordedRefusalsToWritePostsAreErrors(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(postWriteFailures()))
}

func postCreates() []replayCase {
	create := recordedPosts.create
	return []replayCase{
		create("posts_create_201", &cms.PostParams{
			Title:         new("Choosing a mono face"),
			Content:       new("<!-- wp:paragraph --><p>Mono faces align.</p><!-- /wp:paragraph -->"),
			Status:        new(cms.StatusPublish),
			Categories:    []int64{4},
			Tags:          []int64{16},
			Excerpt:       new("Short."),
			Format:        new(cms.FormatAside),
			Sticky:        new(false),
			CommentStatus: new(cms.DiscussionClosed),
			Meta:          &cms.MetaParams{Footnotes: new(`[{"id":"a1","content":"See the manual."}]`)},
		}, says{
			"id": 1544, "slug": "choosing-a-mono-face", "status": cms.StatusPublish, "format": cms.FormatAside,
			"categories": []int{4}, "tags": []int{16}, "excerpt.raw": "Short.", "comment_status": cms.DiscussionClosed,
			"meta.footnotes": `[{"id":"a1","content":"See the manual."}]`, "title.raw": "Choosing a mono face",
		}),
		create("posts_create_minimal_201", &cms.PostParams{Title: new("Only a title")},
			says{"id": 1548, "status": cms.StatusDraft, "slug": "", "generated_slug": "only-a-title", "content.raw": ""}),
		create("posts_create_future_201", &cms.PostParams{
			Title: new("Later"), Status: new(cms.StatusPublish), Date: cms.LocalTime("2033-05-01T10:00:00").Date(),
		}, says{"status": cms.StatusFuture, "date_gmt": "2033-05-01T08:00:00", "slug": "later"}),
		create("posts_create_date_with_zone", &cms.PostParams{Title: new("Zoned"),
			Date: cms.LocalTime("2026-05-01T10:00:00Z").Date()},
			says{"date": "2026-05-01T12:00:00", "date_gmt": "2026-05-01T10:00:00"}),
		create("posts_create_date_gmt_offset",
			&cms.PostParams{Title: new("Zoned4"), DateGMT: cms.GMTTime("2026-05-01T10:00:00+05:00").Date()},
			says{"date": "2026-05-01T07:00:00", "date_gmt": "2026-05-01T05:00:00"}),
		create("posts_create_both_dates", &cms.PostParams{
			Title: new("Zoned5"), Date: cms.LocalTime("2026-05-01T10:00:00").Date(),
			DateGMT: cms.LocalTime("2026-01-01T00:00:00").Date(),
		}, says{"date": "2026-05-01T10:00:00", "date_gmt": "2026-05-01T08:00:00"}),
		create("posts_create_date_null", &cms.PostParams{Title: new("Nodate"), Date: cms.NoDate()},
			says{"status": cms.StatusDraft, "date": "2026-11-21T06:03:21"}),
		create("posts_create_duplicate_201", &cms.PostParams{Title: new("Choosing a mono face"),
			Status: new(cms.StatusPublish)},
			says{"slug": "choosing-a-mono-face-2"}),
		create("posts_create_duplicate_slug_201", &cms.PostParams{Title: new("Third"), Slug: new("choosing-a-mono-face"),
			Status: new(cms.StatusPublish)},
			says{"slug": "choosing-a-mono-face-3"}),
		create("posts_create_draft_duplicate_slug_201",
			&cms.PostParams{Title: new("Fourth"), Slug: new("choosing-a-mono-face")},
			says{"slug": "choosing-a-mono-face", "status": cms.StatusDraft}),
		create("posts_create_bad_featured_media_201", &cms.PostParams{Title: new("x"), FeaturedMedia: new(int64(99999))},
			says{"featured_media": 0}),
		create("posts_create_contributor_draft", &cms.PostParams{Title: new("c")},
			says{"author": 4, "status": cms.StatusDraft}),
		create("posts_create_script_stripped_author", &cms.PostParams{
			Title: new("s"), Content: new(`<p>a</p><script>alert(1)</script><iframe src="x"></iframe>`),
		}, says{"content.raw": "<p>a</p>alert(1)"}),
		create("posts_create_same_body_retry", &cms.PostParams{Title: new("Retry me"), Status: new(cms.StatusPublish)},
			says{"id": 1546, "slug": "retry-me"}, cms.Fields("id", "slug")),
		create("posts_create_unknown_meta_201", &cms.PostParams{
			Title: new("x"), Meta: &cms.MetaParams{Extra: cms.Extra{"nope": []byte(`"1"`)}},
		}, says{"id": 1548, "meta.footnotes": ""}, cms.Fields("id", "meta")),
		createdByHand("posts_create_title_object_201", nil, says{"title.raw": "Title given as object"},
			map[string]any{"title": map[string]any{"raw": "Title given as object"},
				"content": map[string]any{"raw": "<p>x</p>"}}),
		createdByHand("posts_create_title_object_rendered", nil, says{"title.raw": "", "content.raw": "y",
			"generated_slug": "1550"},
			map[string]any{"title": map[string]any{"rendered": "Title given as rendered"}, "content": "y"}),
		createdByHand("posts_create_nulls", nil, says{"title.raw": "N", "slug": "", "excerpt.raw": ""},
			map[string]any{"title": "N", "excerpt": nil, "slug": nil}),
		createdByHand("posts_create_query_and_body", url.Values{"title": {"From query"}, "status": {"private"}},
			says{"title.raw": "From body", "status": cms.StatusPrivate}, map[string]any{"title": "From body"}),
		createdByHand("posts_create_query_args", url.Values{"title": {"From query"}, "status": {"draft"}},
			says{"title.raw": "From query"}, nil),
	}
}

// createdByHand creates a post by a request whose body or query PostParams
// does not make.
func createdByHand(fixture string, query url.Values, want says, body any) replayCase {
	return byHand(fixture, "cms/v2/posts", query, want, body)
}

func byHand(fixture, path string, query url.Values, want says, body any) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		var resp cms.Response
		p, err := cms.Do(r.Context(), r.site, cms.Request[cms.Post]{Method: http.MethodPost, Path: path, Query: query,
			Body: body}, cms.Capture(&resp))
		r.ok(err)
		recordedPosts.one(r, p, resp, "", want)
	}}
}

func postUpdates() []replayCase {
	update := recordedPosts.update
	excerpt := func(text string) *cms.PostParams { return &cms.PostParams{Excerpt: &text} }
	override := update("posts_update_method_override_header", 1544, &cms.PostParams{Title: new("over")},
		says{"title.raw": "over", "slug": "choosing-a-mono-face-4"}, cms.UpdateMethod(http.MethodPatch))
	override.options = []cms.Option{cms.WithMethodOverride()}
	return []replayCase{
		override,
		update("posts_update_post", 1544, excerpt("Via POST"), says{"excerpt.raw": "Via POST"}),
		update("posts_update_put", 1544, excerpt("Via PUT"), says{"excerpt.raw": "Via PUT"},
			cms.UpdateMethod(http.MethodPut)),
		update("posts_update_patch", 1544, excerpt("Via PATCH"), says{"excerpt.raw": "Via PATCH"},
			cms.UpdateMethod(http.MethodPatch)),
		update("posts_update_empty_body", 1544, nil, says{"title.raw": "over"}),
		update("posts_update_featured_media", 1544, &cms.PostParams{FeaturedMedia: new(int64(5))}, says{"featured_media": 5}),
		update("posts_update_featured_media_bad", 1544, &cms.PostParams{FeaturedMedia: new(int64(987654))},
			says{"featured_media": 5}),
		byHand("posts_update_meta_null", "cms/v2/posts/1544", nil, says{"meta.footnotes": ""},
			map[string]any{"meta": map[string]any{"footnotes": nil}}),
		update("posts_update_same_slug", 1545, &cms.PostParams{Slug: new("choosing-a-mono-face")},
			says{"slug": "choosing-a-mono-face-2"}),
		update("posts_update_slug_empty", 1544, &cms.PostParams{Slug: new("")}, says{"slug": "", "status": cms.StatusDraft}),
		update("posts_update_to_draft", 1544, &cms.PostParams{Status: new(cms.StatusDraft)},
			says{"status": cms.StatusDraft, "slug": "choosing-a-mono-face-4"}),
		update("posts_update_to_private", 1544, &cms.PostParams{Status: new(cms.StatusPrivate)},
			says{"status": cms.StatusPrivate}),
		update("posts_untrash_via_update", 1544, &cms.PostParams{Status: new(cms.StatusDraft)},
			says{"status": cms.StatusDraft, "slug": "__trashed"}),
	}
}

func postDeletes() []replayCase {
	override := replayCase{fixture: "posts_delete_via_method_override_header",
		options: []cms.Option{cms.WithMethodOverride()}, run: func(r *replay) {
			d, err := cms.Do(r.Context(), r.site, cms.Request[cms.Deleted[cms.Post]]{
				Method: http.MethodDelete, Path: "cms/v2/posts/1555", Query: url.Values{"force": {"true"}, "_fields": {"deleted"}},
			})
			r.ok(err)
			switch {
			case !d.Deleted:
				r.Error("cms.Do: d.Deleted is false, want true")
			case d.Previous != nil:
				r.Errorf("cms.Do: Previous %+v, want nil", d.Previous)
			case d.DoneBefore:
				r.Error("cms.Do: d.DoneBefore is true, want false")
			}
		}}
	return []replayCase{
		override,
		recordedPosts.trash("posts_delete_trash_200", 1544, says{"status": cms.StatusTrash, "slug": "__trashed"}),
		recordedPosts.delete("posts_delete_force_200", 1571, says{"id": 1571, "status": cms.StatusDraft,
			"title.raw": "gone"}),
		{fixture: "posts_delete_force_body", run: func(r *replay) {
			// The server takes force in the body as well.
			d, err := cms.Do(r.Context(), r.site, cms.Request[cms.Deleted[cms.Post]]{
				Method: http.MethodDelete, Path: "cms/v2/posts/1544", Body: map[string]bool{"force": true},
			})
			r.ok(err)
			recordedPosts.deleted(r, d, says{"id": 1544, "slug": "__trashed"})
		}},
	}
}

func postWriteFailures() []failure {
	create := func(params *cms.PostParams) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.Posts.Create(r.Context(), params)
			return err
		}
	}
	trash := func(r *replay) error {
		_, err := r.site.Posts.Trash(r.Context(), 1544)
		return err
	}
	update := func(id int64, params *cms.PostParams) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.Posts.Update(r.Context(), id, params)
			return err
		}
	}
	unauthorized, forbidden, bad := []error{cms.ErrUnauthorized}, []error{cms.ErrForbidden}, []error{cms.ErrBadRequest}
	return []failure{
		{fixture: "posts_create_403_subscriber", call: create(&cms.PostParams{Title: new("x")}), code: cms.CodeCannotCreate,
			is: forbidden},
		{fixture: "posts_create_contributor_publish",
			call: create(&cms.PostParams{Title: new("c"), Status: new(cms.StatusPublish)}),
			code: cms.CodeCannotPublish, is: forbidden},
		{fixture: "posts_create_password_sticky_400",
			call: create(&cms.PostParams{Title: new("c"), Password: new("x"), Sticky: new(true)}),
			code: "rest_invalid_field", is: bad},
		{fixture: "posts_delete_401", call: trash, code: cms.CodeCannotDelete, is: unauthorized},
		{fixture: "posts_delete_403", call: trash, code: cms.CodeCannotDelete, is: forbidden},
		{fixture: "posts_delete_again_410", call: trash, code: cms.CodeAlreadyTrashed, is: []error{cms.ErrGone}},
		{fixture: "posts_update_404", call: update(999999, &cms.PostParams{Title: new("x")}), code: cms.CodeInvalidID,
			is: []error{cms.ErrNotFound}},
		{fixture: "posts_update_status_trash_400", call: update(1544, &cms.PostParams{Status: new(cms.StatusTrash)}),
			code: cms.CodeInvalidParam, is: bad, params: []string{"status"}},
	}
}
