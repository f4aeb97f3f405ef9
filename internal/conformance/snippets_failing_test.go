package conformance

import (
	"context"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/snippets"
)

func snippetFailing() []scenario {
	const absent = 999
	get := func(id int64) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).Get(ctx, id)
			return err
		}
	}
	update := func(id int64) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).Update(ctx, id, &snippets.Params{Name: new("x")})
			return err
		}
	}
	remove := func(id int64) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).Delete(ctx, id)
			return err
		}
	}
	activate := func(id int64) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).Activate(ctx, id)
			return err
		}
	}
	deactivate := func(id int64) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).Deactivate(ctx, id)
			return err
		}
	}
	// plain is a request without the repairs of the package.
	plain := func(method, path string, body any) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := ask(ctx, c, method, "code-snippets/v1/snippets"+path, nil, body)
			return err
		}
	}
	list := []refusal{
		{name: "get of what is not there", call: get(absent), status: 500, code: snippets.CodeCannotGet, is: cms.ErrNotFound},
		{name: "update of what is not there", call: update(absent), status: 400, code: snippets.CodeCannotUpdate,
			is: cms.ErrNotFound},
		{name: "update of 0", call: plain("POST", "/0", map[string]any{"name": "x"}), status: 400,
			code: snippets.CodeCannotUpdate},
		{name: "delete of what is not there", call: remove(absent), status: 500, code: snippets.CodeCannotDelete,
			is: cms.ErrNotFound},
		{name: "activate what is not there", call: activate(absent), status: 500, code: snippets.CodeCannotActivate,
			is: cms.ErrNotFound},
		{name: "deactivate what is not there", call: deactivate(absent), status: 500, code: snippets.CodeCannotActivate,
			is: cms.ErrNotFound},
		{
			name: "activate what is active", call: plain("POST", fmt.Sprintf("/%d/activate", activeSnippet), nil), status: 500,
			code: snippets.CodeCannotActivate, kind: "snippets", id: activeSnippet,
		},
		{name: "an id of letters", call: plain("GET", "/one", nil), status: 404, code: cms.CodeNoRoute, is: cms.ErrNoRoute},
		{name: "delete of the list", call: plain("DELETE", "", nil), status: 404, code: cms.CodeNoRoute},
		{name: "GET of a switch", call: plain("GET", fmt.Sprintf("/%d/activate", richSnippet), nil), status: 404,
			code: cms.CodeNoRoute},
		{
			name: "delete twice", status: 500, code: snippets.CodeCannotDelete, is: cms.ErrNotFound,
			call: func(ctx context.Context, s *site, c *cms.Client) error {
				if err := remove(richSnippet)(ctx, s, c); err != nil {
					return err
				}
				return remove(richSnippet)(ctx, s, c)
			},
		},
		{
			name: "get after delete", status: 500, code: snippets.CodeCannotGet, is: cms.ErrNotFound,
			call: func(ctx context.Context, s *site, c *cms.Client) error {
				if err := remove(richSnippet)(ctx, s, c); err != nil {
					return err
				}
				return get(richSnippet)(ctx, s, c)
			},
		},
	}
	for i := range list {
		list[i].collection, list[i].role, list[i].needs = "snippets", admin, snippetNeeds
	}
	wrong := map[string]any{
		"name": 5, "desc": []any{}, "code": true, "tags": map[string]any{"a": 1}, "scope": 1, "active": "maybe",
		"priority": "high",
		"network":  "maybe", "shared_network": 2, "modified": 5,
	}
	const base = "code-snippets/v1/snippets"
	operations := []operation{
		{"list", func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).List(ctx, nil)
			return err
		}},
		{"create", func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).Create(ctx, &snippets.Params{Name: new("x")})
			return err
		}},
		{"get", get(richSnippet)}, {"update", update(richSnippet)}, {"delete", remove(richSnippet)},
		{"get of what is not there", get(absent)},
		{"activate", activate(richSnippet)}, {"deactivate", deactivate(activeSnippet)},
		{"export", func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).Export(ctx, richSnippet)
			return err
		}},
		{"export of code", func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := snippets.New(c).ExportCode(ctx, richSnippet)
			return err
		}},
	}
	return slices.Concat(
		refusals(list),
		wrongTypes("snippets", snippetNeeds, "POST", base, wrong),
		wrongTypes("snippets", snippetNeeds, "PATCH", fmt.Sprintf("%s/%d", base, richSnippet), wrong),
		outsiders("snippets", snippetNeeds, operations, notAdmins...),
	)
}
