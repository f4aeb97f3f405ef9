package main

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// start starts a site in memory, and connects to it as its editor.
func start(t *testing.T) (*cmstest.Server, *cms.Client) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithPrefix("wp"), cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithPrefix("wp"),
		cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	return server, site
}

func TestSecondRunUpdatesThePost(t *testing.T) {
	t.Parallel()
	server, site := start(t)
	id := server.Insert("posts", map[string]any{"title": "Old", "slug": "harbour", "status": "publish"})
	post, err := publish(t.Context(), site, "harbour", "The harbour\n<p>Quiet.</p>")
	if err != nil {
		t.Fatal(err)
	}
	if post.ID != id {
		t.Errorf("publish of the slug harbour: post %d, want %d", post.ID, id)
	}
	// The stored value, not what the program has read.
	if title := server.Record("posts", id)["title"]; title != "The harbour" {
		t.Errorf("publish of the slug harbour: the site stores the title %q, want The harbour", title)
	}
}

func TestLostResponseMakesNoSecondPost(t *testing.T) {
	t.Parallel()
	server, site := start(t)
	// The site creates the next post and drops the connection.
	server.Fail(cmstest.Fault{Method: "POST", Route: "/wp/v2/posts", Times: 1, Cut: cmstest.CutAnswer, Processed: true})

	if _, err := publish(t.Context(), site, "harbour", "The harbour\n"); err != nil {
		t.Fatal(err)
	}
	n, err := site.Posts.Count(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusAny}})
	if err != nil {
		t.Fatal(err)
	}
	if n != 1 {
		t.Errorf("publish with a lost response: %d posts on the site, want 1", n)
	}
}

func TestUserWhoMayNotPublishGetsAnError(t *testing.T) {
	t.Parallel()
	server, site := start(t)
	contributor, err := site.With(cms.WithApplicationPassword("contributor", server.AppPassword("contributor")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := publish(t.Context(), contributor, "harbour", "The harbour\n"); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("publish by a contributor: error %v, want ErrForbidden", err)
	}
}
