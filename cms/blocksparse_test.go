package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestSyncStatusOfABlockIsReadByItselfAsWell(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix(prefix))
		site := dial(t, server.URL, cms.WithPrefix(prefix), cms.WithApplicationPassword("editor",
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
