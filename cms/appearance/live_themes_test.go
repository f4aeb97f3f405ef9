package appearance_test

import (
	"context"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveThemesAreRead(t *testing.T) {
	t.Parallel()
	themes, ctx := appearance.New(sitetest.Live(t)).Themes, t.Context()
	all, err := themes.List(ctx, nil)
	if err != nil || len(all) == 0 {
		t.Fatalf("List: %+v, error %v, want themes", all, err)
	}
	active := 0
	for i := range all {
		one, err := themes.Get(ctx, all[i].Stylesheet)
		if err != nil || one.Name.Raw == "" {
			t.Errorf("Get of %s: %+v, error %v, want a name", all[i].Stylesheet, one, err)
			continue
		} else if len(one.Tags.Raw) == 0 || one.Extra != nil {
			t.Errorf("Get of %s: tags %q, extra %v, want tags and nothing in Extra", all[i].Stylesheet, one.Tags.Raw, one.Extra)
			continue
		}
		if one.Status == appearance.ThemeActive {
			active++
			if !one.HasFeature("post-thumbnails") {
				t.Errorf("The active theme supports %v, want post-thumbnails", one.Supports)
			}
		}
	}
	if active != 1 {
		t.Errorf("List: %d active themes, want 1", active)
	}
	_, err = themes.Get(ctx, "nope")
	sitetest.Failed(t, err, 404, "rest_theme_not_found", cms.ErrNotFound)
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "all themes", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := appearance.New(s).Themes.List(ctx, nil)
			return err
		}},
		{Name: "the active theme", Least: "contributor", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := appearance.New(s).Themes.List(ctx,
				&appearance.ThemeListOptions{Status: []appearance.ThemeStatus{appearance.ThemeActive}})
			return err
		}},
	}))
}
