package main

import (
	"cmp"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// coverage counts the operations of a description by what the generated code offers for them.
type coverage struct {
	operations, typed, raw, named int
	absent                        []string
	all, asJSON                   map[string]int // numbers of operations, by method
}

// TestEveryOperationIsCallableOrNamed counts what the code of each description offers. The flag
// -descriptions names a folder with further ones, such as those of real plugins.
func TestEveryOperationIsCallableOrNamed(t *testing.T) {
	t.Parallel()
	for _, file := range describedFiles() {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d, err := load(data)
			if err != nil {
				t.Fatal(err)
			}
			source, err := generate(context.Background(), d, wants{}, "made")
			if err != nil {
				t.Fatal(err)
			}
			if err := typecheck(t, source); err != nil {
				t.Fatal(err)
			}
			c := covered(t, d, source)
			t.Logf("%d operations: %d typed, %d raw, %d named with a reason, %d absent; %d lines; raw %v of %v", c.operations,
				c.typed, c.raw, c.named, len(c.absent), strings.Count(string(source), "\n"), c.asJSON, c.all)
			if len(c.absent) > 0 {
				t.Errorf("generate: %d operations absent, want all callable or named:\n%s", len(c.absent),
					strings.Join(c.absent, "\n"))
			}
		})
	}
}

// covered looks for each operation in the code. POST, PUT and PATCH of one endpoint are one operation.
func covered(t *testing.T, d *describe.Description, source []byte) coverage {
	t.Helper()
	offered := offers(t, source)
	prose := strings.ReplaceAll(string(source), "\n// ", " ") // the header, without its line breaks
	c := coverage{all: map[string]int{}, asJSON: map[string]int{}}
	for _, pattern := range slices.Sorted(maps.Keys(d.Routes)) {
		path := anonymous(describe.Spelled(strings.Trim(describe.Template(pattern), "/"), d.Prefix))
		seen := map[string]bool{}
		for _, endpoint := range d.Routes[pattern].Endpoints {
			for _, methods := range [][]string{{"GET"}, {"POST", "PUT", "PATCH"}, {"DELETE"}} {
				methods = slices.DeleteFunc(slices.Clone(methods), func(method string) bool {
					return seen[method] || !slices.Contains(endpoint.Methods, method)
				})
				if len(methods) == 0 {
					continue
				}
				best := 0
				for _, method := range methods {
					seen[method] = true
					best = max(best, offered[method+" "+path])
				}
				c.operations++
				c.all[methods[0]]++
				switch {
				case best == 2:
					c.typed++
				case best == 1:
					c.raw++
					c.asJSON[methods[0]]++
				case regexp.MustCompile(`Left out: [\w, ]*\b` + methods[0] + `\b[\w, ]* ` +
					regexp.QuoteMeta(cmp.Or(describe.Spelled(strings.Trim(describe.Template(pattern), "/"), d.Prefix), "/")) +
					": ").MatchString(prose):
					c.named++
				default:
					c.absent = append(c.absent, methods[0]+" "+pattern)
				}
			}
		}
	}
	return c
}

// offers are the operations that generated code calls: 2 for a typed response, 1 for JSON.
func offers(t *testing.T, source []byte) map[string]int {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	services := map[string]string{} // the paths by the type
	visit := func(receiver string) func(ast.Node) bool {
		return func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				for kind, methods := range map[string][]string{
					"NewCollection": {"GET ", "POST ", "GET /{}", "POST /{}", "DELETE /{}"},
					"NewContent":    {"GET ", "POST ", "GET /{}", "POST /{}", "DELETE /{}"},
					"NewCatalog":    {"GET ", "POST ", "GET /{}", "POST /{}", "DELETE /{}"},
					"NewDocument":   {"GET ", "POST "},
				} {
					if index, ok := n.Fun.(*ast.IndexListExpr); ok && selects(index.X, kind) {
						for _, method := range methods {
							verb, rest, _ := strings.Cut(method, " ")
							all[verb+" "+evaluated(n.Args[1], "")+rest] = 2
						}
					}
				}
			case *ast.CompositeLit:
				if name, ok := n.Type.(*ast.Ident); ok && len(n.Elts) == 2 && receiver == "" {
					services[name.Name] = evaluated(n.Elts[1], "")
				}
				index, ok := n.Type.(*ast.IndexExpr)
				if !ok || !selects(index.X, "Request") {
					return true
				}
				method, path, typed := "GET", "", 2
				for _, element := range n.Elts {
					pair := element.(*ast.KeyValueExpr)
					switch pair.Key.(*ast.Ident).Name {
					case "Method":
						method = strings.ToUpper(strings.TrimPrefix(pair.Value.(*ast.SelectorExpr).Sel.Name, "Method"))
					case "Path":
						path = evaluated(pair.Value, services[receiver])
					}
				}
				if strings.Contains(string(source[index.Index.Pos()-1:index.Index.End()-1]), "json.RawMessage") {
					typed = 1
				}
				all[method+" "+path] = max(all[method+" "+path], typed)
			}
			return true
		}
	}
	for _, methods := range []bool{false, true} {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && (f.Recv != nil) == methods {
				receiver := ""
				if methods {
					receiver = f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
				}
				ast.Inspect(f, visit(receiver))
			}
		}
	}
	return all
}

func selects(x ast.Expr, name string) bool {
	selector, ok := x.(*ast.SelectorExpr)
	return ok && selector.Sel.Name == name
}

// evaluated is a path with {} for each of its variables.
func evaluated(x ast.Expr, own string) string {
	switch x := x.(type) {
	case *ast.BinaryExpr:
		return evaluated(x.X, own) + evaluated(x.Y, own)
	case *ast.BasicLit:
		text, _ := strconv.Unquote(x.Value)
		return text
	case *ast.SelectorExpr:
		return own
	}
	return "{}"
}

// anonymous is a template without the names of its parameters.
func anonymous(template string) string {
	var out strings.Builder
	for i, part := range strings.Split(template, "{") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "}")
			out.WriteString("{}")
		}
		out.WriteString(part)
	}
	return out.String()
}
