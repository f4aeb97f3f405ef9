package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// What is not copied is named, with a status of its own, and as long as it is there.
func TestWhatIsNotCopiedIsNamed(t *testing.T) {
	t.Parallel()
	const none, styles = "[]", `{"id":7,"settings":%s,"styles":%s}`
	answers := map[string]string{
		"cms/v2/templates":       `[{"id":"paper//index","source":"theme","wp_id":0},{"id":"paper//single","source":"custom","origin":"theme","wp_id":31}]`,
		"cms/v2/template-parts":  `[{"id":"paper//header","source":"custom","wp_id":32}]`,
		"cms/v2/font-families":   `[{"id":33}]`,
		"cms/v2/themes":          `[{"stylesheet":"ink","status":"inactive"},{"stylesheet":"paper","status":"active","_links":{"cms:user-global-styles":[{"href":"https://site.example/cms-json/cms/v2/global-styles/7"}]}}]`,
		"cms/v2/global-styles/7": fmt.Sprintf(styles, "[]", `{"color":{"text":"#222"}}`),
		"cms/v2/sidebars":        `[{"id":"sidebar-1","status":"active","widgets":["block-2"]},{"id":"cms_inactive_widgets","status":"inactive","widgets":["block-3"]}]`,
	}
	empty := map[string]string{
		"cms/v2/templates": `[{"id":"paper//index","source":"theme","wp_id":0},{"id":"paper//shop","source":"plugin","wp_id":0}]`, "cms/v2/template-parts": none, "cms/v2/font-families": none,
		"cms/v2/themes": answers["cms/v2/themes"], "cms/v2/global-styles/7": fmt.Sprintf(styles, "{}", "[]"),
		"cms/v2/sidebars": `[{"id":"sidebar-1","status":"active","widgets":[]},{"id":"cms_inactive_widgets","status":"inactive","widgets":["block-3"]}]`,
	}
	refused := map[string]string{}
	for route := range answers {
		refused[route] = ""
	}
	for name, c := range map[string]struct {
		answers map[string]string
		says    []string
	}{
		"the site has some":   {answers, []string{"templates: not copied, and the site has 1 of its own: paper//single", "template-parts: not copied, and the site has 1", "font-families: not copied, nor are their files, and the site has 1", "global-styles: not copied", "widgets: not copied, and the site has 1 of its own: block-2"}},
		"the site has none":   {empty, nil},
		"the user may not":    {refused, []string{"templates: not checked: ", "template-parts: not checked", "font-families: not checked", "global-styles: not checked", "widgets: not checked"}},
		"the link is another": {map[string]string{"cms/v2/themes": `[{"stylesheet":"paper","status":"active","_links":{"cms:user-global-styles":[{"href":"https://site.example/global-styles/7?x"}]}}]`}, []string{"global-styles: not checked"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var options []cmstest.Option
			for route, body := range c.answers {
				options = append(options, cmstest.WithRoute(route, func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", "application/json")
					w.Header().Set("X-Cms-Total", "1")
					w.Header().Set("X-Cms-Totalpages", "1")
					if body == none {
						w.Header().Set("X-Cms-Total", "0")
						w.Header().Set("X-Cms-Totalpages", "0")
					}
					if body == "" {
						w.WriteHeader(http.StatusForbidden)
						body = `{"code":"rest_cannot_view","message":"no","data":{"status":403}}`
					}
					fmt.Fprint(w, body)
				}))
			}
			server, folder := newMuseum(t, options...), t.TempDir()
			for range 2 {
				said, err := take(t, server, folder)
				if (err == nil) != (c.says == nil) || strings.Count(said, "missing: ") != len(c.says) {
					t.Errorf("error %v\n%s", err, said)
				}
				for _, line := range c.says {
					if !strings.Contains(said, "missing: "+line) {
						t.Errorf("it did not say %q:\n%s", line, said)
					}
				}
			}
		})
	}
}

// A type that the user may not read, or that has no list, stops nothing else.
func TestATypeThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	server, folder := newMuseum(t), t.TempDir()
	for name, c := range map[string]struct {
		route  string
		status int
		code   string
		kind   string
	}{
		"forbidden":       {"/museum/v1/exhibits", http.StatusForbidden, "rest_forbidden_context", "type-exhibit"},
		"without a route": {"/cms/v2/room", http.StatusNotFound, "rest_no_route", "type-room"},
		"of no status":    {"/museum/v1/exhibits", http.StatusBadRequest, "rest_invalid_param", "type-exhibit"},
		"terms":           {"/museum/v1/eras", http.StatusForbidden, "rest_forbidden_context", "taxonomy-era"},
		"navigation":      {"/cms/v2/navigation", http.StatusForbidden, "rest_forbidden_context", "navigation"},
	} {
		remove := server.Fail(cmstest.Fault{Method: http.MethodGet, Route: c.route, Status: c.status, Code: c.code})
		said, err := take(t, server, folder)
		if err == nil || !strings.Contains(err.Error(), "the copy is incomplete: 1 are missing") || !strings.Contains(said, "missing: "+c.kind+": its records cannot be read: ") {
			t.Errorf("%s: error %v\n%s", name, err, said)
		}
		remove()
	}
	mustTake(t, server, folder)
	if content(t, folder)["type-exhibit/911.json"] == "" {
		t.Error("the records did not come")
	}
}

// What a site says of its types becomes names of folders and routes.
func TestTypesOfOddNamesAndRoutesAreNamed(t *testing.T) {
	t.Parallel()
	kinds := map[string]map[string]any{}
	for name, route := range map[string][2]string{
		"../../up": {"x/v1", "up"}, "\x1b[2J": {"x/v1", "clear"}, "Upper": {"x/v1", "upper"}, "empty": {"x/v1", ""}, "nowhere": {"", "nowhere"}, "": {"x/v1", "nameless"},
		"climbs": {"x/v1", "../../cms/v2/users"}, "asks": {"x/v1", "asks?force=true"}, "below": {"x/v1", `of/(?P<id>[\d]+)/below`},
		"posing": {"cms/v2", "posts"}, "shouting": {"cms/v2", "POSTS"}, strings.Repeat("a", 40): {"x/v1", "long"},
	} {
		kinds[name] = map[string]any{"name": name, "slug": name, "rest_namespace": route[0], "rest_base": route[1], "taxonomies": []string{}}
	}
	body, err := json.Marshal(kinds)
	if err != nil {
		t.Fatal(err)
	}
	server, folder := newSite(t), t.TempDir()
	server.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/types", Body: body})
	said, err := take(t, server, folder)
	if err == nil || strings.Count(said, "missing: type-") != len(kinds)-1 || !strings.Contains(said, "missing: types: not checked: ") { // for that without a name
		t.Errorf("error %v\n%s", err, said)
	}
	if strings.Contains(said, "\x1b") {
		t.Errorf("it wrote to the terminal %q", said)
	}
	for name := range content(t, folder) {
		if strings.HasPrefix(name, "type-") {
			t.Errorf("there is %s", name)
		}
	}
}
