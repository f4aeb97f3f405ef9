package stored

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Kinds are the records of the lists of these routes, as tests insert them. Their names are the paths of the lists
// after the namespace of the site, and in other namespaces after its prefix: "abilities/v1/categories".
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

// insert stores a record as it is. What its schema has beyond it is as if nobody had ever set it.
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
