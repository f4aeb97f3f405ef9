package blockvisibility_test

import (
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	visibility "github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const settingsPath = "/wp-json/block-visibility/v1/settings"

func TestEveryRecordingIsReplayed(t *testing.T) {
	t.Parallel()
	sitetest.All(t, map[string]func(*sitetest.Replay){
		"block_visibility_settings_get": func(r *sitetest.Replay) {
			got, err := visibility.New(r.Site).Settings(r.Context())
			r.OK(err)
			sitetest.Kept(r, got)
			if len(got.VisibilityControls) != 16 {
				r.Errorf("Settings: %d controls, want 16", len(got.VisibilityControls))
			} else if got.DisabledBlocks == nil || len(got.DisabledBlocks) > 0 {
				r.Errorf("Settings: disabled blocks %#v, want an empty list", got.DisabledBlocks)
			} else if got.Extra != nil {
				r.Errorf("Settings: extra %v, want none", got.Extra)
			} else if !*got.PluginSettings.EnableContextualIndicators || *got.PluginSettings.BlockOpacity != 100 {
				r.Errorf("Settings: indicators off or opacity other than 100 in %+v, want on and 100", got.PluginSettings)
			} else if *got.PluginSettings.EnableBlockOpacity || got.PluginSettings.Extra != nil {
				r.Errorf("Settings: opacity enabled or extra fields in %+v, want it off and none", got.PluginSettings)
			} else if !got.VisibilityControls.Enabled(visibility.ControlEDD) {
				r.Error("Enabled of the control EDD: false, want true")
			}
			var screen struct {
				Breakpoints map[string]string `json:"breakpoints"`
			}
			if ok, err := got.VisibilityControls[visibility.ControlScreenSize].Extra.Decode("breakpoints",
				&screen.Breakpoints); !ok || err != nil {
				r.Errorf("Decode of the breakpoints: found %t, error %v, want true and none", ok, err)
			} else if screen.Breakpoints["large"] != "992px" {
				r.Errorf("Decode of the breakpoints: %v, want large of 992px", screen)
			}
		},
		"block_visibility_settings_after_partial": func(r *sitetest.Replay) {
			got, err := visibility.New(r.Site).Settings(r.Context())
			r.OK(err)
			sitetest.Kept(r, got)
			if len(got.VisibilityControls) != 16 || got.PluginSettings != nil {
				r.Errorf("Settings after a part was written: %d controls, plugin settings %+v, want 16 and none",
					len(got.VisibilityControls), got.PluginSettings)
			} else if got.DisabledBlocks != nil {
				r.Errorf("Settings after a part was written: disabled blocks %v, want none", got.DisabledBlocks)
			}
		},
		"block_visibility_settings_get_after_wipe_404": func(r *sitetest.Replay) {
			_, err := visibility.New(r.Site).Settings(r.Context())
			if e := sitetest.Failure(r, err, 404, "404", visibility.ErrWiped); e.Hint == "" {
				r.Error("Settings after a wipe: an error without a hint, want a hint")
			}
		},
		"block_visibility_settings_update_200":   update(nil, indicators(false)),
		"block_visibility_settings_update_put":   update(nil, indicators(false), cms.UpdateMethod(http.MethodPut)),
		"block_visibility_settings_update_patch": update(nil, indicators(false), cms.UpdateMethod(http.MethodPatch)),
		"block_visibility_settings_update_partial_replaces_200": update(nil, func(s *visibility.Settings) error {
			s.DisabledBlocks, s.PluginSettings = nil, nil
			return nil
		}),
		"block_visibility_settings_update_unknown_key_200": update(nil, func(s *visibility.Settings) error {
			*s = visibility.Settings{Extra: cms.Extra{"hello": []byte(`"world"`)}}
			return nil
		}),
		"block_visibility_settings_update_401": update(cms.ErrUnauthorized, indicators(true)),
		"block_visibility_settings_update_403": update(cms.ErrForbidden, indicators(true)),
		"block_visibility_settings_update_bad_type_500": func(r *sitetest.Replay) {
			_, err := cms.Do(r.Context(), r.Site, cms.Request[visibility.Settings]{ // no type here takes it
				Method: "POST", Path: "block-visibility/v1/settings",
				Body: map[string]any{"plugin_settings": "no", "visibility_controls": 5}, Repeat: cms.RepeatSafe,
			})
			if e := sitetest.Failure(r, err, 500, "500"); e.Reason != nil {
				r.Errorf("POST of wrong types: error %v, want one without a reason", err)
			}
		},
		"block_visibility_settings_reset_all_200": func(r *sitetest.Replay) {
			got, err := visibility.New(r.Site).Reset(r.Context(), visibility.ResetAll)
			r.OK(err)
			sitetest.Kept(r, got)
		},
		"block_visibility_settings_reset_all_after_wipe_500": func(r *sitetest.Replay) {
			r.Also(1, "block_visibility_settings_get_after_wipe_404", "GET", settingsPath, nil)
			_, err := visibility.New(r.Site).Reset(r.Context(), visibility.ResetAll)
			sitetest.Failed(r, err, 500, "500", visibility.ErrWiped)
		},
		"block_visibility_variables":       variables(nil, 6),
		"block_visibility_variables_admin": variables(nil, 6),
		"block_visibility_variables_integration": variables(&visibility.VariablesOptions{
			Integration: "woocommerce", SearchTerm: "x", SavedValues: "1,2",
		}, 0),
	}, map[string]string{
		"block_visibility_settings_update_empty_404_wipes": "an empty document is refused before anything is written",
		"block_visibility_variables_array_arg_400":         "an integration is a string",
	})
}

func indicators(on bool) func(*visibility.Settings) error {
	return func(s *visibility.Settings) error {
		s.PluginSettings.EnableContextualIndicators = &on
		return nil
	}
}

// update is an Update of the recorded settings whose write is the recorded one.
func update(is error, change func(*visibility.Settings) error, options ...cms.CallOption) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		r.Also(1, "block_visibility_settings_get", "GET", settingsPath, nil)
		got, err := visibility.New(r.Site).Update(r.Context(), change, options...)
		if is != nil {
			sitetest.Failed(r, err, r.Response.Status, "rest_forbidden", is)
			return
		}
		r.OK(err)
		sitetest.Kept(r, got)
	}
}

func variables(options *visibility.VariablesOptions, roles int) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		got, err := visibility.New(r.Site).Variables(r.Context(), options)
		r.OK(err)
		sitetest.Kept(r, got)
		if got.PluginVariables.Version != "3.7.1" || got.PluginVariables.SettingsURL == "" {
			r.Errorf("Variables: version %q, settings %q, want 3.7.1 and an address", got.PluginVariables.Version,
				got.PluginVariables.SettingsURL)
		} else if len(got.Integrations) != 4 || got.Integrations["acf"].Active {
			r.Errorf("Variables: integrations %+v, want 4 and acf inactive", got.Integrations)
		} else if string(got.Integrations["wp_fusion"].Extra["tags"]) != "[]" || len(got.UserRoles) != roles {
			r.Errorf("Variables: tags of wp_fusion %s, %d roles, want [] and %d", got.Integrations["wp_fusion"].Extra["tags"],
				len(got.UserRoles), roles)
		} else if (got.CurrentUsersRoles != nil) != r.Authorized() || got.Extra != nil {
			r.Errorf("Variables: roles %v of the user, extra %v, want roles if authorized and no extra", got.CurrentUsersRoles,
				got.Extra)
		}
	}
}
