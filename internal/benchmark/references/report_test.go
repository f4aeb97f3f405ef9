package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// referred is the graph of a package that is given as source, by file.
func referred(t *testing.T, sources map[string]string) graph {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for name, source := range sources {
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	g, err := refer(set, "example.org/a", files, importer.Default())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFilesReferByIdentifiersAndMethodsButNotByFields(t *testing.T) {
	t.Parallel()
	g := referred(t, map[string]string{
		"a.go": "package a\n\ntype Box[T any] struct{ Field T }\n",
		"b.go": "package a\n\nfunc (b *Box[T]) Open() T { return b.Field }\n",
		"c.go": "package a\n\nvar open = made().Open()\n",
		"d.go": "package a\n\nfunc made() *Box[int] { return nil }\n",
		"e.go": "package a\n\nvar field = made().Field\n",
		"f.go": "package a\n\nfunc local() { made := 1; _ = made }\n",
	})
	for file, want := range map[string]string{"a.go": "", "b.go": "a.go", "c.go": "b.go d.go", "d.go": "a.go", "e.go": "d.go", "f.go": ""} {
		var got []string
		for to := range g[file] {
			got = append(got, to)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s refers to %q, not to %q", file, got, want)
		}
	}
}

func TestReportNamesCyclesLargestFirst(t *testing.T) {
	t.Parallel()
	g := graph{}
	for _, edge := range []string{"a>b", "b>a", "c>d", "d>e", "e>c", "b>c", "f>a", "c>g", "g>"} {
		from, to, _ := strings.Cut(edge, ">")
		if g[from] == nil {
			g[from] = map[string][]string{}
		}
		if to != "" {
			g[from][to] = []string{"name"}
		}
	}
	var out strings.Builder
	report(&out, g, false)
	if want := "7 files, 8 references, 3 files in the largest cycle\n  3: c d e\n  2: a b\n"; out.String() != want {
		t.Errorf("%s", out.String())
	}
	out.Reset()
	picture(&out, g)
	for _, want := range []string{`subgraph cluster0 { style=filled; color=lightgrey; "c"; "d"; "e"; }`, `"b" -> "c";`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s", out.String())
		}
	}
}
