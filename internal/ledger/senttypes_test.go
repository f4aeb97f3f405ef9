package ledger_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// sentTypes are the types that are encoded into a request: the params, and what else is
// read, changed and sent back.
func sentTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[cms.PostParams](), reflect.TypeFor[cms.PageParams](), reflect.TypeFor[cms.BlockParams](),
		reflect.TypeFor[cms.BlockMetaParams](), reflect.TypeFor[cms.MenuItemParams](), reflect.TypeFor[cms.MetaParams](),
		reflect.TypeFor[terms.Params](), reflect.TypeFor[users.Params](), reflect.TypeFor[users.PasswordParams](), reflect.TypeFor[comments.Params](),
		reflect.TypeFor[menus.Params](), reflect.TypeFor[menus.NavigationParams](), reflect.TypeFor[settings.Params](),
		reflect.TypeFor[appearance.TemplateParams](), reflect.TypeFor[appearance.PartParams](),
		reflect.TypeFor[media.Params](), reflect.TypeFor[media.EditParams](),
		reflect.TypeFor[widgets.Params](), reflect.TypeFor[widgets.InstanceParams](),
		reflect.TypeFor[media.SideloadParams](), reflect.TypeFor[snippets.Params](),
		reflect.TypeFor[media.SubSize](), reflect.TypeFor[settings.Settings](), reflect.TypeFor[blockvisibility.Settings](),
		reflect.TypeFor[appearance.StylesParams](), reflect.TypeFor[fontlibrary.FamilyParams](),
		reflect.TypeFor[fontlibrary.FaceParams](), reflect.TypeFor[fontlibrary.FaceSettings](),
		reflect.TypeFor[blockvisibility.PluginSettings](), reflect.TypeFor[blockvisibility.Control](),
	}
}

const module = "github.com/fontcms/fontcms-go/"

// nameOf is the name of a type, with the folder of its package.
func nameOf(t reflect.Type) string {
	return strings.TrimPrefix(t.PkgPath(), module) + "." + t.Name()
}

// declarations yields the declarations of the packages that users can import.
func declarations(t *testing.T, yield func(folder string, declaration ast.Decl)) {
	t.Helper()
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		switch name := entry.Name(); {
		case name == "internal", name == "examples", name == "testdata", strings.HasPrefix(name, ".") && path != root:
			return filepath.SkipDir
		}
		files, _ := build.ImportDir(path, 0) // a folder without a package has no files
		if files.Name == "main" {
			return nil
		}
		for _, name := range files.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(path, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			folder, _ := filepath.Rel(root, path) // it lies below
			for _, declaration := range file.Decls {
				yield(filepath.ToSlash(folder), declaration)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEveryTypeOfParamsIsInTheTable(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for _, one := range sentTypes() {
		named[nameOf(one)] = true
	}
	found := 0
	declarations(t, func(folder string, declaration ast.Decl) {
		group, ok := declaration.(*ast.GenDecl)
		if !ok {
			return
		}
		for _, spec := range group.Specs {
			spec, ok := spec.(*ast.TypeSpec)
			if !ok || !spec.Name.IsExported() || !strings.HasSuffix(spec.Name.Name, "Params") {
				continue
			}
			if found++; !named[folder+"."+spec.Name.Name] {
				t.Errorf("%s.%s is new: name it in sentTypes", folder, spec.Name.Name)
			}
		}
	})
	if found < 18 {
		t.Errorf("only %d types of params were found", found)
	}
}
