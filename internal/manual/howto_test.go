package manual

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/exported"
)

// howtos are the texts of the programs to copy and their tests, by their paths below the root.
func howtos(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(root + "/examples/howto/*/*.go")
	if err != nil || len(files) < 12 {
		t.Fatalf("Glob of the howtos: %d files, error %v, want 12", len(files), err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimPrefix(filepath.ToSlash(file), root+"/")] = string(text)
	}
	return texts
}

// quoted reports whether a block has consecutive whole lines of a text, perhaps indented less.
func quoted(text, block string) bool {
	for tabs := range 4 {
		indented := ""
		for line := range strings.Lines(block) {
			if line != "\n" {
				indented += strings.Repeat("\t", tabs)
			}
			indented += line
		}
		if strings.Contains("\n"+text, "\n"+indented) {
			return true
		}
	}
	return false
}

func TestCodeInReadmeIsQuotedFromHowtos(t *testing.T) {
	t.Parallel()
	readme, texts := pages(t)["README.md"], slices.Collect(maps.Values(howtos(t)))
	code := blocks(readme, "go")
	if len(code) < 4 {
		t.Errorf("README.md has %d blocks of Go, want at least 4", len(code))
	}
	for _, block := range code {
		if !slices.ContainsFunc(texts, func(text string) bool { return quoted(text, block) }) {
			t.Errorf("README.md: no file of examples/howto has the lines\n%swant one", block)
		}
	}
}

func TestReadmeIsShort(t *testing.T) {
	t.Parallel()
	if lines := strings.Count(pages(t)["README.md"], "\n"); lines > 280 {
		t.Errorf("README.md has %d lines, want at most 280: two packages of plugins can share a row of its table", lines)
	}
}

// TestPagesNameEachPackage holds the table of README.md and the index of CONTRIBUTING.md to
// the packages that users import.
func TestPagesNameEachPackage(t *testing.T) {
	t.Parallel()
	all, err := exported.Declarations()
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]bool{}
	for _, one := range all {
		folders[one.Folder] = true
	}
	if len(folders) < 20 {
		t.Fatalf("packages that users import: %d, want at least 20", len(folders))
	}
	for folder := range folders {
		for page, text := range map[string]string{"README.md": "`" + folder + "`", "CONTRIBUTING.md": "`" + folder + "/"} {
			if !strings.Contains(pages(t)[page], text) {
				t.Errorf("%s: the package %s is not named, want %s in a row", page, folder, text)
			}
		}
	}
}

func TestQuotesAreWholeLines(t *testing.T) {
	t.Parallel()
	const text = "func f() {\n\tg()\n\n\th()\n}\n"
	for block, want := range map[string]bool{
		text: true, "g()\n\nh()\n": true, "g()\nh()\n": false, "()\n": false, "h()\n}\n": false, "g()\n\n\th()\n": false,
	} {
		if got := quoted(text, block); got != want {
			t.Errorf("quoted of %q: %t, want %t", block, got, want)
		}
	}
}

// The README links each howto, and the comment of a package or of its main call names it.
func TestHowtosAreLinkedFromReadmeAndPackages(t *testing.T) {
	t.Parallel()
	readme, comments := pages(t)["README.md"], docs(t)
	for path := range howtos(t) {
		if !strings.Contains(readme, "]("+path+")") {
			t.Errorf("README.md has no link to %s, want one", path)
		}
		name := strings.TrimSuffix(path, "/main.go")
		if !regexp.MustCompile(regexp.QuoteMeta(name) + `\b`).MatchString(comments) {
			t.Errorf("no comment of a public package names %s, want one", name)
		}
	}
}

// docs are the comments of all packages and of their exported functions that users can import.
func docs(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{".git", "internal", "examples", "testdata"}, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		text.WriteString(file.Doc.Text())
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok && function.Name.IsExported() {
				text.WriteString(function.Doc.Text())
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}
