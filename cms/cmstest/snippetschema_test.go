package cmstest_test

import (
	"encoding/json"
	"maps"
	"slices"

	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestSnippetSchemaNamesItsFields asks both versions of the plugin what a snippet has.
func TestSnippetSchemaNamesItsFields(t *testing.T) {
	t.Parallel()
	common := map[string]string{
		"id": "integer", "name": "string", "desc": "string", "code": "string", "tags": "array", "scope": "string",
		"active":   "boolean",
		"priority": "integer", "network": "boolean", "shared_network": "boolean", "modified": "string",
	}
	later := maps.Clone(common)
	maps.Copy(later, map[string]string{"condition_id": "integer", "trashed": "boolean", "locked": "boolean"})
	for name, tc := range map[string]struct {
		options []cmstest.Option
		want    map[string]string
	}{"3.6.4": {nil, common}, "later": {[]cmstest.Option{cmstest.WithLaterSnippets()}, later}} {
		c := start(t, tc.options...)
		var schema struct {
			Type       string
			Title      string
			Properties map[string]struct {
				Type     string
				Readonly bool
			}
		}
		a := c.get("", c.at("code-snippets/v1")+"/snippets/schema")
		if err := json.Unmarshal([]byte(a.body), &schema); err != nil || a.status != 200 {
			t.Fatalf("GET of the schema of %s: status %d, error %v, body %s, want 200 and JSON", name, a.status, err, a.body)
		} else if schema.Type != "object" || schema.Title != "snippet" {
			t.Fatalf("GET of the schema of %s: %s, want an object with the title snippet", name, a.body)
		}
		got := map[string]string{}
		for member, one := range schema.Properties {
			got[member] = one.Type
			if one.Readonly != (member == "id") {
				t.Errorf("GET of the schema of %s: %s is %+v, want only the id read-only", name, member, one)
			}
		}
		if !maps.Equal(got, tc.want) {
			t.Errorf("GET of the schema of %s: members %v, want %v", name, slices.Sorted(maps.Keys(got)),
				slices.Sorted(maps.Keys(tc.want)))
		}
		for member, typ := range tc.want {
			wrong := map[string]string{"integer": `"x"`, "boolean": `"x"`, "string": `[1]`, "array": `{"a":1}`}[typ]
			if member == "id" || member == "tags" {
				continue
			}
			a := c.do("admin", "POST", c.at("code-snippets/v1")+"/snippets", `{"name":"n","`+member+`":`+wrong+`}`)
			expect(t, name+" "+member, a, 400,
				map[string]any{"code": "rest_invalid_param", "data.details." + member + ".code": "rest_invalid_type"})
		}
	}
}
