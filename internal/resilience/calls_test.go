package resilience

import (
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/exported"
)

// TestEveryDecoderIsTestedWithHostileResponses looks for exported functions and methods that read
// what a server may write: those that take a context, and those that decode.
func TestEveryDecoderIsTestedWithHostileResponses(t *testing.T) {
	t.Parallel()
	calls := exportedDecoders(t)
	if len(calls) < 100 {
		t.Fatalf("Exported decoders: %d, %q, want at least 100", len(calls), calls)
	}
	all, none := decoders(), withoutAnswer()
	for _, name := range calls {
		d, ok := all[name]
		switch {
		case !ok && all[passedOn(name)].decode != nil: // the same code reads the response
		case !ok && none[name] == "":
			t.Errorf("Decoder %s is new, want its type in passedOn of calls_test.go if each method only calls one of cms, "+
				"and else bombs in areas of calls_areas_test.go", name)
		case ok && none[name] != "":
			t.Errorf("Decoder %s is in both tables, want it in one", name)
		case ok && len(d.bombs) == 0:
			t.Errorf("Decoder %s has no bombs, want some", name)
		}
	}
	for name := range all {
		if !slices.Contains(calls, name) {
			t.Errorf("Row %s names no exported decoder, want it removed", name)
		}
	}
	for name := range none {
		if !slices.Contains(calls, name) {
			t.Errorf("Row %s names no exported function, want it removed", name)
		}
	}
}

// passedOn returns the method of the core that a method of an area only calls with its own
// types, "" if it does more.
func passedOn(name string) string {
	core := map[string]string{
		"cms.Content": "cms.Collection", "cms.MenuItems": "cms.Collection", "comments.Comments": "cms.Collection",
		"fontlibrary.Families": "cms.Collection",
		"menus.Menus":          "cms.Collection", "terms.Terms": "cms.Collection", "users.Users": "cms.Collection",
		"users.PasswordCatalog": "cms.Catalog", "settings.Service": "cms.Document",
	}
	at := strings.LastIndexByte(name, '.')
	if core[name[:max(at, 0)]] == "" {
		return ""
	}
	return core[name[:at]] + name[at:]
}

// exportedDecoders are the names of all that may read an answer, as in
// cms.Collection.List.
func exportedDecoders(t *testing.T) []string {
	t.Helper()
	all, err := exported.Declarations()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, one := range all {
		f, ok := one.Decl.(*ast.FuncDecl)
		if ok && reads(f) && !strings.Contains(one.Folder, "cmstest") && !strings.Contains(one.Folder, "fontstest") {
			out = append(out, path.Base(one.Folder)+"."+shownName(f))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// shownName is the name of a function as go doc shows it. The methods of an unexported type
// that is embedded are shown as methods of the type that embeds it.
func shownName(f *ast.FuncDecl) string {
	receiver, method, ok := strings.Cut(fullName(f), ".")
	if !ok {
		return receiver
	}
	switch receiver {
	case "verbs": // of cms.Collection and cms.Content
		receiver = "Collection"
	case "autosaves":
		receiver = "Autosaves"
	}
	return receiver + "." + method
}

// reads reports that an exported function takes a context or a reader, decodes,
// or reads out of JSON that was kept.
func reads(f *ast.FuncDecl) bool {
	receiver, _, _ := strings.Cut(shownName(f), ".")
	if !f.Name.IsExported() || !ast.IsExported(receiver) || f.Type.Results == nil {
		return false
	}
	switch f.Name.Name {
	case "UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText", "UnmarshalXML", "Decode", "Unmarshal",
		"EmbeddedAs", "Snapshots":
		return true
	}
	for _, parameter := range f.Type.Params.List {
		if s, ok := parameter.Type.(*ast.SelectorExpr); ok && (s.Sel.Name == "Context" || s.Sel.Name == "Reader") {
			return true
		}
	}
	return false
}

// fullName is the name of a function, after that of its receiver.
func fullName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	for {
		switch inner := t.(type) {
		case *ast.StarExpr:
			t = inner.X
			continue
		case *ast.IndexExpr:
			t = inner.X
			continue
		case *ast.IndexListExpr:
			t = inner.X
			continue
		case *ast.Ident:
			return inner.Name + "." + f.Name.Name
		}
		return f.Name.Name
	}
}
