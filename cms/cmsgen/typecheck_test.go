package main

import (
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// packages are those that generated code may import, by what the go command has
// compiled.
var packages = sync.OnceValues(func() (map[string]*types.Package, error) {
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}",
		"github.com/fontcms/fontcms-go/cms")
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	load := importer.ForCompiler(token.NewFileSet(), "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	loaded := map[string]*types.Package{}
	for _, path := range []string{"context", "encoding/json", "net/http", "net/url", "strconv", "time",
		"github.com/fontcms/fontcms-go/cms"} {
		if loaded[path], err = load.Import(path); err != nil {
			return nil, err
		}
	}
	return loaded, nil
})

type imported map[string]*types.Package

func (i imported) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	return nil, errors.New("generated code imports " + path)
}

// typecheck is what the compiler says of generated code.
func typecheck(t testing.TB, source []byte) error {
	t.Helper()
	loaded, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "generated.go", source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	config := types.Config{Importer: imported(loaded)}
	_, err = config.Check("generated", set, []*ast.File{file}, nil)
	return err
}
