package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestBlockOfASiteWithoutExcerptsBecomesParams(t *testing.T) {
	t.Parallel()
	const record = `{"id":7,"status":"publish","type":"cms_block","modified_gmt":"2026-01-02T03:04:05",` +
		`"password":"kerning",
		"title":{"raw":"Callout"},"content":{"raw":"<p>Note.</p>"},"guid":`
	for name, c := range map[string]struct {
		guid string
		want error
	}{
		"read for editing": {`{"rendered":"http://docs.example.org/?p=7","raw":"http://docs.example.org/?p=7"}}`, nil},
		"read for viewing": {`{"rendered":"http://docs.example.org/?p=7"}}`, cms.ErrIncomplete},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, stub.Always(200, record+c.guid))
			block, err := s.Client(t).Blocks.Get(t.Context(), 7)
			if err != nil {
				t.Fatal(err)
			}
			params, err := block.Params()
			if !errors.Is(err, c.want) {
				t.Fatalf("Block.Params: error %v, want %v", err, c.want)
			}
			if err == nil && (params.Excerpt != nil || *params.Content != "<p>Note.</p>" || *params.Password != "kerning") {
				t.Errorf("Block.Params: excerpt %v, content %q, password %q, want no excerpt, %q and %q", params.Excerpt,
					*params.Content, *params.Password, "<p>Note.</p>", "kerning")
			}
		})
	}
}

func TestSyncStatusOfABlockIsReadByItselfAsWell(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix(prefix))
		site := stub.Dial(t, server.URL, cms.WithPrefix(prefix), cms.WithApplicationPassword("editor",
			server.AppPassword("editor")))
		made, err := site.Blocks.Create(t.Context(), &cms.BlockParams{
			Title: new("Signature"), Content: new("<p>Ada</p>"), Status: new(cms.StatusPublish),
			Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncUnsynced)},
		})
		if err != nil {
			t.Fatal(err)
		}
		one, err := site.Blocks.Get(t.Context(), made.ID, cms.Fields("cms_pattern_sync_status"))
		switch {
		case err != nil:
			t.Errorf("Blocks.Get: %s: Get: %q, %v, want nil", prefix, one.SyncStatus, err)
		case one.SyncStatus != cms.SyncUnsynced:
			t.Errorf("%s: Blocks.Get: SyncStatus %q, want %q", prefix, one.SyncStatus, cms.SyncUnsynced)
		}
		page, err := site.Blocks.List(t.Context(), nil, cms.Fields("cms_pattern_sync_status", "title"))
		switch {
		case err != nil:
			t.Errorf("Blocks.List: %s: List: %+v, %v, want nil", prefix, page, err)
		case len(page.Items) != 1:
			t.Errorf("Blocks.List: %s: List: %d records, want 1", prefix, len(page.Items))
		case page.Items[0].SyncStatus != cms.SyncUnsynced:
			t.Errorf("%s: Blocks.List: SyncStatus %q, want %q", prefix, page.Items[0].SyncStatus, cms.SyncUnsynced)
		}
	}
}

func TestBlockIsReadAndWrittenUnderEveryPrefix(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		s := stub.New(t, stub.Always(200, strings.ReplaceAll(blockJSON, "wp_", prefix+"_")))
		site := s.Client(t, cms.WithPrefix(prefix))
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
		body := s.Seen()[1].Body
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

// A site answers the null by which an update goes back to SyncFull with an error when it creates, and keeps the block.
func TestCreateOfABlockOmitsSyncFull(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	for _, meta := range []*cms.BlockMetaParams{{SyncStatus: new(cms.SyncFull)},
		{SyncStatus: new(cms.SyncFull), Footnotes: new("[]")}} {
		params := &cms.BlockParams{Title: new("Copy"), Meta: meta}
		block, err := site.Blocks.Create(t.Context(), params)
		switch {
		case err != nil:
			t.Errorf("Blocks.Create(params): error %v, want nil", err)
		case block.SyncStatus != cms.SyncFull:
			t.Errorf("Blocks.Create(params): SyncStatus %q, want %q", block.SyncStatus, cms.SyncFull)
		}
		if params.Meta.SyncStatus == nil {
			t.Error("the params of the caller were changed: Meta.SyncStatus nil, want a value")
		}
	}
}

// An update by the null fails as well, where nothing is to be taken away.
func TestParamsOfABlockOmitSyncFull(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	for _, status := range []cms.SyncStatus{cms.SyncFull, cms.SyncUnsynced} {
		block, err := site.Blocks.Create(t.Context(),
			&cms.BlockParams{Title: new("Notice"), Meta: &cms.BlockMetaParams{SyncStatus: &status}})
		if err != nil {
			t.Fatal(err)
		}
		params, err := block.Params()
		if err != nil {
			t.Fatal(err)
		}
		if left := params.Meta.SyncStatus == nil; left != (status == cms.SyncFull) {
			t.Errorf("%q: left out: %v, want %t", status, left, status == cms.SyncFull)
		}
		switch block, err = site.Blocks.Update(t.Context(), block.ID, params); {
		case err != nil:
			t.Errorf("%q: Blocks.Update(block.ID, params): error %v, want nil", status, err)
		case block.SyncStatus != status:
			t.Errorf("Blocks.Update(block.ID, params): SyncStatus %q, want %q", block.SyncStatus, status)
		}
	}
}

const blockJSON = `{"id":5,"type":"wp_block","status":"publish","slug":"a","date_gmt":"2026-08-28T17:00:00",` +
	`"modified_gmt":"2026-08-28T17:00:00","title":{"raw":"T"},"content":{"raw":"C"},"excerpt":{"raw":""},
	"meta":{"footnotes":"f","x":1},"wp_pattern_category":[3],"wp_pattern_sync_status":"unsynced"}`
