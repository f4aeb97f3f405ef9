package manual

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// public are the packages that users can import, by their folders below the root.
func public(t *testing.T) map[string]*doc.Package {
	t.Helper()
	packages := map[string]*doc.Package{}
	for _, pattern := range []string{"*", "*/*", "*/*/*"} {
		folders, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range folders {
			name, err := filepath.Rel(root, folder)
			if err != nil {
				t.Fatal(err)
			}
			name = filepath.ToSlash(name)
			if regexp.MustCompile(`(^|/)(internal|examples|testdata|\.)`).MatchString(name) {
				continue
			}
			if one := documented(t, folder, module+"/"+name); one != nil {
				packages[name] = one
			}
		}
	}
	if len(packages) < 25 {
		t.Fatalf("%d public packages were found, want at least 25", len(packages))
	}
	return packages
}

// documented is the package in a folder, or nil.
func documented(t *testing.T, folder, path string) *doc.Package {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") || strings.Contains(string(text), "//go:build ignore") {
			continue
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if len(files) == 0 || files[0].Name.Name == "main" {
		return nil
	}
	one, err := doc.NewFromFiles(set, files, path)
	if err != nil {
		t.Fatal(err)
	}
	return one
}

// comments are those of a package, its functions, types and methods, by their names.
func comments(one *doc.Package) map[string]string {
	texts := map[string]string{"package": one.Doc}
	for _, function := range one.Funcs {
		texts[function.Name] = function.Doc
	}
	for _, declared := range one.Types {
		texts[declared.Name] = declared.Doc
		for _, function := range declared.Funcs {
			texts[function.Name] = function.Doc
		}
		for _, method := range declared.Methods {
			texts[declared.Name+"."+method.Name] = method.Doc
		}
	}
	return texts
}

func TestEveryExportedNameHasASentence(t *testing.T) {
	t.Parallel()
	for path, one := range public(t) {
		for name, text := range comments(one) {
			if text == "" {
				t.Errorf("%s: %s has no comment, want one", path, name)
			}
		}
	}
}

// A name in brackets that no link was made of is shown with the brackets.
func TestLinksInCommentsBecomeLinks(t *testing.T) {
	t.Parallel()
	bracket := regexp.MustCompile(`(^|\W)\[\*?(\w+\.)?[A-Z]\w+(\.\w+)?\]`)
	for path, one := range public(t) {
		for name, text := range comments(one) {
			for line := range strings.Lines(string(one.Text(text))) {
				if strings.HasPrefix(line, "\t") { // code
					continue
				}
				if shown := bracket.FindString(line); shown != "" {
					t.Errorf("%s: the comment of %s shows %s, want a link", path, name, shown)
				}
			}
		}
	}
}

func TestFirstSentencesOfPackagesFitIntoAList(t *testing.T) {
	t.Parallel()
	for path, one := range public(t) {
		sentence, begin := one.Synopsis(one.Doc), "Package "+one.Name+" "
		if len(sentence) > 180 || !strings.HasPrefix(sentence, begin) {
			t.Errorf("%s: the comment begins with %q, want at most 180 bytes that begin with %q", path, sentence, begin)
		}
	}
}
