package styles

import (
	"reflect"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// A site keeps these members at the top of a tree, and silently drops all other members. The value of
// a member in objects must be an object.
var (
	objects = strings.Fields(`blocks border color custom dimensions elements filter layout lightbox outline position
		shadow spacing typography background variations`)
	others = []string{"appearanceTools", "css", "useRootPaddingAwareAlignments"}
)

func (s Plane) get(c *rest.Call, _ *State) (*rest.Response, *rest.Error) { return rest.OK(s.show(c)) }

// update replaces the trees that the request contains.
func (s Plane) update(c *rest.Call, _ *State) (*rest.Response, *rest.Error) {
	next := s.trees
	for name, tree := range map[string]*php.Object{"settings": &next.settings, "styles": &next.styles} {
		sent, ok := php.ToObject(c.Get(name))
		if c.Get(name) == nil || !ok {
			continue
		}
		if css, _ := sent.Get("css").(string); strings.Contains(css, "</") {
			return nil, rest.NewError(400, "rest_custom_css_illegal_markup", "The CSS contains HTML.")
		}
		*tree = kept(sent)
	}
	switch title := c.Get("title").(type) {
	case string:
		s.title = title
	case map[string]any:
		s.title, _ = title["raw"].(string)
	}
	if !reflect.DeepEqual(next, s.trees) { // an update without a change adds no revision
		date, gmt := s.Clock.Stamps()
		s.revisions = append(slices.Clone(s.revisions), &revision{next, s.TakeID(), c.User.ID, date, gmt})
		s.trees = next
	}
	return rest.OK(s.show(c))
}

// kept returns the members of a tree that a site stores.
func kept(sent php.Object) php.Object {
	var out php.Object
	for _, m := range sent {
		value := normal(m.Value)
		inner, isObject := value.(php.Object)
		switch {
		case slices.Contains(others, m.Name):
		case !slices.Contains(objects, m.Name) || !isObject || len(inner) == 0:
			continue
		case m.Name == "typography":
			if list, bare := inner.Get("fontFamilies").([]any); bare {
				value = inner.With("fontFamilies", php.Object{{"custom", list}})
			}
		}
		out.Add(m.Name, value)
	}
	return out
}

// normal returns a value with CSS variables in place of references to presets: "var:a|b" becomes
// "var(--wp--a--b)".
func normal(value any) any {
	switch v := value.(type) {
	case string:
		if name, ok := strings.CutPrefix(v, "var:"); ok {
			return "var(--wp--" + strings.ReplaceAll(name, "|", "--") + ")"
		}
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = normal(v[i])
		}
		return out
	case map[string]any:
		var out php.Object
		for _, name := range php.SortedKeys(v) {
			out.Add(name, normal(v[name]))
		}
		return out
	case php.Object:
		var out php.Object
		for _, m := range v {
			out.Add(m.Name, normal(m.Value))
		}
		return out
	}
	return value
}

func (s Plane) show(c *rest.Call) php.Object {
	var methods []string
	if c.User.Can("edit_theme_options") {
		methods = []string{"GET", "POST", "PUT", "PATCH"}
	}
	out := php.Object{{"id", s.id}, {"title", php.Object{{"raw", s.title}, {"rendered", s.title}}}}
	if !c.In("embed") {
		out = append(out, s.trees.shown()...)
	}
	return append(out, php.Member{"_links", php.Object{
		{"self", rest.Self(s.API.At(address(s.id), ""), methods)},
		{"about", rest.Link(s.API.At("types/"+s.API.Prefix+"_global_styles", ""))},
		{"version-history", []php.Object{
			{{"count", len(s.revisions)}, {"href", s.API.At(address(s.id)+"/revisions", "")}},
		}},
	}})
}

// shown returns both trees. An empty tree is {}.
func (t trees) shown() php.Object {
	filled := func(tree php.Object) any {
		if len(tree) == 0 {
			return php.EmptyObject{}
		}
		return tree
	}
	return php.Object{{"settings", filled(t.settings)}, {"styles", filled(t.styles)}}
}

func (s Plane) listRevisions(c *rest.Call, _ *State) (*rest.Response, *rest.Error) {
	found := slices.Clone(s.revisions)
	slices.Reverse(found)
	total := len(found)
	page, perPage, start := c.Page()
	if perPage == 0 {
		perPage = max(total, 1)
	} else if offset := int(c.Integer("offset")); offset > 0 {
		start = offset
	}
	return rest.Listed(c, rest.Window(found, start, perPage), total, page, perPage, s.showRevision)
}

func (s Plane) getRevision(c *rest.Call, _ *State) (*rest.Response, *rest.Error) {
	at := slices.IndexFunc(s.revisions, func(r *revision) bool { return r.id == c.Integer("id") })
	if at < 0 {
		return nil, rest.InvalidID()
	}
	return rest.OK(s.showRevision(s.revisions[at]))
}

func (s Plane) showRevision(r *revision) php.Object {
	out := php.Object{{"author", r.author}, {"date", r.date}, {"date_gmt", r.gmt}, {"id", r.id}, {"modified", r.date},
		{"modified_gmt", r.gmt}, {"parent", s.id}}
	if len(r.settings)+len(r.styles) == 0 {
		return out // if both trees are empty, a site leaves out both
	}
	return append(out, r.trees.shown()...)
}
