package manual

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamplesOfTheLookAreShort counts the lines of examples after the site is there.
func TestExamplesOfTheLookAreShort(t *testing.T) {
	t.Parallel()
	const limit = 10
	for path, name := range map[string]string{
		"cms/fontlibrary/install/example_test.go":  "Example",
		"cms/appearance/example_templates_test.go": "ExampleService_templates",
		"cms/appearance/example_styles_test.go":    "ExampleStyles_Edit",
		"cms/widgets/example_test.go":              "ExampleWidgets_Create",
	} {
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, filepath.Join(root, path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, decl := range parsed.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == name {
				lines = linesAfterSite(files, f.Body)
			}
		}
		if lines < 1 || lines > limit {
			t.Errorf("%s of %s has %d lines after cms.New, want 1 to %d", name, path, lines, limit)
		}
	}
}

// linesAfterSite counts the lines after the check of the error of cms.New.
func linesAfterSite(files *token.FileSet, body *ast.BlockStmt) int {
	for i, statement := range body.List[:len(body.List)-2] {
		assign, ok := statement.(*ast.AssignStmt)
		if !ok {
			continue
		}
		call, ok := assign.Rhs[0].(*ast.CallExpr)
		if !ok {
			continue
		}
		if called, ok := call.Fun.(*ast.SelectorExpr); !ok || called.Sel.Name != "New" {
			continue
		}
		first, last := files.Position(body.List[i+2].Pos()).Line, files.Position(body.List[len(body.List)-1].End()).Line
		return last - first + 1
	}
	return 0
}

// TestPackagesOfTheLookHaveShortManuals counts the lines of "go doc".
func TestPackagesOfTheLookHaveShortManuals(t *testing.T) {
	t.Parallel()
	const screens = 100
	for _, path := range []string{"cms/fontlibrary", "cms/fontlibrary/install", "cms/fontlibrary/fontfile",
		"cms/appearance", "cms/widgets", "cms/editor", "cms/abilities"} {
		command := exec.CommandContext(t.Context(), "go", "doc", "./"+path)
		command.Dir = root
		out, err := command.Output()
		if err != nil {
			t.Fatalf("go doc ./%s: error %v, want none", path, err)
		}
		if n := strings.Count(string(out), "\n"); n < 10 || n > screens {
			t.Errorf("go doc ./%s has %d lines, want 10 to %d", path, n, screens)
		}
	}
}
