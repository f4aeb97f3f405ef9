package plugins

import (
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// visit is what was counted on one day: for a path, from a place, or of the whole site.
type visit struct {
	id                  int64
	day                 string    // on the site's calendar
	moment              time.Time // zero unless the record told the time
	path, referrer      string
	post                int64 // -1: the record did not say
	visitors, pageviews int64
}

// archived is a copy of a page.
type archived struct {
	id            int64
	page, service string
	timestamp     string // of Greenwich, in fourteen digits
}

// State is what the plugins have stored.
type State struct {
	snippets                         map[int64]*snippet
	visits                           []visit
	archived                         []archived
	visibility                       any // the document of settings, nil once it is wiped
	nextSnippet, nextVisit, nextCopy int64
}

// NewState is what the plugins of a new site have stored.
func NewState() State {
	return State{snippets: map[int64]*snippet{}, visibility: defaultVisibility(), nextSnippet: 1, nextVisit: 1,
		nextCopy: 1}
}

// Clone shares nothing that may change. The settings are replaced as a whole, never changed.
func (p *State) Clone() State {
	next := *p
	next.snippets = make(map[int64]*snippet, len(p.snippets))
	for id, sn := range p.snippets {
		other := *sn
		other.tags = slices.Clone(sn.tags)
		next.snippets[id] = &other
	}
	next.visits, next.archived = slices.Clone(p.visits), slices.Clone(p.archived)
	return next
}

// snippet is a stored piece of code.
type snippet struct {
	id               int64
	name, desc, code string
	tags             []string
	scope            string
	condition        int64
	active           bool
	trashed, locked  bool // of later versions
	priority         int64
	modified         string
	revision         int64
}

func defaultVisibility() php.Object {
	on := func(names ...string) php.Object {
		out := php.Object{{"enable", true}}
		for _, name := range names {
			out.Add(name, true)
		}
		return out
	}
	none := []any{}
	return php.Object{
		{"visibility_controls", php.Object{
			{"browser_device", on()},
			{"cookie", on()},
			{"date_time", on("enable_day_of_week", "enable_time_of_day", "enable_scheduling")},
			{"hide_block", on()},
			{"location", on()},
			{"metadata", on()},
			{"query_string", on()},
			{"referral_source", on()},
			{"screen_size", php.Object{
				{"enable", true},
				{"breakpoints", php.Object{{"extra_large", "1200px"}, {"large", "992px"}, {"medium", "768px"}, {"small", "576px"}}},
				{"controls", php.Object{{"extra_large", true}, {"large", true}, {"medium", true}, {"small", true},
					{"extra_small", true}}},
				{"enable_advanced_controls", false}, {"enable_frontend_css", true},
			}},
			{"url_path", on()},
			{"visibility_by_role", on("enable_user_roles", "enable_users", "enable_user_rule_sets")},
			{"visibility_presets", on()},
			{"acf", on()},
			{"woocommerce", on("enable_variable_pricing")},
			{"edd", on("enable_variable_pricing")},
			{"wp_fusion", on()},
		}},
		{"disabled_blocks", none},
		{"plugin_settings", php.Object{
			{"default_controls", none}, {"enable_contextual_indicators", true}, {"contextual_indicator_color", ""},
			{"enable_block_opacity", false}, {"block_opacity", 100}, {"enable_toolbar_controls", true},
			{"enable_editor_notices", true},
			{"enable_user_role_restrictions", false}, {"enabled_user_roles", none}, {"enable_full_control_mode", false},
			{"remove_on_uninstall", false}, {"enable_control_set_utilities", true},
		}},
	}
}
