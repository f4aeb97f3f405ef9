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
	switch {
	case err != nil:
		t.Fatalf("Comments.Create: error %v, want nil", err)
	case held.Status != comments.StatusHold || held.Content.Rendered != "<p>First &amp; <b>bold</b></p>\n":
		t.Fatalf("Comments.Create: held.Status %q, held.Content.Rendered %q, want %q and %q", held.Status,
			held.Content.Rendered, comments.StatusHold, "<p>First &amp; <b>bold</b></p>\n")
	}
	if _, err := reader.Create(ctx, &comments.Params{Post: &post, Content: new("Second")}); !errors.Is(err,
		comments.CodeFlood) {
		t.Errorf("at once: %v, want CodeFlood", err)
	}
	answer, err := all.Create(ctx, &comments.Params{Post: &post, Parent: &held.ID, Content: new("An answer")})
	switch {
	case err != nil:
		t.Fatalf("Comments.Create: error %v, want nil", err)
	case answer.Status != comments.StatusApproved:
		t.Fatalf("Comments.Create: Status %q, want %q", answer.Status, comments.StatusApproved)
	}
	if _, err := all.Create(ctx, &comments.Params{Post: &post, Parent: &held.ID, Content: new("An answer")}); !errors.Is(
		err, comments.CodeDuplicate) {
		t.Errorf("the same again: %v, want CodeDuplicate", err)
	}
	list, err := all.List(ctx, &comments.ListOptions{Status: comments.FilterHold})
	switch {
	case err != nil:
		t.Errorf("Comments.List: error %v, want nil", err)
	case len(list.Items) != 1:
		t.Errorf("Comments.List: %d records, want 1", len(list.Items))
	case list.Items[0].ID != held.ID:
		t.Errorf("Comments.List: list.Items[0].ID %d, want %d", list.Items[0].ID, held.ID)
	}
	for _, r := range all.Each(ctx, []int64{held.ID}, all.Approve) {
		switch {
		case r.Err != nil:
			t.Errorf("Comments.Each: Err %v, want nil", r.Err)
		case r.Comment.Status != comments.StatusApproved:
			t.Errorf("Comments.Each: Comment.Status %q, want %q", r.Comment.Status, comments.StatusApproved)
		}
	}
	if _, err := reader.Approve(ctx, answer.ID); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("a subscriber moderates: %v, want ErrForbidden", err)
	}
	switch gone, err := all.Trash(ctx, answer.ID); {
	case err != nil:
		t.Errorf("Comments.Trash(answer.ID): error %v, want nil", err)
	case gone.Status != comments.StatusTrash:
		t.Errorf("Comments.Trash(answer.ID): gone.Status %q, want %q", gone.Status, comments.StatusTrash)
	}
	switch back, err := all.Untrash(ctx, answer.ID); {
	case err != nil:
		t.Errorf("Comments.Untrash(answer.ID): error %v, want nil", err)
	case back.Status != comments.StatusApproved:
		t.Errorf("Comments.Untrash(answer.ID): back.Status %q, want %q", back.Status, comments.StatusApproved)
	}
	switch changed, err := all.Update(ctx, answer.ID, &comments.Params{Content: new("A better one")}); {
	case err != nil:
		t.Errorf("Comments.Update: error %v, want nil", err)
	case changed.Content.Raw != "A better one":
		t.Errorf("Comments.Update: changed.Content.Raw %q, want %q", changed.Content.Raw, "A better one")
	}
	switch deleted, err := all.Delete(ctx, held.ID); {
	case err != nil:
		t.Errorf("Comments.Delete(held.ID): error %v, want nil", err)
	case deleted.Previous.ID != held.ID:
		t.Errorf("Comments.Delete(held.ID): Previous.ID %d, want %d", deleted.Previous.ID, held.ID)
	}
	if got := srv.Record("comments", answer.ID)["parent"]; got != int64(0) {
		t.Errorf("the response is below %v, want %d", got, int64(0))
	}
}
