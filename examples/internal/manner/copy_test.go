package manner

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const internal = "github.com/fontcms/fontcms-go/examples/internal/"

// Whoever copies a recipe finds in its first lines which files it needs, and at most three
// packages beside its own. A recipe whose program is a package has one of its name.
func TestFirstLinesOfARecipeNameTheFilesToCopy(t *testing.T) {
	t.Parallel()
	each(t, func(recipe) bool { return true }, func(t *testing.T, r recipe) {
		t.Helper()
		main, packages, embedded := parse(t, filepath.Join("..", "..", r.name))
		for _, name := range slices.Collect(maps.Keys(packages)) { // those that they need
			need(t, name, packages)
		}
		text := strings.Join(strings.Fields(main), " ")
		_, text, _ = strings.Cut(text, "To copy it, take the .go files of this folder without the tests")
		files, names, _ := strings.Cut(text, " Of examples/internal it needs ")
		names, _, _ = strings.Cut(names, ".")
		said := strings.FieldsFunc(strings.ReplaceAll(names, " and ", ", "),
			func(r rune) bool { return r == ',' || r == ' ' })
		want, most := slices.Sorted(maps.Keys(packages)), 3
		if packages[r.name] {
			most++
		}
		if !slices.Equal(said, want) || len(want) > most {
			t.Errorf("The comment of %s names the packages %q, want %q, at most %d", r.name, said, want, most)
		}
		for _, name := range embedded {
			if folder, _, _ := strings.Cut(name, "/"); !strings.Contains(files, folder) {
				t.Errorf("The comment of %s names the files %q, want %s too", r.name, files, name)
			}
		}
	})
}

// parse returns the comment of a package, the packages of examples/internal that its
// files import, and the files that they embed.
func parse(t *testing.T, folder string) (comment string, packages map[string]bool, embedded []string) {
	t.Helper()
	packages = map[string]bool{}
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("Glob of %s: %d Go files, error %v, want some", folder, len(names), err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if file.Doc != nil {
			comment = file.Doc.Text()
		}
		for _, spec := range file.Imports {
			if name, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), internal); ok {
				packages[name] = true
			}
		}
		embedded = append(embedded, embeds(file)...)
	}
	return comment, packages, embedded
}

// embeds are the patterns of what a file embeds.
func embeds(file *ast.File) (patterns []string) {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if rest, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
				patterns = append(patterns, strings.Fields(rest)...)
			}
		}
	}
	return patterns
}

// need adds the packages that a package of examples/internal needs.
func need(t *testing.T, name string, all map[string]bool) {
	t.Helper()
	_, packages, _ := parse(t, filepath.Join("..", filepath.FromSlash(name)))
	for other := range packages {
		if !all[other] {
			all[other] = true
			need(t, other, all)
		}
	}
}
