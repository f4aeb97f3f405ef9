package cmstest_test

import (
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestSnippetIsExported(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 12, 34, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		options                 []cmstest.Option
		bare, full, code, blank string
	}{
		"the version of the recordings": {
			nil,
			`{"generator":"Code Snippets v3.6.4","date_created":"2026-05-20 12:34","snippets":[{"id":1,"modified":"2026-01-02 ` +
				`03:04:05","revision":"2"}]}`,
			`{"generator":"Code Snippets v3.6.4","date_created":"2026-05-20 12:34","snippets":[{"id":2,"name":"Full",` +
				`"desc":"<p>One<\/p>\ntwo","code":"f();","tags":["a"],"scope":"admin","active":true,"priority":7,` +
				`"modified":"2026-01-02 03:04:05","revision":"2"}]}`,
			`"<?php\n\n\/**\n * Full\n *\n * One\n * two\n *\/\nf();\n"`,
			`"<?php\n\n\/**\n *\n *\/\n\n"`,
		},
		"a later version": {
			[]cmstest.Option{cmstest.WithLaterSnippets()},
			`{"generator":"Code Snippets","date_created":"2026-05-20 12:34","snippets":[{"id":1,"modified":"2026-01-02 ` +
				`03:04:05"}]}`,
			`{"generator":"Code Snippets","date_created":"2026-05-20 12:34","snippets":[{"id":2,"name":"Full",` +
				`"desc":"<p>One<\/p>\ntwo","code":"f();","tags":["a"],"scope":"admin","active":true,"priority":7,` +
				`"modified":"2026-01-02 03:04:05"}]}`,
			`"<?php\n\n\/**\n * Full\n *\n * One\n * two\n *\/\nf();\n"`,
			`"<?php\n\n\/**\n *\n *\/\n\n"`,
		},
	} {
		c := start(t, append(test.options, cmstest.WithClock(func() time.Time { return now }))...)
		c.site.Insert("snippets", map[string]any{"modified": "2026-01-02 03:04:05"})
		c.site.Insert("snippets", map[string]any{
			"name": "Full", "desc": "<p>One</p>\ntwo", "code": "f();", "tags": []any{"a"}, "scope": "admin", "active": true,
			"priority": 7, "modified": "2026-01-02 03:04:05",
		})
		for path, want := range map[string]string{"1/export": test.bare, "2/export": test.full, "2/export-code": test.code,
			"1/export-code": test.blank} {
			if a := c.get("admin", c.at("code-snippets/v1/snippets/"+path)); a.status != 200 || a.body != want {
				t.Errorf("%s: %s: status %d, body %s, want 200 and %s", name, path, a.status, a.body, want)
			}
		}
	}
}

func TestSnippetCodeIsCheckedToItsEnd(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("snippets", map[string]any{"active": true, "scope": "front-end",
		"code": "function front() {}\n  function second() {}"})
	c.site.Insert("snippets", map[string]any{"active": true, "scope": "site-css", "code": "function styled() {}"})
	c.site.Insert("snippets", map[string]any{"active": true, "scope": "single-use", "code": "function used() {}"})
	path := c.at("code-snippets/v1/snippets?_fields=active,code_error")
	for body, want := range map[string]string{
		`"code":"f(); // ("`: `{"active":true,"code_error":null}`,
		`"code":"f(); # ("`:  `{"active":true,"code_error":null}`,
		`"code":"# (\n)"`: `{"active":false,"code_error":["A closing bracket has no ` +
			`opening one.",2]}`,
		`"code":"// x\n\n("`:    `{"active":false,"code_error":["A bracket is not closed.",3]}`,
		`"code":"/* x */ ( /*"`: `{"active":false,"code_error":["A comment is not closed.",1]}`,
		`"code":"'a\\'b' ) "`: `{"active":false,"code_error":["A closing bracket has no ` +
			`opening one.",1]}`,
		`"code":"'' \"\" ({[]})"`: `{"active":true,"code_error":null}`,
		`"code":"(]"`: `{"active":false,"code_error":["A closing bracket has no ` +
			`opening one.",1]}`,
		`"code":"{)"`: `{"active":false,"code_error":["A closing bracket has no ` +
			`opening one.",1]}`,
		`"code":"(","scope":"single-use"`:                   `{"active":false,"code_error":["A bracket is not closed.",1]}`,
		`"code":"(","scope":"content"`:                      `{"active":true,"code_error":null}`,
		`"code":"throw new E;","scope":"single-use"`:        `{"active":true,"code_error":null}`,
		`"code":"f(); function front() {}"`:                 `{"active":true,"code_error":null}`,
		`"code":"function styled() {}"`:                     `{"active":true,"code_error":null}`,
		`"code":"function used() {}"`:                       `{"active":true,"code_error":null}`,
		`"code":"function front() {}","scope":"single-use"`: `{"active":true,"code_error":null}`,
		`"code":"function front() {}","active":false`:       `{"active":false,"code_error":null}`,
		`"code":"function fresh() {}","scope":"admin"`:      `{"active":true,"code_error":null}`,
	} {
		before := c.site.Snapshot()
		a := c.do("admin", "POST", path, `{"active":true,`+body+`}`)
		if a.status != 200 || a.body != want {
			t.Errorf("update with %s: status %d, body %s, want 200 and %s", body, a.status, a.body, want)
		}
		c.site.Restore(before)
	}
}

func TestResponsesToWritesOfASnippet(t *testing.T) {
	t.Parallel()
	c := start(t)
	base := c.at("code-snippets/v1/snippets")
	c.site.Insert("snippets", map[string]any{"name": "Old", "code": "f();", "priority": 3, "active": true})
	for _, test := range []struct{ method, path, body, want string }{
		{"POST", "", `{"name":"New"}`, `{"id":2,"name":"New","network":null,"shared_network":null,"code_error":null,` +
			`"revision":2,"cloud_id":""}`},
		{"POST", "", `{"name":"On","active":true,"network":false}`,
			`{"id":3,"name":"On","network":false,"shared_network":false,"code_error":null,"revision":2,"cloud_id":""}`},
		{"POST", "", `{"name":"On","active":true,"shared_network":true}`,
			`{"id":4,"name":"On","network":null,"shared_network":true,"code_error":null,"revision":2,"cloud_id":""}`},
		{"PUT", "/1", `{"name":"Next"}`, `{"id":1,"name":"Next","network":false,"shared_network":null,"code_error":null,` +
			`"revision":3,"cloud_id":null}`},
		{"GET", "/1", "", `{"id":1,"name":"Next","network":false,"shared_network":null,"code_error":null,"revision":"3",` +
			`"cloud_id":null}`},
		{"GET", "/0", "", `{"id":0,"name":"","network":false,"shared_network":null,"code_error":null,"revision":1,` +
			`"cloud_id":""}`},
	} {
		a := c.do("admin", test.method,
			base+test.path+"?_fields=id,name,network,shared_network,code_error,revision,cloud_id", test.body)
		if a.status != 200 || a.body != test.want {
			t.Errorf("%s %s %s: status %d, body %s, want 200 and %s", test.method, test.path, test.body, a.status, a.body,
				test.want)
		}
	}
	for path, want := range map[string]string{"/99": "rest_cannot_get", "/99/export": ""} {
		if a := c.get("admin", base+path); want != "" && (a.status != 500 || a.code(t) != want) ||
			want == "" && a.field(t, "generator") == nil {
			t.Errorf("GET of %s: status %d, body %s, want the code %q, or an export if empty", path, a.status, a.body, want)
		}
	}
	for body, want := range map[string]float64{`{"priority":-4}`: 4, `{"priority":0}`: 0, `{"priority":"x"}`: 3} {
		before := c.site.Snapshot()
		if a := c.do("admin", "POST", base+"/1", body); a.status == 200 && a.field(t, "priority") != want ||
			a.status != 200 && want != 3 {
			t.Errorf("POST of %s: status %d, body %s, want priority %v", body, a.status, a.body, want)
		}
		c.site.Restore(before)
	}
}
