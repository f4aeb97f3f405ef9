package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/fontcms/fontcms-go"

// function is one that was run, a function literal apart from the function around it.
type function struct{ pkg, file, name, purpose string }

// executed are the functions of a profile of which a statement ran. cmstest, fontstest and
// this program are left out.
func executed(folder string) ([]function, error) {
	text := filepath.Join(folder, "profile")
	convert := exec.Command("go", "tool", "covdata", "textfmt", "-i="+folder, "-o="+text)
	if out, err := convert.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("covdata: %w: %s", err, out)
	}
	blocks, err := ran(text)
	if err != nil {
		return nil, err
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	root := strings.TrimSpace(string(dir))
	found := map[function]bool{}
	for file, places := range blocks {
		inside := strings.TrimPrefix(file, module+"/")
		pkg := path.Dir(inside)
		if strings.HasPrefix(pkg+"/", "cms/cmstest/") || pkg == "fonts/fontstest" || pkg == "internal/benchmark/road" {
			continue
		}
		all, err := declared(filepath.Join(root, inside))
		if err != nil {
			return nil, err
		}
		for _, place := range places {
			for _, f := range all {
				if f.from <= place && place < f.to { // the innermost comes first
					found[function{pkg, path.Base(file), f.name, f.purpose}] = true
					break
				}
			}
		}
	}
	return slices.Collect(maps.Keys(found)), nil
}

// place is a line and a column of a file.
type place int

func at(line, column int) place { return place(line<<12 | column) }

// ran are the places at which blocks begin that ran, by file.
func ran(profile string) (map[string][]place, error) {
	text, err := os.ReadFile(profile)
	if err != nil {
		return nil, err
	}
	blocks := map[string][]place{}
	for line := range strings.Lines(string(text)) {
		file, rest, ok := strings.Cut(strings.TrimSpace(line), ".go:")
		if !ok {
			continue // the first line says the mode
		}
		file += ".go"
		span, counts, _ := strings.Cut(rest, " ")
		if strings.HasSuffix(counts, " 0") {
			continue
		}
		from, _, _ := strings.Cut(span, ",")
		row, column, _ := strings.Cut(from, ".")
		l, err := strconv.Atoi(row)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		c, err := strconv.Atoi(column)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		blocks[file] = append(blocks[file], at(l, c))
	}
	return blocks, nil
}

// span is the body of a function in its file.
type span struct {
	name, purpose string
	from, to      place
}

// declared returns the functions of a file, literals before what is around them. A literal
// has no name but that of its place.
func declared(file string) ([]span, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var all []span
	add := func(name, purpose string, body *ast.BlockStmt) {
		from, to := set.Position(body.Pos()), set.Position(body.End())
		all = append(all, span{name, purpose, at(from.Line, from.Column), at(to.Line, to.Column)})
	}
	for _, d := range parsed.Decls {
		name := "a literal"
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			name = f.Name.Name
			if f.Recv != nil {
				name = receiver(f.Recv.List[0].Type) + "." + name
			}
			add(name, (&doc.Package{}).Synopsis(f.Doc.Text()), f.Body)
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if literal, ok := n.(*ast.FuncLit); ok {
				add(fmt.Sprintf("%s, literal in line %d", name, set.Position(literal.Pos()).Line), "", literal.Body)
			}
			return true
		})
	}
	slices.SortStableFunc(all, func(a, b span) int { return cmp.Compare(a.to-a.from, b.to-b.from) })
	return all, nil
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

// report prints how many functions and files ran, by package.
func report(out io.Writer, title string, functions []function, verbose bool) {
	slices.SortFunc(functions, func(a, b function) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.file, b.file), cmp.Compare(a.name, b.name))
	})
	files, inPackage, filesOf := map[string]bool{}, map[string]int{}, map[string]map[string]bool{}
	for _, f := range functions {
		files[f.pkg+"/"+f.file] = true
		inPackage[f.pkg]++
		if filesOf[f.pkg] == nil {
			filesOf[f.pkg] = map[string]bool{}
		}
		filesOf[f.pkg][f.file] = true
	}
	fmt.Fprintf(out, "%s: %d functions in %d files\n", title, len(functions), len(files))
	for _, pkg := range slices.Sorted(maps.Keys(inPackage)) {
		fmt.Fprintf(out, "  %-20s %3d in %d\n", pkg, inPackage[pkg], len(filesOf[pkg]))
		for _, f := range functions {
			if verbose && f.pkg == pkg {
				fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("    %-18s %-32s %s", f.file, f.name, f.purpose), " "))
			}
		}
	}
}
