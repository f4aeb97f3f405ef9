package cmstest

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// settingParams are the settings of a site, in their order.
func settingParams() []param {
	number, words := integer(), text()
	params := []param{
		{name: "title", schema: words}, {name: "description", schema: words},
		{name: "url", schema: schema{kind: "string", format: "uri"}},
		{name: "email", schema: schema{kind: "string", format: "email"}, check: checkEmail},
		{name: "timezone", schema: words}, {name: "date_format", schema: words}, {name: "time_format", schema: words},
		{name: "start_of_week", schema: number}, {name: "language", schema: words}, {name: "use_smilies", schema: boolean()},
		{name: "default_category", schema: number}, {name: "default_post_format", schema: words}, {name: "posts_per_page", schema: number},
		{name: "show_on_front", schema: words}, {name: "page_on_front", schema: number}, {name: "page_for_posts", schema: number},
		{name: "default_ping_status", schema: text("open", "closed")}, {name: "default_comment_status", schema: text("open", "closed")},
		{name: "site_logo", schema: number}, {name: "site_icon", schema: number},
	}
	for i := range params {
		params[i].early, params[i].raw = true, true // null is no value of them: it deletes a setting
	}
	return params
}

var mailAddress = regexp.MustCompile(`^[^@\s]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)

func checkEmail(_ *call, value any) *problem {
	address, ok := value.(string)
	if !ok {
		return invalidType("email", "string")
	}
	if !mailAddress.MatchString(address) {
		return &problem{"rest_invalid_email", "This is no e-mail address.", nil}
	}
	return nil
}

// firstSettings are those of a new site. What is not there was never set.
func (s settingPlane) firstSettings() map[string]any {
	zone := ""
	if name := s.zone.String(); name == "UTC" || strings.Contains(name, "/") {
		zone = name
	}
	return map[string]any{
		"title": s.name, "description": s.description, "url": "", "email": "admin@site.test", "timezone": zone, "date_format": "F j, Y", "time_format": "g:i a",
		"start_of_week": int64(1), "use_smilies": true, "default_category": int64(firstCategory), "default_post_format": "0", "posts_per_page": int64(10),
		"show_on_front": "posts", "page_on_front": int64(0), "page_for_posts": int64(0), "default_ping_status": "open", "default_comment_status": "open", "site_icon": int64(0),
	}
}

// setting is a text among the settings, "" where it is not set.
func (s settingPlane) setting(name string) string {
	text, _ := s.settings[name].(string)
	return text
}

// textOrFalse is a setting where the site shows false for one that is not set.
func (s settingPlane) textOrFalse(name string) any {
	if s.settings[name] == nil {
		return false
	}
	return s.setting(name)
}

func (s settingPlane) settingNumber(name string) int64 {
	n, _ := s.settings[name].(int64)
	return n
}

// storeSetting keeps a value as the site does. Most are not looked at; an unknown timezone or language is ignored.
func (s settingPlane) storeSetting(name string, value any) {
	switch v := value.(type) {
	case int64:
		switch {
		case name == "site_logo":
		case name == "posts_per_page" && v == -1:
		case name == "posts_per_page" && v == 0:
			v = 1
		default:
			v = max(v, -v)
		}
		value = v
	case string:
		switch name {
		case "title", "description":
			v = php.Entity.ReplaceAllStringFunc(v, php.Ampersand)
			value = strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#039;").Replace(v)
		case "date_format", "time_format":
			value = php.Filtered(v, "")
		case "language":
			if v != "" && v != siteLanguage {
				return
			}
		case "timezone":
			location, err := time.LoadLocation(v)
			if v != "" && (err != nil || v == "Local") {
				return
			}
			s.location = location
			if v == "" {
				s.location = time.FixedZone("", 0)
			}
		}
	}
	s.settings[name] = value
}

const siteLanguage = "en_US"

// deleteSetting forgets a setting. What was never set cannot be taken away, since nothing does not fit its type.
func (s settingPlane) deleteSetting(p *param) *fault {
	value, set := s.settings[p.name]
	if !set && p.kind != "boolean" || value == false {
		return newFault(500, "rest_invalid_stored_value", p.name+" holds what it may not hold, and cannot be taken away.")
	}
	s.unset(p.name)
	return nil
}

// unset forgets a setting. Without a zone the site is in that of Greenwich.
func (s settingPlane) unset(name string) {
	delete(s.settings, name)
	if name == "timezone" {
		s.location = time.FixedZone("", 0)
	}
}

// isDown says whether the site has lost its address, without which it does not work.
func (s settingPlane) isDown() bool {
	_, ok := s.settings["url"]
	return !ok
}

func (s settingPlane) settingsRoutes() []*route {
	namespace := s.api.prefix + "/v2"
	may := func(c *call) *fault {
		if !c.user.Can("manage_options") {
			return c.forbidden("rest_forbidden", "You may not see the settings.")
		}
		return nil
	}
	return []*route{{pattern: "/" + namespace + "/settings", namespace: namespace, endpoints: []endpoint{
		{[]string{"GET"}, nil, may, s.getSettings},
		{updateMethods, settingParams(), may, s.updateSettings},
	}}}
}

func (s settingPlane) getSettings(c *call) (*response, *fault) {
	var body php.Object
	for _, p := range settingParams() {
		value := s.settings[p.name]
		switch {
		case p.name == "url" && value != nil:
			value = s.URL // the configuration of the site has the last word
		case value == false && c.get(p.name) == nil:
			value = nil // stored as nothing, which is no boolean when it is read again
		case value == nil && p.name == "language":
			value = siteLanguage
		case value == nil && p.name == "posts_per_page":
			value = 10
		case value == nil && p.name == "use_smilies":
			value = true
		}
		body.Add(p.name, value)
	}
	return &response{status: 200, body: body}, nil
}

// updateSettings stores one after the other: what comes before one that cannot be deleted is stored.
func (s settingPlane) updateSettings(c *call) (*response, *fault) {
	for _, p := range settingParams() {
		switch value := c.get(p.name); {
		case !c.has(p.name):
		case value == nil:
			if why := s.deleteSetting(&p); why != nil {
				return nil, why
			}
		default:
			s.storeSetting(p.name, p.convert(value))
		}
	}
	return s.getSettings(c)
}

// settingsKind are the settings as one record, null for one that was deleted. The address of the site is not among them: every site has its own.
func (s settingPlane) settingsKind() seedKind {
	record := func(id int64) map[string]any {
		if id != 1 {
			return nil
		}
		out := maps.Clone(s.settings)
		for name := range s.firstSettings() {
			if _, set := out[name]; !set {
				out[name] = nil // it was deleted
			}
		}
		delete(out, "url")
		out["id"] = id
		return out
	}
	return seedKind{
		name: "settings", record: record,
		insert: func(record map[string]any) (int64, error) {
			next := map[string]any{}
			for _, name := range php.SortedKeys(record) {
				value, err := seedSetting(name, record[name])
				if err != nil {
					return 0, err
				}
				next[name] = value
			}
			delete(next, "id")
			for name, value := range next {
				switch {
				case value == nil:
					s.unset(name)
				case name == "timezone":
					s.storeSetting(name, value)
				default:
					s.settings[name] = value // as it is
				}
			}
			return 1, nil
		},
		ids: func() []int64 {
			now := maps.Clone(s.settings)
			now["url"] = ""
			if maps.Equal(now, s.firstSettings()) {
				return nil
			}
			return []int64{1}
		},
	}
}

func seedSetting(name string, value any) (any, error) {
	for _, p := range settingParams() {
		switch {
		case p.name != name || name == "url":
		case value == nil:
			return nil, nil
		case p.kind == "integer":
			return seedInt(name, value)
		case p.kind == "boolean":
			return seedBool(name, value)
		default:
			return seedText(name, value)
		}
	}
	if name == "id" {
		if id, err := seedInt(name, value); err != nil || id != 1 {
			return nil, fmt.Errorf("the settings have the id 1")
		}
		return nil, nil
	}
	return nil, noField(name)
}
