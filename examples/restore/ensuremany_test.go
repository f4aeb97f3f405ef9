package main

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestEnsureManyFindsNoDraftOfARestore shows why the steps of restore are its own. EnsureMany knows a
// record by its slug. A draft of a run has none, so EnsureMany would make a second record beside
// it, and a record of the folder that has no slug cannot be given to it at all.
func TestEnsureManyFindsNoDraftOfARestore(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	draft, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("restore-token-posts-7"),
		Status: new(cms.StatusDraft)})
	if err != nil {
		t.Fatal(err)
	}
	if draft.Slug != "" {
		t.Errorf("the draft of a run has the slug %q, want none", draft.Slug)
	}
	wanted := []cms.Wanted[cms.PostParams]{
		{Slug: "kerning", Params: &cms.PostParams{Title: new("Kerning"), Status: new(cms.StatusPublish)}},
		{Slug: "", Params: &cms.PostParams{Title: new("An idea"), Status: new(cms.StatusDraft)}}, // as a draft of the folder
	}
	creates := 0
	ours := func(_ int, now *cms.Post) bool { // only what the run has made may be written
		if now == nil {
			creates++
		}
		return now != nil && now.ID == draft.ID
	}
	for i, done := range site.Posts.EnsureMany(t.Context(), wanted, &cms.EnsureManyOptions[cms.Post]{MayWrite: ours}) {
		switch {
		case i == 0 && (done.Err != nil || done.Action != cms.EnsureRefused):
			t.Errorf("EnsureMany beside a draft of the run: %q, error %v, want a create that was refused", done.Action, done.Err)
		case i == 1 && !errors.Is(done.Err, cms.ErrInvalidArgument):
			t.Errorf("EnsureMany of a record without a slug: error %v, want ErrInvalidArgument", done.Err)
		}
	}
	if creates != 1 {
		t.Errorf("EnsureMany asked %d times whether it may create a record, want 1", creates)
	}
}
