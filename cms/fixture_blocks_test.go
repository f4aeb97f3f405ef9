package cms_test

import (
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

var recordedBlocks = recordedKind[cms.Block, cms.BlockParams, cms.BlockListOptions]{
	of: func(c *cms.Client) sitetest.Records[cms.Block, cms.BlockParams, cms.BlockListOptions] {
		return c.Blocks
	},
	fields:  blockFields,
	extra:   func(b *cms.Block) cms.Extra { return b.Extra },
	spelled: spellBlock,
}

// blockFields are the fields of a block by where the specification has them.
func blockFields(b *cms.Block) map[string]any {
	fields := map[string]any{
		"id": b.ID, "date": b.Date, "date_gmt": b.DateGMT, "modified": b.Modified, "modified_gmt": b.ModifiedGMT,
		"slug": b.Slug, "status": b.Status, "type": b.Type, "link": b.Link, "template": b.Template,
		"meta.footnotes": b.Meta.Footnotes, "cms_pattern_category": b.PatternCategory,
		"cms_pattern_sync_status": b.SyncStatus, "password": b.Password, "class_list": b.ClassList,
	}
	textFields("guid", b.GUID, fields)
	textFields("title", b.Title, fields)
	textFields("content", b.Content, fields)
	textFields("excerpt", b.Excerpt, fields)
	return fields
}

// spellBlock gives the members of a block that carry the prefix of the site the
// names of the specification. The sync status "" is written as null.
func spellBlock(record map[string]any) {
	for _, name := range []string{"_pattern_category", "_pattern_sync_status"} {
		if value, ok := record["wp"+name]; ok {
			record["cms"+name] = value
			delete(record, "wp"+name)
		}
	}
	if record["cms_pattern_sync_status"] == "" {
		record["cms_pattern_sync_status"] = nil
	}
}

func TestRecordedBlocksAreReadAndWrittenWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, blockCases())
}

func TestRecordedListsOfBlocksAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, blockLists())
}

func TestRecordedRefusalsOfBlocksAreErrors(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(blockFailures()))
}

func blockCases() []replayCase {
	const content = "<!-- wp:paragraph {\"metadata\":{\"name\":\"Line 3\"}} -->\n<p>Pattern 3: The quick brown fox.</p>" +
		"\n<!-- /wp:paragraph -->"
	view := says{
		"id": 1502, "date": "2025-03-04T09:00:00", "date_gmt": "2025-03-04T08:00:00", "slug": "pattern-3",
		"status": cms.StatusPublish, "type": "wp_block", "link": replayHost + "/2025/03/pattern-3/",
		"title.raw": "Pattern 3", "title.rendered": "", "content.raw": content, "content.rendered": "",
		"excerpt.rendered": "<p>Pattern 3: The quick brown fox.</p>\n", "excerpt.raw": "",
		"cms_pattern_category": []int{}, "cms_pattern_sync_status": cms.SyncUnsynced, "template": "",
	}
	return []replayCase{
		recordedBlocks.get("blocks_get", 1502, view, func(r *replay, b *cms.Block) {
			switch {
			case !b.Title.HasRaw():
				r.Error("block: title without its raw text, want it")
			case !b.Content.HasRaw():
				r.Error("block: content without its raw text, want it")
			case b.Excerpt.HasRaw():
				r.Error("block: excerpt with a raw text, want none")
			case b.Extra != nil:
				r.Errorf("block: Extra %v, want nil", b.Extra)
			case b.Meta.Extra != nil:
				r.Errorf("HasRaw of the title %v, the content %v, the excerpt %v, extra %v and %v, want nil", b.Title.HasRaw(),
					b.Content.HasRaw(), b.Excerpt.HasRaw(), b.Extra, b.Meta.Extra)
			}
			switch terms := b.Links.Get("cms:term"); {
			case len(terms) != 1:
				r.Errorf("cms:term: %+v: %d terms, want 1", terms, len(terms))
			case terms[0].Taxonomy != "wp_pattern_category":
				r.Errorf("cms:term: %+v: terms[0].Taxonomy %q, want %q", terms, terms[0].Taxonomy, "wp_pattern_category")
			case !terms[0].Embeddable:
				r.Errorf("cms:term: Embeddable of %+v false, want true", terms[0])
			}
			_, err := b.Params()
			exactly(r, err, cms.ErrIncomplete, cms.ErrInvalidArgument)
		}),
		recordedBlocks.get("blocks_get_edit", 1502, says{
			"title.raw": "Pattern 3", "content.raw": content, "content.block_version": 1, "password": "",
			"guid.raw": replayHost + "/2025/03/pattern-3/", "cms_pattern_sync_status": cms.SyncUnsynced,
		}, func(r *replay, b *cms.Block) {
			params, err := b.Params()
			r.ok(err)
			switch {
			case *params.Title != "Pattern 3":
				r.Errorf("params %+v: Title %q, want %q", params, *params.Title, "Pattern 3")
			case *params.Content != content:
				r.Errorf("params %+v: Content %q, want %q", params, *params.Content, content)
			case *params.Excerpt != "":
				r.Errorf("params %+v: Excerpt %q, want an empty string", params, *params.Excerpt)
			case *params.Meta.SyncStatus != cms.SyncUnsynced:
				r.Errorf("params %+v: Meta.SyncStatus %q, want %q", params, *params.Meta.SyncStatus, cms.SyncUnsynced)
			}
			switch date := params.DateGMT.String(); {
			case date != "2025-03-04T08:00:00Z":
				r.Errorf("Block.Params: date %q, want %q", date, "2025-03-04T08:00:00Z")
			case params.PatternCategory == nil:
				r.Errorf("params have the date %q and the categories %v: PatternCategory nil, want a value", date,
					params.PatternCategory)
			case len(params.PatternCategory) != 0:
				r.Errorf("params have the date %q and the categories %v, want an empty list", date, params.PatternCategory)
			}
		}, cms.InContext(cms.ContextEdit)),
		recordedBlocks.create("blocks_create_201", &cms.BlockParams{
			Title: new("Callout box"), Content: new("<!-- wp:paragraph --><p>Note.</p><!-- /wp:paragraph -->"),
			Status: new(cms.StatusPublish), Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncUnsynced)},
			PatternCategory: []int64{21},
		}, says{
			"id": 1576, "slug": "callout-box", "type": "wp_block", "cms_pattern_category": []int{21},
			"cms_pattern_sync_status": cms.SyncUnsynced, "meta.footnotes": "", "excerpt.raw": "",
			"excerpt.rendered": "<p>Note.</p>\n",
		}),
		recordedBlocks.update("blocks_update", 1576, &cms.BlockParams{Content: new("<p>new</p>")}, says{
			"content.raw": "<p>new</p>", "content.block_version": 0, "title.raw": "Callout box",
			"cms_pattern_sync_status": cms.SyncUnsynced,
		}, cms.UpdateMethod(http.MethodPut)),
		recordedBlocks.trash("blocks_delete_trash", 1576, says{"status": cms.StatusTrash, "slug": "callout-box__trashed",
			"type": "wp_block"}),
		recordedBlocks.delete("blocks_delete_force", 1576, says{
			"id": 1576, "type": "wp_block", "status": cms.StatusTrash, "cms_pattern_category": []int{21},
			"cms_pattern_sync_status": cms.SyncUnsynced,
		}),
	}
}

func blockLists() []replayCase {
	latest := says{
		"slug": "pattern-40", "type": "wp_block", "title.raw": "Pattern 40", "title.rendered": "",
		"cms_pattern_category": []int{22}, "cms_pattern_sync_status": cms.SyncFull,
	}
	return []replayCase{
		recordedBlocks.list("blocks_list", &cms.BlockListOptions{PerPage: 3},
			listed{total: 40, pages: 14, ids: []int64{1539, 1538, 1537}, first: latest}),
		// The site counts what it does not show.
		recordedBlocks.list("blocks_list_anon", &cms.BlockListOptions{PerPage: 1}, listed{total: 40, pages: 40}),
		recordedBlocks.list("blocks_list_by_category", &cms.BlockListOptions{PatternCategory: cms.Terms(22), PerPage: 2},
			listed{total: 7, pages: 4, ids: []int64{1539, 1533},
				first: says{"cms_pattern_category": []int{22}, "cms_pattern_sync_status": cms.SyncFull, "type": ""}},
			cms.Fields("id", "cms_pattern_category", "cms_pattern_sync_status")).
			asking("wp_pattern_category[]=22&per_page=2&_fields=id,wp_pattern_category,wp_pattern_sync_status,meta",
				"lists are sent with brackets"),
		{fixture: "blocks_list_embed_context", run: func(r *replay) {
			page, err := r.site.Blocks.List(r.Context(), &cms.BlockListOptions{PerPage: 2, Context: cms.ContextEmbed})
			r.ok(err)
			recordedBlocks.items(r, page, listed{total: 40, pages: 20, ids: []int64{1539, 1538}, first: says{
				"title.raw": "", "excerpt.rendered": "<p>Pattern 40: The quick brown fox.</p>\n", "cms_pattern_category": []int{},
				"type": "wp_block",
			}})
			// The title comes as [].
			switch title := page.Items[0].Title; {
			case title != (cms.Text{}):
				r.Errorf("the title is %+v, want %+v", title, cms.Text{})
			case title.HasRaw():
				r.Errorf("listed block: title %+v with its raw text, want it without", title)
			}
			_, err = page.Items[0].Params()
			exactly(r, err, cms.ErrIncomplete, cms.ErrInvalidArgument)
		}},
	}
}

func blockFailures() []failure {
	get := func(id int64) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.Blocks.Get(r.Context(), id)
			return err
		}
	}
	create := func(params *cms.BlockParams) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.Blocks.Create(r.Context(), params)
			return err
		}
	}
	unauthorized := []error{cms.ErrUnauthorized}
	return []failure{
		{fixture: "blocks_get_401_anon", call: get(1500), code: "rest_forbidden", is: unauthorized},
		{fixture: "blocks_get_404", call: get(999999), code: cms.CodeInvalidID, is: []error{cms.ErrNotFound}},
		{fixture: "blocks_create_401", call: create(&cms.BlockParams{Title: new("x"), Content: new("y")}),
			code: cms.CodeCannotCreate, is: unauthorized},
		{fixture: "blocks_create_bad_sync_400", call: create(&cms.BlockParams{
			Title: new("x"), Content: new("y"), Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncStatus("sometimes"))},
		}), code: "rest_not_in_enum", is: []error{cms.ErrBadRequest}},
	}
}

func TestFieldsAreAskedForWithThePrefixOfTheSite(t *testing.T) {
	t.Parallel()
	mock := newReplayTransport(t)
	serveElsewhere(t, mock, false, http.MethodGet, "/wp-json/wp/v2/blocks",
		"_fields=id,wp_pattern_category,meta.wp_pattern_note,_links.wp:term", "", "blocks_list_anon")
	_, err := replaySite(t, mock).Blocks.List(t.Context(), nil,
		cms.Fields("id", "cms_pattern_category", "meta.cms_pattern_note", "_links.cms:term"))
	if err != nil {
		t.Error(err)
	}
}
