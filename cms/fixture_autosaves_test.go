package cms_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// autosaver is what has autosaves: contents and menu items.
type autosaver[P any] interface {
	Autosaves(parent int64) *cms.Autosaves[P]
}

// recordedAutosaves checks autosaves, which are no collection.
var recordedAutosaves = recordedKind[cms.Autosave, cms.Nothing, cms.Nothing]{
	fields: func(v *cms.Autosave) map[string]any {
		fields := revisionFields(&v.Revision)
		fields["preview_link"] = v.PreviewLink
		return fields
	},
	extra: func(v *cms.Autosave) cms.Extra { return v.Extra },
}

func TestRecordedAutosavesAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, autosaveReads())
}

func TestRecordedAutosavesReturnWhatTheSiteStored(t *testing.T) {
	t.Parallel()
	replayAll(t, autosaveCreates())
}

func TestRecordedRefusalsOfAutosavesAreErrors(t *testing.T) {
	t.Parallel()
	replayAll(t, autosaveFailures())
}

func parentToo(body string) string {
	if body == "" {
		return ""
	}
	return "the parent of the specification is sent too"
}

// atID sends the Get of an autosave to the route with the id of the recording: a site
// does not look at it.
func atID(id int64) cms.Option {
	return cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(req *http.Request) (*http.Response, error) {
			req = req.Clone(req.Context())
			req.URL.Path = req.URL.Path[:strings.LastIndex(req.URL.Path, "/")+1] + strconv.FormatInt(id, 10)
			return next.RoundTrip(req)
		})
	})
}

// autosave is the Get of the autosave of a record.
func (k recordedKind[T, P, L]) autosave(fixture string, parent, id int64, want says,
	more func(*replay, *cms.Autosave)) replayCase {
	return replayCase{fixture: fixture, options: []cms.Option{atID(id)}, run: func(r *replay) {
		var resp cms.Response
		v, err := k.of(r.site).(autosaver[P]).Autosaves(parent).Get(r.Context(), cms.Capture(&resp))
		r.ok(err)
		recordedAutosaves.one(r, v, resp, "", want)
		if v.PreviewLink != "" {
			r.Errorf("preview link %q, want an empty string", v.PreviewLink)
		}
		if more != nil {
			more(r, v)
		}
	}}
}

// autosaves is the List of those of a record.
func (k recordedKind[T, P, L]) autosaves(fixture string, parent int64, want listed) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		page := &cms.ListPage[cms.Autosave]{}
		var err error
		page.Items, err = k.of(r.site).(autosaver[P]).Autosaves(parent).List(r.Context(), cms.Capture(&page.Response))
		r.ok(err)
		if page.Items == nil {
			r.Error("the list is nil: page.Items nil, want a value")
		}
		recordedAutosaves.items(r, page, want)
	}}
}

// autosaved is a Create that sends body.
func (k recordedKind[T, P, L]) autosaved(fixture string, parent int64, params *P, body string, want says,
	more func(*replay, *cms.Autosave)) replayCase {
	return replayCase{fixture: fixture, body: body, why: parentToo(body), run: func(r *replay) {
		var resp cms.Response
		v, err := k.of(r.site).(autosaver[P]).Autosaves(parent).Create(r.Context(), params, cms.Capture(&resp))
		r.ok(err)
		recordedAutosaves.one(r, v, resp, "", want)
		if more != nil {
			more(r, v)
		}
	}}
}

// unsaved is a Create that sends body and has to fail.
func (k recordedKind[T, P, L]) unsaved(fixture string, parent int64, params *P, body string, code cms.ErrorCode,
	is ...error) replayCase {
	return replayCase{fixture: fixture, body: body, why: parentToo(body), run: func(r *replay) {
		_, err := k.of(r.site).(autosaver[P]).Autosaves(parent).Create(r.Context(), params)
		r.failed(err, failure{code: code, is: is})
	}}
}

func autosaveReads() []replayCase {
	post := says{
		"id": 1544, "parent": 85, "author": 1, "slug": "85-autosave-v1", "date": "2026-11-21T06:09:51",
		"date_gmt":       "2026-11-21T05:09:51",
		"title.rendered": "Autosaved again posts", "title.raw": "", "content.rendered": "<p>auto</p>\n",
		"excerpt.rendered": "<p>e</p>\n",
	}
	page := says{"id": 1545, "parent": 1317, "slug": "1317-autosave-v1", "title.rendered": "Autosaved again pages"}
	block := says{"id": 1546, "parent": 1505, "slug": "1505-autosave-v1", "title.raw": "Autosaved again blocks",
		"content.raw": "<p>auto</p>", "excerpt.raw": ""}
	// A site stores nothing of a menu item.
	item := says{"id": 1549, "parent": 1468, "slug": "1468-autosave-v1", "title.rendered": "", "content.rendered": ""}
	linked := func(path string) func(*replay, *cms.Autosave) {
		return func(r *replay, v *cms.Autosave) { parentLink(r, v.Links, path) }
	}
	one := func(id int64, first says) listed { return listed{ids: []int64{id}, first: first} }
	// The site does not look at the id of an autosave.
	return []replayCase{
		recordedPosts.autosave("posts_autosave_get", 85, 1544, post, linked("posts/85")),
		recordedPosts.autosave("posts_autosave_get_unknown_id_200", 85, 999999, post, linked("posts/85")),
		recordedPages.autosave("pages_autosave_get", 1317, 1545, page, linked("pages/1317")),
		recordedBlocks.autosave("blocks_autosave_get_unknown_id_200", 1505, 999999, block, func(r *replay, v *cms.Autosave) {
			parentLink(r, v.Links, "blocks/1505")
			unknownSync(r, v.Meta)
		}),
		recordedMenuItems.autosave("menu_items_autosave_get", 1468, 1549, item, linked("menu-items/1468")),
		recordedMenuItems.autosave("menu_items_autosave_get_unknown_id_200", 1468, 999999, item, linked("menu-items/1468")),
		recordedPosts.autosaves("posts_autosaves_list", 85, one(1544, post)),
		recordedPosts.autosaves("posts_autosaves_list_empty", 65, listed{}),
		recordedPages.autosaves("pages_autosaves_list", 1317, one(1545, page)),
		recordedBlocks.autosaves("blocks_autosaves_list", 1505, one(1546, block)),
		recordedMenuItems.autosaves("menu_items_autosaves_list", 1468, listed{}),
	}
}

func autosaveCreates() []replayCase {
	const preview = replayHost +
		"/2025/03/caching-fallback-stacks-note-21/?preview_id=85&preview_nonce=f6486bcf6a&preview=true"
	raw := says{"content.raw": "<p>auto</p>", "content.rendered": "<p>auto</p>\n", "excerpt.raw": "e",
		"meta.footnotes": ""}
	saved := func(want says) says {
		for path, value := range raw {
			want[path] = value
		}
		return want
	}
	return []replayCase{
		recordedPosts.autosaved("posts_autosave_create_200", 85,
			&cms.PostParams{Title: new("Autosaved posts"), Content: new("<p>auto</p>"), Excerpt: new("e")},
			`{"title":"Autosaved posts","content":"<p>auto</p>","excerpt":"e","parent":85}`,
			saved(says{"id": 1544, "parent": 85, "title.raw": "Autosaved posts", "preview_link": preview}), nil),
		recordedPosts.autosaved("posts_autosave_no_change", 86, nil, `{"parent":86}`,
			says{"id": 1548, "parent": 86, "title.raw": "", "content.raw": "", "slug": "86-autosave-v1"},
			func(r *replay, v *cms.Autosave) {
				switch {
				case !v.Title.HasRaw():
					r.Error("an empty raw text is taken for none: v.Title.HasRaw() is false, want true")
				case !v.Content.HasRaw():
					r.Error("an empty raw text is taken for none: v.Content.HasRaw() is false, want true")
				case !v.Excerpt.HasRaw():
					r.Error("an empty raw text is taken for none: v.Excerpt.HasRaw() is false, want true")
				}
			}),
		// The draft itself is what changed.
		recordedPosts.autosaved("posts_autosave_own_draft_updates_post", 1547,
			&cms.PostParams{Title: new("Own draft autosaved"), Content: new("c")},
			`{"title":"Own draft autosaved","content":"c","parent":1547}`,
			says{"id": 1547, "parent": 0, "slug": "", "date": "", "date_gmt": "", "modified": "2026-11-21T06:09:52",
				"preview_link": replayHost + "/?p=1547&preview=true"},
			func(r *replay, v *cms.Autosave) {
				switch {
				case !v.Date.IsZero():
					r.Errorf("autosave: Date %q, want none", v.Date)
				case !v.DateGMT.IsZero():
					r.Errorf("autosave: DateGMT %q, want none", v.DateGMT)
				case v.ModifiedGMT.IsZero():
					r.Errorf("autosave: ModifiedGMT %q, want a time", v.ModifiedGMT)
				case linked(v.Links):
					r.Errorf("autosave: links %v, want none", v.Links)
				}
			}),
		recordedPages.autosaved("pages_autosave_create_200", 1317,
			&cms.PageParams{Title: new("Autosaved pages"), Content: new("<p>auto</p>"), Excerpt: new("e")}, "",
			saved(says{"id": 1545, "parent": 1317, "title.raw": "Autosaved pages",
				"preview_link": replayHost + "/guide-3/?preview_id=1317&preview_nonce=cc86a6109b&preview=true"}), nil),
		recordedBlocks.autosaved("blocks_autosave_create_200", 1505,
			&cms.BlockParams{Title: new("Autosaved blocks"), Content: new("<p>auto</p>"), Excerpt: new("e")},
			`{"title":"Autosaved blocks","content":"<p>auto</p>","excerpt":"e","parent":1505}`,
			saved(says{"id": 1546, "parent": 1505, "title.raw": "Autosaved blocks", "preview_link": ""}),
			func(r *replay, v *cms.Autosave) { unknownSync(r, v.Meta) }),
		recordedMenuItems.autosaved("menu_items_autosave_create", 1468, &cms.MenuItemParams{Title: new("Auto menu")},
			"", says{"id": 1549, "parent": 1468, "title.raw": "", "preview_link": ""}, nil),
	}
}

func autosaveFailures() []replayCase {
	return []replayCase{
		recordedPosts.unsaved("posts_autosave_create_401", 85, &cms.PostParams{Title: new("x")}, `{"title":"x","parent":85}`,
			cms.CodeCannotEdit, cms.ErrUnauthorized),
		recordedPosts.unsaved("posts_autosave_parent_404", 999999, &cms.PostParams{Title: new("x")},
			`{"title":"x","parent":999999}`, cms.CodeInvalidID, cms.ErrNotFound),
		recordedPages.unsaved("pages_autosave_create_401", 1317, &cms.PageParams{Title: new("x")}, "", cms.CodeCannotEdit,
			cms.ErrUnauthorized),
		recordedBlocks.unsaved("blocks_autosave_create_401", 1505, &cms.BlockParams{Title: new("x")},
			`{"title":"x","parent":1505}`, cms.CodeCannotEdit, cms.ErrUnauthorized),
	}
}
