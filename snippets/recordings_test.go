package snippets_test

import (
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

func TestEveryRecordingIsReplayed(t *testing.T) {
	t.Parallel()
	cases := map[string]func(*sitetest.Replay){
		"snippets_schema": func(r *sitetest.Replay) {
			schema, err := snippets.New(r.Site).Schema(r.Context())
			r.OK(err)
			if schema.Title != "snippet" || len(schema.Properties) != 11 || schema.Properties.Named("tags").Types[0] != "array" {
				r.Errorf("%+v", schema)
			}
		},
	}
	for _, more := range []map[string]func(*sitetest.Replay){reads(), creates(), updates(), switches()} {
		for name, run := range more {
			cases[name] = run
		}
	}
	sitetest.All(t, cases, map[string]string{
		"snippets_get_zero": "the id 0 is refused before anything is sent: the site answers an empty snippet",
	})
}

func reads() map[string]func(*sitetest.Replay) {
	return map[string]func(*sitetest.Replay){
		"snippets_get": func(r *sitetest.Replay) {
			snippet, err := snippets.New(r.Site).Get(r.Context(), 5)
			r.OK(err)
			sitetest.Kept(r, snippet)
			if snippet.Revision != 2 || snippet.Scope != snippets.ScopeAdmin || snippet.Network == nil || *snippet.Network || snippet.SharedNetwork != nil ||
				!snippet.CodeError.IsZero() || !slices.Equal(snippet.Tags, []string{"helper", "group-1"}) || snippet.Extra != nil {
				r.Errorf("%+v", snippet)
			}
			modified, err := snippet.Modified.Time()
			if err != nil || modified.Format("2006-01-02T15:04:05Z07:00") != "2026-11-21T04:53:55Z" {
				r.Errorf("modified %v, %v", modified, err)
			}
		},
		"snippets_get_unknown_500": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).Get(r.Context(), 99999)
			sitetest.Failed(r, err, 500, snippets.CodeCannotGet, cms.ErrNotFound)
		},
		"snippets_list": func(r *sitetest.Replay) {
			page, err := snippets.New(r.Site).List(r.Context(), nil)
			r.OK(err)
			sitetest.Kept(r, page.Items)
			if len(page.Items) != 32 || page.Total != 32 || page.TotalPages != 1 || page.Number != 1 || page.Response.Status != 200 {
				r.Errorf("%d snippets, total %d in %d, page %d", len(page.Items), page.Total, page.TotalPages, page.Number)
			}
		},
		"snippets_list_per_page_ignored": func(r *sitetest.Replay) {
			page, err := snippets.New(r.Site).List(r.Context(), &snippets.ListOptions{Page: 2, PerPage: 2}, cms.Fields("id"))
			r.OK(err)
			if len(page.Items) != 2 || page.Items[0].ID != 7 || page.Items[1].ID != 8 || page.Total != 32 || page.TotalPages != 16 || page.Number != 2 {
				r.Errorf("%+v", page)
			}
			if _, err := page.Items[0].Params(); !errors.Is(err, cms.ErrIncomplete) {
				r.Errorf("a snippet read in part becomes params: %v", err)
			}
		},
		"snippets_list_401": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).List(r.Context(), nil)
			sitetest.Failed(r, err, 401, "rest_forbidden", cms.ErrUnauthorized)
		},
		"snippets_list_403": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).List(r.Context(), nil)
			sitetest.Failed(r, err, 403, "rest_forbidden", cms.ErrForbidden)
		},
		"snippets_export": func(r *sitetest.Replay) {
			export, err := snippets.New(r.Site).Export(r.Context(), 37)
			r.OK(err)
			sitetest.Kept(r, export)
			snippet := export.Snippets[0]
			if snippet.Revision != 5 || snippet.Active || export.DateCreated != "2026-11-21 05:08" {
				r.Errorf("%+v", export)
			}
			params := snippet.Params()
			if *params.Scope != snippets.ScopeFrontEnd || *params.Priority != 12 || *params.Name != "Swap via PATCH" || params.Active != nil {
				r.Errorf("%+v", params)
			}
		},
		"snippets_export_unknown": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).Export(r.Context(), 99999)
			sitetest.Failed(r, err, 200, "", cms.ErrNotFound)
		},
		"snippets_export_code": func(r *sitetest.Replay) {
			code, err := snippets.New(r.Site).ExportCode(r.Context(), 37)
			r.OK(err)
			sitetest.Kept(r, code)
			if !strings.HasPrefix(code, "<?php\n\n/**\n * Swap via PATCH\n") {
				r.Errorf("%q", code)
			}
		},
		"snippets_export_code_unknown": func(r *sitetest.Replay) {
			code, err := snippets.New(r.Site).ExportCode(r.Context(), 99999)
			if err != nil || code != "<?php\n" {
				r.Errorf("%q, %v", code, err)
			}
		},
	}
}

// create is a Create whose answer holds all of want that is not zero.
func create(params *snippets.Params, want snippets.Snippet) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		snippet, err := snippets.New(r.Site).Create(r.Context(), params)
		r.OK(err)
		sitetest.Kept(r, snippet)
		if snippet.Revision != 2 || snippet.Network != nil || snippet.ID != want.ID || snippet.Scope != want.Scope || snippet.Active != want.Active ||
			snippet.CodeError != want.CodeError || !reflect.DeepEqual(snippet.Tags, want.Tags) {
			r.Errorf("%+v", snippet)
		}
	}
}

// oddParams are params that the type does not take.
type oddParams struct {
	snippets.Params
	Tags     any `json:"tags"`
	Active   any `json:"active,omitzero"`
	Priority any `json:"priority,omitzero"`
}

func createOdd(r *sitetest.Replay, params *oddParams) (*snippets.Snippet, error) {
	return cms.NewCollection[snippets.Snippet, oddParams, struct{}](r.Site, "code-snippets/v1/snippets").Create(r.Context(), params)
}

func creates() map[string]func(*sitetest.Replay) {
	none := cms.StringList{}
	return map[string]func(*sitetest.Replay){
		"snippets_create_200": create(&snippets.Params{
			Name: new("Swap display"), Desc: new("<p>Sets font-display.</p>"), Code: new("add_filter( 'glyph_swap', '__return_true' );"),
			Tags: []string{"css", "swap"}, Scope: new(snippets.ScopeFrontEnd), Priority: new(12), Active: new(false),
		}, snippets.Snippet{ID: 37, Scope: snippets.ScopeFrontEnd, Tags: cms.StringList{"css", "swap"}}),
		"snippets_create_active": create(&snippets.Params{
			Name: new("Active one"), Code: new("add_filter( 'glyph_active', '__return_true' );"), Active: new(true),
		}, snippets.Snippet{ID: 38, Scope: snippets.ScopeGlobal, Active: true, Tags: none}),
		"snippets_create_bad_scope": create(&snippets.Params{
			Name: new("bad scope"), Code: new(""), Scope: new(snippets.Scope("everywhere")),
		}, snippets.Snippet{ID: 40, Scope: snippets.ScopeGlobal, Tags: none}),
		"snippets_create_condition_id": create(&snippets.Params{
			Name: new("cond"), Code: new(""), ConditionID: new(int64(3)),
		}, snippets.Snippet{ID: 42, Scope: snippets.ScopeGlobal, Tags: none}),
		"snippets_create_empty": create(nil, snippets.Snippet{ID: 39, Scope: snippets.ScopeGlobal, Tags: none}),
		"snippets_create_syntax_error": create(&snippets.Params{
			Name: new("Broken"), Code: new("function glyph_broken( {"), Active: new(true),
		}, snippets.Snippet{ID: 43, Scope: snippets.ScopeGlobal, Tags: none,
			CodeError: snippets.CodeError{Message: `Syntax error, unexpected token "{", expecting variable.`, Line: 1}}),
		"snippets_create_tags_string": func(r *sitetest.Replay) {
			snippet, err := createOdd(r, &oddParams{Params: snippets.Params{Name: new("tags str"), Code: new("")}, Tags: "a,b c"})
			r.OK(err)
			sitetest.Kept(r, snippet)
			if snippet.ID != 41 || snippet.Scope != snippets.ScopeGlobal || !slices.Equal(snippet.Tags, []string{"a", "b", "c"}) {
				r.Errorf("%+v", snippet)
			}
		},
		"snippets_create_401": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).Create(r.Context(), &snippets.Params{Name: new("x")})
			sitetest.Failed(r, err, 401, "rest_forbidden", cms.ErrUnauthorized)
		},
		"snippets_create_bad_types_400": func(r *sitetest.Replay) {
			_, err := createOdd(r, &oddParams{Params: snippets.Params{Name: new("x")}, Tags: 5, Active: "maybe", Priority: "high"})
			e := sitetest.Failure(r, err, 400, cms.CodeInvalidParam, cms.ErrBadRequest)
			if len(e.Params) != 2 || e.Params["active"] == "" || e.Params["priority"] == "" {
				r.Errorf("params %v", e.Params)
			}
		},
	}
}

func updates() map[string]func(*sitetest.Replay) {
	update := func(name string, options ...cms.CallOption) func(*sitetest.Replay) {
		return func(r *sitetest.Replay) {
			snippet, err := snippets.New(r.Site).Update(r.Context(), 37, &snippets.Params{Name: new(name)}, options...)
			r.OK(err)
			sitetest.Kept(r, snippet)
			if snippet.Name != name {
				r.Errorf("%+v", snippet)
			}
		}
	}
	return map[string]func(*sitetest.Replay){
		"snippets_update_post":  update("Swap via POST"),
		"snippets_update_put":   update("Swap via PUT", cms.UpdateMethod(http.MethodPut)),
		"snippets_update_patch": update("Swap via PATCH", cms.UpdateMethod(http.MethodPatch)),
		"snippets_update_unknown_400": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).Update(r.Context(), 99999, &snippets.Params{Name: new("x")}, cms.UpdateMethod(http.MethodPatch))
			sitetest.Failed(r, err, 400, snippets.CodeCannotUpdate, cms.ErrNotFound)
		},
		"snippets_delete_204": func(r *sitetest.Replay) {
			deleted, err := snippets.New(r.Site).Delete(r.Context(), 37)
			r.OK(err)
			if !deleted.Deleted || deleted.DoneBefore || deleted.Previous != nil {
				r.Errorf("%+v", deleted)
			}
		},
		"snippets_delete_401": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).Delete(r.Context(), 5)
			sitetest.Failed(r, err, 401, "rest_forbidden", cms.ErrUnauthorized)
		},
		"snippets_delete_again_500": func(r *sitetest.Replay) {
			r.Also(1, "snippets_get_unknown_500", "GET", r.Request.Path, nil)
			_, err := snippets.New(r.Site).Delete(r.Context(), 37)
			sitetest.Failed(r, err, 500, snippets.CodeCannotDelete, cms.ErrNotFound)
		},
	}
}

const snippet37 = "/wp-json/code-snippets/v1/snippets/37"

// on is an answer with the snippet switched on.
func on(body string) string { return strings.Replace(body, `"active":false`, `"active":true`, 1) }

func switches() map[string]func(*sitetest.Replay) {
	return map[string]func(*sitetest.Replay){
		"snippets_activate_post": func(r *sitetest.Replay) {
			r.Also(1, "snippets_update_patch", "GET", snippet37, on)
			snippet, err := snippets.New(r.Site).Activate(r.Context(), 37)
			if err != nil || !snippet.Active || snippet.ID != 37 {
				r.Errorf("%+v, %v", snippet, err)
			}
		},
		"snippets_activate_already_active_500": func(r *sitetest.Replay) {
			r.Also(1, "snippets_update_patch", "GET", snippet37, on)
			snippet, err := snippets.New(r.Site).Activate(r.Context(), 37, cms.UpdateMethod(http.MethodPut))
			if err != nil || !snippet.Active {
				r.Errorf("%+v, %v", snippet, err)
			}
		},
		"snippets_activate_broken_200": func(r *sitetest.Replay) {
			r.Also(1, "snippets_create_syntax_error", "GET", strings.TrimSuffix(r.Request.Path, "/activate"), on)
			snippet, err := snippets.New(r.Site).Activate(r.Context(), 43)
			if !errors.Is(err, snippets.ErrBrokenCode) || snippet == nil || !snippet.Active || snippet.CodeError.Line != 1 ||
				!strings.Contains(err.Error(), snippet.CodeError.Message) {
				r.Errorf("%+v, %v", snippet, err)
			}
		},
		"snippets_activate_unknown_500": func(r *sitetest.Replay) {
			r.Also(1, "snippets_get_unknown_500", "GET", strings.TrimSuffix(r.Request.Path, "/activate"), nil)
			_, err := snippets.New(r.Site).Activate(r.Context(), 99999)
			sitetest.Failed(r, err, 500, snippets.CodeCannotActivate, cms.ErrNotFound)
		},
		"snippets_deactivate": func(r *sitetest.Replay) {
			r.Also(1, "snippets_update_patch", "GET", snippet37, nil)
			snippet, err := snippets.New(r.Site).Deactivate(r.Context(), 37)
			if err != nil || snippet.Active || snippet.ID != 37 {
				r.Errorf("%+v, %v", snippet, err)
			}
		},
		"snippets_deactivate_unknown_500": func(r *sitetest.Replay) {
			r.Also(1, "snippets_get_unknown_500", "GET", strings.TrimSuffix(r.Request.Path, "/deactivate"), nil)
			_, err := snippets.New(r.Site).Deactivate(r.Context(), 99999)
			sitetest.Failed(r, err, 500, snippets.CodeCannotActivate, cms.ErrNotFound)
		},
	}
}
