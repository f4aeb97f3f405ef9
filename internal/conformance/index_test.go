package conformance

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

func indexScenarios() []scenario {
	return slices.Concat(exchanges(indexMembers()), exchanges(indexRoutes()), exchanges(indexOptions()), exchanges(indexArguments()), indexCalls())
}

// indexMembers are the members of the root index, by who asks and over which address.
func indexMembers() []exchange {
	var out []exchange
	add := func(e exchange) { e.collection = "index"; out = append(out, e) }
	hours := func(t *testing.T, s *site, body any) {
		zone, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			t.Fatal(err)
		}
		_, seconds := time.Now().In(zone).Zone()
		s.member(t, body, fmt.Sprintf("gmt_offset=%v", math.Round(float64(seconds)/36)/100))
	}
	for _, r := range roles {
		add(exchange{role: r, name: "what every index says", path: "/", after: hours, want: []string{
			`name="Type Docs"`, "description", `url="SITE"`, `home="SITE"`, `timezone_string="Europe/Berlin"`, "page_for_posts=0", "page_on_front=0", `show_on_front="posts"`,
			`authentication={"application-passwords":{"endpoints":{"authorization":"SITE/wp-admin/authorize-application.php"}}}`,
			"site_logo=0", "site_icon=0", `site_icon_url=""`, "routes>/", "routes>/cms/v2", "routes>/oembed/1.0", `_links>help=[{"href":"https://developer.wordpress.org/rest-api/"}]`,
		}, headers: map[string]string{"Allow": "GET", "Content-Type": "application/json; charset=UTF-8", "Link": `<ROOT/>; rel="https://api.w.org/"`}})
		links := []string{"!_links>cms:active-theme", "!_links>curies"}
		if r.edits("posts") {
			links = []string{"_links>cms:active-theme>0>href", "_links>curies>0>templated=true"}
		}
		add(exchange{role: r, name: "its links", path: "/?_fields=_links", want: links})
		for _, host := range []string{"example.test", "localhost", "localhost:8080", "fonts.localhost"} {
			want := []string{"!image_sizes", "!image_size_threshold", "!image_strip_meta", "!image_max_bit_depth"}
			if host != "example.test" && r.edits("posts") && r != contributor {
				want = []string{
					`image_sizes>thumbnail={"width":150,"height":150,"crop":true}`, `image_sizes>medium={"width":300,"height":300,"crop":false}`,
					`image_sizes>medium_large={"width":768,"height":0,"crop":false}`, `image_sizes>large={"width":1024,"height":1024,"crop":false}`,
					`image_sizes>1536x1536={"width":1536,"height":1536,"crop":false}`, `image_sizes>2048x2048={"width":2048,"height":2048,"crop":false}`,
					"image_size_threshold=2560", "image_strip_meta=true", "image_max_bit_depth=16",
				}
			}
			add(exchange{role: r, name: "images for " + host, path: "/?_fields=image_sizes,image_size_threshold,image_strip_meta,image_max_bit_depth", header: map[string]string{"Host": host}, want: want,
				needs: []need{{`/cms/v2/media/(?P<id>[\d]+)/finalize`, "POST", ""}}})
		}
	}
	add(exchange{name: "two fields", path: "/?_fields=name,show_on_front", want: []string{`={"name":"Type Docs","show_on_front":"posts"}`}})
	add(exchange{name: "a field of a field", path: "/?_fields=authentication.application-passwords.endpoints", want: []string{`={"authentication":{"application-passwords":{"endpoints":{"authorization":"SITE/wp-admin/authorize-application.php"}}}}`}})
	add(exchange{name: "no such field", path: "/?_fields=nothing", want: []string{"=[]"}})
	add(exchange{name: "an empty list of fields", path: "/?_fields=", want: []string{"name", "routes"}})
	add(exchange{name: "any context", path: "/?_fields=name&context=whatever", want: []string{`={"name":"Type Docs"}`}})
	add(exchange{name: "in an envelope", path: "/?_fields=name&_envelope=1", want: []string{`={"body":{"name":"Type Docs"},"status":200,"headers":{"Allow":"GET"}}`}, headers: map[string]string{"Allow": ""}})
	add(exchange{name: "HEAD", method: "HEAD", path: "/", headers: map[string]string{"Allow": "GET", "Content-Type": "application/json; charset=UTF-8"}})
	add(exchange{name: "without the slash", path: "?_fields=name", want: []string{`={"name":"Type Docs"}`}})
	add(exchange{name: "by argument", path: "SITE/?rest_route=/&_fields=name", want: []string{`={"name":"Type Docs"}`}})
	add(exchange{name: "by the argument of index.php", path: "SITE/index.php?rest_route=/&_fields=name", want: []string{`={"name":"Type Docs"}`}})
	add(exchange{name: "below index.php", path: "SITE/index.php/cms-json/?_fields=name", want: []string{`={"name":"Type Docs"}`}})
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
		add(exchange{kind: failing, harmless: true, role: admin, name: "no route for " + method, method: method, path: "/", status: 404, want: []string{`code="rest_no_route"`}, headers: map[string]string{"Allow": ""}})
	}
	return append(out, namespaceIndexes()...)
}

func namespaceIndexes() []exchange {
	var out []exchange
	add := func(e exchange) { e.collection = "index"; out = append(out, e) }
	for _, one := range []struct{ namespace, within, without string }{{"cms/v2", "/cms/v2/posts", "/oembed/1.0/embed"}, {"oembed/1.0", "/oembed/1.0/embed", "/cms/v2/posts"}} {
		dotted := strings.ReplaceAll(one.namespace, "/", ".")
		for _, r := range []role{nobody, admin} {
			add(exchange{role: r, name: "the namespace " + dotted, path: "/" + one.namespace, want: []string{
				fmt.Sprintf("namespace=%q", one.namespace), "routes>/" + one.namespace, "routes>" + one.within, "!routes>" + one.without, "!routes>/", `_links={"up":[{"href":"ROOT/"}]}`,
			}, headers: map[string]string{"Allow": "GET"}})
		}
		add(exchange{name: "fields of the namespace " + dotted, path: "/" + one.namespace + "?_fields=namespace", want: []string{fmt.Sprintf(`={"namespace":%q,"_links":{"up":[{"href":"ROOT/"}]}}`, one.namespace)}})
		add(exchange{name: "the namespace " + dotted + " with a slash", path: "/" + one.namespace + "/?_fields=namespace", want: []string{fmt.Sprintf("namespace=%q", one.namespace)}})
		add(exchange{name: "the namespace " + dotted + " by argument", path: "/" + map[string]string{"cms/v2": "oembed/1.0", "oembed/1.0": "cms/v2"}[one.namespace] + "?namespace=" + one.namespace, want: []string{fmt.Sprintf("namespace=%q", one.namespace), "routes>" + one.within, "!routes>" + one.without}})
		add(exchange{kind: failing, harmless: true, name: "no namespace of " + dotted, path: "/" + one.namespace + "?namespace=shop/v1", status: 404, want: []string{`code="rest_invalid_namespace"`, "data>status=404"}, headers: map[string]string{"Allow": "GET"}})
	}
	add(exchange{name: "a namespace in capitals", path: "/OEMBED/1.0?_fields=namespace", want: []string{`namespace="oembed/1.0"`}})
	for _, path := range []string{"/shop/v1", "/shop", "/cms", "/cms/v3", "/cms/v2/nothing", "/cms/v2/posts/first", "/cms/v2/posts/-1", "/cms/v2/posts/1/2", "/cms/v2//posts", "//cms/v2"} {
		add(exchange{kind: failing, harmless: true, name: "no route: " + strings.ReplaceAll(path, "/", ":"), path: path, status: 404, want: []string{`code="rest_no_route"`, `data={"status":404}`}, headers: map[string]string{"Allow": ""}})
	}
	return out
}

// routeRow is a route as the index must show it.
type routeRow struct {
	path      string
	methods   string // in the order of the index
	endpoints []string
	batch     bool
}

func routeRows() []routeRow {
	read, create, update, remove := "GET", "POST", "POST PUT PATCH", "DELETE"
	item := "GET POST PUT PATCH DELETE"
	var rows []routeRow
	for _, name := range []string{"posts", "pages", "blocks", "menu-items", "categories", "tags"} {
		rows = append(rows, routeRow{"/cms/v2/" + name, "GET POST", []string{read, create}, true}, routeRow{"/cms/v2/" + name + `/(?P<id>[\d]+)`, item, []string{read, update, remove}, true})
	}
	for _, name := range []string{"posts", "pages", "blocks"} {
		base := "/cms/v2/" + name
		rows = append(rows, routeRow{base + `/(?P<parent>[\d]+)/revisions`, "GET", []string{read}, false}, routeRow{base + `/(?P<parent>[\d]+)/revisions/(?P<id>[\d]+)`, "GET DELETE", []string{read, remove}, false})
	}
	for _, name := range []string{"posts", "pages", "blocks", "menu-items"} {
		base := "/cms/v2/" + name
		rows = append(rows, routeRow{base + `/(?P<id>[\d]+)/autosaves`, "GET POST", []string{read, create}, false}, routeRow{base + `/(?P<parent>[\d]+)/autosaves/(?P<id>[\d]+)`, "GET", []string{read}, false})
	}
	return append(rows,
		routeRow{"/cms/v2/media", "GET POST", []string{read, create}, false}, routeRow{`/cms/v2/media/(?P<id>[\d]+)`, item, []string{read, update, remove}, false},
		routeRow{`/cms/v2/media/(?P<id>[\d]+)/post-process`, "POST", []string{create}, false}, routeRow{`/cms/v2/media/(?P<id>[\d]+)/edit`, "POST", []string{create}, false},
		routeRow{"/batch/v1", "POST", []string{create}, false}, routeRow{"/oembed/1.0/embed", "GET", []string{read}, false}, routeRow{"/oembed/1.0/proxy", "GET", []string{read}, false},
		routeRow{"/", "GET", []string{read}, false}, routeRow{"/cms/v2", "GET", []string{read}, false}, routeRow{"/oembed/1.0", "GET", []string{read}, false},
	)
}

// last is the method that only a complete route has.
func (row routeRow) last() string {
	methods := strings.Fields(row.methods)
	return methods[len(methods)-1]
}

// expect are the expectations of a route below some member.
func (row routeRow) expect(t *testing.T, s *site, route any) {
	t.Helper()
	list := func(words string) string { return asJSON(t, strings.Fields(words)) }
	namespace := ""
	if parts := strings.Split(row.path, "/"); len(parts) > 2 && row.path != "/batch/v1" {
		namespace = parts[1] + "/" + parts[2]
	}
	want := []string{"methods=" + list(row.methods), fmt.Sprintf("namespace=%q", namespace), fmt.Sprintf("!endpoints>%d", len(row.endpoints))}
	for i, methods := range row.endpoints {
		at := fmt.Sprintf("endpoints>%d>", i)
		want = append(want, at+"methods="+list(methods), at+"args")
		if row.batch {
			want = append(want, at+`allow_batch={"v1":true}`)
		} else {
			want = append(want, "!"+at+"allow_batch")
		}
	}
	if strings.Contains(row.path, "(") {
		want = append(want, "!_links")
	} else {
		want = append(want, `_links={"self":[{"href":"ROOT`+row.path+`"}]}`)
	}
	for _, one := range want {
		s.member(t, route, s.spell(one))
	}
}

func indexRoutes() []exchange {
	var out []exchange
	for _, row := range routeRows() {
		name := strings.ReplaceAll(row.path, "/", ":")
		out = append(out, exchange{collection: "index", name: "the route " + name, needs: []need{{row.path, row.last(), ""}}, path: "/?_fields=routes", after: func(t *testing.T, s *site, body any) {
			routes, _ := memberOf(body, "routes")
			route, ok := memberOf(routes, s.spell(row.path))
			if !ok {
				t.Fatal("the route is not there")
			}
			row.expect(t, s, route)
		}})
	}
	return out
}

// indexOptions asks routes for themselves, by those who may use more of them and those who may use less.
func indexOptions() []exchange {
	var out []exchange
	add := func(r role, path, pattern, allow string) {
		row := routeRows()[slices.IndexFunc(routeRows(), func(row routeRow) bool { return row.path == pattern })]
		out = append(out, exchange{
			collection: "index", role: r, name: "OPTIONS of " + strings.ReplaceAll(path, "/", ":"), needs: []need{{pattern, "", ""}}, method: "OPTIONS", path: path,
			headers: map[string]string{"Allow": allow}, after: func(t *testing.T, s *site, body any) { row.expect(t, s, body) },
		})
	}
	const one = `/cms/v2/posts/(?P<id>[\d]+)`
	all, both := "GET, POST, PUT, PATCH, DELETE", "GET, POST"
	for _, r := range roles {
		posts, pages, other, own, proxy := "GET", "GET", "GET", "GET", ""
		if r.edits("posts") {
			posts, proxy = both, "GET"
		}
		if r.edits("pages") {
			pages, other, own = both, all, all
		}
		if r == author {
			own = all
		}
		add(r, "/cms/v2/posts", "/cms/v2/posts", posts)
		add(r, "/cms/v2/pages", "/cms/v2/pages", pages)
		add(r, "/cms/v2/posts/101", one, other)
		add(r, "/cms/v2/posts/103", one, own)
		add(r, "/cms/v2/posts/999999", one, "")
		add(r, "/batch/v1", "/batch/v1", "POST")
		add(r, "/oembed/1.0/embed", "/oembed/1.0/embed", "GET")
		add(r, "/oembed/1.0/proxy", "/oembed/1.0/proxy", proxy)
		add(r, "/", "/", "GET")
		add(r, "/cms/v2", "/cms/v2", "GET")
	}
	return append(out, exchange{collection: "index", name: "OPTIONS of no route", method: "OPTIONS", path: "/cms/v2/nothing", want: []string{"=[]"}, headers: map[string]string{"Allow": ""}})
}

// indexArguments are arguments as the index must describe them, but for the words.
func indexArguments() []exchange {
	var out []exchange
	for _, row := range argumentRows() {
		for _, argument := range row.arguments {
			name := fmt.Sprintf("%s of %s %s", argument[0], row.method, strings.ReplaceAll(row.route, "/", ":"))
			out = append(out, exchange{collection: "index", name: name, needs: []need{{row.route, row.method, argument[0]}}, path: "/?_fields=routes", after: func(t *testing.T, s *site, body any) {
				routes, _ := memberOf(body, "routes")
				route, _ := memberOf(routes, s.spell(row.route))
				endpoints, _ := memberOf(route, "endpoints")
				list, _ := endpoints.([]any)
				for _, endpoint := range list {
					methods, _ := memberOf(endpoint, "methods")
					if list, _ := methods.([]any); !slices.Contains(list, any(row.method)) {
						continue
					}
					args, _ := memberOf(endpoint, "args")
					got, _ := memberOf(args, argument[0])
					s.member(t, wordless(got), "="+argument[1])
				}
			}})
		}
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
			if index.Name != "Type Docs" || index.URL != s.address || index.Home != s.address || index.TimezoneString != "Europe/Berlin" || index.ShowOnFront != "posts" ||
				index.Authentication.ApplicationPasswords == nil || !slices.Contains(index.Namespaces, s.spell("cms/v2")) || !slices.Contains(index.Namespaces, "oembed/1.0") {
				t.Errorf("the index is %+v", index)
			}
		}),
		scene(nobody, "the zone", func(t *testing.T, _ *site, c *cms.Client) {
			zone, err := c.Location(t.Context())
			if err != nil || zone.String() != "Europe/Berlin" {
				t.Errorf("the zone is %v: %v", zone, err)
			}
		}),
		scene(nobody, "a namespace", func(t *testing.T, s *site, c *cms.Client) {
			index, err := describe.Of(t.Context(), c.Read, cms.NamespaceCMS)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := index.Routes[s.spell("/cms/v2/posts")]; !ok {
				t.Errorf("the namespace has %d routes, and none of posts", len(index.Routes))
			}
		}),
		scene(nobody, "what stands in a batch", func(t *testing.T, s *site, c *cms.Client) {
			all, err := describe.Of(t.Context(), c.Read, "")
			if err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]bool{"/cms/v2/posts": true, `/cms/v2/pages/(?P<id>[\d]+)`: true, "/batch/v1": false, `/cms/v2/posts/(?P<id>[\d]+)/autosaves`: false} {
				route, ok := all.Routes[s.spell(path)]
				if !ok {
					continue
				}
				for _, endpoint := range route.Endpoints {
					if endpoint.AllowBatch["v1"] != want {
						t.Errorf("%v of %s: %v, want %v", endpoint.Methods, path, endpoint.AllowBatch, want)
					}
				}
			}
		}),
	}
}
