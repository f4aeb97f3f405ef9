package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/fontcms/fontcms-go/"

// tools are public packages that no program of a user links: tests and generators. Their
// files are not looked at, nor are those of packages that they alone need.
func tools() []string { return []string{"cms/cmsgen", "cms/cmstest", "fonts/fontstest"} }

// public reports that users may import a package, and link it into a program.
func public(p listed) bool {
	path := strings.TrimPrefix(p.ImportPath, module)
	return p.Name != "main" && !strings.Contains("/"+path+"/", "/internal/") && !slices.ContainsFunc(tools(), func(tool string) bool {
		return path == tool || strings.HasPrefix(path, tool+"/")
	})
}

// ofServer reports that a package is one that the content site in memory is made of.
func ofServer(p listed) bool {
	return strings.HasPrefix(p.ImportPath+"/", module+"cms/cmstest/")
}

// TestFilesOfAPackageFormNoCycle holds for every public package, for every package of the
// module that one of them needs, and for those of the site in memory.
func TestFilesOfAPackageFormNoCycle(t *testing.T) {
	t.Parallel()
	all, err := list("../../..", "./...")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range all {
		if public(p) || ofServer(p) {
			names = append(names, p.ImportPath)
		}
	}
	graphs, err := load("../../..", func(p listed) bool { return strings.HasPrefix(p.ImportPath, module) }, names...)
	if err != nil {
		t.Fatal(err)
	}
	for _, needed := range []string{"cms", "cms/internal/walk", "cms/terms", "cms/cmstest", "cms/cmstest/internal/content", "fonts", "internal/transport", "internal/wire"} {
		if graphs[module+needed] == nil {
			t.Errorf("%s is not among what is looked at", needed)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(graphs)) {
		name := strings.TrimPrefix(path, module)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if told := graphs[path].tangle(); told != "" {
				t.Errorf("the files of %s form a cycle; move what they share into a file below both:\n%s", name, told)
			}
		})
	}
}

// tangle describes the cycles, and the references in them.
func (g graph) tangle() string {
	var told strings.Builder
	for _, cycle := range g.cycles() {
		fmt.Fprintf(&told, "%d files: %s\n", len(cycle), strings.Join(cycle, " "))
		for _, file := range cycle {
			fmt.Fprintf(&told, "  %s takes from %s\n", file, g.takes(file, cycle))
		}
	}
	return told.String()
}

func TestTangleNamesTheReferencesOfACycle(t *testing.T) {
	t.Parallel()
	g := referred(t, map[string]string{
		"a.go": "package a\n\ntype A struct{}\n\nfunc (A) open() { shut(); free() }\n",
		"b.go": "package a\n\nfunc shut() { A{}.open() }\n",
		"c.go": "package a\n\nfunc free() {}\n",
	})
	want := "2 files: a.go b.go\n  a.go takes from b.go (shut)\n  b.go takes from a.go (A, open)\n"
	if got := g.tangle(); got != want {
		t.Errorf("%s", got)
	}
}
