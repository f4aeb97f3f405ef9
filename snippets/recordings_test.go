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
			switch {
			case schema.Title != "snippet" || len(schema.Properties) != 11:
				r.Errorf("Service.Schema: title %q, %d properties, want %q and 11", schema.Title, len(schema.Properties), "snippet")
			case schema.Properties.Named("tags").Types[0] != "array":
				r.Errorf("Service.Schema: type of tags %q, want %q", schema.Properties.Named("tags").Types[0], "array")
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
			switch {
			case snippet.Revision != 2 || snippet.Scope != snippets.ScopeAdmin:
				r.Errorf("Service.Get(r.Context(), 5): Revision %d, Scope %q, want 2 and %q", snippet.Revision, snippet.Scope,
					snippets.ScopeAdmin)
			case snippet.Network == nil:
				r.Error("Service.Get(r.Context(), 5): snippet.Network nil, want a value")
			case *snippet.Network:
				r.Error("Service.Get(r.Context(), 5): *snippet.Network is true, want false")
			case snippet.SharedNetwork != nil:
				r.Errorf("Service.Get(r.Context(), 5): SharedNetwork %+v, want nil", snippet.SharedNetwork)
			case !snippet.CodeError.IsZero():
				r.Error("CodeError.IsZero: snippet.CodeError.IsZero() is false, want true")
			case !slices.Equal(snippet.Tags, []string{"helper", "group-1"}) || snippet.Extra != nil:
				r.Errorf("Service.Get(r.Context(), 5): Tags %q, Extra %v, want %q and nil", snippet.Tags, snippet.Extra,
					[]string{"helper", "group-1"})
			}
			modified, err := snippet.Modified.Time()
			switch {
			case err != nil:
				r.Errorf("Snippet.Modified: error %v, want nil", err)
			case modified.Format("2006-01-02T15:04:05Z07:00") != "2026-11-21T04:53:55Z":
				r.Errorf("Snippet.Modified: %v, want %q", modified, "2026-11-21T04:53:55Z")
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
			switch {
			case len(page.Items) != 32 || page.Total != 32:
				r.Errorf("Service.List: %d snippets, Total %d, want 32 and 32", len(page.Items), page.Total)
			case page.TotalPages != 1 || page.Number != 1:
				r.Errorf("Service.List: TotalPages %d, Number %d, want 1 and 1", page.TotalPages, page.Number)
			case page.Response.Status != 200:
				r.Errorf("Service.List: status %d, want 200", page.Response.Status)
			}
		},
		"snippets_list_per_page_ignored": func(r *sitetest.Replay) {
			page, err := snippets.New(r.Site).List(r.Context(), &snippets.ListOptions{Page: 2, PerPage: 2}, cms.Fields("id"))
			r.OK(err)
			switch {
			case len(page.Items) != 2:
				r.Errorf("Service.List: %d records, want 2", len(page.Items))
			case page.Items[0].ID != 7:
				r.Errorf("Service.List: page.Items[0].ID %d, want 7", page.Items[0].ID)
			case page.Items[1].ID != 8:
				r.Errorf("Service.List: page.Items[1].ID %d, want 8", page.Items[1].ID)
			case page.Total != 32 || page.TotalPages != 16:
				r.Errorf("Service.List: Total %d, TotalPages %d, want 32 and 16", page.Total, page.TotalPages)
			case page.Number != 2:
				r.Errorf("Service.List: Number %d, want 2", page.Number)
			}
			if _, err := page.Items[0].Params(); !errors.Is(err, cms.ErrIncomplete) {
				r.Errorf("a snippet read in part becomes params: %v, want ErrIncomplete", err)
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
			switch {
			case snippet.Revision != 5:
				r.Errorf("Service.Export(r.Context(), 37): Revision %d, want 5", snippet.Revision)
			case snippet.Active:
				r.Error("Service.Export(r.Context(), 37): snippet.Active is true, want false")
			case export.DateCreated != "2026-11-21 05:08":
				r.Errorf("Service.Export(r.Context(), 37): export.DateCreated %q, want %q", export.DateCreated, "2026-11-21 05:08")
			}
			params := snippet.Params()
			switch {
			case *params.Scope != snippets.ScopeFrontEnd:
				r.Errorf("ExportedSnippet.Params: Scope %q, want %q", *params.Scope, snippets.ScopeFrontEnd)
			case *params.Priority != 12:
				r.Errorf("ExportedSnippet.Params: Priority %d, want 12", *params.Priority)
			case *params.Name != "Swap via PATCH":
				r.Errorf("ExportedSnippet.Params: Name %q, want %q", *params.Name, "Swap via PATCH")
			case params.Active != nil:
				r.Errorf("ExportedSnippet.Params: Active %+v, want nil", params.Active)
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
				r.Errorf("Service.ExportCode(r.Context(), 37): code %q, want the prefix %q", code,
					"<?php\n\n/**\n * Swap via PATCH\n")
			}
		},
		"snippets_export_code_unknown": func(r *sitetest.Replay) {
			code, err := snippets.New(r.Site).ExportCode(r.Context(), 99999)
			if err != nil || code != "<?php\n" {
				r.Errorf("Service.ExportCode(r.Context(), 99999): error %v, code %q, want nil and %q", err, code, "<?php\n")
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
		switch {
		case snippet.Revision != 2 || snippet.Network != nil:
			r.Errorf("Service.Create(r.Context(), params): Revision %d, Network %+v, want 2 and nil", snippet.Revision,
				snippet.Network)
		case snippet.ID != want.ID || snippet.Scope != want.Scope:
			r.Errorf("Service.Create(r.Context(), params): ID %d, Scope %q, want %d and %q", snippet.ID, snippet.Scope, want.ID,
				want.Scope)
		case snippet.Active != want.Active || snippet.CodeError != want.CodeError:
			r.Errorf("Service.Create(r.Context(), params): Active is %t, CodeError %v, want %t and %v", snippet.Active,
				snippet.CodeError, want.Active, want.CodeError)
		case !reflect.DeepEqual(snippet.Tags, want.Tags):
			r.Errorf("Service.Create(r.Context(), params): Tags %q, want %q", snippet.Tags, want.Tags)
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
	return cms.NewCollection[snippets.Snippet, oddParams, struct{}](r.Site, "code-snippets/v1/snippets").
		Create(r.Context(), params)
}

func creates() map[string]func(*sitetest.Replay) {
	none := cms.StringList{}
	return map[string]func(*sitetest.Replay){
		"snippets_create_200": create(&snippets.Params{
			Name: new("Swap display"), Desc: new("<p>Sets font-display.</p>"),
			Code: new("add_filter( 'glyph_swap', '__return_true' );"),
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
			snippet, err := createOdd(r, &oddParams{Params: snippets.Params{Name: new("tags str"), Code: new("")},
				Tags: "a,b c"})
			r.OK(err)
			sitetest.Kept(r, snippet)
			switch {
			case snippet.ID != 41 || snippet.Scope != snippets.ScopeGlobal:
				r.Errorf("createOdd: ID %d, Scope %q, want 41 and %q", snippet.ID, snippet.Scope, snippets.ScopeGlobal)
			case !slices.Equal(snippet.Tags, []string{"a", "b", "c"}):
				r.Errorf("createOdd: Tags %q, want %q", snippet.Tags, []string{"a", "b", "c"})
			}
		},
		"snippets_create_401": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).Create(r.Context(), &snippets.Params{Name: new("x")})
			sitetest.Failed(r, err, 401, "rest_forbidden", cms.ErrUnauthorized)
		},
		"snippets_create_bad_types_400": func(r *sitetest.Replay) {
			_, err := createOdd(r, &oddParams{Params: snippets.Params{Name: new("x")}, Tags: 5, Active: "maybe",
				Priority: "high"})
			e := sitetest.Failure(r, err, 400, cms.CodeInvalidParam, cms.ErrBadRequest)
			switch {
			case len(e.Params) != 2:
				r.Errorf("params %v: %d params, want 2", e.Params, len(e.Params))
			case e.Params["active"] == "":
				r.Errorf(`params %v: Params["active"] empty, want a text`, e.Params)
			case e.Params["priority"] == "":
				r.Errorf(`params %v: Params["priority"] empty, want a text`, e.Params)
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
				r.Errorf("Service.Update: Name %q, want %q", snippet.Name, name)
			}
		}
	}
	return map[string]func(*sitetest.Replay){
		"snippets_update_post":  update("Swap via POST"),
		"snippets_update_put":   update("Swap via PUT", cms.UpdateMethod(http.MethodPut)),
		"snippets_update_patch": update("Swap via PATCH", cms.UpdateMethod(http.MethodPatch)),
		"snippets_update_unknown_400": func(r *sitetest.Replay) {
			_, err := snippets.New(r.Site).Update(r.Context(), 99999, &snippets.Params{Name: new("x")},
				cms.UpdateMethod(http.MethodPatch))
			sitetest.Failed(r, err, 400, snippets.CodeCannotUpdate, cms.ErrNotFound)
		},
		"snippets_delete_204": func(r *sitetest.Replay) {
			deleted, err := snippets.New(r.Site).Delete(r.Context(), 37)
			r.OK(err)
			switch {
			case !deleted.Deleted:
				r.Error("Service.Delete(r.Context(), 37): deleted.Deleted is false, want true")
			case deleted.DoneBefore:
				r.Error("Service.Delete(r.Context(), 37): deleted.DoneBefore is true, want false")
			case deleted.Previous != nil:
				r.Errorf("Service.Delete(r.Context(), 37): Previous %+v, want nil", deleted.Previous)
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
			switch {
			case err != nil:
				r.Errorf("Service.Activate(r.Context(), 37): error %v, want nil", err)
			case !snippet.Active:
				r.Error("Service.Activate(r.Context(), 37): snippet.Active is false, want true")
			case snippet.ID != 37:
				r.Errorf("Service.Activate(r.Context(), 37): ID %d, want 37", snippet.ID)
			}
		},
		"snippets_activate_already_active_500": func(r *sitetest.Replay) {
			r.Also(1, "snippets_update_patch", "GET", snippet37, on)
			snippet, err := snippets.New(r.Site).Activate(r.Context(), 37, cms.UpdateMethod(http.MethodPut))
			switch {
			case err != nil:
				r.Errorf("Service.Activate: error %v, want nil", err)
			case !snippet.Active:
				r.Error("Service.Activate: snippet.Active is false, want true")
			}
		},
		"snippets_activate_broken_200": func(r *sitetest.Replay) {
			r.Also(1, "snippets_create_syntax_error", "GET", strings.TrimSuffix(r.Request.Path, "/activate"), on)
			snippet, err := snippets.New(r.Site).Activate(r.Context(), 43)
			switch {
			case !errors.Is(err, snippets.ErrBrokenCode):
				r.Errorf("Service.Activate(r.Context(), 43): error %v, want ErrBrokenCode", err)
			case snippet == nil:
				r.Error("Service.Activate(r.Context(), 43): snippet nil, want a value")
			case !snippet.Active:
				r.Error("Service.Activate(r.Context(), 43): snippet.Active is false, want true")
			case snippet.CodeError.Line != 1:
				r.Errorf("Service.Activate(r.Context(), 43): CodeError.Line %d, want 1", snippet.CodeError.Line)
			case !strings.Contains(err.Error(), snippet.CodeError.Message):
				r.Errorf("Service.Activate(r.Context(), 43): error %v, want %q in it", err, snippet.CodeError.Message)
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
			switch {
			case err != nil:
				r.Errorf("Service.Deactivate(r.Context(), 37): error %v, want nil", err)
			case snippet.Active:
				r.Error("Service.Deactivate(r.Context(), 37): snippet.Active is true, want false")
			case snippet.ID != 37:
				r.Errorf("Service.Deactivate(r.Context(), 37): ID %d, want 37", snippet.ID)
			}
		},
		"snippets_deactivate_unknown_500": func(r *sitetest.Replay) {
			r.Also(1, "snippets_get_unknown_500", "GET", strings.TrimSuffix(r.Request.Path, "/deactivate"), nil)
			_, err := snippets.New(r.Site).Deactivate(r.Context(), 99999)
			sitetest.Failed(r, err, 500, snippets.CodeCannotActivate, cms.ErrNotFound)
		},
	}
}
