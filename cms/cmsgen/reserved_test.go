package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// generatedNames are the identifiers that begin with a small letter in all golden files,
// and those that Go itself has.
func generatedNames(t *testing.T) []string {
	t.Helper()
	names := types.Universe.Names()
	for word := token.BREAK; word <= token.VAR; word++ {
		names = append(names, word.String())
	}
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatalf("Glob of the golden files: %q, error %v, want some", files, err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !ast.IsExported(id.Name) {
				names = append(names, id.Name)
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "_" })
}

// TestParameterOfAPathMayHaveTheNameOfAnything has routes whose parameters are called
// like what generated code uses.
func TestParameterOfAPathMayHaveTheNameOfAnything(t *testing.T) {
	t.Parallel()
	names := generatedNames(t)
	for _, name := range []string{"response", "query", "ctx", "s", "cms", "nil", "err", "callOptions", "func"} {
		if !slices.Contains(names, name) {
			t.Fatalf("The names %q lack %s, want it tested", names, name)
		}
	}
	routes := map[string]any{}
	endpoints := func(id string) any {
		args := map[string]any{id: map[string]any{"type": "string", "required": true},
			"colour": map[string]any{"type": "string"}}
		with := func(method string) any { return map[string]any{"methods": []string{method}, "args": args} }
		return map[string]any{
			"endpoints": []any{with("GET"), with("POST"), with("DELETE")},
			"schema": map[string]any{"title": "thing " + id,
				"properties": map[string]any{"id": map[string]any{"type": "integer"}, "name": map[string]any{"type": "string"}}},
		}
	}
	for _, name := range names {
		for kind, pattern := range map[string]string{"digits": `[\d]+`, "text": `[\w-]+`} {
			parameter := fmt.Sprintf("(?P<%s>%s)", name, pattern)
			list := "/x/v1/" + kind + "-of-" + name
			routes[list] = endpoints("colour")
			routes[list+"/"+parameter] = endpoints("colour") // a record
			below := "/x/v1/" + kind + "-below/" + parameter + "/" + name
			routes[below] = endpoints("colour") // a list below it, and a record of that
			routes[below+`/(?P<id>[\d]+)`] = endpoints("colour")
			routes["/x/v1/"+kind+"-at/"+parameter+"/one-"+name] = endpoints("colour") // a document
		}
	}
	data, err := json.Marshal(map[string]any{"prefix": "wp", "routes": routes})
	if err != nil {
		t.Fatal(err)
	}
	source := made(t, string(data))
	if n := strings.Count(source, "\nfunc "); n < 4*len(names) {
		t.Errorf("generate: %d functions for %d names, want four of each", n, len(names))
	}
}

// TestTextsOfASiteImportNothing has texts that look like Go.
func TestTextsOfASiteImportNothing(t *testing.T) {
	t.Parallel()
	const odd = `"(time.Now)", " url.Values", "*http.Client", "[]strconv.X", "!context.Y", "(json.Z"`
	made(t, things(`"a": {"type": "string", "enum": [`+odd+`], "default": "(time.Now)", "description": "(url.Values)"}`,
		"", `"b": {"type": "string", "enum": [`+odd+`]}`))
}

// TestManyEnumerationsOfOneMemberAreReadInTheirTime holds that a value is looked for in
// a set. With a list, the 5 MB of this description took longer than 20 s.
func TestManyEnumerationsOfOneMemberAreReadInTheirTime(t *testing.T) {
	t.Parallel()
	var variants strings.Builder
	for i := range 2_000 {
		variants.WriteString(`,{"type": "string", "enum": ["v0"`)
		for j := range 150 {
			fmt.Fprintf(&variants, `,"value-%d"`, 150*i+j)
		}
		variants.WriteString("]}")
	}
	source := made(t, things(`"a": {"oneOf": [`+variants.String()[1:]+`]}`, "", ""))
	if !strings.Contains(source, "`json:\"a\"`") {
		t.Errorf("generate of 2000 enumerations: %s, want the field a", source)
	}
}

func TestGenerateObeysItsContext(t *testing.T) {
	t.Parallel()
	d, err := load([]byte(things("", "", "")))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if source, err := generate(ctx, d, wants{}, "made"); !errors.Is(err, context.Canceled) || source != nil {
		t.Errorf("generate with a cancelled context: %d bytes, error %v, want context.Canceled", len(source), err)
	}
}
