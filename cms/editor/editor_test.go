package editor_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/editor"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const base = "/cms-json/cms/v2/"

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

func failing(status int, code string) replay.Reply {
	return replay.Answer(status, `{"code":"`+code+`","message":"m","data":null}`)
}

func TestBlockTypeIsReadInEveryShapeThatPHPWrites(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"objects": `{"name":"lab/a","attributes":{"a":{"type":["string","null"],"default":5,"enum":["x",1],"min":1}},
			"provides_context":{"a":"b"},"selectors":{"root":"p"},"block_hooks":{"core/x":"after"},"parent":["core/y"],
			"supports":{"align":["wide"],"html":false},"example":{"attributes":{}},"icon":"star","style":"s","variations":[
			{"name":"v","isDefault":true,"scope":["block"],"icon":{"src":"x"},"more":1}],"styles":[{"name":"dots"}]}`,
		"lists": `{"name":"lab/a","attributes":[],"provides_context":[],"selectors":[],"block_hooks":[],"supports":[],
			"example":[],"parent":[],"variations":[],"styles":[]}`,
		"nulls": `{"name":"lab/a","attributes":null,"parent":null,"ancestor":null,"allowed_blocks":null,"icon":null,
			"textdomain":null,"example":null,"script":null,"category":null}`,
	} {
		_, site := sitetest.NewTap(t, ok(body))
		one, err := editor.New(site).BlockTypes.Get(t.Context(), "lab/a")
		if err != nil {
			t.Errorf("Get of a type with %s: error %v, want none", name, err)
			continue
		}
		if one.Extra != nil {
			t.Errorf("Get of a type with %s: unknown fields %v, want none", name, one.Extra)
		}
		if name != "objects" {
			continue
		}
		attribute := one.Attributes["a"]
		switch {
		case len(attribute.Type) != 2 || string(attribute.Default) != "5":
			t.Errorf("attribute: %+v, want two types and the default 5", attribute)
		case one.BlockHooks["core/x"] != "after" || one.ProvidesContext["a"] != "b":
			t.Errorf("hooks %v, context %v, want both", one.BlockHooks, one.ProvidesContext)
		case !one.Variations[0].IsDefault || one.Styles[0].Name != "dots":
			t.Errorf("variations %+v, styles %+v, want one of each", one.Variations, one.Styles)
		}
	}
}

func TestNamesThatLeadToAnotherRouteAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "core", "core/", "/paragraph", "core/a/b", "core/../x", "core/a b"} {
		tap, site := sitetest.NewTap(t)
		tools := editor.New(site)
		_, err := tools.BlockTypes.Get(t.Context(), name)
		tap.Refused(err, "name")
		_, err = tools.Icons.Get(t.Context(), name)
		tap.Refused(err, "name")
		_, err = tools.Render(t.Context(), name, nil)
		tap.Refused(err, "name")
	}
	for _, word := range []string{"", "a/b", ".."} {
		tap, site := sitetest.NewTap(t)
		tools := editor.New(site)
		_, err := tools.BlockTypes.In(t.Context(), word, nil)
		tap.Refused(err, "namespace")
		_, err = tools.Icons.In(t.Context(), word, nil)
		tap.Refused(err, "collection")
	}
	tap, site := sitetest.NewTap(t)
	tools := editor.New(site)
	_, err := tools.BlockTypes.In(t.Context(), "core", &editor.BlockTypeListOptions{Namespace: "lab"})
	tap.Refused(err, "namespace")
	_, err = tools.Icons.In(t.Context(), "core", &editor.IconListOptions{Collection: "lab"})
	tap.Refused(err, "collection")
	_, err = tools.ViewConfig(t.Context(), "", "page")
	tap.Refused(err, "kind")
	_, err = tools.ViewConfig(t.Context(), "postType", "")
	tap.Refused(err, "name")
	_, err = tools.SearchBlocks(t.Context(), "", nil)
	tap.Refused(err, "term")
	_, err = tools.Render(t.Context(), "core/a", &editor.RenderOptions{PostID: -1})
	tap.Refused(err, "post_id")
}

func TestRenderSendsAttributesInTheBody(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(`{"rendered":"<p>"}`), ok(`{"rendered":""}`), ok(`{"rendered":"x"}`))
	tools := editor.New(site)
	for _, c := range []struct {
		options *editor.RenderOptions
		want    string
	}{
		{nil, "<p>"}, {&editor.RenderOptions{PostID: 7}, ""},
		{&editor.RenderOptions{PostID: 7, Attributes: map[string]bool{"showPostCounts": true}}, "x"},
	} {
		if html, err := tools.Render(t.Context(), "core/archives", c.options); err != nil || html != c.want {
			t.Errorf("Render with %+v: %q, error %v, want %q", c.options, html, err, c.want)
		}
	}
	tap.Sent("GET "+base+"block-renderer/core/archives?context=edit",
		"GET "+base+"block-renderer/core/archives?context=edit&post_id=7",
		"POST "+base+`block-renderer/core/archives {"context":"edit","attributes":{"showPostCounts":true},"post_id":7}`)
}

func TestResponseWithoutHTMLIsAnError(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `[]`, `{"rendered":null}`} {
		_, site := sitetest.NewTap(t, ok(body))
		if _, err := editor.New(site).Render(t.Context(), "core/archives", nil); !errors.Is(err, cms.ErrDecode) {
			t.Errorf("Render with the response %s: error %v, want ErrDecode", body, err)
		}
	}
}

func TestRenderIsSentInADryRun(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(`{"rendered":""}`))
	dry, err := site.With(cms.WithDryRun())
	if err != nil {
		t.Fatal(err)
	}
	_, err = editor.New(dry).Render(t.Context(), "core/archives", &editor.RenderOptions{Attributes: struct{}{}})
	if err != nil {
		t.Errorf("Render in a dry run: error %v, want none", err)
	}
}

func TestPatternsKeepWhatIsAbsent(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(`[{"name":"a","title":"A","content":"c"},{"name":"b","title":"B","content":"c",
		"inserter":false,"keywords":["k"],"viewport_width":800.5,"source":"theme"},{"title":5}]`),
		ok(`[{"name":"text","label":"Text","description":"d"}]`))
	tools := editor.New(site)
	list, err := tools.Patterns(t.Context())
	if _, broken := errors.AsType[*cms.BrokenRecordError](err); !broken || len(list) != 2 {
		t.Fatalf("Patterns: %d, error %v, want two and a BrokenRecordError for the one without a name", len(list), err)
	}
	if list[0].Inserter != nil || list[0].Keywords != nil {
		t.Errorf("pattern without optional fields: %+v, want nil for them", list[0])
	}
	if list[1].Inserter == nil {
		t.Fatal("pattern with inserter: the field is nil, want false")
	}
	if *list[1].Inserter || list[1].ViewportWidth != 800.5 {
		t.Errorf("pattern with optional fields: %+v, want the inserter false and the width 800.5", list[1])
	}
	if categories, err := tools.PatternCategories(t.Context()); err != nil || len(categories) != 1 {
		t.Errorf("PatternCategories: %+v, error %v, want one", categories, err)
	}
	tap.Sent("GET "+base+"block-patterns/patterns", "GET "+base+"block-patterns/categories")
}

func TestDirectoriesAreSearched(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(`[{"id":"lab","name":"lab/a","rating":4.5,"last_updated":"2026-05-01T10:00:00"}]`),
		ok(`[{"id":5,"title":"A","content":"c","categories":["text"],"viewport_width":800}]`))
	tools := editor.New(site)
	blocks, err := tools.SearchBlocks(t.Context(), "a b", &editor.BlockSearchOptions{Page: 2, PerPage: 5})
	if err != nil || len(blocks) != 1 {
		t.Fatalf("SearchBlocks: %+v, error %v, want one", blocks, err)
	}
	if blocks[0].Rating != 4.5 || blocks[0].LastUpdated == "" {
		t.Errorf("SearchBlocks: %+v, want the rating 4.5 and a date", blocks[0])
	}
	patterns, err := tools.SearchPatterns(t.Context(), &editor.PatternSearchOptions{Search: "x", Category: 3, Keyword: 4,
		Slug: []string{"a"}, Order: cms.Ascending, OrderBy: "favorite_count"})
	if err != nil || len(patterns) != 1 {
		t.Errorf("SearchPatterns: %+v, error %v, want one", patterns, err)
	}
	tap.Sent("GET "+base+"block-directory/search?page=2&per_page=5&term=a+b", "GET "+base+
		"pattern-directory/patterns?category=3&keyword=4&order=asc&orderby=favorite_count&search=x&slug%5B%5D=a")
}

func TestUnreachableDirectoryKeepsItsCode(t *testing.T) {
	t.Parallel()
	for _, code := range []cms.ErrorCode{
		editor.CodeDirectoryFailed, editor.CodeRequestFailed, editor.CodeRequestBlocked,
	} {
		reply := failing(http.StatusInternalServerError, string(code))
		_, site := sitetest.NewTap(t, reply, reply, reply, reply, reply, reply)
		if _, err := editor.New(site).SearchPatterns(t.Context(), nil, cms.Attempts(1)); !errors.Is(err, code) {
			t.Errorf("SearchPatterns on a site that does not reach the directory: error %v, want %s", err, code)
		}
		if _, err := editor.New(site).SearchBlocks(t.Context(), "x", nil, cms.Attempts(1)); !errors.Is(err, code) {
			t.Errorf("SearchBlocks on a site that does not reach the directory: error %v, want %s", err, code)
		}
	}
}

func TestViewConfigOfAnotherKindIsRefused(t *testing.T) {
	t.Parallel()
	const body = `{"kind":"postType","name":"page","version":1,"default_view":{"type":"list","perPage":20,"new":1,
		"sort":{"field":"title","direction":"asc"},"filters":[]},"default_layouts":{"table":[]},"form":{},"view_list":[
		{"title":"All","slug":"all"},{"title":"Drafts","slug":"drafts","view":{"filters":[
		{"field":"status","operator":"isAny","value":"draft","isLocked":true}]}}]}`
	tap, site := sitetest.NewTap(t, ok(body), ok(body))
	tools := editor.New(site)
	config, err := tools.ViewConfig(t.Context(), "postType", "page")
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case config.ViewList[0].View != nil:
		t.Errorf("view of the first entry: %+v, want nil", config.ViewList[0].View)
	case !config.ViewList[1].View.Filters[0].IsLocked:
		t.Errorf("filter of the second entry: %+v, want a locked one", config.ViewList[1].View.Filters[0])
	case config.DefaultView.Sort.Direction != cms.Ascending || string(config.DefaultView.Extra["new"]) != "1":
		t.Errorf("default view: %+v, want ascending, and the new field in Extra", config.DefaultView)
	}
	if _, err := tools.ViewConfig(t.Context(), "postType", "post"); !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("ViewConfig that returns another type: error %v, want ErrForeignRecord", err)
	}
	tap.Sent("GET "+base+"view-config?kind=postType&name=page", "GET "+base+"view-config?kind=postType&name=post")
}
