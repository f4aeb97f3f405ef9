package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

const blockJSON = `{"id":5,"type":"wp_block","status":"publish","slug":"a","date_gmt":"2026-08-28T17:00:00","modified_gmt":"2026-08-28T17:00:00","title":{"raw":"T"},"content":{"raw":"C"},"excerpt":{"raw":""},
	"meta":{"footnotes":"f","x":1},"wp_pattern_category":[3],"wp_pattern_sync_status":"unsynced"}`

func TestABlockIsReadAndWrittenUnderEveryPrefix(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		s := newStub(t, always(200, strings.ReplaceAll(blockJSON, "wp_", prefix+"_")))
		site := s.client(t, cms.WithPrefix(prefix))
		block, err := site.Blocks.Get(t.Context(), 5, cms.InContext(cms.ContextEdit))
		if err != nil || block.Type != prefix+"_block" || block.SyncStatus != cms.SyncUnsynced || len(block.PatternCategory) != 1 || block.Extra != nil {
			t.Fatalf("%+v, %v", block, err)
		}
		params, err := block.Params()
		if err != nil {
			t.Fatal(err)
		}
		params.PatternCategory[0] = 4
		if err := params.Meta.Extra.Set("x", 2); err != nil || block.PatternCategory[0] != 3 || string(block.Meta.Extra["x"]) != "1" {
			t.Errorf("the params alias the record: %+v, %v", block, err)
		}
		if _, err := site.Blocks.Update(t.Context(), 5, params); err != nil {
			t.Fatal(err)
		}
		body := s.seen()[1].Body
		for _, member := range []string{`"` + prefix + `_pattern_category":[4]`, `"` + prefix + `_pattern_sync_status":"unsynced"`, `"x":2`, `"footnotes":"f"`} {
			if !strings.Contains(body, member) {
				t.Errorf("%s: no %s in %s", prefix, member, body)
			}
		}
		if _, err := (&cms.Block{}).Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Error(err)
		}
	}
}

func TestAMenuItemIsReadAndWritten(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"id":5,"title":{"raw":"T"},"status":"publish","type":"custom","object":"custom","object_id":5,"url":"https://x.test","classes":[""],"xfn":["a"],"meta":[],"menu_order":2}`))
	item, err := s.client(t).MenuItems.Get(t.Context(), 5, cms.InContext(cms.ContextEdit))
	if err != nil || len(item.Classes) != 0 || len(item.XFN) != 1 {
		t.Fatalf("%+v, %v", item, err)
	}
	params, err := item.Params()
	if err != nil || params.ObjectID != nil || *params.URL != "https://x.test" || *params.MenuOrder != 2 {
		t.Errorf("%+v, %v", params, err)
	}
	item.Type = cms.MenuItemPostType
	if params, err = item.Params(); err != nil || *params.ObjectID != 5 || params.URL != nil {
		t.Errorf("%+v, %v", params, err)
	}
	if _, err := (&cms.MenuItem{}).Params(); !errors.Is(err, cms.ErrIncomplete) {
		t.Error(err)
	}
}

// TestAMenuItemHasItsLimits has ids and places at them, and below.
func TestAMenuItemHasItsLimits(t *testing.T) {
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
		if sent := len(s.seen()) > before; sent != (test.argument == "") || sent && err != nil || !sent && !refuses(err, test.argument) {
			t.Errorf("%+v was sent: %t, %v", test.params, sent, err)
		}
	}
}

func TestRevisionsAndAutosavesAreThoseOfARecord(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Query().Has("force"):
			reply(w, 200, `{"deleted":true,"previous":{"id":8}}`)
		case r.Method == http.MethodGet && (strings.HasSuffix(r.URL.Path, "revisions") || strings.HasSuffix(r.URL.Path, "autosaves")):
			reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":8,"parent":5}]`)
		default:
			reply(w, 200, `{"id":8,"parent":5,"preview_link":"/p"}`)
		}
	})
	site := s.client(t)
	ctx := t.Context()
	revisions, autosaves := site.Posts.Revisions(5), site.Pages.Autosaves(5)
	if page, err := revisions.List(ctx, nil); err != nil || page.Items[0].Parent != 5 {
		t.Errorf("%+v, %v", page, err)
	}
	if n, err := revisions.Count(ctx, nil); err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
	for revision, err := range revisions.All(ctx, nil) {
		if err != nil || revision.ID != 8 {
			t.Errorf("%+v, %v", revision, err)
		}
	}
	for page, err := range revisions.Pages(ctx, nil) {
		if err != nil || len(page.Items) != 1 {
			t.Errorf("%+v, %v", page, err)
		}
	}
	if revision, err := revisions.Get(ctx, 8); err != nil || revision.ID != 8 {
		t.Errorf("%+v, %v", revision, err)
	}
	if deleted, err := revisions.Delete(ctx, 8); err != nil || deleted.Previous.ID != 8 {
		t.Errorf("%+v, %v", deleted, err)
	}
	if list, err := autosaves.List(ctx); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	if autosave, err := autosaves.Get(ctx); err != nil || autosave.PreviewLink != "/p" {
		t.Errorf("%+v, %v", autosave, err)
	}
	if _, err := autosaves.Create(ctx, &cms.PageParams{Title: new("T"), Parent: new(int64(3))}); err != nil {
		t.Error(err)
	}
	seen := s.seen()
	if last := seen[len(seen)-1]; last.Path != "/cms-json/cms/v2/pages/5/autosaves" || !sameJSON([]byte(last.Body), []byte(`{"title":"T","parent":3}`)) {
		t.Errorf("%+v", last)
	}
	_, noParent := site.Pages.Autosaves(0).List(ctx)
	_, noGet := site.Pages.Autosaves(0).Get(ctx)
	_, withID := autosaves.Create(ctx, &cms.PageParams{Extra: cms.Extra{"id": []byte("6")}})
	_, badOption := autosaves.Get(ctx, cms.Attempts(0))
	for i, err := range []error{noParent, noGet, withID, badOption} {
		if !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if n := len(s.seen()); n != len(seen) {
		t.Errorf("%d requests too many", n-len(seen))
	}
}
