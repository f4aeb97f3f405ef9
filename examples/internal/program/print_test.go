package program

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// commanding is a text that a terminal would obey, and long.
func commanding() string {
	return "\x1b[2J\x1b]0;owned\x07\u202eevil\r\nFAKE LINE" + strings.Repeat(" x", 10<<10)
}

type named string

func TestPrintfPrintsEveryArgumentOnOneLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	all := []any{commanding(), named(commanding()), errors.New(commanding()), []string{commanding(), "b"},
		fmt.Errorf("x: %w", errors.New(commanding()))}
	for _, arg := range all {
		Printf(&out, "%v\n", arg)
		Println(&out, "a", arg)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 2*len(all) {
		t.Errorf("%d lines, expected %d", len(lines), 2*len(all))
	}
	for _, line := range lines {
		commands := strings.ContainsFunc(line,
			func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
		if commands || len(line) > 5000 {
			t.Errorf("Printf of a text that commands a terminal: %d bytes, %.80q, want at most 5000 without commands",
				len(line), line)
		} else if !strings.Contains(line, "evil FAKE LINE") {
			t.Errorf("Printf of a text of two lines: %.80q, want them on one line", line)
		}
	}
	out.Reset()
	if n, err := Lines(&out).Write([]byte(commanding())); n != len(commanding()) || err != nil {
		t.Errorf("Write to Lines: %d, error %v, want %d and none", n, err, len(commanding()))
	} else if strings.Count(out.String(), "\n") != 1 {
		t.Errorf("Write to Lines printed %.80q, want one end of a line", out.String())
	}
	out.Reset()
	Printf(&out, "%s %s %s\nsecond\n", commanding(), commanding(), commanding())
	if first, second, _ := strings.Cut(out.String(), "\n"); len(first) > 4096 || second != "second\n" {
		t.Errorf("Printf of three arguments: a line of %d bytes, then %.80q, want at most 4096, then the second line",
			len(first), second)
	}
	out.Reset()
	Printf(&out, "%-5s|%d|%v|%q\n", "a  b", 7, []string{"x", "y"}, "z")
	if got := out.String(); got != "a  b |7|[x y]|\"z\"\n" {
		t.Errorf("Printf of harmless arguments: %q, want them unchanged", got)
	}
}

func TestErrorsOfAProgramAreALineEach(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	Complain(&out, "recipe", Status(errors.Join(errors.New("first"), errors.New(commanding())), 3))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 2 || lines[0] != "recipe: first" {
		t.Errorf("Complain of two errors: %d lines, the first %.80q, want two, \"recipe: first\" first", len(lines), lines[0])
	} else if strings.ContainsAny(lines[1], "\x1b\x07\r\u202e") {
		t.Errorf("Complain of an error that commands a terminal: %.80q, want no commands", lines[1])
	}
	out.Reset()
	Complain(&out, "recipe", errors.Join(make200()...))
	if got := strings.Count(out.String(), "\n"); got != maxMessages+1 ||
		!strings.HasSuffix(out.String(), "and 100 more\n") {
		t.Errorf("Complain of 200 errors: %d lines, want %d, the last with the number of the rest", got, maxMessages+1)
	}
}

func make200() (all []error) {
	for i := range 2 * maxMessages {
		all = append(all, fmt.Errorf("error %d", i))
	}
	return all
}

// What a recipe prints by fmt may hold an argument that no function has looked at.
func TestRecipesPrintThroughThisPackage(t *testing.T) {
	t.Parallel()
	looked := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "internal/program") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		looked++
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			function, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || fmt.Sprint(function.X) != "fmt" || !strings.HasPrefix(function.Sel.Name, "Fprint") {
				return true
			}
			_, writer := call.Args[0].(*ast.UnaryExpr) // a builder in memory
			_, usage := call.Args[0].(*ast.CallExpr)   // flags.Output(), where no site is known yet
			last := call.Args[len(call.Args)-1]
			_, constant := last.(*ast.BasicLit)
			_, made := last.(*ast.CallExpr) // of a function that makes it printable
			if !writer && !usage && !constant && !made {
				t.Errorf("%s prints by fmt, want program.Printf", set.Position(call.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil || looked < 50 {
		t.Errorf("The walk of the recipes read %d files, error %v, want 50 or more", looked, err)
	}
}
