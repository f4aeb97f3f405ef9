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
		t.Fatalf("%d templates, %v", len(all), err)
	}
	for i := range all {
		one, err := templates.Get(ctx, all[i].ID, cms.InContext(cms.ContextEdit))
		if err != nil || one.ID != all[i].ID || one.Slug != all[i].Slug || one.Content.Raw == "" {
			t.Errorf("%s: %+v, %v", all[i].ID, one, err)
		}
	}
	few, err := templates.List(ctx, nil, cms.Fields("slug"))
	if err != nil || len(few) != len(all) || few[0].ID == "" || few[0].Content.Raw != "" || !few[0].Reading.Partial {
		t.Errorf("%d templates, %v", len(few), err)
	}
	made, err := templates.Create(ctx,
		&appearance.TemplateParams{Slug: new("specimen"), Title: new("Specimen"),
			Content: new("<!-- wp:paragraph --><p>Aa</p><!-- /wp:paragraph -->")})
	if err != nil || made.RowID == 0 || made.Source != "custom" {
		t.Fatalf("%+v, %v", made, err)
	}
	t.Cleanup(func() { _, _ = templates.Delete(context.Background(), made.ID) })
	changed, err := templates.Update(ctx, made.ID, &appearance.TemplateParams{Title: new("Specimens")})
	if err != nil || changed.Title.Raw != "Specimens" || changed.ID != made.ID || changed.Content.Raw == "" {
		t.Errorf("%+v, %v", changed, err)
	}
	deleted, err := templates.Delete(ctx, made.ID)
	if err != nil || !deleted.Deleted || deleted.Previous.ID != made.ID {
		t.Errorf("%+v, %v", deleted, err)
	}
	if _, err := templates.Get(ctx, made.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if _, err := templates.Delete(ctx, made.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("%v", err)
	}
}
