package main

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
)

const (
	maxColumns = 120
	maxName    = 60
)

var (
	verb   = regexp.MustCompile(`%[-+# 0]*[\d*]*(\.[\d*]*)?(\[\d+\])?[a-zA-Z%]`)
	word   = regexp.MustCompile(`\pL{3,}`)
	wanted = regexp.MustCompile(`(?i)\b(want|wants|wanted|expected)\b`)
	ending = regexp.MustCompile(`: %[vw]$`)

	article = regexp.MustCompile(`^(Test|Fuzz)(Live)?(A|An|The)[A-Z]`)
	riddle  = regexp.MustCompile(`Answer|Behind`)
)

// widths returns the number of columns of each line.
func widths(source []byte) []int {
	lines := bytes.Split(source, []byte("\n"))
	columns := make([]int, len(lines))
	for i, line := range lines {
		columns[i] = utf8.RuneCount(line)
	}
	return columns
}

// failure returns the name of the called method, such as Errorf, if the call fails a test.
// Otherwise it returns "".
func failure(pass *analysis.Pass, call *ast.CallExpr) string {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	switch method.Sel.Name {
	case "Error", "Fatal", "Errorf", "Fatalf":
	default:
		return ""
	}
	object := pass.TypesInfo.Uses[method.Sel]
	if object == nil || object.Pkg() == nil || object.Pkg().Path() != "testing" {
		return ""
	}
	return method.Sel.Name
}

// mute returns what a failure message lacks, or "". guarded means that the call is inside an
// if statement that only compares a value with nil, such as if err != nil.
func mute(pass *analysis.Pass, call *ast.CallExpr, guarded bool) string {
	method := failure(pass, call)
	if method == "" || len(call.Args) == 0 {
		return ""
	}
	const better = ": say what was called, what came, what was wanted"
	if !strings.HasSuffix(method, "f") {
		if len(call.Args) > 1 {
			return "the message is several values; use " + method + "f" + better
		}
		if isError(pass, call.Args[0]) {
			return ""
		}
	}
	value := pass.TypesInfo.Types[call.Args[0]].Value
	if value == nil || value.Kind() != constant.String {
		return "the message is no constant" + better
	}
	text := constant.StringVal(value)
	words := verb.ReplaceAllString(text, " ")
	if !word.MatchString(wanted.ReplaceAllString(words, " ")) {
		return "the message has no word" + better
	}
	last := call.Args[len(call.Args)-1]
	if wanted.MatchString(words) || guarded && ending.MatchString(text) && isError(pass, last) {
		return ""
	}
	return "the message does not say what was wanted"
}

func isError(pass *analysis.Pass, expression ast.Expr) bool {
	is := pass.TypesInfo.TypeOf(expression)
	return is != nil && types.Implements(is, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// guarded reports whether the innermost if statement around a node checks only that a value
// is not nil. stack has the nodes around the node, and the node itself as its last element.
func guarded(stack []ast.Node) bool {
	for _, node := range slices.Backward(stack) {
		switch node := node.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.CaseClause:
			return false
		case *ast.IfStmt:
			check, ok := node.Cond.(*ast.BinaryExpr)
			if !ok || check.Op != token.NEQ {
				return false
			}
			zero, ok := check.Y.(*ast.Ident)
			return ok && zero.Name == "nil"
		}
	}
	return false
}

// claims returns how many parts of a condition are joined with ||. It returns 1 if there is no ||.
func claims(condition ast.Expr) int {
	if pair, ok := ast.Unparen(condition).(*ast.BinaryExpr); ok && pair.Op == token.LOR {
		return claims(pair.X) + claims(pair.Y)
	}
	return 1
}

// fails reports whether a statement of a block fails a test.
func fails(pass *analysis.Pass, block *ast.BlockStmt) bool {
	return slices.ContainsFunc(block.List, func(statement ast.Stmt) bool {
		expression, ok := statement.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := expression.X.(*ast.CallExpr)
		return ok && failure(pass, call) != ""
	})
}

// misnamed returns what is wrong with the name of a test, or "".
func misnamed(function *ast.FuncDecl) string {
	name := function.Name.Name
	if function.Recv != nil || !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Fuzz") {
		return ""
	}
	switch {
	case article.MatchString(name):
		return "the name begins with an article: begin with what behaves"
	case riddle.MatchString(name):
		return "the name has a word that tests do not use: " + riddle.FindString(name)
	case len(name) > maxName:
		return "the name has more than 60 characters"
	}
	return ""
}
