package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
)

const settingsPath = "block-visibility/v1/settings"

var visibilityNeeds = []need{{"/" + settingsPath, "", ""}}

// storedSettings is the second opinion on the document.
func (s *site) storedSettings(t *testing.T) record {
	t.Helper()
	return s.stored(t, "block-visibility", 1)
}

func visibilityReading() []scenario {
	var out []scenario
	add := func(r role, name string, run func(*testing.T, *site, *cms.Client)) {
		out = append(out, scenario{collection: "block-visibility", kind: reading, role: r, name: name,
			needs: visibilityNeeds, run: run})
	}
	roles := map[role][]string{
		admin: {"administrator", "super-admin"}, editor: {"editor"}, author: {"author"}, contributor: {"contributor"},
		subscriber: {"subscriber"},
	}
	for _, r := range allRoles {
		add(r, "settings", func(t *testing.T, s *site, c *cms.Client) {
			got, err := blockvisibility.New(c).Settings(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(got.VisibilityControls) != 16 || !got.VisibilityControls.Enabled(blockvisibility.ControlScreenSize) {
				t.Errorf("Settings: %+v, want 16 controls, ControlScreenSize on", got)
			} else if got.PluginSettings == nil || got.DisabledBlocks == nil {
				t.Errorf("Settings: %+v, want plugin settings and a list of disabled blocks", got)
			} else if len(got.DisabledBlocks) != 0 || got.Extra != nil {
				t.Errorf("Settings: %+v, want no disabled block and no Extra", got)
			}
		})
		add(r, "variables", func(t *testing.T, s *site, c *cms.Client) {
			got, err := blockvisibility.New(c).Variables(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.CurrentUsersRoles, roles[r]) || r == nobody && got.CurrentUsersRoles != nil {
				t.Errorf("Variables: roles of the caller %#v, want %v", got.CurrentUsersRoles, roles[r])
			}
			if got.IsPro || got.IsFullControlMode {
				t.Errorf("Variables: %+v, want neither pro nor full control", got)
			} else if len(got.UserRoles) != 6 || len(got.Integrations) != 4 {
				t.Errorf("Variables: %+v, want 6 roles and 4 integrations", got)
			} else if got.PluginVariables.SettingsURL == "" {
				t.Errorf("Variables: %+v, want an address of the settings", got)
			}
		})
	}
	controls := map[string]string{
		"date_time":          `{"enable":true,"enable_day_of_week":true,"enable_scheduling":true,"enable_time_of_day":true}`,
		"visibility_by_role": `{"enable":true,"enable_user_roles":true,"enable_user_rule_sets":true,"enable_users":true}`,
		"woocommerce":        `{"enable":true,"enable_variable_pricing":true}`,
		"cookie":             `{"enable":true}`,
		"screen_size": `{"breakpoints":{"extra_large":"1200px","large":"992px","medium":"768px","small":"576px"},` +
			`"controls":{"extra_large":true,"extra_small":true,"large":true,"medium":true,"small":true},"enable":true,` +
			`"enable_advanced_controls":false,"enable_frontend_css":true}`,
	}
	for name, want := range controls {
		add(nobody, "the control "+name, func(t *testing.T, _ *site, c *cms.Client) {
			raw, err := ask(t.Context(), c, "GET", settingsPath, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got struct {
				Controls map[string]any `json:"visibility_controls"`
			}
			if err := json.Unmarshal(raw, &got); err != nil {
				t.Fatal(err)
			}
			sameJSON(t, name, got.Controls[name], json.RawMessage(want))
		})
	}
	for name, want := range map[string]string{
		"disabled_blocks": `{"disabled_blocks":[]}`,
		"plugin_settings": `{"plugin_settings":{"default_controls":[],"enable_contextual_indicators":true,` +
			`"contextual_indicator_color":"","enable_block_opacity":false,"block_opacity":100,"enable_toolbar_controls":true,` +
			`"enable_editor_notices":true,"enable_user_role_restrictions":false,"enabled_user_roles":[],` +
			`"enable_full_control_mode":false,"remove_on_uninstall":false,"enable_control_set_utilities":true}}`,
	} {
		add(nobody, "_fields="+name, func(t *testing.T, _ *site, c *cms.Client) {
			got, err := cms.Do(t.Context(), c, cms.Request[json.RawMessage]{Operation: "conformance", Path: settingsPath},
				cms.Fields(name))
			if err != nil {
				t.Fatal(err)
			}
			sameJSON(t, "the answer", *got, json.RawMessage(want))
		})
	}
	for name, options := range map[string]*blockvisibility.VariablesOptions{
		"integration=woocommerce":         {Integration: "woocommerce"},
		"integration, search_term, saved": {Integration: "edd", SearchTerm: "x", SavedValues: "1,2"},
	} {
		add(admin, "variables with "+name, func(t *testing.T, _ *site, c *cms.Client) {
			got, err := blockvisibility.New(c).Variables(t.Context(), options)
			if err != nil || got.UserRoles != nil {
				t.Errorf("Variables: %+v, error %v, want no roles", got, err)
			} else if len(got.Integrations) != 4 {
				t.Errorf("Variables: %+v, want 4 integrations", got)
			}
		})
	}
	add(nobody, "variables with a search alone", func(t *testing.T, _ *site, c *cms.Client) {
		got, err := blockvisibility.New(c).Variables(t.Context(), &blockvisibility.VariablesOptions{SearchTerm: "x"})
		if err != nil || len(got.UserRoles) != 6 {
			t.Errorf("Variables with a search: %+v, error %v, want 6 roles", got, err)
		}
	})
	add(nobody, "the integrations", func(t *testing.T, _ *site, c *cms.Client) {
		raw, err := cms.Do(t.Context(), c,
			cms.Request[json.RawMessage]{Operation: "conformance", Path: "block-visibility/v1/variables"},
			cms.Fields("integrations"))
		if err != nil {
			t.Fatal(err)
		}
		sameJSON(t, "the answer", *raw, json.RawMessage(`{"integrations":{"acf":{"active":false,"fields":[]},`+
			`"edd":{"active":false,"products":[]},"woocommerce":{"active":false,"products":[]},"wp_fusion":{"active":false,`+
			`"tags":[],"exclude_admins":false}}}`))
	})
	return out
}

func visibilityWriting() []scenario {
	var out []scenario
	add := func(name string, run func(*testing.T, *site, *cms.Client)) {
		out = append(out, scenario{collection: "block-visibility", kind: writing, role: admin, name: name,
			needs: visibilityNeeds, run: run})
	}
	for _, method := range writingMethods {
		add("update by "+method, func(t *testing.T, s *site, c *cms.Client) {
			before := s.storedSettings(t)
			got, err := blockvisibility.New(c).Update(t.Context(), func(settings *blockvisibility.Settings) error {
				settings.VisibilityControls.Enable(blockvisibility.ControlCookie, false)
				settings.DisabledBlocks = cms.StringList{"core/code"}
				return nil
			}, cms.UpdateMethod(method))
			if err != nil || got.VisibilityControls.Enabled(blockvisibility.ControlCookie) {
				t.Fatalf("Update: %+v, error %v, want ControlCookie off", got, err)
			}
			after := s.storedSettings(t)
			checkUnchanged(t, before, after, "visibility_controls", "disabled_blocks")
			sameJSON(t, "what is stored", after["disabled_blocks"], []string{"core/code"})
		})
		for name, body := range map[string]string{
			"a part replaces all":       `{"disabled_blocks":["core/code"]}`,
			"an unknown key is kept":    `{"hello":"world","nested":{"a":[1,2.5,null,true]}}`,
			"an odd reset is a setting": `{"reset":"sideways"}`,
		} {
			add(name+" by "+method, func(t *testing.T, s *site, c *cms.Client) {
				got, err := ask(t.Context(), c, method, settingsPath, nil, json.RawMessage(body))
				if err != nil {
					t.Fatal(err)
				}
				sameJSON(t, "the answer", got, json.RawMessage(body))
				sameJSON(t, "what is stored", s.storedSettings(t), json.RawMessage(body))
				again, err := ask(t.Context(), s.as(nobody), "GET", settingsPath, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				sameJSON(t, "the next read", again, json.RawMessage(body))
			})
		}
		add("an empty object becomes a list by "+method, func(t *testing.T, s *site, c *cms.Client) {
			got, err := ask(t.Context(), c, method, settingsPath, nil,
				json.RawMessage(`{"plugin_settings":{"a":{}},"visibility_controls":{}}`))
			if err != nil {
				t.Fatal(err)
			}
			sameJSON(t, "the answer", got, json.RawMessage(`{"plugin_settings":{"a":[]},"visibility_controls":[]}`))
		})
		for _, scope := range []blockvisibility.Scope{blockvisibility.ResetAll, blockvisibility.ResetPluginSettings} {
			add(fmt.Sprintf("reset=%s by %s", scope, method), func(t *testing.T, s *site, c *cms.Client) {
				before := s.storedSettings(t)
				changed := map[string]any{"plugin_settings": map[string]any{"block_opacity": 50},
					"disabled_blocks": []string{"core/code"}}
				if _, err := ask(t.Context(), c, "POST", settingsPath, nil, changed); err != nil {
					t.Fatal(err)
				}
				got, err := blockvisibility.New(c).Reset(t.Context(), scope, cms.UpdateMethod(method))
				if err != nil {
					t.Fatal(err)
				}
				after := s.storedSettings(t)
				sameJSON(t, "plugin_settings", after["plugin_settings"], before["plugin_settings"])
				if scope == blockvisibility.ResetAll {
					checkUnchanged(t, before, after)
				} else {
					sameJSON(t, "disabled_blocks", got.DisabledBlocks, changed["disabled_blocks"])
				}
			})
		}
	}
	add("the arguments of the query are stored as well", func(t *testing.T, s *site, c *cms.Client) {
		got, err := ask(t.Context(), c, "POST", settingsPath, map[string][]string{"_locale": {"user"}},
			map[string]any{"a": 1})
		if err != nil {
			t.Fatal(err)
		}
		sameJSON(t, "the answer", got, json.RawMessage(`{"_locale":"user","a":1}`))
	})
	add("full control mode shows in the variables", func(t *testing.T, s *site, c *cms.Client) {
		if _, err := ask(t.Context(), c, "POST", settingsPath, nil,
			map[string]any{"plugin_settings": map[string]any{"enable_full_control_mode": true}}); err != nil {
			t.Fatal(err)
		}
		got, err := blockvisibility.New(s.as(nobody)).Variables(t.Context(), nil)
		if err != nil || !got.IsFullControlMode {
			t.Errorf("Variables: %+v, error %v, want full control", got, err)
		}
	})
	return out
}

func visibilityFailing() []scenario {
	post := func(method string, body any) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := ask(ctx, c, method, settingsPath, nil, body)
			return err
		}
	}
	wipe := func(ctx context.Context, c *cms.Client) error {
		_, err := ask(ctx, c, "POST", settingsPath, nil, map[string]any{})
		if err == nil {
			return fmt.Errorf("the empty document was stored")
		}
		return nil
	}
	var list []refusal
	var operations []operation
	for _, method := range writingMethods {
		operations = append(operations, operation{"update by " + method, post(method, map[string]any{"a": 1})})
		list = append(list,
			refusal{name: "an empty document by " + method, call: post(method, map[string]any{}), status: 404, code: "404"},
			refusal{name: "text for settings by " + method,
				call: post(method, map[string]any{"plugin_settings": "no", "visibility_controls": 5}), status: 500, code: "500",
				kind: "block-visibility", id: 1},
			refusal{name: "update once it is wiped, by " + method, status: 500, code: "500",
				call: func(ctx context.Context, s *site, c *cms.Client) error {
					if err := wipe(ctx, c); err != nil {
						return err
					}
					return post(method, map[string]any{"a": 1})(ctx, s, c)
				}},
			refusal{name: "reset once it is wiped, by " + method, status: 500, code: "500", is: blockvisibility.ErrWiped,
				call: func(ctx context.Context, _ *site, c *cms.Client) error {
					if err := wipe(ctx, c); err != nil {
						return err
					}
					_, err := blockvisibility.New(c).Reset(ctx, blockvisibility.ResetAll, cms.UpdateMethod(method))
					return err
				}})
	}
	list = append(list,
		refusal{name: "read once it is wiped", status: 404, code: "404", is: blockvisibility.ErrWiped,
			call: func(ctx context.Context, s *site, c *cms.Client) error {
				if err := wipe(ctx, c); err != nil {
					return err
				}
				_, err := blockvisibility.New(s.as(nobody)).Settings(ctx)
				return err
			}},
		refusal{name: "delete", call: post("DELETE", nil), status: 404, code: cms.CodeNoRoute, is: cms.ErrNoRoute},
	)
	for _, name := range []string{"integration", "search_term", "saved_values"} {
		list = append(list, refusal{name: "variables with a list for " + name, status: 400, code: cms.CodeInvalidParam,
			param: name, call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := ask(ctx, c, "GET", "block-visibility/v1/variables", map[string][]string{name + "[]": {"x"}}, nil)
				return err
			}})
	}
	for i := range list {
		list[i].collection, list[i].role, list[i].needs = "block-visibility", admin, visibilityNeeds
	}
	return slices.Concat(refusals(list), outsiders("block-visibility", visibilityNeeds, operations, notAdmins...))
}
