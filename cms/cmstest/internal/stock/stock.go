// Package stock has the description of a stock WordPress 7.1: routes with their arguments, schemas,
// post types, taxonomies and statuses. internal/wordpress/describe.php recorded it, without
// description texts.
package stock

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// file is a JSON object of several lists. Each line has one entry.
//
//go:embed stock.json
var file string

// Site is the description of a stock site with a given prefix.
type Site struct {
	prefix     string
	Routes     []rest.Description // in the order of the index
	Types      php.Object         // types by name; [Site.Read] parses a value
	Taxonomies php.Object
	Statuses   php.Object
	contexts   map[string]rest.Contexts // contexts by the path of the list; created when needed
}

// New reads the description for a prefix. It only splits the file into entries, and does not parse
// them.
func New(prefix string) *Site {
	s := &Site{prefix: prefix, contexts: map[string]rest.Contexts{}}
	schemas := map[string]string{}
	part := ""
	for line := range strings.Lines(file) {
		name, value, ok := strings.Cut(strings.TrimRight(line, ",\n"), "\": ") // cut after the name of the entry
		if !ok {
			continue
		}
		key := unquoted(name + `"`)
		if value == "{" {
			part = key
			continue
		}
		switch part {
		case "routes":
			_, home, _ := strings.Cut(value, `"namespace":"`)
			home, _, _ = strings.Cut(home, `"`)
			s.Routes = append(s.Routes, rest.Description{
				Path:  s.spelled(key),
				Home:  s.spelled(home),
				Route: func() string { return s.spelled(value) },
				Schema: func() string {
					schema := schemas[key]
					if strings.HasPrefix(schema, `"`) {
						schema = schemas[unquoted(schema)]
					}
					return s.spelled(schema)
				},
			})
		case "schemas":
			schemas[key] = value
		case "types":
			s.Types.Add(s.spelled(key), php.Raw(value))
		case "taxonomies":
			s.Taxonomies.Add(s.spelled(key), php.Raw(value))
		case "statuses":
			s.Statuses.Add(key, php.Raw(value))
		}
	}
	return s
}

// Args returns the arguments of a route and a method.
func (s *Site) Args(path, method string) []rest.Param {
	at := slices.IndexFunc(s.Routes, func(d rest.Description) bool { return d.Path == path })
	route, err := s.Routes[at].Read()
	if err != nil {
		panic(fmt.Sprintf("cmstest: the description of %s: %v", path, err)) // a mistake in stock.json
	}
	return rest.AllDescribed(rest.Args(route, method))
}

// Schema returns the schema of the records of a route.
func (s *Site) Schema(path string) php.Object {
	at := slices.IndexFunc(s.Routes, func(d rest.Description) bool { return d.Path == path })
	return s.Read(php.Raw(s.Routes[at].Schema()))
}

// Contexts returns the contexts of the fields of a route's records.
func (s *Site) Contexts(path string) rest.Contexts {
	out, known := s.contexts[path]
	if !known {
		out = rest.ReadContexts(s.Schema(path))
		s.contexts[path] = out
	}
	return out
}

// Read parses an entry of the description.
func (s *Site) Read(entry any) php.Object {
	value, err := php.ParseOrdered([]byte(s.spelled(string(entry.(php.Raw)))))
	if err != nil {
		panic(fmt.Sprintf("cmstest: the description of a stock site: %v", err)) // a mistake in stock.json
	}
	return value.(php.Object)
}

func (s *Site) spelled(text string) string {
	if s.prefix == specPrefix {
		return text
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, specPrefix)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		begins := before == "" || strings.HasSuffix(before, `"`) || strings.HasSuffix(before, "/")
		if begins && after != "" && strings.ContainsRune("_/-", rune(after[0])) {
			out.WriteString(s.prefix)
		} else {
			out.WriteString(specPrefix)
		}
		text = after
	}
}

const specPrefix = "cms"

func unquoted(name string) string {
	text, err := strconv.Unquote(name)
	if err != nil {
		panic(fmt.Sprintf("cmstest: the description of a stock site: %s: %v", name, err)) // a mistake in stock.json
	}
	return text
}
