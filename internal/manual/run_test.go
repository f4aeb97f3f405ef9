package manual

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPatternsOfTheCommandsFindTests holds the pages, the package comments and the checks of CI
// to the names of the tests: "go test -run" with a pattern that fits none passes.
func TestPatternsOfTheCommandsFindTests(t *testing.T) {
	t.Parallel()
	names, commands := map[string]bool{}, map[string]string{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)
	asked := regexp.MustCompile(`go test\b.* -(?:run|bench)[ =](?:'([^']+)'|(\S+))`)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == ".git" || entry.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.HasSuffix(path, "_test.go") {
			for _, name := range declared.FindAllStringSubmatch(string(text), -1) {
				names[name[1]] = true
			}
			return nil
		}
		for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", " ")) {
			for _, found := range asked.FindAllStringSubmatch(line, -1) {
				pattern, _, _ := strings.Cut(found[1]+found[2], "/")
				for part := range strings.SplitSeq(strings.Trim(pattern, "`\".,;"), "|") {
					commands[strings.Trim(part, "^()$")] = strings.TrimPrefix(path, root+"/")
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(commands) < 10 {
		t.Errorf("the pages have the patterns %v, want 10 at least", commands)
	}
	for pattern, path := range commands {
		if pattern == "" || strings.HasPrefix(pattern, "target") { // benchmarks, and a name of a variable
			continue
		}
		expression, err := regexp.Compile(pattern)
		if err != nil {
			t.Errorf("%s: go test -run %s: error %v, want a pattern", path, pattern, err)
			continue
		}
		found := false
		for name := range names {
			found = found || expression.MatchString(name)
		}
		if !found {
			t.Errorf("%s: go test -run %s finds no test, want one", path, pattern)
		}
	}
}
