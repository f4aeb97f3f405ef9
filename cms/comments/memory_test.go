package comments_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
)

// TestCommentsFromCreateToDelete takes the road of a program on a site in memory.
func TestCommentsFromCreateToDelete(t *testing.T) {
	t.Parallel()
	srv := cmstest.NewServer()
	defer srv.Close()
	post := srv.Insert("posts", map[string]any{"title": "Discussed"})
	as := func(user string) *comments.Comments {
		site, err := cms.New(srv.URL, cms.WithApplicationPassword(user, srv.AppPassword(user)))
		if err != nil {
			t.Fatal(err)
		}
		return comments.New(site)
	}
	ctx, all, reader := t.Context(), as("editor"), as("subscriber")
	held, err := reader.Create(ctx, &comments.Params{Post: &post, Content: new("First & <b>bold</b>")})
	if err != nil || held.Status != comments.StatusHold || held.Content.Rendered != "<p>First &amp; <b>bold</b></p>\n" {
		t.Fatalf("%+v, %v", held, err)
	}
	if _, err := reader.Create(ctx, &comments.Params{Post: &post, Content: new("Second")}); !errors.Is(err, comments.CodeFlood) {
		t.Errorf("at once: %v", err)
	}
	answer, err := all.Create(ctx, &comments.Params{Post: &post, Parent: &held.ID, Content: new("An answer")})
	if err != nil || answer.Status != comments.StatusApproved {
		t.Fatalf("%+v, %v", answer, err)
	}
	if _, err := all.Create(ctx, &comments.Params{Post: &post, Parent: &held.ID, Content: new("An answer")}); !errors.Is(err, comments.CodeDuplicate) {
		t.Errorf("the same again: %v", err)
	}
	list, err := all.List(ctx, &comments.ListOptions{Status: comments.FilterHold})
	if err != nil || len(list.Items) != 1 || list.Items[0].ID != held.ID {
		t.Errorf("%+v, %v", list, err)
	}
	for _, r := range all.Each(ctx, []int64{held.ID}, all.Approve) {
		if r.Err != nil || r.Comment.Status != comments.StatusApproved {
			t.Errorf("%+v", r)
		}
	}
	if _, err := reader.Approve(ctx, answer.ID); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("a subscriber moderates: %v", err)
	}
	if gone, err := all.Trash(ctx, answer.ID); err != nil || gone.Status != comments.StatusTrash {
		t.Errorf("%+v, %v", gone, err)
	}
	if back, err := all.Untrash(ctx, answer.ID); err != nil || back.Status != comments.StatusApproved {
		t.Errorf("%+v, %v", back, err)
	}
	if changed, err := all.Update(ctx, answer.ID, &comments.Params{Content: new("A better one")}); err != nil || changed.Content.Raw != "A better one" {
		t.Errorf("%+v, %v", changed, err)
	}
	if deleted, err := all.Delete(ctx, held.ID); err != nil || deleted.Previous.ID != held.ID {
		t.Errorf("%+v, %v", deleted, err)
	}
	if got := srv.Record("comments", answer.ID)["parent"]; got != int64(0) {
		t.Errorf("the answer is below %v", got)
	}
}
