package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func blockFields() []change {
	shared := []string{"title", "content", "excerpt", "password", "template"}
	out := slices.DeleteFunc(contentFields(), func(one change) bool { return !slices.Contains(shared, one.field) })
	notes := `[{"id":"fn-1","content":"A footnote"}]` // of the target
	meta := func(value string, answer, made, changed record) {
		out = append(out,
			change{field: "meta", value: value, answer: answer, stored: record{"meta": made}, not: "update"},
			change{field: "meta", value: value, answer: answer, stored: record{"meta": changed}, not: "create"})
	}
	const sync = "cms_pattern_sync_status"
	for _, status := range []string{"partial", "unsynced"} {
		meta(fmt.Sprintf(`{%q:%q}`, sync, status), record{sync: status}, record{sync: status}, record{"footnotes": notes, sync: status})
	}
	out = append(out, change{field: "meta", value: fmt.Sprintf(`{%q:null}`, sync), answer: record{sync: nil}, stored: record{"meta": record{"footnotes": notes}}, not: "create"})
	meta(`{"footnotes":"[]"}`, record{"meta.footnotes": "[]"}, record{"footnotes": "[]"}, record{"footnotes": "[]", sync: "unsynced"})
	meta(`{"footnotes":""}`, record{"meta.footnotes": nil}, record{"footnotes": ""}, record{"footnotes": "", sync: "unsynced"})
	list := func(value string, ids ...int64) {
		out = append(out, change{field: "cms_pattern_category", value: value, answer: record{"cms_pattern_category": append([]int64{}, ids...)}})
	}
	list("[23]", 23)
	list("[21,23]", 21, 23)
	list("[999,22]", 22)
	list("[22,22]", 22)
	list("[]")
	return append(out,
		change{unlisted: true, field: "author", value: "2", answer: record{"author": nil}, stored: record{"author": adminID}, not: "update"},
		change{unlisted: true, field: "author", value: "2", answer: record{"author": nil}, stored: record{}, not: "create"},
		change{unlisted: true, field: "comment_status", value: `"open"`, answer: record{"comment_status": nil}, stored: record{"comment_status": "closed"}},
	)
}

func blockCourses() []course {
	then := func(name string, id int64, body string, answer record) course {
		return course{name: name, target: id, steps: []step{{body: body, answer: answer}}, stored: answer}
	}
	lost := record{"status": "pending", "slug": ""}
	return []course{
		then("a published block that becomes pending loses its slug", 408, `{"status":"pending"}`, lost),
		then("a private block that becomes pending loses its slug", 417, `{"status":"pending"}`, lost),
		then("a draft that becomes pending loses its slug", 418, `{"status":"pending"}`, lost),
		{
			name: "a pending block loses its slug when it is saved", target: 419, stored: record{"slug": "", "title": "Again"},
			steps: []step{{body: `{"title":"Again"}`, answer: record{"title.raw": "Again", "slug": ""}}},
		},
		{
			name: "a number is a slug", stored: record{"slug": "5"},
			steps: []step{{body: `{"title":"x","status":"publish","slug":"5"}`, answer: record{"slug": "5"}}},
		},
		{
			name: "a block in the trash comes back under its slug", target: 421, stored: record{"status": "draft", "slug": "trashed-block"},
			steps: []step{{body: `{"status":"draft"}`, answer: record{"status": "draft", "slug": "trashed-block"}}},
		},
		{
			name: "an author writes a block", role: author, stored: record{"author": authorID, "cms_pattern_category": []int64{22}},
			steps: []step{
				{body: `{"title":"Mine","status":"publish","cms_pattern_category":[22]}`, answer: record{"status": "publish", "slug": "mine"}},
				{body: `{"title":"Still mine"}`, method: "PATCH", answer: record{"title.raw": "Still mine", "slug": "mine"}},
			},
		},
	}
}

func blockDeeds() []deed {
	notThem := func(code cms.ErrorCode) outcomes { return outcomes{may, may, code, code, code, code} }
	unseen := outcomes{4: forbidden, 5: forbidden}
	return []deed{
		{name: "create a draft", body: `{"title":"x"}`, stored: record{"title": "x", "status": "draft"}, refused: outcomes{3: cannotCreate, 4: cannotCreate, 5: cannotCreate}},
		{name: "create published", body: `{"title":"x","status":"publish"}`, stored: record{"status": "publish"}, refused: outcomes{3: cannotCreate, 4: cannotCreate, 5: cannotCreate}},
		{name: "update the administrator's block", target: 407, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: notThem(cannotEdit)},
		{name: "update the author's block", target: 409, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: outcomes{3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "update the author's draft", target: 418, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: outcomes{3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "create for the administrator", body: `{"title":"x","author":1}`, stored: record{}, refused: notThem(cannotAssign)},
		{name: "create sticky", body: `{"title":"x","sticky":true}`, stored: record{}, refused: notThem(cannotStick)},
		{name: "trash the author's block", method: "DELETE", target: 409, refused: outcomes{3: cannotDelete, 4: cannotDelete, 5: cannotDelete}},
		{name: "trash the editor's block", method: "DELETE", target: 401, refused: notThem(cannotDelete)},
		{name: "read a block", method: "GET", target: 407, refused: unseen},
		{name: "read the author's draft", method: "GET", target: 418, refused: outcomes{3: forbidden, 4: forbidden, 5: forbidden}},
		{name: "read the administrator's private block", method: "GET", target: 417, refused: outcomes{may, forbidden, forbidden, forbidden, forbidden, forbidden}},
		{name: "read the author's private block", method: "GET", target: 422, refused: outcomes{forbidden, forbidden, may, forbidden, forbidden, forbidden}},
		{name: "update the author's private block", method: "PATCH", target: 422, body: `{"title":"y"}`, refused: outcomes{cannotEdit, cannotEdit, may, cannotEdit, cannotEdit, cannotEdit}},
		{name: "trash the author's private block", method: "DELETE", target: 422, refused: outcomes{cannotDelete, cannotDelete, may, cannotDelete, cannotDelete, cannotDelete}},
		{name: "read a block in the trash", method: "GET", target: 421, refused: notThem(forbidden)},
		{name: "read the author's block to edit it", method: "GET", target: 409, query: inEdit, refused: outcomes{3: forbiddenInEdit, 4: forbiddenInEdit, 5: forbiddenInEdit}},
		{name: "list to edit", method: "GET", query: inEdit, refused: outcomes{4: forbiddenInEdit, 5: forbiddenInEdit}},
	}
}

func wrongBlockFields() []wrong {
	fields := []string{"date", "date_gmt", "slug", "status", "password", "template", "meta"}
	return slices.DeleteFunc(wrongFields(), func(one wrong) bool { return !slices.Contains(fields, one.param) })
}

func wrongBlockListArguments() []wrong {
	return []wrong{
		{param: "per_page", value: "0", detail: badRange}, {param: "per_page", value: "101", detail: badRange}, {param: "per_page", value: "ten", detail: badType},
		{param: "page", value: "0", detail: badRange}, {param: "order", value: "ASC", detail: badWord}, {param: "orderby", value: "menu_order", detail: badWord},
		{param: "context", value: "help", detail: badWord}, {param: "include", value: "a", detail: badType}, {param: "exclude", value: "1,b", detail: badType},
		{param: "after", value: "2025-01-01", detail: badDate}, {param: "modified_before", value: "soon", detail: badDate}, {param: "offset", value: "x", detail: badType},
		{param: "search_semantics", value: "near", detail: badWord}, {param: "search_columns", value: "post_name", detail: badWord},
		{param: "tax_relation", value: "or", detail: badWord}, {param: "status", value: "nonsense", detail: badWord, role: admin},
		{param: "status", value: "draft", detail: "rest_forbidden_status"}, {param: "status", value: "private", detail: "rest_forbidden_status", role: subscriber},
	}
}

func blockFailures(on targets) []failure {
	out := slices.DeleteFunc(append(blocks().missing(on, 101), blocks().malformed(on)...), func(one failure) bool {
		// What nobody may read is refused before it is looked at, and blocks have no author.
		return strings.Contains(one.name, "page") || strings.Contains(one.name, "nobody asks") || one.role == nobody && strings.Contains(one.name, "password") ||
			one.param == "author" || strings.Contains(one.name, "of two fields") || strings.Contains(one.name, "by ")
	})
	saved := []string{"modified", "modified_gmt"}
	return append(out,
		failure{name: "create without a text", method: "POST", body: `{"status":"publish"}`, status: 400, code: "empty_content"},
		failure{name: "the last text taken away", method: "PATCH", path: "/408", body: `{"title":"","content":""}`, status: 400, code: "empty_content", untouched: 408},
		failure{name: "create with footnotes of another type leaves a block", raw: &rawRequest{method: "POST", path: "cms/v2/blocks", body: `{"title":"x","sticky":"0","meta":{"footnotes":5}}`}, status: 400, code: "rest_invalid_type", left: 1},
		failure{name: "footnotes of another type", method: "PATCH", path: "/408", body: `{"meta":{"footnotes":5}}`, status: 400, code: "rest_invalid_type", untouched: 408, touched: saved},
		failure{name: "the author's id for an editor", role: author, method: "POST", path: "/401", body: `{"title":"x"}`, status: 403, code: cannotEdit, untouched: 401},
		failure{name: "trash of what is in the trash", method: "DELETE", path: "/421", status: 410, code: cms.CodeAlreadyTrashed, is: cms.ErrGone, untouched: 421},
	)
}

// hiddenLists are lists whose records are counted and left out, for those who do not write; and what a block is deleted to.
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
	}{{cms.ContextView, "unsynced", "Everything set"}, {cms.ContextEdit, "unsynced", "Everything set"}, {cms.ContextEmbed, "", ""}} {
		out = append(out, scenario{
			collection: "blocks", kind: reading, role: admin, name: fmt.Sprintf("the raw texts and the sync status in %s", one.in),
			run: func(t *testing.T, s *site, c *cms.Client) {
				b, err := c.Blocks.Get(t.Context(), 481, cms.InContext(one.in))
				if err != nil {
					t.Fatal(err)
				}
				if b.SyncStatus != one.sync || b.Title.Raw != one.raw || b.Title.Rendered != "" || b.Content.Rendered != "" || b.Type != s.prefix+"_block" {
					t.Errorf("it is %s", asJSON(t, b))
				}
				if one.in != cms.ContextEmbed && !strings.Contains(b.Content.Raw, "481") {
					t.Errorf("the text is withheld: %s", b.Content.Raw)
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
				if r := s.stored(t, "blocks", 408); trashed.Status != cms.StatusTrash || r.text("slug") != "nn-specimen__trashed" || r.text("status") != "trash" {
					t.Errorf("in the trash it is %s", asJSON(t, r))
				}
				if _, err := c.Blocks.Update(t.Context(), 408, &cms.BlockParams{Status: new(cms.StatusPublish)}); err != nil {
					t.Fatal(err)
				}
				if r := s.stored(t, "blocks", 408); r.text("slug") != "nn-specimen" || r.text("status") != "publish" {
					t.Errorf("back it is %s", asJSON(t, r))
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
				if was.Previous.ID != 408 || was.Previous.Title.Raw != "Specimen" || s.stored(t, "blocks", 408) != nil {
					t.Errorf("it was %s", asJSON(t, was))
				}
			},
		})
}

// nullStatus creates a block with the sync status null, which the SDK itself leaves out: the block is made, and then refused.
func nullStatus() []scenario {
	return refusals([]refusal{{
		collection: "blocks", role: admin, name: "create with the sync status null", status: 500, code: "rest_invalid_stored_value", left: 1,
		call: func(ctx context.Context, s *site, c *cms.Client) error {
			body := map[string]any{"title": "x", "meta": map[string]any{s.prefix + "_pattern_sync_status": nil}}
			_, err := cms.Do(ctx, c, cms.Request[cms.Raw]{Method: "POST", Path: "cms/v2/blocks", Body: body})
			return err
		},
	}})
}
