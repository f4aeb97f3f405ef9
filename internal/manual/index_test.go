package manual

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestIndexOfBehavioursNamesTheTestFiles compares the table of CONTRIBUTING with the files.
func TestIndexOfBehavioursNamesTheTestFiles(t *testing.T) {
	t.Parallel()
	_, index, _ := strings.Cut(pages(t)["CONTRIBUTING.md"], "### Where the test of a behaviour is\n")
	index, _, _ = strings.Cut(index, "\n### ")
	_, rows, _ := strings.Cut(index, "|---|---|\n")
	named, found := map[string]bool{}, 0
	for row := range strings.Lines(rows) {
		_, patterns, ok := strings.Cut(strings.TrimPrefix(row, "|"), "|")
		if !ok {
			continue
		}
		found++
		for _, pattern := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(patterns, -1) {
			files, err := filepath.Glob(filepath.Join(root, pattern[1]+"_test.go"))
			if err != nil || len(files) == 0 {
				t.Errorf("the index names %s: %d test files, error %v, want one at least", pattern[1], len(files), err)
			}
			for _, file := range files {
				named[file] = true
			}
		}
	}
	if found < 30 {
		t.Errorf("the index has %d rows, want 30 at least", found)
	}
	core, err := filepath.Glob(filepath.Join(root, "cms", "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range core {
		if !named[file] {
			t.Errorf("%s is in no row of the index of CONTRIBUTING.md, want one", strings.TrimPrefix(file, root+"/"))
		}
	}
}
