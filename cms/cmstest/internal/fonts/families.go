package fonts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// version is the version of theme.json in all responses.
const version = 3

func invalid(message string) *rest.Problem {
	return &rest.Problem{Code: "rest_invalid_param", Message: message}
}

// parse reads settings, which are JSON in a string.
func parse(name string, value any) (php.Object, *rest.Problem) {
	text, ok := value.(string)
	if !ok {
		return nil, rest.InvalidType(name, "string")
	}
	parsed, err := php.ParseOrdered([]byte(text))
	if err != nil || parsed == nil {
		return nil, invalid(name + " must be valid JSON.")
	}
	settings, ok := parsed.(php.Object)
	if list, empty := parsed.([]any); !ok && (!empty || len(list) > 0) {
		return nil, rest.InvalidType(name, "object")
	}
	return settings, nil
}

// checkMembers returns a problem if a member of settings is missing, unknown or empty.
func checkMembers(name string, settings php.Object, required, known []string) *rest.Problem {
	for _, one := range required {
		if settings.Get(one) == nil {
			return &rest.Problem{Code: "rest_property_required",
				Message: one + " is a required property of " + name + "."}
		}
	}
	for _, m := range settings {
		if !slices.Contains(known, m.Name) {
			return &rest.Problem{Code: "rest_additional_properties_forbidden",
				Message: m.Name + " is not a valid property of " + name + "."}
		}
		if m.Value == "" && slices.Contains(required, m.Name) {
			return invalid(name + "[" + m.Name + "] must not be empty.")
		}
	}
	return nil
}

func (s Plane) checkFamily(c *rest.Call, p *rest.Param, value any) *rest.Problem {
	settings, why := parse(p.Name, value)
	if why != nil {
		return why
	}
	required := []string{"name", "slug", "fontFamily"}
	if c.Get("id") != nil {
		switch {
		// PUT and PATCH always fail: for them WordPress 7.1 requires a value that is both a string
		// and an object.
		case c.Method != "POST":
			return rest.InvalidType(p.Name, "object")
		case settings.Get("slug") != nil:
			return invalid(p.Name + "[slug] cannot be changed.")
		}
		required = nil
	}
	return checkMembers(p.Name, settings, required, []string{"name", "slug", "fontFamily", "preview"})
}

// quoted returns a list of font names, as in CSS, in which each name with spaces has quotation
// marks.
func quoted(value string) string {
	names := strings.Split(value, ",")
	for i, name := range names {
		name = strings.TrimSpace(name)
		if strings.Contains(name, " ") && !strings.ContainsAny(name, `"'`) {
			name = `"` + name + `"`
		}
		names[i] = name
	}
	return strings.Join(names, ", ")
}

// merged returns the settings of a family, in which the sent members replace the old members.
func merged(settings, sent php.Object) php.Object {
	for _, m := range sent {
		text := php.ScalarText(m.Value)
		switch m.Name {
		case "fontFamily":
			text = quoted(text)
		case "slug":
			text = php.SanitizeSlug(text)
		}
		settings = settings.With(m.Name, text)
	}
	return settings
}

func (s Plane) createFamily(c *rest.Call) (*rest.Response, *rest.Error) {
	sent, _ := parse("", c.Get("font_family_settings"))
	settings := merged(php.Object{{"name", ""}, {"slug", ""}, {"fontFamily", ""}, {"preview", ""}}, sent)
	if s.withSlug(settings.Get("slug")) != nil {
		return nil, rest.NewError(400, "rest_duplicate_font_family", "A family with this slug exists already.")
	}
	f := &family{s.TakeID(), settings}
	s.families[f.id] = f
	return rest.Created(s.showFamily(c, f), s.API.At(familyPath(f.id), "")), nil
}

func (s Plane) withSlug(slug any) *family {
	for _, f := range s.families {
		if f.settings.Get("slug") == slug {
			return f
		}
	}
	return nil
}

func (s Plane) updateFamily(c *rest.Call, f *family) (*rest.Response, *rest.Error) {
	sent, _ := parse("", c.Get("font_family_settings"))
	next := &family{f.id, merged(f.settings, sent)}
	s.families[f.id] = next
	return rest.OK(s.showFamily(c, next))
}

func (s Plane) removeFamily(c *rest.Call, f *family) (*rest.Response, *rest.Error) {
	if !c.Flag("force") {
		return nil, rest.NoTrash()
	}
	previous := s.showFamily(c, f)
	for _, one := range s.facesOf(f.id) {
		s.drop(one)
	}
	delete(s.families, f.id)
	return rest.Deleted(previous)
}

func (s Plane) listFamilies(c *rest.Call) (*rest.Response, *rest.Error) {
	var all []*family
	slugs := c.Strings("slug")
	for _, f := range s.families {
		if slug, _ := f.settings.Get("slug").(string); len(slugs) == 0 || slices.Contains(slugs, slug) {
			all = append(all, f)
		}
	}
	return list(c, all, func(f *family) int64 { return f.id }, func(f *family) php.Object { return s.showFamily(c, f) })
}

// list returns a page of families or faces.
func list[T any](c *rest.Call, all []T, id func(T) int64, show func(T) php.Object) (*rest.Response, *rest.Error) {
	var filters rest.Filters[T]
	include := c.IDs("include")
	filters.In(c, "include", id)
	filters.NotIn(c, "exclude", id)
	found := filters.Choose(slices.Values(all))
	slices.SortFunc(found, func(a, b T) int {
		if c.Text("orderby") == "include" && len(include) > 0 {
			return cmp.Compare(slices.Index(include, id(a)), slices.Index(include, id(b)))
		}
		if order := cmp.Compare(id(a), id(b)); c.Text("order") == "asc" {
			return order
		}
		return cmp.Compare(id(b), id(a))
	})
	page, perPage, start := c.Page()
	if offset := int(c.Integer("offset")); offset > 0 {
		start = offset
	}
	if total := len(found); page > 1 && start >= total && total > 0 {
		return nil, rest.NewError(400, "rest_post_invalid_page_number",
			"The requested page number is larger than the number of pages.")
	}
	return rest.Listed(c, rest.Window(found, start, perPage), len(found), page, perPage, show)
}

func familyPath(id int64) string { return "font-families/" + php.ScalarText(id) }

func (s Plane) showFamily(c *rest.Call, f *family) php.Object {
	ids, links := []int64{}, php.Object{
		{"self", rest.Self(s.API.At(familyPath(f.id), ""), hints(c, "GET", "POST", "PUT", "PATCH", "DELETE"))},
		{"collection", rest.Link(s.API.At("font-families", ""))},
	}
	var embeddable []php.Object
	for _, one := range s.facesOf(f.id) {
		ids = append(ids, one.id)
		embeddable = append(embeddable, rest.Embeddable(s.API.At(facePath(one), ""))...)
	}
	if embeddable != nil {
		links.Add("font_faces", embeddable)
	}
	return php.Object{{"id", f.id}, {"theme_json_version", version}, {"font_faces", ids},
		{"font_family_settings", f.settings}, {"_links", links}}
}
