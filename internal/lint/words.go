package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	row  = regexp.MustCompile(`(?m)^\| (.+?) \|.*\| (.*) \|$`)
	span = regexp.MustCompile("`([^`]+)`")
	cell = regexp.MustCompile(` *\| *`)
	file = regexp.MustCompile(`\w+/[\w./]+`)
)

// term is a row of the table "Terms" in CONTRIBUTING.md. The field turns has patterns for the
// expressions to avoid. The field better has the expression to write instead.
type term struct {
	better string
	turns  []*regexp.Regexp
}

// terms reads the table. Its last column has the expressions to avoid, as code spans. A
// final * matches any ending.
func terms(contributing string) (found []term, err error) {
	_, section, _ := strings.Cut(contributing, "\n## Terms\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, match := range row.FindAllStringSubmatch(section, -1) {
		one := term{better: match[1]}
		for _, turn := range span.FindAllStringSubmatch(match[2], -1) {
			words := strings.ReplaceAll(regexp.QuoteMeta(turn[1]), " ", `\s+`)
			one.turns = append(one.turns, regexp.MustCompile(`(?i)\b`+strings.ReplaceAll(words, `\*`, `\w*`)+`\b`))
		}
		found = append(found, one)
	}
	if len(found) == 0 {
		return nil, errors.New("CONTRIBUTING.md has no table of terms")
	}
	return found, nil
}

// printWords prints the words and lines of a repository that break the rules. It fails if
// there are any.
func printWords(out io.Writer, folders []string) error {
	if len(folders) != 1 {
		return errors.New("words wants the root of the repository")
	}
	root := os.DirFS(folders[0])
	contributing, err := fs.ReadFile(root, "CONTRIBUTING.md")
	if err != nil {
		return err
	}
	table, err := terms(string(contributing))
	if err != nil {
		return err
	}
	found := 0
	complain := func(path string, line int, text string) {
		found++
		fmt.Fprintf(out, "%s:%d: %s\n", path, line, text)
	}
	err = fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case filepath.Ext(path) == ".md":
			return readPage(root, path, complain)
		case filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "testdata/"):
			return readCode(root, path, table, complain)
		}
		return nil
	})
	if err == nil && found > 0 {
		err = fmt.Errorf("%d findings", found)
	}
	return err
}

// readPage checks the width of the lines of a Markdown file. In a table it checks the width
// of each cell, because a row of a table cannot be wrapped.
func readPage(root fs.FS, path string, complain func(string, int, string)) error {
	text, err := fs.ReadFile(root, path)
	if err != nil {
		return err
	}
	for i, line := range strings.Split(string(text), "\n") {
		parts := []string{line}
		if strings.HasPrefix(line, "|") {
			parts = cell.Split(line, -1)
		}
		for _, part := range parts {
			if n := utf8.RuneCountInString(part); n > maxColumns {
				complain(path, i+1, fmt.Sprintf("%d columns, more than %d", n, maxColumns))
			}
		}
	}
	return nil
}

// readCode checks the words in the comments of a Go file, and in strings of several
// words.
func readCode(root fs.FS, path string, table []term, complain func(string, int, string)) error {
	source, err := fs.ReadFile(root, path)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	syntax, err := parser.ParseFile(files, path, source, parser.ParseComments)
	if err != nil {
		return err
	}
	check := func(pos token.Pos, text string) {
		for _, term := range table {
			for _, turn := range term.turns {
				if found := turn.FindString(text); found != "" {
					complain(path, files.Position(pos).Line, fmt.Sprintf("%q: write %q", found, term.better))
				}
			}
		}
	}
	for _, group := range syntax.Comments {
		// The first word is skipped, because it is the name that the comment explains.
		// File paths are removed, because they are names, too.
		check(group.Pos(), file.ReplaceAllString(strings.TrimLeftFunc(group.Text(), unicode.IsLetter), ""))
	}
	for node := range ast.Preorder(syntax) {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && strings.Contains(text, " ") {
			check(literal.Pos(), text)
		}
	}
	return nil
}
