// Package settings has the route and the record of the settings. It only stores most settings:
// only those of titles, the time zone, the front page, icons and defaults have an effect.
package settings

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

var mailAddress = regexp.MustCompile(`^[^@\s]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)

func checkEmail(_ *rest.Call, _ *rest.Param, value any) *rest.Problem {
	address, ok := value.(string)
	if !ok {
		return rest.InvalidType("email", "string")
	}
	if !mailAddress.MatchString(address) {
		return &rest.Problem{Code: "rest_invalid_email", Message: "This is not an e-mail address."}
	}
	return nil
}

// Plane has the settings of a site, and the values of a new site.
type Plane struct {
	*site.Settings
	API               *rest.API
	Name, Description string
	FirstZone         *time.Location
	Params            func() []rest.Param // returns the settings in the order of the description
}

// First returns the settings of a new site.
func (s Plane) First() site.Settings {
	zone := ""
	if name := s.FirstZone.String(); name == "UTC" || strings.Contains(name, "/") {
		zone = name
	}
	return site.Settings{Zone: s.FirstZone, Values: map[string]any{
		"title": s.Name, "description": s.Description, "url": "", "email": "admin@site.test", "timezone": zone,
		"date_format": "F j, Y", "time_format": "g:i a", "start_of_week": int64(1), "use_smilies": true,
		"default_category": int64(1), "default_post_format": "0", "posts_per_page": int64(10), "show_on_front": "posts",
		"page_on_front": int64(0), "page_for_posts": int64(0), "default_ping_status": "open",
		"default_comment_status": "open", "site_icon": int64(0),
	}}
}

// store stores a value as WordPress does. Most values are not checked. An unknown timezone or
// language is ignored.
func (s Plane) store(name string, value any) {
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
			v = php.Ampersands(v)
			value = strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#039;").Replace(v)
		case "date_format", "time_format":
			v = php.Ampersands(php.StripTags(v))
			value = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(v)
		case "language":
			if v != "" && v != siteLanguage {
				return
			}
		case "timezone":
			location, err := time.LoadLocation(v)
			if v != "" && (err != nil || v == "Local") {
				return
			}
			s.Zone = location
			if v == "" {
				s.Zone = time.FixedZone("", 0)
			}
		}
	}
	s.Values[name] = value
}

const siteLanguage = "en_US"

// remove deletes a setting. It fails if the setting is absent or false, because WordPress then
// finds a stored value of the wrong type. An absent boolean is an exception: it causes no error.
func (s Plane) remove(p *rest.Param) *rest.Error {
	value, set := s.Values[p.Name]
	if !set && p.Kind != "boolean" || value == false {
		return rest.NewError(500, "rest_invalid_stored_value",
			p.Name+" holds what it may not hold, and cannot be taken away.")
	}
	s.unset(p.Name)
	return nil
}

// unset deletes a setting. Without a timezone the site is in UTC.
func (s Plane) unset(name string) {
	delete(s.Values, name)
	if name == "timezone" {
		s.Zone = time.FixedZone("", 0)
	}
}

// Routes returns the route of the settings.
func (s Plane) Routes() []*rest.Route {
	may := rest.Needs("manage_options", "rest_forbidden", "You may not read the settings.")
	// With Raw, a null in the request reaches update. update deletes a setting that is null.
	rules := rest.Rules{"*": {Raw: true}, "email": {Check: checkEmail, Raw: true}}
	return []*rest.Route{s.API.Route("/settings",
		rest.On([]string{"GET"}, nil, may, s.get),
		rest.On(rest.UpdateMethods, rules, may, s.update))}
}

func (s Plane) get(c *rest.Call) (*rest.Response, *rest.Error) {
	var body php.Object
	for _, p := range s.Params() {
		value := s.Values[p.Name]
		switch {
		case p.Name == "url" && value != nil:
			value = *s.API.Base // the configuration of the site overrides the setting
		case value == false && c.Get(p.Name) == nil:
			value = nil // WordPress stores false as "", and does not read "" as a boolean
		case value == nil && p.Name == "language":
			value = siteLanguage
		case value == nil && p.Name == "posts_per_page":
			value = 10
		case value == nil && p.Name == "use_smilies":
			value = true
		}
		body.Add(p.Name, value)
	}
	return rest.OK(body)
}

// update stores the settings in order. If a setting cannot be deleted, the settings before it are
// already stored.
func (s Plane) update(c *rest.Call) (*rest.Response, *rest.Error) {
	for _, p := range s.Params() {
		switch value := c.Get(p.Name); {
		case !c.Has(p.Name):
		case value == nil:
			if why := s.remove(&p); why != nil {
				return nil, why
			}
		default:
			s.store(p.Name, p.Convert(value))
		}
	}
	return s.get(c)
}

// Kind returns the kind "settings" of [Server.Insert], with a single record. A deleted setting is
// null. The record has no url, because each server has its own address.
func (s Plane) Kind() seed.Kind {
	record := func(id int64) map[string]any {
		if id != 1 {
			return nil
		}
		out := maps.Clone(s.Values)
		for name := range s.First().Values {
			if _, set := out[name]; !set {
				out[name] = nil // deleted setting
			}
		}
		delete(out, "url")
		out["id"] = id
		return out
	}
	return seed.Kind{
		Name: "settings", Record: record,
		Insert: func(record map[string]any) (int64, error) {
			next := map[string]any{}
			for _, name := range php.SortedKeys(record) {
				value, err := s.readField(name, record[name])
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
					s.store(name, value)
				default:
					s.Values[name] = value // stored without conversion
				}
			}
			return 1, nil
		},
		IDs: func() []int64 {
			now := maps.Clone(s.Values)
			now["url"] = ""
			if maps.Equal(now, s.First().Values) {
				return nil
			}
			return []int64{1}
		},
	}
}

func (s Plane) readField(name string, value any) (any, error) {
	for _, p := range s.Params() {
		switch {
		case p.Name != name || name == "url":
		case value == nil:
			return nil, nil
		case p.Kind == "integer":
			return seed.Int(name, value)
		case p.Kind == "boolean":
			return seed.Bool(name, value)
		default:
			return seed.Text(name, value)
		}
	}
	if name == "id" {
		if id, err := seed.Int(name, value); err != nil || id != 1 {
			return nil, fmt.Errorf("the settings have the id 1")
		}
		return nil, nil
	}
	return nil, seed.NoField(name)
}
