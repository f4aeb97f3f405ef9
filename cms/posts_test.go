package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// newSite starts a server in memory and a client that is admin on it.
func newSite(t *testing.T, options ...cmstest.Option) (*cms.Client, *cmstest.Server) {
	t.Helper()
	server := cmstest.NewServer(options...)
	t.Cleanup(server.Close)
	return as(t, server, "admin"), server
}

// as returns a client that is the named user.
func as(t *testing.T, server *cmstest.Server, user string, options ...cms.Option) *cms.Client {
	t.Helper()
	site, err := cms.New(server.URL, append([]cms.Option{cms.WithApplicationPassword(user, server.AppPassword(user))},
		options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

func TestPostIsCreatedPublishedTrashedAndDeleted(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	ctx := t.Context()

	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Release notes"), Content: new("First.")})
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case post.Status != cms.StatusDraft || post.Title.Raw != "Release notes":
		t.Errorf("created: %+v: Status %q, Title.Raw %q, want %q and %q", post, post.Status, post.Title.Raw, cms.StatusDraft,
			"Release notes")
	case post.ID == 0:
		t.Errorf("created: %+v: post.ID 0, want more than 0", post)
	}
	post, err = site.Posts.Update(ctx, post.ID, &cms.PostParams{Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	if post.Status != cms.StatusPublish || post.Slug != "release-notes" {
		t.Errorf("published post: status %q, slug %q, want %q and %q", post.Status, post.Slug, cms.StatusPublish,
			"release-notes")
	}
	if n, err := site.Posts.Count(ctx, nil); err != nil || n != 1 {
		t.Errorf("Posts.Count: %d, error %v, want 1 and nil", n, err)
	}
	got, err := site.Posts.Get(ctx, post.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	params, err := got.Params()
	switch {
	case err != nil:
		t.Errorf("Params = %+v, %v, want nil", params, err)
	case *params.Content != "First.":
		t.Errorf("Params = %+v, %v: Content %q, want %q", params, err, *params.Content, "First.")
	}
	trashed, err := site.Posts.Trash(ctx, post.ID)
	switch {
	case err != nil:
		t.Fatalf("Trash = %+v, %v, want nil", trashed, err)
	case trashed.Status != cms.StatusTrash:
		t.Fatalf("Trash = %+v, %v: trashed.Status %q, want %q", trashed, err, trashed.Status, cms.StatusTrash)
	}
	if _, err := site.Posts.Trash(ctx, post.ID); !errors.Is(err, cms.ErrGone) {
		t.Errorf("second Trash: %v, want ErrGone", err)
	}
	deleted, err := site.Posts.Delete(ctx, post.ID)
	switch {
	case err != nil:
		t.Fatalf("Delete = %+v, %v, want nil", deleted, err)
	case deleted.Previous.ID != post.ID:
		t.Fatalf("Delete = %+v, %v: Previous.ID %d, want %d", deleted, err, deleted.Previous.ID, post.ID)
	case deleted.DoneBefore:
		t.Fatal("Posts.Delete: DoneBefore true, want false")
	}
	if _, err := site.Posts.Get(ctx, post.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Get of a deleted post: %v, want ErrNotFound", err)
	}
	if _, err := site.Posts.Delete(ctx, post.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Delete of a deleted post: %v, want ErrNotFound", err)
	}
}

func TestEveryPublishedPostComesOnce(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t, cmstest.WithSample())
	for _, ahead := range []int{0, 1, 4} {
		seen := map[int64]bool{}
		for post, err := range site.Posts.All(t.Context(), nil, cms.Prefetch(ahead), cms.Fields("id")) {
			if err != nil {
				t.Fatal(err)
			}
			if seen[post.ID] {
				t.Errorf("post %d came twice, want each post once", post.ID)
			}
			seen[post.ID] = true
		}
		if len(seen) != 1190 {
			t.Errorf("Prefetch(%d): %d posts, want 1190", ahead, len(seen))
		}
	}
}
