package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// A row whose place has moved would excuse nothing, and nobody would see it.
func TestEveryEquivalentNamesAFunctionThatExists(t *testing.T) {
	t.Parallel()
	for _, s := range equivalents() {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", s.file), nil, 0)
		if err != nil {
			t.Errorf("Parsing %s for %s: error %v, want none", s.file, s.function, err)
			continue
		}
		found := false
		for _, d := range file.Decls {
			function, ok := d.(*ast.FuncDecl)
			found = found || ok && nameOf(function) == s.function
		}
		if !found {
			t.Errorf("%s has no function %s, want it", s.file, s.function)
		}
	}
}
