package manual

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// term is a row of the table "Terms" in CONTRIBUTING.md.
type term struct {
	better string
	turns  []*regexp.Regexp
}

// terms reads the table. Its last column has the turns in code spans; a final * stands
// for any ending.
func terms(t *testing.T) []term {
	t.Helper()
	_, section, _ := strings.Cut(pages(t)["CONTRIBUTING.md"], "\n## Terms\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var found []term
	for _, row := range regexp.MustCompile(`(?m)^\| (.+?) \|.*\| (.*) \|$`).FindAllStringSubmatch(section, -1) {
		one := term{better: row[1]}
		for _, span := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[2], -1) {
			words := strings.ReplaceAll(regexp.QuoteMeta(span[1]), " ", `\s+`)
			words = strings.ReplaceAll(words, `\*`, `\w*`)
			one.turns = append(one.turns, regexp.MustCompile(`(?i)\b`+words+`\b`))
		}
		found = append(found, one)
	}
	if len(found) < 30 {
		t.Fatalf("the table of terms has %d rows", len(found))
	}
	return found
}

// prose returns the comments of a file, and its strings of several words, by position.
func prose(file *ast.File) map[token.Pos]string {
	texts, path := map[token.Pos]string{}, regexp.MustCompile(`\w+/[\w./]+`)
	for _, group := range file.Comments {
		// The first word is a name, as in "Answer returns", and a path is one too.
		texts[group.Pos()] = path.ReplaceAllString(strings.TrimLeftFunc(group.Text(), unicode.IsLetter), "")
	}
	for node := range ast.Preorder(file) {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && strings.Contains(text, " ") {
			texts[literal.Pos()] = text
		}
	}
	return texts
}

func TestCommentsAndErrorsUseTheTermsOfContributing(t *testing.T) {
	t.Parallel()
	table, files := terms(t), token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "testdata" {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for position, text := range prose(file) {
			for _, term := range table {
				for _, turn := range term.turns {
					found := turn.FindString(text)
					if found == "" {
						continue
					}
					at := files.Position(position)
					t.Errorf("%s:%d: %q: write %q", at.Filename, at.Line, found, term.better)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
