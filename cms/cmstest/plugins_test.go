package cmstest_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// at is the root of another namespace.
func (c *client) at(namespace string) string { return c.site.URL + "/cms-json/" + namespace }

func TestPluginsCanBeTakenAway(t *testing.T) {
	t.Parallel()
	routes := map[string]string{
		cmstest.PluginSnippets: "code-snippets/v1", cmstest.PluginAnalytics: "analytics/v1",
		cmstest.PluginBlockVisibility: "block-visibility/v1", cmstest.PluginArchiver: "archiver/v1",
	}
	all, none := start(t), start(t, cmstest.WithoutPlugins())
	for plugin, namespace := range routes {
		without := start(t, cmstest.WithoutPlugins(plugin))
		for site, want := range map[*client]bool{all: true, without: false, none: false} {
			a := site.get("", site.at(namespace))
			index := site.get("", site.site.URL+"/cms-json/?_fields=namespaces").body
			listed := strings.Contains(strings.ReplaceAll(index, `\/`, "/"), namespace)
			if served := a.status == 200; served != want || listed != want {
				t.Errorf("%s: served %v, listed %v, want %v: %s", namespace, served, listed, want, a.body)
			} else if !served && a.code(t) != "rest_no_route" {
				t.Errorf("%s: served %v, listed %v, want %v: %s", namespace, served, listed, want, a.body)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("WithoutPlugins of an unknown plugin did not panic, want a panic")
		}
	}()
	cmstest.WithoutPlugins("forms")
}

func TestPluginRecordsAreSeededAndTold(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithDocument([]byte(`{
		"version": 1,
		"snippets": [{"id": 7, "name": "One", "tags": ["a"], "active": true}, {"name": "Two", "priority": 3}],
		"analytics": [{"date": "2026-05-01", "path": "/a/", "visitors": 2}, {"date": "2026-05-01T10:00:00",
		"referrer": "x.test"}],
		"block-visibility": [{"disabled_blocks": ["core/code"]}],
		"archiver": [{"url": "https://site.test/a/", "timestamp": "20260501100000"}]
	}`)))
	first := c.site.Document()
	again := start(t, cmstest.WithDocument(first))
	for _, tc := range []struct {
		kind, field string
		id          int64
		want        any
	}{
		{"snippets", "tags", 7, []string{"a"}},
		{"snippets", "active", 7, true},
		{"snippets", "name", 8, "Two"},
		{"snippets", "priority", 8, int64(3)},
		{"snippets", "revision", 8, int64(2)},
		{"analytics", "visitors", 1, int64(2)},
		{"analytics", "date", 2, "2026-05-01T10:00:00"},
		{"block-visibility", "disabled_blocks", 1, []any{"core/code"}},
		{"archiver", "service", 1, "wayback"},
	} {
		if got := c.site.Record(tc.kind, tc.id)[tc.field]; !reflect.DeepEqual(got, tc.want) {
			t.Errorf("Record of %s/%d: %s is %#v, want %#v", tc.kind, tc.id, tc.field, got, tc.want)
		}
		if got := again.site.Record(tc.kind, tc.id)[tc.field]; !reflect.DeepEqual(got, tc.want) {
			t.Errorf("of its own document: %s/%d: %s is %#v, want %#v", tc.kind, tc.id, tc.field, got, tc.want)
		}
	}
	if second := again.site.Document(); string(second) != string(first) {
		t.Errorf("Document of a site loaded from a document:\n%s\nbecame\n%s\nwant the same", first, second)
	}
	seeded := c.site.Snapshot()
	c.do("admin", "DELETE", c.at("code-snippets/v1/snippets/7"), "")
	c.do("admin", "POST", c.at("code-snippets/v1/snippets/8"), `{"tags":["b"],"name":"Changed"}`)
	c.do("admin", "POST", c.at("block-visibility/v1/settings"), `{}`)
	c.do("admin", "POST", c.at("archiver/v1/trigger-snapshot"), `{"url":"https://site.test/b/"}`)
	if string(c.site.Document()) == string(first) || len(c.site.Record("block-visibility", 1)) != 0 {
		t.Error("Document after the writes is the same, want other snippets and settings")
	}
	c.site.Restore(seeded)
	if restored := c.site.Document(); string(restored) != string(first) {
		t.Errorf("Document after Restore:\n%s\nbecame\n%s\nwant the same", first, restored)
	}
	for _, bad := range []string{
		`{"snippets":[{"priority":"high"}]`, `{"snippets":[{"colour":1}]`, `{"snippets":[{"tags":[1]}]`,
		`{"snippets":[{"id":7}]`,
		`{"analytics":[{"date":"May"}]`, `{"archiver":[{"timestamp":"May"}]`, `{"block-visibility":[{"id":1}]`,
	} {
		if err := c.site.Load([]byte(bad + `,"version":1}`)); err == nil {
			t.Errorf("Load of %s succeeded, want an error", bad)
		}
	}
}

func TestCodeThatThrowsIsNotStored(t *testing.T) {
	t.Parallel()
	c := start(t)
	throws := `{"active":true,"code":"f();\nthrow new Exception;","scope":`
	for body, status := range map[string]int{
		throws + `"global"}`: 500, throws + `"front-end"}`: 500, throws + `"admin"}`: 500, throws + `"site-css"}`: 200,
		`{"code":"throw new Exception;"}`: 200, `{"active":true,"code":"f(); throw new Exception;"}`: 200,
	} {
		if a := c.do("admin", "POST", c.at("code-snippets/v1/snippets"), body); a.status != status {
			t.Errorf("POST of the snippet %s: status %d, want %d", body, a.status, status)
		}
	}
}

func TestSnippetWrites(t *testing.T) {
	t.Parallel()
	c := start(t)
	base := c.at("code-snippets/v1/snippets")
	for _, tc := range []struct{ body, field, want string }{
		{`{"name":null,"tags":null,"scope":null,"active":null,"priority":null}`, "scope", `"global"`},
		{`{"tags":["x"," y ",""]}`, "tags", `["x","y"]`},
		{`{"tags":5}`, "tags", `["5"]`},
		{`{"tags":""}`, "tags", `[]`},
		{`{"network":true,"shared_network":true}`, "network", `true`},
		{`{"priority":"7"}`, "priority", `7`},
		{`{"active":"1","code":"f( array( 'a', \"b\" ) ); // )"}`, "active", `true`},
		{`{"active":true,"code":"f(] );"}`, "active", `false`},
		{`{"active":true,"code":"\n'a"}`, "code_error", `["A string is not closed.",2]`},
		{`{"active":true,"code":"/* a"}`, "code_error", `["A comment is not closed.",1]`},
		{`{"active":true,"code":"/* ( */ f(); // [\ng( 'it\\'s (', \"a\\\"(\" ); # {"}`, "active", `true`},
		{`{"active":true,"code":"/* a\nb */\n'c\nd';\nf("}`, "code_error", `["A bracket is not closed.",5]`},
		{`{"active":true,"code":"/**/\n// (\nf( ]"}`, "code_error", `["A closing bracket has no opening one.",3]`},
		{`{"active":true,"code":"f(); /**/ )"}`, "code_error", `["A closing bracket has no opening one.",1]`},
		{`{"active":true,"code":"a { b: \"c }","scope":"site-css"}`, "active", `true`},
		{`{"scope":"condition"}`, "scope", `"global"`},
	} {
		a := c.do("admin", "POST", base+"?_fields="+tc.field, tc.body)
		if want := `{"` + tc.field + `":` + tc.want + `}`; a.status != 200 || a.body != want {
			t.Errorf("POST of the snippet %s: status %d, body %s, want 200 %s", tc.body, a.status, a.body, want)
		}
	}
	id := str(c.site.Insert("snippets", map[string]any{"name": "One", "active": true, "priority": 4}))
	a := c.do("admin", "PATCH", base+"/"+id, `{"code":"f( {","active":true}`)
	if a.field(t, "active") != false || a.field(t, "code_error") == nil {
		t.Errorf("PATCH of broken code: %s, want an inactive snippet with a code_error", a.body)
	} else if a.field(t, "name") != "One" || a.field(t, "priority") != 4.0 {
		t.Errorf("PATCH of broken code: %s, want the name and the priority kept", a.body)
	}
	if a := c.get("admin", base+"/"+id); a.field(t, "code_error") != nil || a.field(t, "revision") != "3" {
		t.Errorf("GET of the snippet: %s, want no code_error and revision 3", a.body)
	}
	if a := c.do("admin", "POST", base+"/"+id+"/deactivate", ""); a.status != 200 || a.body != "{}" {
		t.Errorf("POST of deactivate of an inactive snippet: status %d, body %s, want 200 {}", a.status, a.body)
	}
	if a := c.do("admin", "POST", base+"/0", `{}`); a.status != 400 {
		t.Errorf("POST to snippet 0: status %d, want 400", a.status)
	}
}

func TestLaterSnippetsPageAndHaveATrash(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithLaterSnippets())
	base := c.at("code-snippets/v1/snippets")
	for range 12 {
		c.site.Insert("snippets", map[string]any{"condition_id": 3})
	}
	for _, tc := range []struct {
		query string
		count int
		pages string
	}{{"", 12, "1"}, {"?page=1", 10, "2"}, {"?page=2", 2, "2"}, {"?per_page=5&page=3", 2, "3"}, {"?per_page=5", 5, "3"},
		{"?page=9", 0, "2"}} {
		a := c.get("admin", base+tc.query)
		if got := a.header; len(a.ids(t)) != tc.count || got.Get("X-CMS-Total") != "12" {
			t.Errorf("GET of the snippets%s: %d of %s, want %d of 12", tc.query, len(a.ids(t)), got.Get("X-CMS-Total"), tc.count)
		} else if got.Get("X-CMS-TotalPages") != tc.pages {
			t.Errorf("GET of the snippets%s: %s pages, want %s", tc.query, got.Get("X-CMS-TotalPages"), tc.pages)
		}
	}
	if a := c.get("admin", base+"?per_page=0"); a.code(t) != "rest_invalid_param" {
		t.Errorf("GET of the snippets with per_page=0: %s, want rest_invalid_param", a.body)
	}
	one := c.get("admin", base+"/3").object(t)
	if _, has := one["revision"]; has || one["condition_id"] != 3.0 {
		t.Errorf("GET of a snippet: %v, want condition_id 3 and no revision", one)
	}
	if a := c.do("admin", "POST", base+"/99/activate", ""); a.status != 404 {
		t.Errorf("POST of activate of an unknown snippet: status %d, want 404", a.status)
	}
	if a := c.do("admin", "POST", base+"/3", `{"condition_id":"9"}`); a.field(t, "condition_id") != 9.0 {
		t.Errorf("POST of a condition_id as text: %s, want 9", a.body)
	}
	c.do("admin", "POST", base+"/3/activate", "")
	a := c.do("admin", "DELETE", base+"/3", "")
	if a.status != 200 || a.field(t, "trashed") != true {
		t.Errorf("DELETE of a snippet: status %d, body %s, want 200 and trashed", a.status, a.body)
	} else if a.field(t, "active") != false || a.field(t, "id") != 3.0 {
		t.Errorf("DELETE of a snippet: %s, want snippet 3, inactive", a.body)
	}
	if c.site.Record("snippets", 3)["trashed"] != true || c.get("admin", base+"/3").status != 200 {
		t.Errorf("Record and GET of a trashed snippet: %v, want it trashed and readable", c.site.Record("snippets", 3))
	} else if len(c.get("admin", base).ids(t)) != 12 {
		t.Errorf("GET of the snippets after a DELETE: %s, want 12", c.get("admin", base).body)
	}
	for _, want := range []struct {
		status int
		body   string
	}{{204, ""}, {500, "rest_cannot_delete"}} {
		if a := c.do("admin", "DELETE", base+"/3", ""); a.status != want.status || !strings.Contains(a.body, want.body) {
			t.Errorf("delete: %d %s, want %v", a.status, a.body, want)
		}
	}
	if c.site.Record("snippets", 3) != nil {
		t.Errorf("Record after the second DELETE: %v, want none", c.site.Record("snippets", 3))
	}
	for path, body := range map[string]string{"/4": `{"name":"x"}`, "/5/activate": "", "/6/deactivate": ""} {
		id := path[:2]
		c.do("admin", "DELETE", base+id, "")
		c.do("admin", "POST", base+path, body)
		if a := c.get("admin", base+id); a.field(t, "trashed") != false || a.field(t, "active") != (id == "/5") {
			t.Errorf("GET of a trashed snippet after POST of %s: %s, want it out of the trash", path, a.body)
		}
	}
}

func TestLockedSnippetsOfALaterVersionAreNotDeleted(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithLaterSnippets())
	base := c.at("code-snippets/v1/snippets")
	for _, trashed := range []bool{false, true} {
		c.site.Insert("snippets", map[string]any{"name": "One", "code": "f();", "locked": true, "trashed": trashed})
	}
	for id, code := range map[string]string{"/1": "rest_cannot_trash", "/2": "rest_cannot_delete"} {
		if a := c.do("admin", "DELETE", base+id, ""); a.status != 500 || a.code(t) != code {
			t.Errorf("delete of %s: %d %s, want %s", id, a.status, a.body, code)
		}
	}
	a := c.do("admin", "POST", base+"/1", `{"name":"Two","code":"g();","priority":3}`)
	if a.field(t, "name") != "One" || a.field(t, "code") != "f();" {
		t.Errorf("POST to a locked snippet: %s, want its name and code kept", a.body)
	} else if a.field(t, "priority") != 3.0 || a.field(t, "locked") != true {
		t.Errorf("POST to a locked snippet: %s, want the new priority, still locked", a.body)
	}
	a = c.do("admin", "POST", base+"/1", `{"name":"Two","locked":false}`)
	if a.field(t, "name") != "Two" || a.field(t, "locked") != false {
		t.Errorf("POST of locked false: %s, want the new name and an unlocked snippet", a.body)
	}
	if a := c.do("admin", "DELETE", base+"/1", ""); a.status != 200 {
		t.Errorf("DELETE of an unlocked snippet: status %d, body %s, want 200", a.status, a.body)
	}
}

func TestVisitsAreCounted(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 31, 22, 30, 0, 0, time.UTC) // in Berlin it is April already
	c := start(t, cmstest.WithClock(func() time.Time { return now }))
	c.site.Insert("posts", map[string]any{"id": 5, "title": "Kerning", "slug": "kerning", "date": "2026-01-01T00:00:00"})
	path := strings.TrimPrefix(c.get("", "/posts/5").field(t, "link").(string), c.site.URL)
	for _, record := range []map[string]any{
		{"date": "2026-03-01", "path": path, "visitors": 2, "pageviews": 5},
		{"date": "2026-03-01", "path": "/b/", "visitors": 2, "pageviews": 4},
		{"date": "2026-03-02", "path": "/b/", "visitors": 1, "pageviews": 4, "referrer": "x.test"},
		{"date": "2026-03-02", "visitors": 1, "pageviews": 3},
		{"date": "2026-03-31T23:45:00", "path": "/c/", "pageviews": 8},
		{"date": "2026-04-01T00:10:00", "path": "/c/", "pageviews": 16},
		{"path": "/c/", "pageviews": 32},
	} {
		c.site.Insert("analytics", record)
	}
	for query, want := range map[string]string{
		"totals": `{"visitors":"2","pageviews":"48"}`,
		"totals?start_date=2026-03-01&end_date=2026-03-02":          `{"visitors":"5","pageviews":"12"}`,
		"totals?start_date=2026-03-01&end_date=2026-03-02&page=/b/": `{"visitors":"3","pageviews":"8"}`,
		"stats": `[{"date":"2026-04-01","visitors":2,"pageviews":48}]`,
		"stats?start_date=2026-03-31&monthly=true": `[{"date":"2026-03-01","visitors":1,"pageviews":8},` +
			`{"date":"2026-04-01","visitors":2,"pageviews":48}]`,
		"posts?start_date=2026-03-01&limit=1&_fields=path,post_id":   `[{"path":"\/c\/","post_id":0}]`,
		"posts?start_date=2026-03-01&offset=2&_fields=label,post_id": `[{"post_id":5,"label":"Kerning"}]`,
		"posts?start_date=2026-03-01&offset=9":                       `[]`,
		"referrers?start_date=2026-03-01&_fields=id,value,hits":      `[{"id":"1","value":"x.test","hits":4}]`,
		"realtime":                             `56`,
		"realtime?since=now":                   `32`,
		"realtime?since=today":                 `48`,
		"realtime?since=-30+minutes":           `48`,
		"realtime?since=1+hours+ago":           `56`,
		"realtime?since=2026-04-01+00:20":      `32`,
		"realtime?since=@1774995000":           `48`,
		"realtime?since=2026-03-31T22:00:00Z":  `48`,
		"realtime?since=yesterday":             `56`,
		"realtime?since=2026-03-31T23%3A50:00": `48`,
	} {
		if a := c.get("admin", c.at("analytics/v1/"+query)); a.status != 200 || a.body != want {
			t.Errorf("GET of %s: status %d, body %s, want 200 %s", query, a.status, a.body, want)
		}
	}
	for query, code := range map[string]string{
		"stats?start_date=2026-04-02": "invalid_date_range", "stats?end_date=2026-03-31": "invalid_date_range",
		"posts?start_date=2026-02-30": "rest_invalid_param", "posts?end_date=": "rest_invalid_param",
		"totals?end_date[]=2026-01-01": "rest_invalid_param",
		"realtime?since=2+moons":       "rest_invalid_param", "realtime?since=1775000000": "rest_invalid_param",
		"realtime?since=@x": "rest_invalid_param",
	} {
		if a := c.get("admin", c.at("analytics/v1/"+query)); a.status != 400 || a.code(t) != code {
			t.Errorf("GET of %s: status %d, body %s, want 400 %s", query, a.status, a.body, code)
		}
	}
}

func TestPublicVisitsAreLimited(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPublicAnalytics())
	long := c.at("analytics/v1/totals?start_date=2001-01-01")
	for user, want := range map[string]int{"": 400, "editor": 400, "admin": 200} {
		if a := c.get(user, long); a.status != want {
			t.Errorf("GET of public totals by user %q: status %d, want %d", user, a.status, want)
		}
	}
	if a := c.get("", c.at("analytics/v1/realtime")); a.body != "0" {
		t.Errorf("GET of public realtime: status %d, body %s, want 0", a.status, a.body)
	}
}

func TestBlockVisibilitySettingsAreOneDocument(t *testing.T) {
	t.Parallel()
	c := start(t)
	settings := c.at("block-visibility/v1/settings")
	for _, tc := range []struct{ query, body, want string }{
		{"", `{"visibility_controls":{},"disabled_blocks":["a"]}`, `{"disabled_blocks":["a"],"visibility_controls":[]}`},
		{"?_locale=user", `{"a":{"b":null}}`, `{"_locale":"user","a":{"b":null}}`},
		{"?_fields=a", `{"a":1}`, `{"a":1}`},
		{"", `{"reset":"sideways"}`, `{"reset":"sideways"}`},
	} {
		if a := c.do("admin", "PUT", settings+tc.query, tc.body); a.status != 200 || a.body != tc.want {
			t.Errorf("PUT of the settings %s: status %d, body %s, want 200 %s", tc.body, a.status, a.body, tc.want)
		}
	}
	// A number that JSON cannot hold is shown and written as 0.
	if a := c.do("admin", "PUT", settings, `{"a":[1e400]}`); a.body != `{"a":[0]}` ||
		!bytes.Contains(c.site.Document(), []byte(`"a":[0]`)) {
		t.Errorf("PUT of 1e400: %s, document %s, want 0 in both", a.body, c.site.Document())
	}
	c.do("admin", "POST", settings, `{"mine":1,"plugin_settings":{"enable_full_control_mode":true}}`)
	a := c.get("editor", c.at("block-visibility/v1/variables?_fields=is_full_control_mode,current_users_roles"))
	if a.body != `{"is_full_control_mode":true,"current_users_roles":["editor"]}` {
		t.Errorf("GET of the variables: %s, want full control and the role editor", a.body)
	}
	a = c.do("admin", "POST", settings, `{"reset":"plugin_settings"}`)
	if a.field(t, "mine") != 1.0 || a.field(t, "plugin_settings.enable_full_control_mode") != false {
		t.Errorf("POST of the reset of plugin_settings: %s, want only these reset", a.body)
	}
	if a := c.do("admin", "POST", settings, `{"reset":"all"}`); a.field(t, "mine") != nil ||
		a.field(t, "visibility_controls.cookie.enable") != true {
		t.Errorf("POST of the reset of all: %s, want the defaults", a.body)
	}
	for i, want := range []int{404, 500} {
		if a := c.do("admin", "POST", settings, `{}`); a.status != want || a.field(t, "code") != float64(want) {
			t.Errorf("POST %d of empty settings: status %d, body %s, want %d in both", i, a.status, a.body, want)
		}
	}
}

func TestPagesAreArchived(t *testing.T) {
	t.Parallel()
	c := start(t)
	trigger, list := c.at("archiver/v1/trigger-snapshot"), c.at("archiver/v1/get-snapshots?url=https://site.test/a/")
	for user, want := range map[string]int{"": 401, "subscriber": 403, "contributor": 200} {
		if a := c.do(user, "POST", trigger, `{"url":"https://site.test/a/","service":"other"}`); a.status != want {
			t.Errorf("POST of a snapshot by user %q: status %d, want %d", user, a.status, want)
		}
	}
	c.do("admin", "POST", trigger, `{"url":"https://site.test/a/"}`)
	for query, want := range map[string]int{"": 2, "&service=other": 1, "&service=third": 0} {
		if got, _ := c.get("", list+query).field(t, "snapshots").([]any); len(got) != want {
			t.Errorf("%s: %d snapshots, want %d", query, len(got), want)
		}
	}
	for _, a := range []answer{c.do("admin", "POST", trigger, `{}`), c.get("", c.at("archiver/v1/get-snapshots"))} {
		if a.status != 400 || a.code(t) != "rest_missing_callback_param" {
			t.Errorf("Call without an address: status %d, body %s, want 400 rest_missing_callback_param", a.status, a.body)
		}
	}
}
