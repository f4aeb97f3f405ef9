package main

import (
	"strings"
	"testing"
)

// TestRecordsWhoseNameIsNotTheirRouteBecomeNoCatalog has records whose route ends with a part of their name.
func TestRecordsWhoseNameIsNotTheirRouteBecomeNoCatalog(t *testing.T) {
	t.Parallel()
	const schema = `, "schema": {"title": "type", "type": "object", "properties": {"name": {"type": "string"}}}`
	site := newMadeUp(t, reads("types", "", schema)+","+reads(`types/(?P<name>[\\w-]+)`, "", schema), map[string]string{
		"types": `[{"name": "core/list"}]`, "types/list": `{"name": "core/list"}`,
	})
	source, messages := site.generated(t)
	if strings.Contains(source, "cms.Catalog") || !strings.Contains(source, "Get(ctx context.Context, name string") {
		t.Errorf("code for records with the name core/list at types/list: %s\n%s; want no catalog", messages, source)
	}
}

// TestCatalogsOfAFolderNeedASample has records below a folder, and a member with another value that the site takes
// for a folder.
func TestCatalogsOfAFolderNeedASample(t *testing.T) {
	t.Parallel()
	const schema = `, "schema": {"title": "type", "type": "object", "properties": {"name": {"type": "string"},
		"category": {"type": "string"}}}`
	site := newMadeUp(t, reads("types", "", schema)+","+reads(`types/(?P<folder>\\w+)`, "", schema)+","+
		reads(`types/(?P<folder>\\w+)/(?P<name>\\w+)`, "", schema), map[string]string{
		"types": `[{"name": "core/list", "category": "text"}]`, "types/text": "[]",
		"types/core": `[{"name": "core/list", "category": "text"}]`,
	})
	if source, messages := site.generated(t); strings.Contains(source, "cms.Catalog") {
		t.Errorf("code for records with the name core/list at types/core/list: %s\n%s; want no catalog", messages, source)
	}
}

// TestRecordsWithATextAsIDBecomeNoCollection has revisions of templates on WordPress 6.8.
func TestRecordsWithATextAsIDBecomeNoCollection(t *testing.T) {
	t.Parallel()
	const paged = `{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}}}`
	of := func(seen string) string {
		const schema = `"schema": {"title": "thing", "type": "object", "properties": {"id": {"type": "string"}}}`
		return `{"routes": {"/a/v1/things": {"endpoints": [` + paged + `], ` + schema + seen + `},
			"/a/v1/things/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}], ` + schema + `}}}`
	}
	if source := made(t, of("")); strings.Contains(source, "cms.Collection") {
		t.Errorf("code for records with a text as id:\n%s\nwant no collection", source)
	}
	if source := made(t, of(`, "seen": {"": ["array"], ".id": ["whole numeral"]}`)); !strings.Contains(source,
		"cms.Collection") {
		t.Errorf("code for records with a number in a string as id:\n%s\nwant a collection", source)
	}
}

// TestRoutesThatSendAFileReturnBytes has routes without a sample whose names suggest a file.
func TestRoutesThatSendAFileReturnBytes(t *testing.T) {
	t.Parallel()
	source := made(t, onlyRead("/a/v1/export", "/a/v1/orders/csv", "/a/v1/days"))
	for _, want := range []string{
		"Export(ctx context.Context, callOptions ...cms.CallOption) (*cms.Raw, error)",
		"OrderCsv(ctx context.Context, callOptions ...cms.CallOption) (*cms.Raw, error)",
		"Days(ctx context.Context, callOptions ...cms.CallOption) (json.RawMessage, error)",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("code for routes that may send files: lacks %s, want it\n%s", want, source)
		}
	}
}
