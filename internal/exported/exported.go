// Package exported lists what users of the module can import: packages, their
// declarations, and types. Tests compare their tables with it, so that a new type or call
// fails them. Only tests import it.
package exported

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// Module is the path of the module, with a slash.
const Module = "github.com/fontcms/fontcms-go/"

// Root is the root of the repository for a test of internal/NAME.
const Root = "../.."

// Packages returns the folders of the packages that users can import.
func Packages() ([]string, error) {
	var out []string
	err := filepath.WalkDir(Root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		switch name := entry.Name(); {
		case name == "internal", name == "examples", name == "testdata", strings.HasPrefix(name, ".") && path != Root:
			return filepath.SkipDir
		case path != Root && isModule(path): // skip: the folder is a module of its own
			return filepath.SkipDir
		}
		files, _ := build.ImportDir(path, 0) // on an error, such as a folder without a package, Name is empty
		if files.Name == "" || files.Name == "main" {
			return nil
		}
		folder, err := filepath.Rel(Root, path)
		out = append(out, filepath.ToSlash(folder))
		return err
	})
	if err == nil && len(out) < 12 {
		err = fmt.Errorf("only %d packages: %q", len(out), out)
	}
	return out, err
}

// isModule reports whether a folder has a go.mod.
func isModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// Declaration is a declaration of a package.
type Declaration struct {
	Folder string // below the root of the repository
	ast.Decl
}

// Declarations returns the declarations of the packages in folders, by default of all
// packages that users can import. It leaves out test files.
func Declarations(folders ...string) ([]Declaration, error) {
	if len(folders) == 0 {
		var err error
		if folders, err = Packages(); err != nil {
			return nil, err
		}
	}
	var out []Declaration
	for _, folder := range folders {
		files, err := build.ImportDir(filepath.Join(Root, folder), 0)
		if err != nil {
			return nil, err
		}
		for _, name := range files.GoFiles {
			path := filepath.Join(Root, folder, name)
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			for _, one := range file.Decls {
				out = append(out, Declaration{folder, one})
			}
		}
	}
	return out, nil
}

// Types returns the names of all exported types, such as cms.Client, and whether they are
// interfaces. It leaves out aliases.
func Types() (map[string]bool, error) {
	all, err := Declarations()
	out := map[string]bool{}
	for _, one := range all {
		group, ok := one.Decl.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, spec := range group.Specs {
			if spec := spec.(*ast.TypeSpec); spec.Name.IsExported() && !spec.Assign.IsValid() {
				_, isInterface := spec.Type.(*ast.InterfaceType)
				out[one.Folder+"."+spec.Name.Name] = isInterface
			}
		}
	}
	return out, err
}

// Name returns the name of a type in the form of [Types].
func Name(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return strings.TrimPrefix(t.PkgPath(), Module) + "." + name
}
