package plugins

import (
	"reflect"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

func (s visibilityPlane) visibilityRoutes(add Router) {
	add("/settings",
		rest.On([]string{"GET"}, nil, rest.Everyone, s.getVisibility),
		rest.On(rest.UpdateMethods, nil, administrators, s.setVisibility))
	add("/variables", rest.On([]string{"GET"}, nil, rest.Everyone, s.visibilityVariables).Taking(
		`{"integration":{"type":"string","required":false},"search_term":{"type":"string","required":false},`+
			`"saved_values":{"type":"string","required":false}}`))
}

func visibilityFault(status int, message string) *rest.Response {
	return &rest.Response{Status: status, Failed: true,
		Body: php.Object{{"code", status}, {"message", message}, {"data", php.Object{{"status", status}}}}}
}

func (s visibilityPlane) getVisibility(c *rest.Call) (*rest.Response, *rest.Error) {
	if s.State.visibility == nil {
		return visibilityFault(404, "There are no visibility settings."), nil
	}
	return rest.OK(s.State.visibility)
}

// setVisibility replaces the settings with the arguments of the body and the query. Without
// arguments it deletes the settings, and every later write fails.
func (s visibilityPlane) setVisibility(c *rest.Call) (*rest.Response, *rest.Error) {
	stored := &s.State.visibility
	sent := s.arguments(c)
	document, _ := (*stored).(php.Object)
	switch reset := sent.Get("reset"); {
	case *stored == nil:
		return visibilityFault(500, "The visibility settings were not stored."), nil
	case len(sent) == 0:
		*stored = nil
		return visibilityFault(404, "The visibility settings were not stored."), nil
	case reset == "all":
		*stored = defaultVisibility()
	case reset == "plugin_settings":
		*stored = document.With("plugin_settings", defaultVisibility().Get("plugin_settings"))
	case !fitting(sent):
		return visibilityFault(500, "The visibility settings were not stored."), nil
	default:
		*stored = sent
	}
	return rest.OK(*stored)
}

// arguments returns the arguments of the query, the form and the JSON body. The form overrides the
// query, and the JSON body overrides both.
func (s visibilityPlane) arguments(c *rest.Call) php.Object {
	var out php.Object
	for _, source := range []*php.Values{c.Query, c.Form, c.JSON} {
		for _, name := range source.Names {
			out = out.With(name, source.ByKey[name])
		}
	}
	return out
}

// fitting reports whether each of the two groups of settings is absent, an object or a list. The
// real plugin refused settings with two invalid groups. Settings with one invalid group were not
// tested.
func fitting(document php.Object) bool {
	for _, name := range []string{"visibility_controls", "plugin_settings"} {
		switch document.Get(name).(type) {
		case nil, map[string]any, php.Object, []any:
		default:
			return false
		}
	}
	return true
}

// insertVisibility replaces the settings. An empty record deletes them.
func (s visibilityPlane) insertVisibility(record map[string]any) (int64, error) {
	var out php.Object
	for _, name := range php.SortedKeys(record) {
		if name == "id" {
			return 0, seed.NoField(name)
		}
		out.Add(name, record[name])
	}
	s.State.visibility = nil
	if out != nil {
		s.State.visibility = out
	}
	return 1, nil
}

// visibilityRecord returns the settings, which have the id 1. It returns an empty record if they
// were deleted.
func (s visibilityPlane) visibilityRecord(id int64) map[string]any {
	if id != 1 {
		return nil
	}
	out, _ := php.PlainValue(s.State.visibility).(map[string]any)
	if out == nil {
		out = map[string]any{}
	}
	return out
}

// visibilityIDs returns the id 1, or nil if the settings are the defaults. Documents leave out the
// defaults.
func (s visibilityPlane) visibilityIDs() []int64 {
	if reflect.DeepEqual(php.PlainValue(s.State.visibility), php.PlainValue(defaultVisibility())) {
		return nil
	}
	return []int64{1}
}

func (s visibilityPlane) visibilityVariables(c *rest.Call) (*rest.Response, *rest.Error) {
	settings, _ := s.State.visibility.(php.Object)
	own, _ := php.ToObject(settings.Get("plugin_settings"))
	var roles any
	if c.User != nil {
		held := append([]string{}, c.User.Roles...)
		if c.User.Can("delete_users") {
			held = append(held, "super-admin")
		}
		roles = held
	}
	body := php.Object{
		{"plugin_variables", php.Object{{"version", "3.7.1"},
			{"settings_url", *s.API.Base + "/wp-admin/options-general.php?page=block-visibility-settings"}}},
		{"is_full_control_mode", php.Truthy(own.Get("enable_full_control_mode"))}, {"is_pro", false},
		{"current_users_roles", roles}, {"integrations", visibilityData().Get("integrations")},
	}
	if c.Text("integration") == "" {
		body.Add("user_roles", visibilityData().Get("user_roles"))
	}
	return rest.OK(body)
}
