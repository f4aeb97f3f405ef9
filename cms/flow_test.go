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
	site, err := cms.New(server.URL, append([]cms.Option{cms.WithApplicationPassword(user, server.AppPassword(user))}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

func TestAPostIsCreatedPublishedTrashedAndDeleted(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	ctx := t.Context()

	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Release notes"), Content: new("First.")})
	if err != nil {
		t.Fatal(err)
	}
	if post.Status != cms.StatusDraft || post.Title.Raw != "Release notes" || post.ID == 0 {
		t.Errorf("created: %+v", post)
	}
	post, err = site.Posts.Update(ctx, post.ID, &cms.PostParams{Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	if post.Status != cms.StatusPublish || post.Slug != "release-notes" {
		t.Errorf("published: status %q, slug %q", post.Status, post.Slug)
	}
	if n, err := site.Posts.Count(ctx, nil); err != nil || n != 1 {
		t.Errorf("Count = %d, %v", n, err)
	}
	got, err := site.Posts.Get(ctx, post.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	params, err := got.Params()
	if err != nil || *params.Content != "First." {
		t.Errorf("Params = %+v, %v", params, err)
	}
	trashed, err := site.Posts.Trash(ctx, post.ID)
	if err != nil || trashed.Status != cms.StatusTrash {
		t.Fatalf("Trash = %+v, %v", trashed, err)
	}
	if _, err := site.Posts.Trash(ctx, post.ID); !errors.Is(err, cms.ErrGone) {
		t.Errorf("second Trash: %v", err)
	}
	deleted, err := site.Posts.Delete(ctx, post.ID)
	if err != nil || deleted.Previous.ID != post.ID || deleted.DoneBefore {
		t.Fatalf("Delete = %+v, %v", deleted, err)
	}
	if _, err := site.Posts.Get(ctx, post.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Get of a deleted post: %v", err)
	}
	if _, err := site.Posts.Delete(ctx, post.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Delete of a deleted post: %v", err)
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
				t.Errorf("%d came twice", post.ID)
			}
			seen[post.ID] = true
		}
		if len(seen) != 1190 {
			t.Errorf("Prefetch(%d): %d posts", ahead, len(seen))
		}
	}
}
