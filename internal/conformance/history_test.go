package conformance

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// history is what the scenarios on revisions and autosaves have to know of a collection whose records have them.
type history struct {
	base string // of the records, in routes and documents
	name string // of the scenarios: "post", which makes post-revisions and post-autosaves
	// rich is a published record with many revisions and the autosaves of two users, owner the role of its author.
	rich  int64
	owner role
	// bare is a published record of the same author without any.
	bare int64
	// draft is a draft of the owner whose date follows no clock.
	draft int64
	// raw says that readers get raw texts in every context that has texts.
	raw       bool
	revisions func(*cms.Client, int64) *cms.Revisions
	autosaves func(*cms.Client, int64) autosaves
}

func histories() []history {
	return []history{
		{
			base: "posts", name: "post", rich: 118, owner: author, bare: 119, draft: 171,
			revisions: func(c *cms.Client, id int64) *cms.Revisions { return c.Posts.Revisions(id) },
			autosaves: func(c *cms.Client, id int64) autosaves { return c.Posts.Autosaves(id) },
		},
		{
			base: "pages", name: "page", rich: 206, owner: editor, bare: 202, draft: 211,
			revisions: func(c *cms.Client, id int64) *cms.Revisions { return c.Pages.Revisions(id) },
			autosaves: func(c *cms.Client, id int64) autosaves { return c.Pages.Autosaves(id) },
		},
	}
}

func (h history) route() string { return "/cms/v2/" + h.base }

// of are the revisions of a record in the documents, autosaves too, newest first.
func (h history) of(s *site, id int64) []record {
	var out []record
	for _, kind := range []string{"revisions", "autosaves"} {
		for _, r := range s.matching(kind, func(r record) bool { return r.int("parent") == id }) {
			r = maps.Clone(r)
			r["slug"] = fmt.Sprintf("%d-%s-v1", id, strings.TrimSuffix(kind, "s"))
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b record) int { return -strings.Compare(a.text("date"), b.text("date")) })
	return out
}

func idsOf(list []record) []int64 {
	out := make([]int64, len(list))
	for i, r := range list {
		out[i] = r.id()
	}
	return out
}

// checkRevision compares a revision as it was read in a context with the documents.
func (h history) checkRevision(t *testing.T, s *site, r *cms.Revision, context cms.Context) {
	t.Helper()
	all := h.of(s, r.Parent)
	at := slices.IndexFunc(all, func(have record) bool { return have.id() == r.ID })
	if at < 0 {
		t.Fatalf("Revision %d of %d is not in the documents, want it there", r.ID, r.Parent)
	}
	have := all[at]
	edit, full := context == cms.ContextEdit, context != cms.ContextEmbed
	raw := edit || h.raw && full
	compare := func(name string, got, want any) {
		t.Helper()
		if asJSON(t, got) != asJSON(t, want) {
			t.Errorf("Revision: %s of %d is %v, want %v", name, r.ID, got, want)
		}
	}
	when := func(want string) string {
		if full {
			return want
		}
		return ""
	}
	compare("author", r.Author, have.int("author"))
	compare("date", string(r.Date), have.text("date"))
	compare("modified", string(r.Modified), when(have.text("date")))
	compare("slug", r.Slug, have.text("slug"))
	compare("raw title", r.Title.HasRaw(), raw)
	compare("raw content", r.Content.HasRaw(), raw)
	compare("raw excerpt", r.Excerpt.HasRaw(), edit)
	compare("raw guid", r.GUID.HasRaw(), edit)
	compare("guid", r.GUID.Rendered != "", full)
	compare("date_gmt", r.DateGMT != "", full)
	compare("rendered title", r.Title.Rendered != "", true)
	compare("rendered content", r.Content.Rendered != "", full)
	compare("rendered excerpt", r.Excerpt.Rendered != "", have.text("excerpt") != "")
	if raw {
		compare("title", r.Title.Raw, have.text("title"))
		compare("content", r.Content.Raw, have.text("content"))
	}
	if edit {
		compare("excerpt", r.Excerpt.Raw, have.text("excerpt"))
	}
	if meta, ok := have["meta"].(map[string]any); ok && full && s.has(modern(h.base)) {
		compare("footnotes", r.Meta.Footnotes, record(meta).text("footnotes"))
	}
	if links := r.Links.Get("parent"); len(links) != 1 ||
		!strings.HasSuffix(links[0].Href, fmt.Sprintf("/v2/%s/%d", h.base, r.Parent)) {
		t.Errorf("Revision: links to its record %v, want one", links)
	}
}

func (h history) autosaved(s *site) []record {
	return keep(func(r record) bool { return strings.HasSuffix(r.text("slug"), "-autosave-v1") })(h.of(s, h.rich))
}

// checkPreview wants a link in the context edit alone, to where the record is shown.
func (h history) checkPreview(t *testing.T, s *site, a *cms.Autosave, context cms.Context) {
	t.Helper()
	if context != cms.ContextEdit || h.raw {
		if a.PreviewLink != "" {
			t.Errorf("Autosave in context %s: preview link %s, want none", context, a.PreviewLink)
		}
		return
	}
	link, err := url.Parse(a.PreviewLink)
	if err != nil {
		t.Fatal(err)
	}
	query := link.Query()
	if !strings.HasPrefix(a.PreviewLink, s.address+"/") || query.Get("preview") != "true" {
		t.Errorf("Autosave: preview link %s, want it on the site with preview=true", a.PreviewLink)
	} else if query.Get("preview_id") != fmt.Sprint(a.Parent) || query.Get("preview_nonce") == "" {
		t.Errorf("Autosave: preview link %s, want the id of the record and a nonce", a.PreviewLink)
	}
}

// refused are the calls that must fail, with the code of the site.
func (h history) refused() []scenario {
	names := map[string][]string{
		"posts": {"OTHER", "206", "FIRST", "901", "FOREIGN", "921", "SAVED", "913", "DRAFTED", "941"},
		"pages": {"OTHER", "118", "FIRST", "921", "FOREIGN", "901", "SAVED", "927", "DRAFTED", "945"},
	}[h.base]
	for name, id := range map[string]int64{"RICH": h.rich, "BARE": h.bare, "DRAFT": h.draft} {
		names = append(names, name, fmt.Sprint(id))
	}
	names = append(names, "KIND", h.base)
	revisions := refusalRows(h.name+"-revisions", targets{}, names...)
	return slices.Concat(revisions, refusalRows(h.name+"-autosaves", targets{}, names...), h.emptied())
}

// emptied leaves nothing of a post; other records may be empty.
func (h history) emptied() []scenario {
	if h.base != "posts" {
		return nil
	}
	return refusals([]refusal{{
		collection: h.name + "-autosaves", role: admin, name: "nothing is left of one's own draft",
		status: 500, code: "empty_content",
		call: func(ctx context.Context, _ *site, c *cms.Client) error {
			made, err := try[record](ctx, c, "POST", h.base, body{"title": "Draft"})
			if err != nil {
				return err
			}
			path := fmt.Sprintf("%s/%d/autosaves", h.base, made.id())
			_, err = try[cms.Raw](ctx, c, "POST", path, body{"title": "", "content": "", "excerpt": ""})
			return err
		},
	}})
}

// autosaves is what cms.Autosaves of any kind of record can do.
type autosaves interface {
	List(ctx context.Context, options ...cms.GetOption) ([]cms.Autosave, error)
}

func keep(match func(record) bool) func([]record) []record {
	return func(all []record) []record {
		return slices.DeleteFunc(slices.Clone(all), func(r record) bool { return !match(r) })
	}
}
