package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// blockFields are those that blocks share with posts and pages, and their own.
func blockFields() []change {
	shared := []string{"title", "content", "excerpt", "password", "template"}
	others := func(one change) bool { return !slices.Contains(shared, one.Field) }
	return append(slices.DeleteFunc(fieldRows("content"), others), fieldRows("blocks")...)
}

// hiddenLists are lists whose records are counted and left out, for those who do not write; and what a block is
// deleted to.
func hiddenLists() []scenario {
	var out []scenario
	for _, who := range []role{nobody, subscriber} {
		for _, in := range contexts[:2] {
			out = append(out, scenario{
				collection: "blocks", kind: reading, role: who, name: fmt.Sprintf("a list in %s is empty and counts all", in),
				run: func(t *testing.T, s *site, c *cms.Client) {
					page, err := c.Blocks.List(t.Context(), &cms.BlockListOptions{Context: in, PerPage: 100})
					if err != nil {
						t.Fatal(err)
					}
					if n := len(s.matching("blocks", published)); len(page.Items) != 0 || page.Total != n {
						t.Errorf("the list holds %d of %d blocks, want none of %d", len(page.Items), page.Total, n)
					}
				},
			})
		}
	}
	for _, one := range []struct {
		in   cms.Context
		sync cms.SyncStatus
		raw  string
	}{{cms.ContextView, "unsynced", "Everything set"}, {cms.ContextEdit, "unsynced", "Everything set"},
		{cms.ContextEmbed, "", ""}} {
		out = append(out, scenario{
			collection: "blocks", kind: reading, role: admin,
			name: fmt.Sprintf("the raw texts and the sync status in %s", one.in),
			run: func(t *testing.T, s *site, c *cms.Client) {
				b, err := c.Blocks.Get(t.Context(), 481, cms.InContext(one.in))
				if err != nil {
					t.Fatal(err)
				}
				if b.SyncStatus != one.sync || b.Title.Raw != one.raw {
					t.Errorf("Get of a block: %s, want sync status %q and raw title %q", asJSON(t, b), one.sync, one.raw)
				} else if b.Title.Rendered != "" || b.Content.Rendered != "" {
					t.Errorf("Get of a block: %s, want no rendered text", asJSON(t, b))
				} else if b.Type != s.prefix+"_block" {
					t.Errorf("Get of a block: %s, want the type of blocks", asJSON(t, b))
				}
				if one.in != cms.ContextEmbed && !strings.Contains(b.Content.Raw, "481") {
					t.Errorf("Get of a block: content %s, want its text", b.Content.Raw)
				}
			},
		})
	}
	return append(out,
		scenario{
			collection: "blocks", kind: writing, role: editor, name: "to the trash and back",
			run: func(t *testing.T, s *site, c *cms.Client) {
				trashed, err := c.Blocks.Trash(t.Context(), 408)
				if err != nil {
					t.Fatal(err)
				}
				if r := s.stored(t, "blocks", 408); trashed.Status != cms.StatusTrash {
					t.Errorf("Trash of a block: status %s, want trash", trashed.Status)
				} else if r.text("slug") != "nn-specimen__trashed" || r.text("status") != "trash" {
					t.Errorf("Trash of a block: stored %s, want the status trash and the slug of the trash", asJSON(t, r))
				}
				if _, err := c.Blocks.Update(t.Context(), 408, &cms.BlockParams{Status: new(cms.StatusPublish)}); err != nil {
					t.Fatal(err)
				}
				if r := s.stored(t, "blocks", 408); r.text("slug") != "nn-specimen" || r.text("status") != "publish" {
					t.Errorf("Update of a block out of the trash: stored %s, want its slug and the status publish", asJSON(t, r))
				}
			},
		},
		scenario{
			collection: "blocks", kind: writing, role: admin, name: "deleted for good",
			run: func(t *testing.T, s *site, c *cms.Client) {
				was, err := c.Blocks.Delete(t.Context(), 408)
				if err != nil {
					t.Fatal(err)
				}
				if was.Previous.ID != 408 || was.Previous.Title.Raw != "Specimen" {
					t.Errorf("Delete of a block: %s, want block 408 with its title as it was", asJSON(t, was))
				} else if s.stored(t, "blocks", 408) != nil {
					t.Errorf("Delete of a block: %s, want none stored", asJSON(t, was))
				}
			},
		})
}

// nullStatus creates a block with the sync status null, which the SDK itself leaves out: the block is made, and then
// refused.
func nullStatus() []scenario {
	return refusals([]refusal{{
		collection: "blocks", role: admin, name: "create with the sync status null", status: 500,
		code: "rest_invalid_stored_value", left: 1,
		call: func(ctx context.Context, s *site, c *cms.Client) error {
			body := map[string]any{"title": "x", "meta": map[string]any{s.prefix + "_pattern_sync_status": nil}}
			_, err := cms.Do(ctx, c, cms.Request[cms.Raw]{Method: "POST", Path: "cms/v2/blocks", Body: body})
			return err
		},
	}})
}
