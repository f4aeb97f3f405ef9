package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestTheSyncStatusOfABlockIsReadByItselfAsWell(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix(prefix))
		site := dial(t, server.URL, cms.WithPrefix(prefix), cms.WithApplicationPassword("editor", server.AppPassword("editor")))
		made, err := site.Blocks.Create(t.Context(), &cms.BlockParams{
			Title: new("Signature"), Content: new("<p>Ada</p>"), Status: new(cms.StatusPublish), Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncUnsynced)},
		})
		if err != nil {
			t.Fatal(err)
		}
		one, err := site.Blocks.Get(t.Context(), made.ID, cms.Fields("cms_pattern_sync_status"))
		if err != nil || one.SyncStatus != cms.SyncUnsynced {
			t.Errorf("%s: Get: %q, %v", prefix, one.SyncStatus, err)
		}
		page, err := site.Blocks.List(t.Context(), nil, cms.Fields("cms_pattern_sync_status", "title"))
		if err != nil || len(page.Items) != 1 || page.Items[0].SyncStatus != cms.SyncUnsynced {
			t.Errorf("%s: List: %+v, %v", prefix, page, err)
		}
	}
}
