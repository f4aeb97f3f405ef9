package conformance

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// gets read one revision and one autosave in each context.
func (h history) gets() []scenario {
	var out []scenario
	for _, context := range contexts {
		out = append(out, scenario{
			collection: h.name + "-revisions", kind: reading, role: h.owner, name: fmt.Sprintf("each by its id in %s", context),
			run: func(t *testing.T, s *site, c *cms.Client) {
				for _, want := range h.of(s, h.rich) { // an autosave is a revision here
					r, err := h.revisions(c, h.rich).Get(t.Context(), want.id(), cms.InContext(context))
					if err != nil {
						t.Fatal(err)
					}
					if r.ID != want.id() {
						t.Errorf("Get of revision %d: id %d, want the same", want.id(), r.ID)
					}
					h.checkRevision(t, s, r, context)
				}
			},
		}, scenario{
			collection: h.name + "-autosaves", kind: reading, role: h.owner, name: fmt.Sprintf("list in %s", context),
			run: func(t *testing.T, s *site, c *cms.Client) {
				list, err := h.autosaves(c, h.rich).List(t.Context(), cms.InContext(context))
				if err != nil {
					t.Fatal(err)
				}
				var got []int64
				for i := range list {
					got = append(got, list[i].ID)
					h.checkRevision(t, s, &list[i].Revision, context)
					h.checkPreview(t, s, &list[i], context)
				}
				if want := idsOf(h.autosaved(s)); !slices.Equal(got, want) {
					t.Errorf("the list holds %v, want %v", got, want)
				}
			},
		}, scenario{
			collection: h.name + "-autosaves", kind: reading, role: h.owner,
			name: fmt.Sprintf("any id gives the newest in %s", context),
			run: func(t *testing.T, s *site, c *cms.Client) {
				for _, id := range []int64{h.autosaved(s)[1].id(), h.rich, 999999} {
					a, err := cms.Do(t.Context(), c,
						cms.Request[cms.Autosave]{Path: fmt.Sprintf("cms/v2/%s/%d/autosaves/%d", h.base, h.rich, id),
							Query: url.Values{"context": {string(context)}}})
					if err != nil {
						t.Fatal(err)
					}
					if want := h.autosaved(s)[0].id(); a.ID != want {
						t.Errorf("%d gave %d, want %d", id, a.ID, want)
					}
					h.checkRevision(t, s, &a.Revision, context)
					h.checkPreview(t, s, a, context)
				}
			},
		})
	}
	return out
}

// fieldsOf makes a scenario of each field of a revision in each context that has it.
func (h history) fieldsOf() []scenario {
	full := []string{"author", "date", "date_gmt", "id", "modified", "modified_gmt", "parent", "slug", "guid", "title",
		"content", "excerpt", "meta"}
	fields := map[cms.Context][]string{cms.ContextView: full, cms.ContextEdit: full,
		cms.ContextEmbed: {"author", "date", "id", "parent", "slug", "title", "excerpt"}}
	var out []scenario
	for _, context := range contexts {
		for _, field := range fields[context] {
			var needs []need
			if field == "meta" {
				needs = []need{modern(h.base)}
			}
			out = append(out, scenario{
				collection: h.name + "-revisions", kind: reading, role: h.owner,
				name: fmt.Sprintf("_fields=%s in %s", field, context), needs: needs,
				run: func(t *testing.T, s *site, c *cms.Client) {
					id := h.of(s, h.rich)[2].id()
					path := fmt.Sprintf("cms/v2/%s/%d/revisions", h.base, h.rich)
					query := url.Values{"context": {string(context)}, "include": {fmt.Sprint(id)}}
					whole := readObjects(t, c, path, query)[0]
					members := len(fields[context]) + 1
					if context != cms.ContextEmbed && !s.has(modern(h.base)) {
						members-- // meta
					}
					if len(whole) != members {
						t.Errorf("List of one revision: %d fields, %v, want %d", len(whole), whole, members)
					}
					want := map[string]json.RawMessage{field: whole[field]}
					if want[field] == nil {
						t.Fatalf("List of one revision: no %s in context %s, want it", field, context)
					}
					if got := readObjects(t, c, path, query, cms.Fields(field))[0]; asJSON(t, got) != asJSON(t, want) {
						t.Errorf("the list gives %s, want %s", asJSON(t, got), asJSON(t, want))
					}
					if field == "parent" { // the link comes with it, asked for or not
						want["_links"] = whole["_links"]
					}
					one, err := cms.Do[map[string]json.RawMessage](t.Context(), c, cms.Request[map[string]json.RawMessage]{
						Path: fmt.Sprintf("%s/%d", path, id), Query: url.Values{"context": {string(context)}},
					}, cms.Fields(field))
					if err != nil {
						t.Fatal(err)
					}
					if asJSON(t, one) != asJSON(t, want) {
						t.Errorf("the revision gives %s, want %s", asJSON(t, one), asJSON(t, want))
					}
				},
			})
		}
	}
	return out
}

func readObjects(t *testing.T, c *cms.Client, path string, query url.Values,
	options ...cms.CallOption) []map[string]json.RawMessage {
	t.Helper()
	list, err := cms.Do(t.Context(), c, cms.Request[[]map[string]json.RawMessage]{Path: path, Query: query}, options...)
	if err != nil {
		t.Fatal(err)
	}
	if len(*list) == 0 {
		t.Fatal("List of one revision is empty, want it")
	}
	return *list
}

// readers are those who may see the history of a record because they may edit it.
func (h history) readers() []scenario {
	type open struct {
		what  string
		id    int64
		roles []role
	}
	records := []open{
		{"a published record", h.rich, []role{admin, editor}},
		{"a draft", h.draft, []role{admin, editor}},
	}
	if h.base == "posts" {
		records[0].roles, records[1].roles = append(records[0].roles, author), append(records[1].roles, author)
		records = append(records,
			open{"one's own draft", 128, []role{contributor}},
			open{"one's own private record", 125, []role{contributor, admin, editor}},
			open{"a record in the trash", 135, []role{admin, editor}},
			open{"a protected record", 107, []role{admin, editor}},
		)
	}
	var out []scenario
	for _, one := range records {
		for _, r := range one.roles {
			out = append(out, scenario{
				collection: h.name + "-revisions", kind: reading, role: r, name: "of " + one.what,
				run: func(t *testing.T, s *site, c *cms.Client) {
					for _, context := range []cms.Context{cms.ContextView, cms.ContextEdit} {
						page, err := h.revisions(c, one.id).List(t.Context(), &cms.RevisionListOptions{Context: context})
						if err != nil {
							t.Fatal(err)
						}
						var got []int64
						for i := range page.Items {
							got = append(got, page.Items[i].ID)
							h.checkRevision(t, s, &page.Items[i], context)
						}
						want := idsOf(h.of(s, one.id))
						if len(want) == 0 || !slices.Equal(got, want) {
							t.Errorf("the history is %v, want %v", got, want)
						}
					}
				},
			})
		}
	}
	return out
}
