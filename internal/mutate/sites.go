package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// finder collects the possible mutants of a file.
type finder struct {
	pkg    *checked
	file   *source
	found  []*mutant
	name   string            // name of the current function
	result *types.Tuple      // results of the innermost function
	tops   map[ast.Expr]bool // expressions for which the method condition has added a mutant
}

func mutants(pkg *checked, file *source) []*mutant {
	f := &finder{pkg: pkg, file: file, tops: map[ast.Expr]bool{}}
	for _, declared := range file.syntax.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		f.name = nameOf(function)
		f.inside(function.Body, pkg.info.Defs[function.Name].Type().(*types.Signature).Results())
	}
	return f.found
}

// nameOf returns the name of a function, or of a method with its type: "New",
// "Client.Do".
func nameOf(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return function.Name.Name
	}
	return receiver(function.Recv.List[0].Type) + "." + function.Name.Name
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// inside visits the body of a function that has the given results.
func (f *finder) inside(body ast.Node, results *types.Tuple) {
	outer := f.result
	f.result = results
	ast.Inspect(body, f.visit)
	f.result = outer
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		if signature, ok := f.pkg.info.TypeOf(n).(*types.Signature); ok {
			f.inside(n.Body, signature.Results())
		}
		return false
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.ForStmt:
		f.condition(n.Cond)
	case *ast.SwitchStmt:
		f.cases(n)
	case *ast.CaseClause:
		f.clause(n)
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.AssignStmt:
		f.assign(n)
	case *ast.IncDecStmt:
		other := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
		f.statement("operator", n, f.text(n.X)+other)
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && f.text(call.Fun) != "panic" {
			f.statement("statement", n, "")
		}
	case *ast.SendStmt:
		f.statement("statement", n, "")
	case *ast.DeferStmt, *ast.GoStmt:
		f.statement("statement", n, "")
	case *ast.BranchStmt:
		if n.Tok == token.BREAK || n.Tok == token.CONTINUE {
			f.statement("statement", n, "")
		}
	case *ast.ReturnStmt:
		f.returned(n)
		return !f.isFailure(n)
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		f.truth(n)
	case *ast.CallExpr:
		return !f.isMessage(n)
	}
	return true
}

// condition adds a mutant that negates a condition.
func (f *finder) condition(e ast.Expr) {
	if e == nil || !f.isBool(e) {
		return
	}
	f.tops[e] = true
	was := f.text(e)
	f.add("condition", e, was, "!("+was+")", func(on, inner string) string {
		return "((" + inner + ") != " + on + ")"
	})
}

// cases treats the cases of a switch without a tag as conditions.
func (f *finder) cases(n *ast.SwitchStmt) {
	if n.Tag != nil {
		return
	}
	for _, s := range n.Body.List {
		for _, e := range s.(*ast.CaseClause).List {
			f.condition(e)
		}
	}
}

// clause adds a mutant that skips the statements of a case.
func (f *finder) clause(n *ast.CaseClause) {
	if len(n.Body) == 0 {
		return
	}
	first, last := n.Body[0], n.Body[len(n.Body)-1]
	name := "default"
	if len(n.List) > 0 {
		name = "case " + f.text(n.List[0])
	}
	f.addRange("case", first.Pos(), last.End(), name+": "+f.text(first), "", func(on, inner string) string {
		return "if !" + on + " { " + inner + " }"
	})
}

// binary adds a mutant that replaces an operator, such as < by <=. If the operator joins two
// strings, the mutant drops the second string.
func (f *finder) binary(n *ast.BinaryExpr) {
	if f.constant(n) {
		return
	}
	left, right := f.text(n.X), f.text(n.Y)
	swapped := map[token.Token]string{
		token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
		token.EQL: "!=", token.NEQ: "==", token.LAND: "||", token.LOR: "&&",
		token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*", token.REM: "/",
		token.AND: "|", token.OR: "&", token.SHL: ">>", token.SHR: "<<", token.XOR: "&", token.AND_NOT: "&",
	}[n.Op]
	is := left + " " + swapped + " " + right
	switch n.Op {
	case token.EQL, token.NEQ:
		// The method condition has already added a mutant that negates a whole condition.
		// Swapping == and != there would do the same.
		if !f.tops[n] && f.isBool(n) {
			f.either("operator", n, is)
		}
	case token.LAND, token.LOR:
		if f.isBool(n) {
			f.either("operator", n, is)
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if f.isBool(n) {
			f.either("bound", n, is)
		}
	default:
		t := f.pkg.info.TypeOf(n)
		if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
			if isText(n.X) || isText(n.Y) {
				return // no mutant, because tests do not check text for people
			}
			is = left
		}
		if name, ok := f.typeName(t); ok {
			f.choose("operator", n, f.text(n), is, name, is)
		}
	}
}

// either adds a mutant that replaces a condition with another condition. Only one of the two
// conditions is evaluated.
func (f *finder) either(kind string, e ast.Expr, is string) {
	f.add(kind, e, f.text(e), is, func(on, inner string) string {
		return "(" + on + " && (" + is + ") || !" + on + " && (" + inner + "))"
	})
}

// choose adds a mutant that replaces the expression e with value. Only one of the two is
// evaluated.
func (f *finder) choose(kind string, e ast.Expr, was, is, typeName, value string) {
	f.add(kind, e, was, is, func(on, inner string) string {
		return "func() " + typeName + " { if " + on + " { return " + value + " }; return " + inner + " }()"
	})
}

func (f *finder) assign(n *ast.AssignStmt) {
	if n.Tok == token.DEFINE {
		return
	}
	if blank, ok := n.Lhs[0].(*ast.Ident); ok && blank.Name == "_" && len(n.Lhs) == 1 {
		if _, call := n.Rhs[0].(*ast.CallExpr); !call {
			return // the statement has no effect, it only satisfies the compiler
		}
	}
	f.statement("statement", n, "")
	if other := map[token.Token]string{token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+="}[n.Tok]; other != "" {
		f.statement("operator", n, f.text(n.Lhs[0])+" "+other+" "+f.text(n.Rhs[0]))
	}
}

// statement adds a mutant that replaces a statement with the text in the parameter is. If the
// text is empty, the mutant removes the statement.
func (f *finder) statement(kind string, n ast.Node, is string) {
	f.add(kind, n, f.text(n), is, func(on, inner string) string {
		if is == "" {
			return "if !" + on + " { " + inner + " }"
		}
		return "if " + on + " { " + is + " } else { " + inner + " }"
	})
}

// returned adds a mutant that drops the error of a return statement.
func (f *finder) returned(n *ast.ReturnStmt) {
	count := len(n.Results)
	if count == 0 || f.result == nil || f.result.Len() != count {
		return
	}
	last := n.Results[count-1]
	if f.result.At(count-1).Type().String() != "error" || f.text(last) == "nil" {
		return
	}
	others := ""
	for _, r := range n.Results[:count-1] {
		others += f.text(r) + ", "
	}
	is := "return " + others + "nil"
	f.add("error", n, f.text(n), is, func(on, inner string) string {
		return "if " + on + " { _ = " + f.text(last) + "; " + is + " }; " + inner
	})
}

// literal adds a mutant that replaces a whole number with the next number, or a string with an
// empty string. It adds no mutant for text that is meant for people.
func (f *finder) literal(n *ast.BasicLit) {
	t := f.pkg.info.Types[n]
	if t.Type == nil {
		return
	}
	name, ok := f.typeName(t.Type)
	switch {
	case !ok:
	case n.Kind == token.INT:
		value, exact := constant.Int64Val(constant.MakeFromLiteral(n.Value, n.Kind, 0))
		if exact {
			f.choose("constant", n, n.Value, fmt.Sprint(value+1), name, fmt.Sprint(value+1))
		}
	case n.Kind == token.STRING && len(n.Value) > 2 && !isSentence(n.Value):
		f.choose("constant", n, n.Value, `""`, name, `""`)
	}
}

func (f *finder) truth(n *ast.Ident) {
	other := map[string]string{"true": "false", "false": "true"}[n.Name]
	if other == "" || f.pkg.info.Uses[n] != types.Universe.Lookup(n.Name) || !f.isBool(n) {
		return
	}
	f.add("constant", n, n.Name, other, func(on, inner string) string { return "(" + inner + " != " + on + ")" })
}

// isFailure reports whether a statement returns 0 and an error, as in return 0, err. No
// mutant changes this 0, because callers ignore it.
func (f *finder) isFailure(n *ast.ReturnStmt) bool {
	if len(n.Results) != 2 || f.text(n.Results[0]) != "0" || f.result == nil || f.result.At(1).Type().String() != "error" {
		return false
	}
	last, ok := n.Results[1].(*ast.Ident)
	return !ok || last.Name != "nil"
}

// isSentence reports whether a text is meant for people: it has a blank between two words.
// A text that contains < is meant for machines.
func isSentence(literal string) bool {
	between := regexp.MustCompile(`[A-Za-z,.:;)] [A-Za-z%(]`)
	return between.MatchString(literal) && !strings.Contains(literal, "<")
}

// isText reports whether an expression is a string literal that is meant for people.
func isText(e ast.Expr) bool {
	literal, ok := e.(*ast.BasicLit)
	return ok && literal.Kind == token.STRING && isSentence(literal.Value)
}

// isMessage reports whether a call creates an error or panics. Its arguments have no mutants,
// because tests do not check the words of messages.
func (f *finder) isMessage(n *ast.CallExpr) bool {
	switch f.text(n.Fun) {
	case "errors.New", "fmt.Errorf", "panic":
		return true
	}
	return false
}

func (f *finder) add(kind string, n ast.Node, was, is string, wrap func(on, inner string) string) {
	f.addRange(kind, n.Pos(), n.End(), was, is, wrap)
}

func (f *finder) addRange(kind string, from, to token.Pos, was, is string, wrap func(on, inner string) string) {
	start := f.pkg.files.Position(from)
	f.found = append(f.found, &mutant{
		pkg: f.pkg.path, file: f.file.name, line: start.Line, function: f.name, kind: kind,
		was: oneLine(was), is: oneLine(is), start: start.Offset, end: f.pkg.files.Position(to).Offset, wrap: wrap,
	})
}

func (f *finder) text(n ast.Node) string {
	return string(f.file.text[f.pkg.files.Position(n.Pos()).Offset:f.pkg.files.Position(n.End()).Offset])
}

func (f *finder) constant(e ast.Expr) bool { return f.pkg.info.Types[e].Value != nil }

func (f *finder) isBool(e ast.Expr) bool {
	basic, ok := f.pkg.info.TypeOf(e).(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// typeName returns the name of a type, with the package name that the file uses. It returns
// false if the file does not import the package of the type.
func (f *finder) typeName(t types.Type) (string, bool) {
	if basic, ok := t.(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
	}
	spelled := true
	name := types.TypeString(t, func(p *types.Package) string {
		if p.Path() == f.pkg.path {
			return ""
		}
		for _, spec := range f.file.syntax.Imports {
			if strings.Trim(spec.Path.Value, `"`) == p.Path() {
				if spec.Name != nil {
					return spec.Name.Name
				}
				return p.Name()
			}
		}
		spelled = false
		return p.Name()
	})
	return name, spelled
}

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 100 {
		return string(runes[:100]) + "…"
	}
	return text
}
