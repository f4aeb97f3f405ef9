package secrets

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const module = "github.com/fontcms/fontcms-go/"

// root is the folder of the module.
const root = "../.."

// publicPackages are the folders of the packages that users can import.
func publicPackages(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		switch name := entry.Name(); {
		case name == "internal", name == "examples", name == "testdata", strings.HasPrefix(name, ".") && path != root:
			return filepath.SkipDir
		case path != root && isModule(path): // users of this module do not get it
			return filepath.SkipDir
		}
		if files, err := build.ImportDir(path, 0); err == nil && files.Name != "main" {
			folder, err := filepath.Rel(root, path)
			out = append(out, filepath.ToSlash(folder))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 12 {
		t.Fatalf("only %d public packages: %q", len(out), out)
	}
	return out
}

// isModule reports whether a folder is that of a module of its own.
func isModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// exportedTypes are the names of all exported types, as in cms.Client, and
// whether they are interfaces.
func exportedTypes(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, folder := range publicPackages(t) {
		files, err := build.ImportDir(filepath.Join(root, folder), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, folder, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, declaration := range file.Decls {
				group, ok := declaration.(*ast.GenDecl)
				if !ok || group.Tok != token.TYPE {
					continue
				}
				for _, spec := range group.Specs {
					if spec := spec.(*ast.TypeSpec); spec.Name.IsExported() && !spec.Assign.IsValid() {
						_, isInterface := spec.Type.(*ast.InterfaceType)
						out[folder+"."+spec.Name.Name] = isInterface
					}
				}
			}
		}
	}
	return out
}

// nameOf is the name of a type as exportedTypes has it.
func nameOf(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return strings.TrimPrefix(t.PkgPath(), module) + "." + name
}

func TestEveryExportedTypeIsLookedAt(t *testing.T) {
	t.Parallel()
	registered, exported := map[string]bool{}, exportedTypes(t)
	for name, values := range newWorld(t).holders() {
		registered[name] = true
		for _, value := range values {
			if isInterface, ok := exported[name]; ok && !isInterface && nameOf(dereferenced(reflect.TypeOf(value))) != name {
				t.Errorf("%s: its value is a %T", name, value)
			}
		}
	}
	for _, one := range data() {
		if registered[nameOf(one)] {
			t.Errorf("%v stands in both tables", one)
		}
		registered[nameOf(one)] = true
	}
	for name := range exported {
		if !registered[name] {
			t.Errorf("%s is new: say in the table of this package what it may hold", name)
		}
	}
	for name := range registered {
		if _, ok := exported[name]; !ok {
			t.Errorf("%s is no exported type any more", name)
		}
	}
}

func dereferenced(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
