package cmstest_test

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// behaving are the paths in the table of the routes that behave as in WordPress. Each path
// stands for the paths below it too. "cms/v2/posts, pages: with revisions" has two paths.
func behaving(t *testing.T) (paths []string) {
	t.Helper()
	raw, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(raw), "\n// # What is served\n")
	section, _, _ = strings.Cut(section, "The routes in the next list")
	for line := range strings.Lines(section) {
		row, ok := strings.CutPrefix(line, "//\t")
		if !ok || strings.HasPrefix(row, " ") || strings.HasPrefix(row, "front page") {
			continue
		}
		row, _, _ = strings.Cut(row, ":")
		folder := ""
		for i, name := range strings.Split(strings.TrimSpace(row), ", ") {
			if i == 0 && strings.HasPrefix(name, "cms/v2/") {
				folder = "cms/v2"
				name = path.Base(name)
			}
			paths = append(paths, path.Join(folder, name))
		}
	}
	return paths
}

// TestEachOperationThatBehavesIsInTheTable compares the operations that do more than store
// with the first table of the comment of the package.
func TestEachOperationThatBehavesIsInTheTable(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLocalhost())
	rows, hits := behaving(t), map[string]int{}
	var stored []string
	for _, one := range cmstest.StoredRoutes(server) {
		stored = append(stored, plainPath(one))
	}
	plugins := []string{"code-snippets/v1", "analytics/v1", "block-visibility/v1", "archiver/v1"}
	for o := range knownOperations(t) {
		is := func(row string) bool { return o.path == row || strings.HasPrefix(o.path, row+"/") }
		index := strings.Count(o.path, "/") < 2 // the index of the site, or of a namespace
		if slices.Contains(stored, o.path) || slices.ContainsFunc(plugins, is) {
			continue
		}
		at := slices.IndexFunc(rows, is)
		if at >= 0 {
			hits[rows[at]]++
		} else if !index {
			t.Errorf("%s %s behaves, want a row of the table for it", o.method, o.path)
		}
	}
	for _, row := range rows {
		if hits[row] == 0 && row != "/" && row != "the indexes of namespaces" {
			t.Errorf("the row %q means no operation that behaves, want one", row)
		}
	}
}
