package ledger_test

import (
	"errors"
	"go/ast"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/internal/exported"
	"github.com/fontcms/fontcms-go/snippets"
)

// TestEveryMethodThatMakesParamsIsLookedAt finds the methods by their results.
func TestEveryMethodThatMakesParamsIsLookedAt(t *testing.T) {
	t.Parallel()
	looked := map[string]string{ // where
		"cms.Post.Params": "trips", "cms.Page.Params": "trips", "cms.Block.Params": "trips", "cms.MenuItem.Params": "trips",
		"cms/terms.Term.Params": "trips", "cms/users.User.Params": "trips", "cms/comments.Comment.Params": "trips",
		"cms/menus.Menu.Params": "trips", "cms/menus.Navigation.Params": "trips", "media.Media.Params": "trips",
		"cms/fontlibrary.Family.Params":   "TestParamsOfAFamilyThatWasReadInPartAreRefused",
		"cms.Meta.Params":                 "a part of the records",
		"cms.MetaParams.Changes":          "TestChangesOfMetaHaveTheFootnotesThatDiffer",
		"cms/settings.Settings.Changes":   "TestChangesNeedSettingsThatWereReadWhole",
		"cms/widgets.Instance.Params":     "TestEncodeAndRenderSendSettings of its package",
		"snippets.Snippet.Params":         "TestParamsOfASnippetNeedAllOfIt",
		"snippets.ExportedSnippet.Params": "TestParamsOfASnippetNeedAllOfIt",
	}
	found := map[string]bool{}
	all, err := exported.Declarations()
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range all {
		method, ok := declaration.Decl.(*ast.FuncDecl)
		if !ok || method.Recv == nil || !method.Name.IsExported() || method.Type.Results == nil {
			continue
		}
		receiver := strings.Trim(typeIn(method.Recv.List[0].Type), "*")
		for _, result := range method.Type.Results.List {
			if !strings.HasSuffix(typeIn(result.Type), "Params") {
				continue
			}
			name := declaration.Folder + "." + receiver + "." + method.Name.Name
			if found[name] = true; looked[name] == "" {
				t.Errorf("Method %s makes params, want it in looked of makers_test.go, with the name of its test or with trips "+
					"if the server in memory has the resource", name)
			}
		}
	}
	for name := range looked {
		if !found[name] {
			t.Errorf("Row %s names no method, want it removed", name)
		}
	}
}

// typeIn is the name of a type, as it is written.
func typeIn(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.StarExpr:
		return "*" + typeIn(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	case *ast.IndexExpr:
		return typeIn(e.X)
	}
	return ""
}

func TestChangesOfSettingsThatWereReadInPartAreRefused(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := settings.New(site).Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	part, err := settings.New(site).Get(t.Context(), cms.Fields("title", "url"))
	if err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2]*settings.Settings{"after": {part, whole}, "before": {whole, part},
		"both": {part, part}} {
		if params, err := pair[0].Changes(pair[1]); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("Changes with a part %s: %s, error %v, want ErrIncomplete", name, encoded(t, params), err)
		}
	}
	if params, err := whole.Changes(whole); err != nil || encoded(t, params) != "{}" {
		t.Errorf("Changes from settings to themselves: %+v, error %v, want none", params, err)
	}
}

func TestParamsOfASnippetNeedAllOfIt(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	all := snippets.New(site)
	made, err := all.Create(t.Context(),
		&snippets.Params{Name: new("Snippet"), Desc: new("d"), Code: new("a();"), Tags: []string{"a"},
			Scope: new(snippets.ScopeAdmin), Priority: new(5)})
	if err != nil {
		t.Fatal(err)
	}
	read, err := all.Get(t.Context(), made.ID)
	if err != nil {
		t.Fatal(err)
	}
	params, err := read.Params()
	if err != nil {
		t.Fatal(err)
	}
	body := encoded(t, params)
	names := bothWays[snippets.Snippet, snippets.Params]()
	for i, name := range names {
		if name == "condition_id" { // older versions of the plugin have none
			continue
		}
		less := append([]string{"id"}, slices.Delete(slices.Clone(names), i, i+1)...)
		part, err := all.Get(t.Context(), made.ID, cms.Fields(less...))
		if err != nil {
			t.Fatal(err)
		}
		if params, err := part.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("Params of a snippet read without %s: %s, error %v, want ErrIncomplete", name, encoded(t, params), err)
		}
		plain, err := cms.Do(t.Context(), site, all.UpdateRequest(made.ID, nil), cms.Fields(less...))
		if err != nil {
			t.Fatal(err)
		}
		if params, err := plain.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("Params of a snippet requested without %s: %s, error %v, want ErrIncomplete", name, encoded(t, params), err)
		}
	}
	if read, err := all.Update(t.Context(), made.ID, params); err != nil {
		t.Error(err)
	} else if again, err := read.Params(); err != nil || encoded(t, again) != body {
		t.Errorf("Params of the updated snippet: %s, error %v, want %s", encoded(t, again), err, body)
	}
	export, err := all.Export(t.Context(), made.ID)
	if err != nil || encoded(t, export.Snippets[0].Params()) != `{"name":"Snippet","desc":"d","code":"a();",`+
		`"tags":["a"],"scope":"admin","priority":5}` {
		t.Errorf("Export: %+v, error %v, want all params of the snippet", export, err)
	}
	// A site gives no single fields of what stands in a list.
	if part, err := all.Export(t.Context(), made.ID, cms.Fields("snippets.id", "snippets.name")); !errors.Is(err,
		cms.ErrNotFound) {
		t.Errorf("Export of some fields: %+v, error %v, want ErrNotFound", part, err)
	}
}
