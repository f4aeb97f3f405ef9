package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/snippets"
)

const snippetBase = "/code-snippets/v1/snippets"

var snippetNeeds = []need{{snippetBase, "", ""}}

// richSnippet is one of the documents with something in every field, and bareSnippet one with a name alone.
const (
	activeSnippet = 1
	richSnippet   = 2
	bareSnippet   = 3
	brokenSnippet = 4
	styleSnippet  = 5
)

// snippetMembers are those that version 3.6.4 answers, and what they are of the rich one.
func snippetMembers() map[string]string {
	return map[string]string{
		"id": `2`, "name": `"Rich one"`, "desc": `"<p>Has all.</p>"`, "code": `"glyph_rich();"`, "tags": `["helper"]`,
		"scope":  `"admin"`,
		"active": `false`, "priority": `5`, "network": `false`, "shared_network": `null`, "modified": `"2026-03-02 10:00:00"`,
		"code_error": `null`, "revision": `"3"`, "cloud_id": `null`,
	}
}

func snippetReading() []scenario {
	var out []scenario
	add := func(r role, name string, run func(*testing.T, *site, *cms.Client)) {
		out = append(out, scenario{collection: "snippets", kind: reading, role: r, name: name, needs: snippetNeeds, run: run})
	}
	for member, want := range snippetMembers() {
		add(admin, "_fields="+member, func(t *testing.T, _ *site, c *cms.Client) {
			path := fmt.Sprintf("%s/%d", strings.TrimPrefix(snippetBase, "/"), richSnippet)
			raw, err := cms.Do(t.Context(), c, cms.Request[json.RawMessage]{Operation: "conformance", Path: path},
				cms.Fields(member))
			if err != nil {
				t.Fatal(err)
			}
			sameJSON(t, "the answer", *raw, json.RawMessage(fmt.Sprintf(`{%q:%s}`, member, want)))
		})
	}
	add(admin, "a snippet", func(t *testing.T, s *site, c *cms.Client) {
		got, err := snippets.New(c).Get(t.Context(), activeSnippet)
		if err != nil {
			t.Fatal(err)
		}
		doc := s.record(t, "snippets", activeSnippet)
		for name, value := range map[string]any{
			"name": got.Name, "desc": got.Desc, "code": got.Code, "tags": got.Tags, "scope": got.Scope, "active": got.Active,
			"priority": got.Priority, "revision": got.Revision,
		} {
			sameJSON(t, name, value, doc[name])
		}
	})
	add(admin, "the defaults", func(t *testing.T, _ *site, c *cms.Client) {
		got, err := snippets.New(c).Get(t.Context(), bareSnippet)
		if err != nil {
			t.Fatal(err)
		}
		if got.Scope != snippets.ScopeGlobal || got.Priority != 10 {
			t.Errorf("Get of a bare snippet: %+v, want scope global and priority 10", got)
		} else if got.Active || len(got.Tags) != 0 {
			t.Errorf("Get of a bare snippet: %+v, want it inactive without tags", got)
		} else if got.Desc != "" || got.Code != "" {
			t.Errorf("Get of a bare snippet: %+v, want no desc and no code", got)
		}
	})
	for _, context := range contexts {
		add(admin, fmt.Sprintf("list in %s", context), func(t *testing.T, s *site, c *cms.Client) {
			checkSnippets(t, s, c, &snippets.ListOptions{Context: context}, 0, 6)
		})
	}
	add(admin, "list with a search that is not heeded", func(t *testing.T, s *site, c *cms.Client) {
		checkSnippets(t, s, c, &snippets.ListOptions{Search: "Rich"}, 0, 6)
	})
	for page, want := range map[int][2]int{1: {0, 4}, 2: {4, 6}, 3: {6, 6}} {
		add(admin, fmt.Sprintf("page %d of four", page), func(t *testing.T, s *site, c *cms.Client) {
			checkSnippets(t, s, c, &snippets.ListOptions{Page: page, PerPage: 4}, want[0], want[1])
		})
	}
	add(admin, "walk", func(t *testing.T, s *site, c *cms.Client) {
		var got []int64
		for snippet, err := range snippets.New(c).All(t.Context(), &snippets.ListOptions{PerPage: 2}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, snippet.ID)
		}
		sameJSON(t, "the walk", got, snippetIDs(s))
	})
	return slices.Concat(out, snippetExports())
}

func snippetIDs(s *site) []int64 {
	var ids []int64
	for _, r := range s.kinds["snippets"] {
		ids = append(ids, r.id())
	}
	return ids
}

// checkSnippets reads a list, which must hold a part of the documents.
func checkSnippets(t *testing.T, s *site, c *cms.Client, options *snippets.ListOptions, from, to int) {
	t.Helper()
	page, err := snippets.New(c).List(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	got := []int64{}
	for _, snippet := range page.Items {
		got = append(got, snippet.ID)
	}
	sameJSON(t, "the list", got, snippetIDs(s)[from:to])
	if page.Total != 6 {
		t.Errorf("List of snippets: total %d, want 6", page.Total)
	}
}

func snippetExports() []scenario {
	var out []scenario
	add := func(r role, name string, run func(*testing.T, *site, *cms.Client)) {
		out = append(out, scenario{collection: "snippets", kind: reading, role: r, name: name, needs: snippetNeeds, run: run})
	}
	exported := func(t *testing.T, c *cms.Client, id int64, want string) {
		t.Helper()
		raw, err := ask(t.Context(), c, "GET", fmt.Sprintf("code-snippets/v1/snippets/%d/export", id), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var export struct {
			Generator   string          `json:"generator"`
			DateCreated string          `json:"date_created"`
			Snippets    json.RawMessage `json:"snippets"`
		}
		if err := json.Unmarshal(raw, &export); err != nil {
			t.Fatal(err)
		}
		sameJSON(t, "the export", export.Snippets, json.RawMessage(want))
		if export.Generator == "" || len(export.DateCreated) != len("2026-11-21 05:08") {
			t.Errorf("Export: generator %q, date %q, want a name and a date with minutes", export.Generator, export.DateCreated)
		}
	}
	add(admin, "export", func(t *testing.T, _ *site, c *cms.Client) {
		exported(t, c, richSnippet, `[{"id":2,"name":"Rich one","desc":"<p>Has all.</p>","code":"glyph_rich();",`+
			`"tags":["helper"],"scope":"admin","priority":5,"modified":"2026-03-02 10:00:00","revision":"3"}]`)
	})
	add(admin, "export without defaults", func(t *testing.T, _ *site, c *cms.Client) {
		exported(t, c, bareSnippet, `[{"id":3,"name":"Bare","modified":"2026-03-03 10:00:00","revision":"2"}]`)
	})
	add(admin, "export of what is not there", func(t *testing.T, _ *site, c *cms.Client) { exported(t, c, 999, `[[]]`) })
	for name, want := range map[string]struct {
		id   int64
		code string
	}{
		"export of code": {richSnippet,
			"<?php\n\n/**\n * Rich one\n *\n * Has all.\n */\nglyph_rich();\n"},
		"export of code without a description": {brokenSnippet,
			"<?php\n\n/**\n * Broken\n */\nfunction glyph_broken( {\n"},
		"export of the code of what is not there": {999, "<?php\n"},
	} {
		add(admin, name, func(t *testing.T, _ *site, c *cms.Client) {
			code, err := snippets.New(c).ExportCode(t.Context(), want.id)
			if err != nil || code != want.code {
				t.Errorf("ExportCode: %q, error %v, want %q", code, err, want.code)
			}
		})
	}
	add(admin, "the snippet 0", func(t *testing.T, _ *site, c *cms.Client) {
		raw, err := ask(t.Context(), c, "GET", "code-snippets/v1/snippets/0", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		sameJSON(t, "the empty snippet", got, map[string]any{
			"id": 0, "name": "", "desc": "", "code": "", "tags": []any{}, "scope": "global", "active": false, "priority": 10,
			"network": false, "shared_network": nil, "modified": nil, "code_error": nil, "revision": 1, "cloud_id": "",
		})
	})
	for _, r := range allRoles {
		add(r, "schema", func(t *testing.T, _ *site, c *cms.Client) {
			schema, err := snippets.New(c).Schema(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if schema.Title != "snippet" || len(schema.Properties) != 11 {
				t.Errorf("Schema: %+v, want the title snippet and 11 properties", schema)
			} else if !slices.Equal(schema.Properties.Named("tags").Types, []string{"array"}) {
				t.Errorf("Schema: %+v, want tags as a list", schema)
			}
		})
	}
	add(nobody, "index of the namespace", func(t *testing.T, _ *site, c *cms.Client) {
		namespace, err := describe.Of(t.Context(), c.Read, cms.NamespaceCodeSnippets)
		if err != nil {
			t.Fatal(err)
		}
		if len(namespace.Routes) != 8 {
			t.Errorf("Index of the namespace: %d routes, want 8", len(namespace.Routes))
		}
		for route, methods := range map[string][]string{
			"": {"GET"}, "/snippets": {"GET", "POST"}, `/snippets/(?P<id>[\d]+)`: {"GET", "POST", "PUT", "PATCH", "DELETE"},
			"/snippets/schema": {"GET"}, `/snippets/(?P<id>[\d]+)/activate`: {"POST", "PUT", "PATCH"},
			`/snippets/(?P<id>[\d]+)/deactivate`: {"POST", "PUT", "PATCH"}, `/snippets/(?P<id>[\d]+)/export`: {"GET"},
			`/snippets/(?P<id>[\d]+)/export-code`: {"GET"},
		} {
			var got []string
			for _, e := range namespace.Routes["/code-snippets/v1"+route].Endpoints {
				got = append(got, e.Methods...)
			}
			if !slices.Equal(got, methods) {
				t.Errorf("Index of the namespace: methods of %s are %v, want %v", route, got, methods)
			}
		}
	})
	return out
}
