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

// Names of the rules in allowed.txt.
const (
	ruleMessage   = "message"
	ruleCondition = "condition"
	ruleName      = "name"
	ruleLine      = "line"
	ruleGoroutine = "goroutine"
)

// finding is one violation of a rule.
type finding struct {
	rule string
	pos  token.Pos
	text string
}

// analyzer returns the analyzer. The keys of goroutines, and the files in the keys of
// allowed, are paths. With the flag -all the analyzer also reports the findings that
// allowed.txt allows.
func analyzer(allowed map[place]int, goroutines map[string]int) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "house", Doc: "check the rules of this repository"}
	all := a.Flags.Bool("all", false, "report the findings that allowed.txt allows, too")
	a.Run = func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			name := pass.Fset.File(file.Pos()).Name()
			if !strings.HasSuffix(name, ".go") { // the go command has generated this file
				continue
			}
			found, err := inspect(pass, file, name, goroutines[pathOf(pass, name)])
			if err != nil {
				return nil, err
			}
			for _, rule := range []string{ruleMessage, ruleCondition, ruleName, ruleLine, ruleGoroutine} {
				limit := allowed[place{file: pathOf(pass, name), rule: rule}]
				if *all {
					limit = 0
				}
				report(pass, file, rule, found[rule], limit)
			}
		}
		return nil, nil
	}
	return a
}

// report reports the findings of one rule in a file, unless their number is the number in
// allowed.txt.
func report(pass *analysis.Pass, file *ast.File, rule string, found []finding, limit int) {
	if len(found) < limit {
		pass.Report(analysis.Diagnostic{Pos: file.Package, Category: rule, Message: fmt.Sprintf(
			"%d findings of the rule %q, and allowed.txt says %d: lower it", len(found), rule, limit)})
		return
	}
	if len(found) == limit {
		return
	}
	for _, one := range found {
		text := one.text
		if limit > 0 {
			text = fmt.Sprintf("%s (this file has %d of these, and may have %d)", text, len(found), limit)
		}
		pass.Report(analysis.Diagnostic{Pos: one.pos, Category: rule, Message: text})
	}
}

// pathOf returns the path of a file relative to the root of the repository, with slashes.
func pathOf(pass *analysis.Pass, name string) string {
	folder := strings.TrimSuffix(pass.Pkg.Path(), "_test")
	folder = strings.TrimPrefix(strings.TrimPrefix(folder, "github.com/fontcms/fontcms-go"), "/")
	return path.Join(folder, filepath.Base(name))
}

// inspect returns the findings in a file, by rule. known is the number of goroutines that
// the file may start.
func inspect(pass *analysis.Pass, file *ast.File, name string, known int) (map[string][]finding, error) {
	found := map[string][]finding{}
	add := func(rule string, pos token.Pos, text string) {
		found[rule] = append(found[rule], finding{rule, pos, text})
	}
	source, err := pass.ReadFile(name)
	if err != nil {
		return nil, err
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
		return found, nil
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
	return found, nil
}
