package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

const (
	ruleMessage   = "message"
	ruleCondition = "condition"
	ruleName      = "name"
	ruleLine      = "line"
	ruleGoroutine = "goroutine"
)

// analyzer returns the analyzer that checks the rules. goroutines maps the path of a file to
// the number of goroutines that the file may start.
func analyzer(goroutines map[string]int) *analysis.Analyzer {
	run := func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			name := pass.Fset.File(file.Pos()).Name()
			if !strings.HasSuffix(name, ".go") { // skip: the go command has generated this file
				continue
			}
			if err := inspect(pass, file, name, goroutines[pathOf(pass, name)]); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return &analysis.Analyzer{Name: "house", Doc: "check the rules of this repository", Run: run}
}

// pathOf returns the path of a file relative to the root of the repository, with slashes.
func pathOf(pass *analysis.Pass, name string) string {
	folder := strings.TrimSuffix(pass.Pkg.Path(), "_test")
	folder = strings.TrimPrefix(strings.TrimPrefix(folder, "github.com/fontcms/fontcms-go"), "/")
	return path.Join(folder, filepath.Base(name))
}

// inspect reports the violations of the rules in a file. known is the number of goroutines
// that the file may start.
func inspect(pass *analysis.Pass, file *ast.File, name string, known int) error {
	add := func(rule string, pos token.Pos, text string) {
		pass.Report(analysis.Diagnostic{Pos: pos, Category: rule, Message: text})
	}
	source, err := pass.ReadFile(name)
	if err != nil {
		return err
	}
	at := pass.Fset.File(file.Pos())
	for i, columns := range widths(source) {
		if columns > maxColumns && i < at.LineCount() {
			add(ruleLine, at.LineStart(i+1), fmt.Sprintf("the line has %d columns, more than %d", columns, maxColumns))
		}
	}
	if !strings.HasSuffix(name, "_test.go") {
		started := starts(file)
		if len(started) != known {
			for _, pos := range started {
				add(ruleGoroutine, pos, fmt.Sprintf(
					"the file starts %d goroutines, and goroutines.go says %d", len(started), known))
			}
			if len(started) == 0 {
				add(ruleGoroutine, file.Package, "the file starts no goroutine, and goroutines.go has it")
			}
		}
		return nil
	}
	var stack []ast.Node
	ast.Inspect(file, func(node ast.Node) bool {
		if node == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, node)
		switch node := node.(type) {
		case *ast.FuncDecl:
			if text := misnamed(node); text != "" {
				add(ruleName, node.Name.Pos(), text)
			}
		case *ast.CallExpr:
			if text := mute(pass, node, guarded(stack)); text != "" {
				add(ruleMessage, node.Pos(), text)
			}
		case *ast.IfStmt:
			if n := claims(node.Cond); n > 2 && fails(pass, node.Body) {
				add(ruleCondition, node.Cond.Pos(), fmt.Sprintf(
					"the condition joins %d claims: split it, or compare the values as one", n))
			}
		}
		return true
	})
	return nil
}
