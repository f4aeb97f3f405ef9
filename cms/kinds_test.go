package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

const blockJSON = `{"id":5,"type":"wp_block","status":"publish","slug":"a","date_gmt":"2026-08-28T17:00:00",` +
	`"modified_gmt":"2026-08-28T17:00:00","title":{"raw":"T"},"content":{"raw":"C"},"excerpt":{"raw":""},
	"meta":{"footnotes":"f","x":1},"wp_pattern_category":[3],"wp_pattern_sync_status":"unsynced"}`

func TestBlockIsReadAndWrittenUnderEveryPrefix(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		s := newStub(t, always(200, strings.ReplaceAll(blockJSON, "wp_", prefix+"_")))
		site := s.client(t, cms.WithPrefix(prefix))
		block, err := site.Blocks.Get(t.Context(), 5, cms.InContext(cms.ContextEdit))
		switch {
		case err != nil:
			t.Fatalf("Blocks.Get: error %v, want nil", err)
		case block.Type != prefix+"_block" || block.SyncStatus != cms.SyncUnsynced:
			t.Fatalf("Blocks.Get: Type %q, SyncStatus %q, want %q and %q", block.Type, block.SyncStatus, prefix+"_block",
				cms.SyncUnsynced)
		case len(block.PatternCategory) != 1 || block.Extra != nil:
			t.Fatalf("Blocks.Get: length of PatternCategory %d, Extra %v, want 1 and nil", len(block.PatternCategory),
				block.Extra)
		}
		params, err := block.Params()
		if err != nil {
			t.Fatal(err)
		}
		params.PatternCategory[0] = 4
		switch err := params.Meta.Extra.Set("x", 2); {
		case err != nil:
			t.Errorf("the params alias the record: %+v, %v, want nil", block, err)
		case block.PatternCategory[0] != 3:
			t.Errorf("record after a change of its params: pattern category %d, want 3", block.PatternCategory[0])
		case string(block.Meta.Extra["x"]) != "1":
			t.Errorf("record after a change of its params: meta x %q (error %v), want %q", string(block.Meta.Extra["x"]), err,
				"1")
		}
		if _, err := site.Blocks.Update(t.Context(), 5, params); err != nil {
			t.Fatal(err)
		}
		body := s.seen()[1].Body
		for _, member := range []string{`"` + prefix + `_pattern_category":[4]`,
			`"` + prefix + `_pattern_sync_status":"unsynced"`, `"x":2`, `"footnotes":"f"`} {
			if !strings.Contains(body, member) {
				t.Errorf("%s: body %q, want %q in it", prefix, body, member)
			}
		}
		if _, err := (&cms.Block{}).Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Error(err)
		}
	}
}

func TestMenuItemIsReadAndWritten(t *testing.T) {
	t.Parallel()
	s := newStub(t,
		always(200,
			`{"id":5,"title":{"raw":"T"},"status":"publish","type":"custom","object":"custom","object_id":5,`+
				`"url":"https://x.test","classes":[""],"xfn":["a"],"meta":[],"menu_order":2}`))
	item, err := s.client(t).MenuItems.Get(t.Context(), 5, cms.InContext(cms.ContextEdit))
	switch {
	case err != nil:
		t.Fatalf("MenuItems.Get: error %v, want nil", err)
	case len(item.Classes) != 0 || len(item.XFN) != 1:
		t.Fatalf("MenuItems.Get: Classes %q, length of XFN %d, want an empty list and 1", item.Classes, len(item.XFN))
	}
	params, err := item.Params()
	switch {
	case err != nil:
		t.Errorf("MenuItem.Params: error %v, want nil", err)
	case params.ObjectID != nil:
		t.Errorf("MenuItem.Params: ObjectID %+v, want nil", params.ObjectID)
	case *params.URL != "https://x.test":
		t.Errorf("MenuItem.Params: URL %q, want %q", *params.URL, "https://x.test")
	case *params.MenuOrder != 2:
		t.Errorf("MenuItem.Params: MenuOrder %d, want 2", *params.MenuOrder)
	}
	item.Type = cms.MenuItemPostType
	switch params, err = item.Params(); {
	case err != nil:
		t.Errorf("MenuItem.Params: error %v, want nil", err)
	case *params.ObjectID != 5:
		t.Errorf("MenuItem.Params: ObjectID %d, want 5", *params.ObjectID)
	case params.URL != nil:
		t.Errorf("MenuItem.Params: URL %+v, want nil", params.URL)
	}
	if _, err := (&cms.MenuItem{}).Params(); !errors.Is(err, cms.ErrIncomplete) {
		t.Error(err)
	}
}

// TestMenuItemHasItsLimits has ids and places at them, and below.
func TestMenuItemHasItsLimits(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"id":5}`))
	site := s.client(t)
	for _, test := range []struct {
		argument string // "" for what is sent
		params   cms.MenuItemParams
	}{
		{"", cms.MenuItemParams{Parent: new(int64(0))}}, {"parent", cms.MenuItemParams{Parent: new(int64(-1))}},
		{"", cms.MenuItemParams{ObjectID: new(int64(0))}}, {"object_id", cms.MenuItemParams{ObjectID: new(int64(-1))}},
		{"", cms.MenuItemParams{MenuOrder: new(1)}}, {"menu_order", cms.MenuItemParams{MenuOrder: new(0)}},
	} {
		before := len(s.seen())
		_, err := site.MenuItems.Update(t.Context(), 5, &test.params)
		switch sent := len(s.seen()) > before; {
		case sent != (test.argument == ""):
			t.Errorf("menu item %+v sent: %t (error %v), want %t", test.params, sent, err, test.argument == "")
		case sent && err != nil:
			t.Errorf("menu item %+v: error %v, want nil", test.params, err)
		case !sent && !refuses(err, test.argument):
			t.Errorf("menu item %+v: error %v, want the argument %q refused", test.params, err, test.argument)
		}
	}
}

func TestRevisionsAndAutosavesAreThoseOfARecord(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Query().Has("force"):
			reply(w, 200, `{"deleted":true,"previous":{"id":8}}`)
		case r.Method == http.MethodGet && (strings.HasSuffix(r.URL.Path, "revisions") ||
			strings.HasSuffix(r.URL.Path, "autosaves")):
			reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":8,"parent":5}]`)
		default:
			reply(w, 200, `{"id":8,"parent":5,"preview_link":"/p"}`)
		}
	})
	site := s.client(t)
	ctx := t.Context()
	revisions, autosaves := site.Posts.Revisions(5), site.Pages.Autosaves(5)
	switch page, err := revisions.List(ctx, nil); {
	case err != nil:
		t.Errorf("Revisions.List: error %v, want nil", err)
	case page.Items[0].Parent != 5:
		t.Errorf("Revisions.List: page.Items[0].Parent %d, want 5", page.Items[0].Parent)
	}
	if n, err := revisions.Count(ctx, nil); err != nil || n != 1 {
		t.Errorf("Revisions.Count: error %v, n %d, want nil and 1", err, n)
	}
	for revision, err := range revisions.All(ctx, nil) {
		switch {
		case err != nil:
			t.Errorf("Revisions.All: error %v, want nil", err)
		case revision.ID != 8:
			t.Errorf("Revisions.All: ID %d, want 8", revision.ID)
		}
	}
	for page, err := range revisions.Pages(ctx, nil) {
		switch {
		case err != nil:
			t.Errorf("Revisions.Pages: error %v, want nil", err)
		case len(page.Items) != 1:
			t.Errorf("Revisions.Pages: %d records, want 1", len(page.Items))
		}
	}
	switch revision, err := revisions.Get(ctx, 8); {
	case err != nil:
		t.Errorf("Revisions.Get(8): error %v, want nil", err)
	case revision.ID != 8:
		t.Errorf("Revisions.Get(8): ID %d, want 8", revision.ID)
	}
	switch deleted, err := revisions.Delete(ctx, 8); {
	case err != nil:
		t.Errorf("Revisions.Delete(8): error %v, want nil", err)
	case deleted.Previous.ID != 8:
		t.Errorf("Revisions.Delete(8): Previous.ID %d, want 8", deleted.Previous.ID)
	}
	if list, err := autosaves.List(ctx); err != nil || len(list) != 1 {
		t.Errorf("Autosaves.List: error %v, length of list %d, want nil and 1", err, len(list))
	}
	switch autosave, err := autosaves.Get(ctx); {
	case err != nil:
		t.Errorf("Autosaves.Get: error %v, want nil", err)
	case autosave.PreviewLink != "/p":
		t.Errorf("Autosaves.Get: autosave.PreviewLink %q, want %q", autosave.PreviewLink, "/p")
	}
	if _, err := autosaves.Create(ctx, &cms.PageParams{Title: new("T"), Parent: new(int64(3))}); err != nil {
		t.Error(err)
	}
	seen := s.seen()
	switch last := seen[len(seen)-1]; {
	case last.Path != "/cms-json/cms/v2/pages/5/autosaves":
		t.Errorf("last.Path %q, want %q", last.Path, "/cms-json/cms/v2/pages/5/autosaves")
	case !sameJSON([]byte(last.Body), []byte(`{"title":"T","parent":3}`)):
		t.Errorf("last request %s, want %s", last.Body, `{"title":"T","parent":3}`)
	}
	_, noParent := site.Pages.Autosaves(0).List(ctx)
	_, noGet := site.Pages.Autosaves(0).Get(ctx)
	_, withID := autosaves.Create(ctx, &cms.PageParams{Extra: cms.Extra{"id": []byte("6")}})
	_, badOption := autosaves.Get(ctx, cms.Attempts(0))
	for i, err := range []error{noParent, noGet, withID, badOption} {
		if !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%d: error %v, want ErrInvalidArgument", i, err)
		}
	}
	if n := len(s.seen()); n != len(seen) {
		t.Errorf("%d requests, want %d", n, len(seen))
	}
}
