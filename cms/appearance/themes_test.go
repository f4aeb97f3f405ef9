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
		t.Fatalf("%+v, %v", all, err)
	}
	one, two := all[0], all[1]
	if one.Name.Raw != "One" || len(one.Tags.Raw) != 1 || one.Status != appearance.ThemeActive || !one.IsBlockTheme ||
		two.Status != appearance.ThemeInactive || one.Extra != nil {
		t.Errorf("%+v, %+v", one, two)
	}
	if !one.HasFeature("post-thumbnails") || !one.HasFeature("post-formats") || one.HasFeature("menus") ||
		one.HasFeature("x") || two.HasFeature("menus") {
		t.Errorf("%v, %v", one.Supports, two.Supports)
	}
	tap.Sent("GET /cms-json/cms/v2/themes?status%5B%5D=active")
	tap, site = sitetest.NewTap(t)
	_, err = appearance.New(site).Themes.Update(t.Context(), "one", nil)
	tap.Refused(err, "params")
	_, err = appearance.New(site).Themes.Delete(t.Context(), "one")
	tap.Refused(err, "params")
}
