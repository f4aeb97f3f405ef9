package batch_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// blockBatches is the middleware of a host that blocks the batch route.
func blockBatches(next http.RoundTripper) http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		if strings.HasSuffix(req.URL.Path, "/batch/v1") || strings.HasSuffix(req.URL.Query().Get("rest_route"), "/batch/v1") {
			req = req.Clone(req.Context())
			req.URL.Path, req.URL.RawQuery = "/no-such-place", ""
		}
		return next.RoundTrip(req)
	})
}

func TestLiveBatchOfManyKindsReportsEachItem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options  []cms.Option
		oneByOne bool
	}{
		"in one call":                  {nil, false},
		"without permalinks":           {[]cms.Option{cms.WithRoot("?rest_route=/")}, false},
		"with methods overridden":      {[]cms.Option{cms.WithMethodOverride()}, false},
		"one by one, route blocked":    {[]cms.Option{cms.WithMiddleware(blockBatches)}, true},
		"one by one, though it is not": {nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := sitetest.Live(t, c.options...)
			sitetest.Since(t, site, "6.5") // before, blocks are all synced, and nobody may trash a draft of one
			mixed(t, site, c.oneByOne)
		})
	}
}

// mixed creates a record of each kind, changes all of them and removes them
// again, with failures in between.
func mixed(t *testing.T, site *cms.Client, oneByOne bool) {
	t.Helper()
	word := newWord("mixed")
	terms := cms.NewCollection[term, termParams, struct{}](site, "cms/v2/categories")
	start := func() *batch.Builder {
		b := batch.New(site)
		if oneByOne {
			b.OneByOne()
		}
		return b
	}
	var (
		aPost  cms.Post
		aPage  cms.Page
		aBlock cms.Block
		anItem cms.MenuItem
		aTerm  term
		aTag   term
	)
	t.Cleanup(func() {
		ids := []int64{aPost.ID, aPage.ID, aBlock.ID, anItem.ID, aTerm.ID, aTag.ID}
		remove(context.Background(), t, site, ids, "posts", "pages", "blocks", "menu-items", "categories", "tags")
	})
	report, err := start().
		Add(site.Posts.CreateRequest(&cms.PostParams{Title: new(word), Status: new(cms.StatusPublish)}).Into(&aPost)).
		Add(site.Pages.CreateRequest(&cms.PageParams{Title: new(word)}).Into(&aPage)).
		Add(site.Posts.UpdateRequest(999999999, post(word))).
		Add(site.Blocks.CreateRequest(&cms.BlockParams{
			Title: new(word), Content: new("<p>x</p>"), Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncUnsynced)},
		}).Into(&aBlock)).
		Add(site.MenuItems.CreateRequest(&cms.MenuItemParams{
			Title: new(word), URL: new("https://fonts.example/" + word), Status: new(cms.StatusDraft), Classes: []string{},
		}).Into(&anItem)).
		Add(terms.CreateRequest(&termParams{Name: new(word)}).Into(&aTerm)).
		Add(cms.Request[term]{Method: http.MethodPost, Path: "cms/v2/tags", Body: map[string]string{"name": word}}.Into(
			&aTag)).
		Post("cms/v2/nope", nil).
		Post("cms/v2/posts", map[string]any{"title": word, "status": "bogus"}).
		Post("cms/v2/posts", nil).Header("X-Test", "one").Header("X-Tests", "one", "two").
		Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, report, "", []outcome{
		created(aPost.ID), created(aPage.ID), unknownID(), created(aBlock.ID), created(anItem.ID), created(aTerm.ID),
		created(aTag.ID),
		noRoute(), invalidStatus(), failed(400, cms.ErrBadRequest, cms.ErrorCode("empty_content")),
	})
	if t.Failed() {
		return
	}
	switch {
	case aPost.Status != cms.StatusPublish:
		t.Errorf("Request.Into: aPost.Status %q, want %q", aPost.Status, cms.StatusPublish)
	case aPage.Title.Raw != word:
		t.Errorf("Request.Into: aPage.Title.Raw %q, want %q", aPage.Title.Raw, word)
	case aBlock.SyncStatus != cms.SyncUnsynced:
		t.Errorf("Request.Into: aBlock.SyncStatus %q, want %q", aBlock.SyncStatus, cms.SyncUnsynced)
	case anItem.Type != cms.MenuItemCustom || len(anItem.Classes) != 0:
		t.Errorf("Request.Into: anItem.Type %q, length of anItem.Classes %d, want %q and 0", anItem.Type, len(anItem.Classes),
			cms.MenuItemCustom)
	case aTerm.Name != word:
		t.Errorf("Request.Into: aTerm.Name %q, want %q", aTerm.Name, word)
	case aTag.Slug != word:
		t.Errorf("Request.Into: aTag.Slug %q, want %q", aTag.Slug, word)
	}

	report, err = start().
		Add(withMethod(site.Posts.UpdateRequest(aPost.ID, &cms.PostParams{Sticky: new(true)}), http.MethodPatch)).
		Add(withMethod(site.Pages.UpdateRequest(aPage.ID, &cms.PageParams{MenuOrder: new(4)}), http.MethodPut)).
		Add(site.Blocks.TrashRequest(aBlock.ID),
			cms.NewContent[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions](site, "cms/v2/menu-items").
				TrashRequest(anItem.ID)).
		Patch("cms/v2/tags/"+fmt.Sprint(aTag.ID), map[string]string{"description": "d"}).
		Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, report, "", []outcome{
		done(aPost.ID), done(aPage.ID), done(aBlock.ID), failed(501, cms.ErrTrashUnsupported, cms.CodeTrashNotSupported),
		done(aTag.ID),
	})
	switch p, ok := batch.Value[cms.Post](report.Results[0]); {
	case !ok:
		t.Errorf("result 0 holds %T, want *cms.Post", report.Results[0].Value)
	case !p.Sticky:
		t.Error("result 0: Sticky false, want true")
	}
	switch p, ok := batch.Value[cms.Page](report.Results[1]); {
	case !ok:
		t.Errorf("result 1 holds %T, want *cms.Page", report.Results[1].Value)
	case p.MenuOrder != 4:
		t.Errorf("batch.Value(report.Results[1]): MenuOrder %d, want 4", p.MenuOrder)
	}
	switch b, ok := batch.Value[cms.Block](report.Results[2]); {
	case !ok:
		t.Errorf("result 2 holds %T, want *cms.Block", report.Results[2].Value)
	case b.Status != cms.StatusTrash:
		t.Errorf("batch.Value(report.Results[2]): Status %q, want %q", b.Status, cms.StatusTrash)
	}

	report, err = start().
		Add(site.Posts.DeleteRequest(aPost.ID), site.Posts.DeleteRequest(aPost.ID)).
		Delete("cms/v2/pages/"+fmt.Sprint(aPage.ID), map[string]bool{"force": true}).
		Add(terms.DeleteRequest(aTerm.ID)).
		Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	raw, ok := batch.Value[json.RawMessage](report.Results[2])
	switch {
	case !ok:
		t.Errorf("result 2 holds %T, want *json.RawMessage", report.Results[2].Value)
	case !strings.Contains(string(*raw), `"deleted":true`):
		t.Errorf("batch.Value(report.Results[2]): *raw %q, want %q in it", string(*raw), `"deleted":true`)
	}
	switch d, ok := batch.Value[cms.Deleted[cms.Post]](report.Results[0]); {
	case !ok:
		t.Errorf("result 0 holds %T, want *cms.Deleted[cms.Post]", report.Results[0].Value)
	case !d.Deleted:
		t.Error("result 0: Deleted false, want true")
	case d.Previous.ID != aPost.ID:
		t.Errorf("batch.Value(report.Results[0]): Previous.ID %d, want %d", d.Previous.ID, aPost.ID)
	}
	exactly(t, report.Results[1].Err, cms.ErrNotFound, cms.CodeInvalidID)
	switch d, ok := batch.Value[cms.Deleted[term]](report.Results[3]); {
	case !ok:
		t.Errorf("result 3 holds %T, want *cms.Deleted[term]", report.Results[3].Value)
	case !d.Deleted:
		t.Error("result 3: Deleted false, want true")
	case d.Previous.Name != word:
		t.Errorf("batch.Value(report.Results[3]): Previous.Name %q, want %q", d.Previous.Name, word)
	}
}

// remove deletes the records of these ids that are still there, one of each
// kind, and looks whether any is left.
func remove(ctx context.Context, t *testing.T, site *cms.Client, ids []int64, kinds ...string) {
	t.Helper()
	b := batch.New(site).OneByOne()
	for i, kind := range kinds {
		if ids[i] != 0 {
			b.Delete("cms/v2/"+kind+"/"+fmt.Sprint(ids[i]), map[string]bool{"force": true})
		}
	}
	if _, err := b.Do(ctx); err != nil {
		t.Error(err)
	}
	for i, kind := range kinds {
		if ids[i] == 0 {
			continue
		}
		_, err := cms.Do(ctx, site, cms.Request[json.RawMessage]{Path: "cms/v2/" + kind + "/" + fmt.Sprint(ids[i])})
		if err == nil {
			t.Errorf("cms.Do: %s %d is left: error nil, want an error", kind, ids[i])
		}
		exactly(t, err, cms.ErrNotFound)
	}
}
