package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/ignoring"
)

func TestNoCommentIsShownWhereTheSiteIgnoresThePost(t *testing.T) {
	t.Parallel()
	server, _, _ := start(t)
	out, err := moderated(t, server, "q\n", "-post", "1", "-site", ignoring.New(t, server.URL, "/comments", "post").URL)
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "post" {
		t.Errorf("moderate on a site that ignores the post: error %v, want an ArgumentError of post\n%s", err, out)
	} else if strings.Contains(out, "1 of") {
		t.Errorf("moderate on a site that ignores the post printed\n%s\nwant no comment", out)
	}
}

func TestShowsNothingIfTheSiteListsCommentsThatDoNotMatch(t *testing.T) {
	t.Parallel()
	for _, argument := range []string{"status", "post"} {
		server, site, held := start(t)
		if _, err := comments.New(site).Approve(t.Context(), held[0]); err != nil {
			t.Fatal(err)
		}
		out, err := moderated(t, server, "s\ns\ns\nyes\n", "-post", "1", "-site",
			ignoring.Knowing(t, server.URL, "/comments", argument).URL)
		if !errors.Is(err, cms.ErrFilterIgnored) || strings.Contains(out, "1 of") {
			t.Errorf("moderate on a site that ignores %s: error %v, want ErrFilterIgnored, and no comment\n%s",
				argument, err, out)
		}
	}
}

func TestCommentsThatAreNotHeldAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		comment comments.Comment
		fits    bool
	}{
		"it waits":          {comments.Comment{ID: 5, Post: 3, Status: comments.StatusHold}, true},
		"approved":          {comments.Comment{ID: 5, Post: 3, Status: comments.StatusApproved}, false},
		"without a status":  {comments.Comment{ID: 5, Post: 3}, false},
		"on another post":   {comments.Comment{ID: 5, Post: 4, Status: comments.StatusHold}, false},
		"on no post at all": {comments.Comment{ID: 5, Status: comments.StatusHold}, false},
	} {
		if err := waits(&c.comment, 3); (err == nil) != c.fits || !c.fits && !errors.Is(err, cms.ErrFilterIgnored) {
			t.Errorf("waits of a comment, %s: error %v, want none: %t, or ErrFilterIgnored", name, err, c.fits)
		}
	}
	if err := waits(&comments.Comment{ID: 5, Post: 4, Status: comments.StatusHold}, 0); err != nil {
		t.Errorf("waits of a comment on any post: error %v, want none", err)
	}
}
