package stored

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// lastVariable splits off the variable at the end of a path. name is "" if there is none.
func lastVariable(path string) (before, name string) {
	depth, inClass, start := 0, false, 0
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '\\':
			i++
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
		case c == '(':
			if depth == 0 {
				start = i
			}
			depth++
		case c == ')':
			depth--
			if depth == 0 && i == len(path)-1 {
				name, _, _ = strings.Cut(strings.TrimPrefix(path[start:], "(?P<"), ">")
				return strings.TrimSuffix(path[:start], "/"), name
			}
		}
	}
	return path, ""
}

// Places returns a function that returns the place of each route. It computes them at the first
// call.
func Places(all []rest.Description) func() []*place {
	return sync.OnceValue(func() []*place {
		out := make([]*place, len(all))
		for i := range all {
			out[i] = newPlace(&all[i], all)
		}
		return out
	})
}

func newPlace(d *rest.Description, all []rest.Description) *place {
	// The variables after the last word of a path identify a record.
	home, names := d.Path, []string{}
	for {
		before, name := lastVariable(home)
		if name == "" {
			break
		}
		home, names = before, append(names, name)
	}
	p := &place{description: d, home: regexp.MustCompile("(?i)^" + home)}
	switch {
	case len(names) == 0:
		p.list = strings.Contains(d.Path, "/block-patterns/") || strings.Contains(d.Route(), `"page":`) ||
			slices.ContainsFunc(all, func(other rest.Description) bool { return strings.HasPrefix(other.Path, d.Path+"/(") })
	case names[0] == "collection" || names[0] == "namespace": // the variable selects a part of the list, not a record
		p.list = true
	default:
		p.key = names[0]
	}
	return p
}

// Route returns route i of the description.
func (s Plane) Route(i int) *rest.Route {
	read := rest.Needs("edit_posts", "rest_forbidden", "You may not read these records.")
	write := rest.Needs("edit_theme_options", "rest_forbidden", "You may not write these records.")
	serve := func(c *rest.Call) (*rest.Response, *rest.Error) { return s.serve(c, s.Places()[i]) }
	d := s.Stock.Routes[i]
	r := &rest.Route{Namespace: d.Home, Description: d}
	for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
		may := write
		if method == "GET" {
			may = read
		}
		r.Endpoints = append(r.Endpoints, rest.On([]string{method}, nil, may, serve))
	}
	return r
}

// Kinds returns the kinds of [Server.Insert] for the stored lists. The name of a kind is
// the path of the list after the namespace of the site. In other namespaces it is the
// path after the prefix: "abilities/v1/categories".
func (s Plane) Kinds(mine func(*rest.Description) bool) []seed.Kind {
	var out []seed.Kind
	for _, p := range s.Places() {
		d := p.description
		path, _, _ := strings.Cut(d.Path, "/(")
		name := strings.TrimPrefix(path, "/"+s.API.Namespace()+"/")
		name = strings.TrimPrefix(strings.TrimPrefix(name, "/"+s.API.Prefix+"-"), "/")
		known := slices.ContainsFunc(out, func(k seed.Kind) bool { return k.Name == name })
		if known || !mine(d) || p.home.FindString(path) != path || !p.list && p.key == "" || d.Schema() == "" {
			continue
		}
		out = append(out, s.kind(name, path, d))
	}
	return out
}

func (s Plane) kind(name, home string, d *rest.Description) seed.Kind {
	return seed.Kind{
		Name:   name,
		Named:  true,
		Insert: func(record map[string]any) (int64, error) { return s.insert(home, d, record) },
		Record: func(number int64) map[string]any {
			at := slices.IndexFunc(s.lists[home], func(e entry) bool { return e.number == number })
			if at < 0 {
				return nil
			}
			return php.PlainValue(s.lists[home][at].record).(map[string]any)
		},
		IDs: func() []int64 { return seed.IDsOf(s.lists[home], func(e entry) int64 { return e.number }) },
	}
}

// insert stores a record. An absent field gets the default of the schema, or the empty value of its
// type.
func (s Plane) insert(home string, d *rest.Description, record map[string]any) (int64, error) {
	schema := s.Stock.Read(php.Raw(d.Schema()))
	known := properties(schema)
	var given php.Object
	for _, name := range php.SortedKeys(record) {
		at := slices.IndexFunc(known, func(p rest.Param) bool { return p.Name == name })
		if at < 0 {
			return 0, seed.NoField(name)
		}
		value := php.WholeNumbers(plain(record[name]))
		if why := misfit(&known[at], value); why != nil {
			return 0, fmt.Errorf("%s", why.Message)
		}
		given.Add(name, value)
	}
	key := s.keyOf(home, schema)
	out := complete(schema, nil, given)
	id := given.Get(key)
	if id == nil {
		if _, text := out.Get(key).(string); text {
			return 0, fmt.Errorf("a record of %s needs %s", home, key)
		}
		id = s.TakeID()
		out = out.With(key, id)
	}
	if s.find(home, key, fmt.Sprint(id)) >= 0 {
		return 0, fmt.Errorf("%s %v is taken", key, id)
	}
	e := entry{s.take(id), out}
	s.put(home, -1, e)
	return e.number, nil
}

func plain(value any) any {
	if n, err := seed.Int("", value); err == nil {
		return n
	}
	return value
}
