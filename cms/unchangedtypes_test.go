package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// note is a type of one's own, which embeds none of the package's.
type note struct {
	ID          int64       `json:"id"`
	ModifiedGMT cms.GMTTime `json:"modified_gmt"`
	Title       cms.Text    `json:"title"`
	Links       cms.Links   `json:"_links"`
}

func TestUpdateIfUnchangedTakesAnyTypeOfRecord(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	id := server.Insert("posts", map[string]any{"title": "One"})
	notes := cms.NewCollection[note, cms.PostParams, struct{}](site, "cms/v2/posts")
	read, err := notes.Get(ctx, id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := notes.UpdateIfUnchanged(ctx, read, &cms.PostParams{Title: new("Two")}); err != nil || v.Title.Raw != "Two" {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := notes.UpdateIfUnchanged(ctx, read, &cms.PostParams{Title: new("Three")}); !errors.Is(err, cms.ErrChanged) {
		t.Errorf("of what was changed: %v", err)
	}
	maps := cms.NewCollection[map[string]any, cms.PostParams, struct{}](site, "cms/v2/posts")
	record, err := maps.Get(ctx, id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := maps.UpdateIfUnchanged(ctx, record, &cms.PostParams{Title: new("Four")}); err != nil {
		t.Errorf("a map: %v", err)
	}
	if _, err := site.Posts.UpdateIfUnchanged(ctx, nil, &cms.PostParams{}); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("nil: %v", err)
	}
}
