package appearance_test

import (
	"context"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveTemplatesAreReadAndWritten(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	templates, ctx := appearance.New(site).Templates, t.Context()
	all, err := templates.List(ctx, nil)
	if err != nil || len(all) == 0 {
		t.Fatalf("List: %d templates, error %v, want some", len(all), err)
	}
	for i := range all {
		one, err := templates.Get(ctx, all[i].ID, cms.InContext(cms.ContextEdit))
		if err != nil || one.ID != all[i].ID {
			t.Errorf("Get of %s: %+v, error %v, want that template", all[i].ID, one, err)
		} else if one.Slug != all[i].Slug || one.Content.Raw == "" {
			t.Errorf("Get of %s: slug %q, content %q, want %q and the raw content", all[i].ID, one.Slug, one.Content.Raw,
				all[i].Slug)
		}
	}
	few, err := templates.List(ctx, nil, cms.Fields("slug"))
	if err != nil || len(few) != len(all) {
		t.Errorf("List of slugs: %d templates, error %v, want %d", len(few), err, len(all))
	} else if few[0].ID == "" || few[0].Content.Raw != "" {
		t.Errorf("List of slugs: id %q, content %q, want an id and no content", few[0].ID, few[0].Content.Raw)
	} else if !few[0].Reading.Partial {
		t.Error("List of slugs: a record that is not partial, want it partial")
	}
	made, err := templates.Create(ctx,
		&appearance.TemplateParams{Slug: new("specimen"), Title: new("Specimen"),
			Content: new("<!-- wp:paragraph --><p>Aa</p><!-- /wp:paragraph -->")})
	if err != nil || made.RowID == 0 {
		t.Fatalf("Create: %+v, error %v, want a row", made, err)
	} else if made.Source != "custom" {
		t.Fatalf("Create: source %q, want custom", made.Source)
	}
	t.Cleanup(func() { _, _ = templates.Delete(context.Background(), made.ID) })
	changed, err := templates.Update(ctx, made.ID, &appearance.TemplateParams{Title: new("Specimens")})
	if err != nil || changed.Title.Raw != "Specimens" {
		t.Errorf("Update of the title: %+v, error %v, want Specimens", changed, err)
	} else if changed.ID != made.ID || changed.Content.Raw == "" {
		t.Errorf("Update of the title: id %q, content %q, want %q and the raw content", changed.ID, changed.Content.Raw,
			made.ID)
	}
	deleted, err := templates.Delete(ctx, made.ID)
	if err != nil || !deleted.Deleted {
		t.Errorf("Delete: %+v, error %v, want it deleted", deleted, err)
	} else if deleted.Previous.ID != made.ID {
		t.Errorf("Delete: the previous template %q, want %q", deleted.Previous.ID, made.ID)
	}
	if _, err := templates.Get(ctx, made.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Get of a deleted template: error %v, want ErrNotFound", err)
	}
	if _, err := templates.Delete(ctx, made.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Delete of a deleted template: error %v, want ErrNotFound", err)
	}
}
