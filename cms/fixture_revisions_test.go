package cms_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// recordedRevisions checks revisions, which are no collection.
var recordedRevisions = recordedKind[cms.Revision, cms.Nothing, cms.RevisionListOptions]{
	fields: revisionFields,
	extra:  func(v *cms.Revision) cms.Extra { return v.Extra },
}

// revisionFields are the fields of a revision by where the specification has
// them.
func revisionFields(v *cms.Revision) map[string]any {
	fields := map[string]any{
		"id": v.ID, "author": v.Author, "date": v.Date, "date_gmt": v.DateGMT, "modified": v.Modified,
		"modified_gmt": v.ModifiedGMT, "parent": v.Parent, "slug": v.Slug, "meta.footnotes": v.Meta.Footnotes,
	}
	textFields("guid", v.GUID, fields)
	textFields("title", v.Title, fields)
	textFields("content", v.Content, fields)
	textFields("excerpt", v.Excerpt, fields)
	return fields
}

func TestRecordedRevisionsAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, revisionReads())
}

func TestRecordedRevisionsAreDeletedWhereTheSiteAllowsIt(t *testing.T) {
	t.Parallel()
	replayAll(t, revisionDeletes())
}

func TestRecordedRefusalsOfRevisionsAreErrors(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(revisionFailures()))
}

func TestRevisionsOfNoRecordAreRefusedUnsent(t *testing.T) {
	t.Parallel()
	mock := newReplayTransport(t)
	_, err := replaySite(t, mock).Posts.Revisions(65).Delete(t.Context(), 0)
	exactly(t, err, cms.ErrInvalidArgument)
	mock.Sent(0)
}

// revisionsOf returns the revisions of a record of the fixture's collection.
func revisionsOf(r *replay, parent int64) *cms.Revisions {
	r.Helper()
	switch rest := strings.TrimPrefix(r.Request.Path, "/wp-json/wp/v2/"); {
	case strings.HasPrefix(rest, "posts/"):
		return r.site.Posts.Revisions(parent)
	case strings.HasPrefix(rest, "pages/"):
		return r.site.Pages.Revisions(parent)
	case strings.HasPrefix(rest, "blocks/"):
		return r.site.Blocks.Revisions(parent)
	}
	r.Fatalf("%s has no revisions, want a path of posts, pages or blocks", r.Request.Path)
	return nil
}

// revision is the Get of one.
func revision(fixture string, parent, id int64, want says, more func(*replay, *cms.Revision),
	options ...cms.GetOption) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		var resp cms.Response
		v, err := revisionsOf(r, parent).Get(r.Context(), id, append(options[:len(options):len(options)],
			cms.Capture(&resp))...)
		r.ok(err)
		recordedRevisions.one(r, v, resp, "", want)
		r.said(revisionFields(v), says{"id": id, "parent": parent})
		more(r, v)
	}}
}

// revisions is the List of those of one record.
func revisions(fixture string, parent int64, options *cms.RevisionListOptions, want listed,
	callOptions ...cms.CallOption) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		page, err := revisionsOf(r, parent).List(r.Context(), options, callOptions...)
		r.ok(err)
		recordedRevisions.items(r, page, want)
	}}
}

// revisionDeleted is the Delete of one.
func revisionDeleted(fixture string, parent, id int64, want says) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		v, err := revisionsOf(r, parent).Delete(r.Context(), id)
		r.ok(err)
		recordedRevisions.deleted(r, v, want)
		r.said(revisionFields(v.Previous), says{"id": id, "parent": parent})
		if linked(v.Previous.Links) {
			r.Errorf("deleted revision: links %v, want none", v.Previous.Links)
		}
	}}
}

// parentLink checks the only link of a revision.
func parentLink(r *replay, links cms.Links, path string) {
	r.Helper()
	switch up := links.Get("parent"); {
	case relations(links) != 1:
		r.Errorf("links %+v: relations(links) %d, want 1", links, relations(links))
	case len(up) != 1:
		r.Errorf("links %+v with %d parents, want 1", links, len(up))
	case up[0].Href != replayHost+"/wp-json/wp/v2/"+path:
		r.Errorf("links %+v: up[0].Href %q, want %q", links, up[0].Href, replayHost+"/wp-json/wp/v2/"+path)
	}
}

func revisionReads() []replayCase {
	const block = "<!-- wp:paragraph -->\n<p>Pattern 1, pass 2.</p>\n<!-- /wp:paragraph -->"
	post := says{
		"author": 1, "date": "2026-11-21T05:53:54", "date_gmt": "2026-11-21T04:53:54", "slug": "65-revision-v1",
		"title.rendered": "Debugging Hinting: note 1", "guid.rendered": replayHost + "/?p=1303", "meta.footnotes": "",
	}
	rendered := func(path string) func(*replay, *cms.Revision) {
		return func(r *replay, v *cms.Revision) {
			parentLink(r, v.Links, path)
			switch {
			case v.Title.HasRaw():
				r.Error("revision: title with its raw text, want it without")
			case v.Content.HasRaw():
				r.Error("revision: content with its raw text, want it without")
			case v.Extra != nil:
				r.Errorf("revision: Extra %v, want nil", v.Extra)
			case v.Meta.Extra != nil:
				r.Errorf("HasRaw of the title %v, the content %v, extra %v and %v, want nil", v.Title.HasRaw(), v.Content.HasRaw(),
					v.Extra, v.Meta.Extra)
			}
		}
	}
	return []replayCase{
		revision("posts_revisions_get", 65, 1303, post, rendered("posts/65")),
		revision("posts_revisions_get_edit", 65, 1303, says{"title.raw": "Debugging Hinting: note 1", "excerpt.raw": "",
			"guid.raw": replayHost + "/?p=1303"},
			func(r *replay, v *cms.Revision) {
				parentLink(r, v.Links, "posts/65")
				switch {
				case !v.Excerpt.HasRaw():
					r.Error("revision: excerpt without its raw text, want it")
				case !strings.HasPrefix(v.Content.Raw, "<!-- wp:paragraph -->\n<p>Note 1 about kerning."):
					r.Errorf("HasRaw of the excerpt %v, content %q, want the prefix %q", v.Excerpt.HasRaw(), v.Content.Raw,
						"<!-- wp:paragraph -->\n<p>Note 1 about kerning.")
				}
			}, cms.InContext(cms.ContextEdit)),
		revision("pages_revisions_get", 1315, 1467, says{"slug": "1315-revision-v1", "title.rendered": "Guide 1"},
			rendered("pages/1315")),
		revision("blocks_revisions_get", 1500, 1543, says{
			"slug": "1500-revision-v1", "title.raw": "Pattern 1", "title.rendered": "Pattern 1", "content.raw": block,
			"content.rendered": "\n<p class=\"wp-block-paragraph\">Pattern 1, pass 2.</p>\n", "excerpt.raw": "",
		}, func(r *replay, v *cms.Revision) {
			parentLink(r, v.Links, "blocks/1500")
			switch {
			case !v.Title.HasRaw():
				r.Error("revision: title without its raw text, want it")
			case !v.Content.HasRaw():
				r.Error("revision: content without its raw text, want it")
			case v.Excerpt.HasRaw():
				r.Error("revision: excerpt with a raw text, want none")
			}
			unknownSync(r, v.Meta)
		}),
		revisions("posts_revisions_list", 65, &cms.RevisionListOptions{PerPage: 2},
			listed{total: 4, pages: 2, ids: []int64{1303, 1302}, first: post}),
		revisions("posts_revisions_all_fields", 65, nil, listed{total: 4, pages: 1, ids: []int64{1303, 1302, 1301, 1300},
			first: says{
				"date": "2026-11-21T05:53:54", "parent": 65, "author": 0,
			}}, cms.Fields("id", "parent", "date", "slug")),
		revisions("posts_revisions_no_revisions", 115, nil, listed{}),
		revisions("pages_revisions_list", 1315, &cms.RevisionListOptions{PerPage: 2},
			listed{total: 3, pages: 2, ids: []int64{1467, 1466}, first: says{"title.rendered": "Guide 1", "parent": 1315}}),
	}
}

// unknownSync checks the meta of a revision of a block, which has null for the
// sync status.
func unknownSync(r *replay, meta cms.Meta) {
	r.Helper()
	switch raw := meta.Extra["wp_pattern_sync_status"]; {
	case len(meta.Extra) != 1:
		r.Errorf("extra %s: %d members in Extra, want 1", meta.Extra, len(meta.Extra))
	case string(raw) != "null":
		r.Errorf("extra %s: raw %q, want %q", meta.Extra, string(raw), "null")
	}
}

func revisionDeletes() []replayCase {
	return []replayCase{
		revisionDeleted("posts_revisions_delete_force_200_cap_granted", 67, 1314,
			says{"slug": "67-revision-v1", "title.rendered": "Shipping Variable axes: note 3"}),
		revisionDeleted("pages_revisions_delete_force_200_cap_granted", 1315, 1467,
			says{"slug": "1315-revision-v1", "title.rendered": "Guide 1"}),
		revisionDeleted("blocks_revisions_delete_force_200_cap_granted", 1500, 1543,
			says{"slug": "1500-revision-v1", "title.raw": "Pattern 1"}),
	}
}

func revisionFailures() []failure {
	remove := func(parent, id int64) func(*replay) error {
		return func(r *replay) error {
			_, err := revisionsOf(r, parent).Delete(r.Context(), id)
			return err
		}
	}
	// Revisions have no Trash, since no site has a trash for them: only a
	// content at their route asks for it.
	trash := func(path string, id int64) func(*replay) error {
		return func(r *replay) error {
			_, err := cms.NewContent[cms.Revision, cms.Nothing, cms.RevisionListOptions](r.site, path).Trash(r.Context(), id)
			return err
		}
	}
	list := func(parent int64, options *cms.RevisionListOptions) func(*replay) error {
		return func(r *replay) error {
			_, err := revisionsOf(r, parent).List(r.Context(), options)
			return err
		}
	}
	unauthorized, forbidden, gone := []error{cms.ErrUnauthorized}, []error{cms.ErrForbidden}, []error{cms.ErrNotFound}
	noTrash := []error{cms.ErrTrashUnsupported}
	return []failure{
		{fixture: "posts_revisions_get_404", call: func(r *replay) error {
			_, err := revisionsOf(r, 65).Get(r.Context(), 999999)
			return err
		}, code: cms.CodeInvalidID, is: gone},
		{fixture: "posts_revisions_list_401", call: list(65, nil), code: "rest_cannot_read", is: unauthorized},
		{fixture: "posts_revisions_parent_404", call: list(999999, nil), code: "rest_post_invalid_parent", is: gone},
		{fixture: "posts_revisions_page_beyond_400", call: list(65, &cms.RevisionListOptions{Page: 9, PerPage: 2}),
			code: "rest_revision_invalid_page_number", is: []error{cms.ErrBadRequest}, hint: "fewer pages"},
		{fixture: "posts_revisions_delete_401", call: remove(67, 1314), code: cms.CodeCannotDelete, is: unauthorized},
		// What a stock site answers to everyone.
		{fixture: "posts_revisions_delete_force_admin_403", call: remove(67, 1314), code: cms.CodeCannotDelete,
			is:   forbidden,
			hint: "not even an administrator"},
		{fixture: "posts_revisions_delete_again_403", call: remove(67, 1314), code: cms.CodeCannotDelete, is: forbidden,
			hint: "not even an administrator"},
		{fixture: "pages_revisions_delete_force_admin_403", call: remove(1315, 1467), code: cms.CodeCannotDelete,
			is:   forbidden,
			hint: "not even an administrator"},
		{fixture: "blocks_revisions_delete_force_admin_403", call: remove(1500, 1543), code: cms.CodeCannotDelete,
			is:   forbidden,
			hint: "not even an administrator"},
		{fixture: "posts_revisions_delete_no_force_403", call: trash("cms/v2/posts/67/revisions", 1314),
			code: cms.CodeCannotDelete, is: forbidden,
			hint: "not even an administrator"},
		// And one with a plugin that lets revisions be deleted.
		{fixture: "posts_revisions_delete_gone_404_cap_granted", call: remove(67, 1314), code: cms.CodeInvalidID, is: gone},
		{fixture: "pages_revisions_delete_gone_404_cap_granted", call: remove(1315, 1467), code: cms.CodeInvalidID, is: gone},
		{fixture: "blocks_revisions_delete_gone_404_cap_granted", call: remove(1500, 1543), code: cms.CodeInvalidID,
			is: gone},
		{fixture: "posts_revisions_delete_no_force_501_cap_granted", call: trash("cms/v2/posts/67/revisions", 1314),
			code: cms.CodeTrashNotSupported, is: noTrash},
		{fixture: "pages_revisions_delete_no_force_501_cap_granted", call: trash("cms/v2/pages/1315/revisions", 1467),
			code: cms.CodeTrashNotSupported, is: noTrash},
		{fixture: "blocks_revisions_delete_no_force_501_cap_granted", call: trash("cms/v2/blocks/1500/revisions", 1543),
			code: cms.CodeTrashNotSupported, is: noTrash},
	}
}

// relations is how many relations there are.
func relations(links cms.Links) (n int) {
	for range links.All() {
		n++
	}
	return n
}

func linked(links cms.Links) bool { return relations(links) > 0 }
