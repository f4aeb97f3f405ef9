package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// refused are the calls that must fail, with the code of the site.
func (h history) refused() []scenario {
	read := func(path string) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := try[cms.Raw](ctx, c, "GET", h.base+path, nil)
			return err
		}
	}
	write := func(method, path string, b body) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := try[cms.Raw](ctx, c, method, h.base+path, b)
			return err
		}
	}
	rich, revisions, autosaves := h.rich, h.name+"-revisions", h.name+"-autosaves"
	first := map[string]int64{"posts": 901, "pages": 921}[h.base]
	foreign := map[string]int64{"posts": 921, "pages": 901}[h.base]
	other := map[string]int64{"posts": h.rich, "pages": 118}
	list := fmt.Sprintf("/%d/revisions", rich)
	item := fmt.Sprintf("%s/%d", list, first)
	saves := fmt.Sprintf("/%d/autosaves", rich)
	wrongKind := map[string]int64{"posts": 206, "pages": other["pages"]}[h.base]

	out := []refusal{
		{name: "page beyond the end", call: read(list + "?per_page=5&page=9"), status: 400, code: "rest_revision_invalid_page_number", is: cms.ErrBadRequest},
		{name: "a second page of all", call: read(list + "?page=2"), status: 400, code: "rest_revision_invalid_page_number", is: cms.ErrBadRequest},
		{name: "offset beyond the end", call: read(list + "?per_page=5&offset=99"), status: 400, code: "rest_revision_invalid_offset_number", is: cms.ErrBadRequest},
		{name: "offset beyond the end without per_page", call: read(list + "?offset=99"), status: 400, code: "rest_revision_invalid_offset_number", is: cms.ErrBadRequest},
		{name: "orderby=relevance without a search", call: read(list + "?orderby=relevance"), status: 400, code: "rest_no_search_term_defined"},
		{name: "orderby=include without an include", call: read(list + "?orderby=include"), status: 400, code: "rest_orderby_include_missing_include"},
		{name: "orderby=author", call: read(list + "?orderby=author"), status: 400, code: cms.CodeInvalidParam, param: "orderby"},
		{name: "order=down", call: read(list + "?order=down"), status: 400, code: cms.CodeInvalidParam, param: "order"},
		{name: "per_page=0", call: read(list + "?per_page=0"), status: 400, code: cms.CodeInvalidParam, param: "per_page"},
		{name: "per_page=101", call: read(list + "?per_page=101"), status: 400, code: cms.CodeInvalidParam, param: "per_page"},
		{name: "page=0", call: read(list + "?page=0"), status: 400, code: cms.CodeInvalidParam, param: "page"},
		{name: "offset=x", call: read(list + "?offset=x"), status: 400, code: cms.CodeInvalidParam, param: "offset"},
		{name: "include=x", call: read(list + "?include=x"), status: 400, code: cms.CodeInvalidParam, param: "include"},
		{name: "exclude=x", call: read(list + "?exclude=x"), status: 400, code: cms.CodeInvalidParam, param: "exclude"},
		{name: "context=other", call: read(list + "?context=other"), status: 400, code: cms.CodeInvalidParam, param: "context"},
		{name: "list of no record", call: read("/999999/revisions"), status: 404, code: "rest_post_invalid_parent", is: cms.ErrNotFound},
		{name: "list of a record of another kind", call: read(fmt.Sprintf("/%d/revisions", wrongKind)), status: 404, code: "rest_post_invalid_parent", is: cms.ErrNotFound},
		{name: "list of a revision", call: read(fmt.Sprintf("/%d/revisions", first)), status: 404, code: "rest_post_invalid_parent", is: cms.ErrNotFound},
		{name: "no such revision", call: read(list + "/999999"), status: 404, code: cms.CodeInvalidID, is: cms.ErrNotFound},
		{name: "the record as its own revision", call: read(fmt.Sprintf("%s/%d", list, rich)), status: 404, code: cms.CodeInvalidID, is: cms.ErrNotFound},
		{name: "a revision of another record", call: read(fmt.Sprintf("%s/%d", list, foreign)), status: 404, code: "rest_revision_parent_id_mismatch", is: cms.ErrNotFound},
		{name: "a revision as a record", call: read(fmt.Sprintf("/%d", first)), status: 404, code: cms.CodeInvalidID, is: cms.ErrNotFound},
		{name: "delete", kind: "revisions", id: first, call: write("DELETE", item+"?force=true", nil), status: 403, code: cms.CodeCannotDelete, is: cms.ErrForbidden},
		{name: "delete without force", kind: "revisions", id: first, call: write("DELETE", item, nil), status: 403, code: cms.CodeCannotDelete, is: cms.ErrForbidden},
		{name: "delete of an autosave", call: write("DELETE", fmt.Sprintf("%s/%d?force=true", list, map[string]int64{"posts": 913, "pages": 927}[h.base]), nil), status: 403, code: cms.CodeCannotDelete, is: cms.ErrForbidden},
		{name: "delete of no such revision", call: write("DELETE", list+"/999999?force=true", nil), status: 404, code: cms.CodeInvalidID, is: cms.ErrNotFound},
		{name: "delete of a revision of no record", call: write("DELETE", fmt.Sprintf("/999999/revisions/%d?force=true", first), nil), status: 404, code: "rest_post_invalid_parent", is: cms.ErrNotFound},
		{name: "delete with force=yes", call: write("DELETE", item+"?force=yes", nil), status: 400, code: cms.CodeInvalidParam, param: "force"},
		{name: "update of a revision", kind: "revisions", id: first, call: write("POST", item, body{"title": "New"}), status: 404, code: cms.CodeNoRoute},
	}
	for i := range out {
		out[i].collection, out[i].role = revisions, admin
	}
	more := []refusal{
		{name: "list of no record", call: read("/999999/autosaves"), status: 404, code: "rest_post_invalid_parent", is: cms.ErrNotFound},
		{name: "get of no record", call: read("/999999/autosaves/1"), status: 404, code: "rest_post_invalid_parent", is: cms.ErrNotFound},
		{name: "create of no record", call: write("POST", "/999999/autosaves", body{"title": "New"}), status: 404, code: cms.CodeInvalidID, is: cms.ErrNotFound},
		{name: "get where nothing was saved", call: read(fmt.Sprintf("/%d/autosaves/1", h.bare)), status: 404, code: "rest_post_no_autosave", is: cms.ErrNotFound},
		{name: "create with another id in the body", kind: h.base, id: rich, call: rawCall(admin, rawRequest{method: "POST", path: "cms/v2/" + h.base + saves, body: `{"title":"New","id":999999}`}), status: 404, code: cms.CodeInvalidID},
		{name: "create with a status that there is not", call: write("POST", saves, body{"status": "bogus"}), status: 400, code: cms.CodeInvalidParam, param: "status"},
		{name: "create with a date that is none", call: write("POST", saves, body{"date": "soon"}), status: 400, code: cms.CodeInvalidParam, param: "date"},
		{name: "create with meta that is no object", call: write("POST", saves, body{"meta": "x"}), status: 400, code: cms.CodeInvalidParam, param: "meta"},
		{name: "update of the autosaves", call: write("PUT", saves, body{"title": "New"}), status: 404, code: cms.CodeNoRoute},
		{name: "delete of an autosave", call: write("DELETE", saves+"/1", nil), status: 404, code: cms.CodeNoRoute},
	}
	for i := range more {
		more[i].collection, more[i].role = autosaves, admin
	}
	if h.base == "posts" { // others may be empty
		more = append(more, refusal{
			collection: autosaves, role: admin, name: "nothing is left of one's own draft", status: 500, code: "empty_content",
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				made, err := try[record](ctx, c, "POST", h.base, body{"title": "Draft"})
				if err != nil {
					return err
				}
				_, err = try[cms.Raw](ctx, c, "POST", fmt.Sprintf("%s/%d/autosaves", h.base, made.id()), body{"title": "", "content": "", "excerpt": ""})
				return err
			},
		})
	}
	out = append(append(out, more...), h.forbidden(read, write)...)
	for i := range out {
		out[i].harmless = slices.ContainsFunc([]string{"list", "get", "page", "order", "offset", "per_page", "include", "exclude", "context", "a ", "no such", "the record"},
			func(begin string) bool { return strings.HasPrefix(out[i].name, begin) })
	}
	return refusals(out)
}

// forbidden are the calls of those who may not, on records of each status.
func (h history) forbidden(read func(string) func(context.Context, *site, *cms.Client) error,
	write func(string, string, body) func(context.Context, *site, *cms.Client) error,
) []refusal {
	type closed struct {
		what         string
		id, revision int64
		roles        []role
	}
	shut := []closed{
		{"a published record", h.rich, map[string]int64{"posts": 901, "pages": 921}[h.base], []role{contributor, subscriber, nobody}},
		{"a draft", h.draft, map[string]int64{"posts": 941, "pages": 945}[h.base], []role{contributor, subscriber, nobody}},
	}
	if h.base == "posts" {
		shut = append(shut,
			closed{"another's private record", 125, 943, []role{author, subscriber, nobody}},
			closed{"another's record in the trash", 135, 944, []role{author, subscriber, nobody}},
			closed{"another's protected record", 107, 946, []role{author, contributor, subscriber, nobody}},
		)
	} else {
		shut[0].roles, shut[1].roles = append(shut[0].roles, author), append(shut[1].roles, author)
	}
	var out []refusal
	for _, one := range shut {
		for _, r := range one.roles {
			status, is := 403, cms.ErrForbidden
			if r == nobody {
				status, is = 401, cms.ErrUnauthorized
			}
			add := func(part, name string, code cms.ErrorCode, call func(context.Context, *site, *cms.Client) error) {
				out = append(out, refusal{collection: h.name + "-" + part, role: r, name: name + " of " + one.what, status: status, code: code, is: is, call: call})
			}
			add("revisions", "list", "rest_cannot_read", read(fmt.Sprintf("/%d/revisions", one.id)))
			add("revisions", "get", "rest_cannot_read", read(fmt.Sprintf("/%d/revisions/%d", one.id, one.revision)))
			add("revisions", "delete", cms.CodeCannotDelete, write("DELETE", fmt.Sprintf("/%d/revisions/%d?force=true", one.id, one.revision), nil))
			add("autosaves", "list", "rest_cannot_read", read(fmt.Sprintf("/%d/autosaves", one.id)))
			add("autosaves", "get", "rest_cannot_read", read(fmt.Sprintf("/%d/autosaves/1", one.id)))
			add("autosaves", "create", cms.CodeCannotEdit, write("POST", fmt.Sprintf("/%d/autosaves", one.id), body{"title": "Mine"}))
		}
	}
	return out
}
