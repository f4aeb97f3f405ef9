package conformance

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

func indexScenarios() []scenario { return append(exchanges(indexArguments()), indexCalls()...) }

// argumentRow is an argument as the index must describe it, but for the words: "GET /cms/v2/posts page".
type argumentRow struct {
	Argument string
	Schema   json.RawMessage
}

// indexArguments look up each row in the endpoints of its route.
func indexArguments() []exchange {
	var out []exchange
	for _, row := range readRows[argumentRow]("testdata/arguments.json") {
		words := strings.Fields(row.Argument)
		method, route, name := words[0], words[1], words[2]
		out = append(out, exchange{
			collection: "index", name: name + " of " + method + " " + strings.ReplaceAll(route, "/", ":"),
			needs: []need{{route, method, name}}, path: "/?_fields=routes", after: func(t *testing.T, s *site, body any) {
				endpoints, _ := at(body, "routes>"+s.spell(route)+">endpoints").([]any)
				for _, endpoint := range endpoints {
					if methods, _ := at(endpoint, "methods").([]any); slices.Contains(methods, any(method)) {
						s.member(t, wordless(at(endpoint, "args>"+name)), "="+string(row.Schema))
					}
				}
			},
		})
	}
	return out
}

// wordless leaves out what is said in words.
func wordless(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range []string{"description", "title"} {
			if _, words := v[name].(string); words {
				delete(v, name)
			}
		}
		for name := range v {
			v[name] = wordless(v[name])
		}
	case []any:
		for i := range v {
			v[i] = wordless(v[i])
		}
	}
	return value
}

// indexCalls are what the client makes of an index.
func indexCalls() []scenario {
	scene := func(r role, name string, run func(t *testing.T, s *site, c *cms.Client)) scenario {
		return scenario{collection: "index", kind: reading, role: r, name: "client: " + name, run: run}
	}
	return []scenario{
		scene(nobody, "the index", func(t *testing.T, s *site, c *cms.Client) {
			index, err := c.Index(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			named := slices.Contains(index.Namespaces, s.spell("cms/v2")) && slices.Contains(index.Namespaces, "oembed/1.0")
			if index.Name != "Type Docs" || index.URL != s.address {
				t.Errorf("Index: %+v, want the name Type Docs and the URL of the site", index)
			} else if index.Home != s.address || !named {
				t.Errorf("Index: %+v, want the home of the site and both namespaces", index)
			} else if index.ShowOnFront != "posts" || index.TimezoneString != "Europe/Berlin" {
				t.Errorf("Index: %+v, want posts in front and the zone Europe/Berlin", index)
			} else if index.Authentication.ApplicationPasswords == nil {
				t.Errorf("Index: %+v, want application passwords", index)
			}
		}),
		scene(nobody, "the zone", func(t *testing.T, _ *site, c *cms.Client) {
			zone, err := c.Location(t.Context())
			if err != nil || zone.String() != "Europe/Berlin" {
				t.Errorf("Location: %v, error %v, want Europe/Berlin", zone, err)
			}
		}),
		scene(nobody, "a namespace", func(t *testing.T, s *site, c *cms.Client) {
			index, err := describe.Of(t.Context(), c.Read, cms.NamespaceCMS)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := index.Routes[s.spell("/cms/v2/posts")]; !ok {
				t.Errorf("Index of the namespace: %d routes, want that of posts among them", len(index.Routes))
			}
		}),
		scene(nobody, "what stands in a batch", func(t *testing.T, s *site, c *cms.Client) {
			all, err := describe.Of(t.Context(), c.Read, "")
			if err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]bool{
				"/cms/v2/posts": true, `/cms/v2/pages/(?P<id>[\d]+)`: true, "/batch/v1": false,
				`/cms/v2/posts/(?P<id>[\d]+)/autosaves`: false,
			} {
				route, ok := all.Routes[s.spell(path)]
				if !ok {
					continue
				}
				for _, endpoint := range route.Endpoints {
					if endpoint.AllowBatch["v1"] != want {
						t.Errorf("Index: batch for %v of %s is %v, want %v", endpoint.Methods, path, endpoint.AllowBatch, want)
					}
				}
			}
		}),
	}
}
