package appearance_test

import (
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestThemesAreReadInEveryShape(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `[
		{"stylesheet":"one","template":"one","name":{"raw":"One","rendered":"One"},"tags":{"raw":["blog"],"rendered":"blog"},
		"status":"active","is_block_theme":true,
		 "theme_supports":{"post-thumbnails":true,"menus":false,"post-formats":["aside"]},
		"default_template_types":[{"slug":"index"}],"default_template_part_areas":[]},
		{"stylesheet":"two","template":"one","name":{"raw":"Two","rendered":"Two"},"tags":{"raw":[],"rendered":""},
		"status":"inactive","theme_supports":[]}]`))
	all, err := appearance.New(site).Themes.List(t.Context(),
		&appearance.ThemeListOptions{Status: []appearance.ThemeStatus{appearance.ThemeActive}})
	if err != nil || len(all) != 2 {
		t.Fatalf("List: %+v, error %v, want 2 themes", all, err)
	}
	one, two := all[0], all[1]
	if one.Name.Raw != "One" || len(one.Tags.Raw) != 1 {
		t.Errorf("List: the first theme %+v, want One with one tag", one)
	} else if one.Status != appearance.ThemeActive || !one.IsBlockTheme {
		t.Errorf("List: the first theme %+v, want it active and a block theme", one)
	} else if two.Status != appearance.ThemeInactive || one.Extra != nil {
		t.Errorf("List: the second theme is %s, extra of the first %v, want inactive and none", two.Status, one.Extra)
	}
	if !one.HasFeature("post-thumbnails") || !one.HasFeature("post-formats") {
		t.Errorf("The first theme supports %v, want post-thumbnails and post-formats", one.Supports)
	} else if one.HasFeature("menus") || one.HasFeature("x") {
		t.Errorf("The first theme supports %v, want neither menus nor x", one.Supports)
	} else if two.HasFeature("menus") {
		t.Errorf("The second theme supports %v, want no menus", two.Supports)
	}
	tap.Sent("GET /cms-json/cms/v2/themes?status%5B%5D=active")
	tap, site = sitetest.NewTap(t)
	_, err = appearance.New(site).Themes.Update(t.Context(), "one", nil)
	tap.Refused(err, "params")
	_, err = appearance.New(site).Themes.Delete(t.Context(), "one")
	tap.Refused(err, "params")
}
