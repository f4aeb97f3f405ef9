package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	module     = "github.com/fontcms/fontcms-go"
	switchName = "fontcmsMutant"
	switchFile = "zz_mutants.go"
	chosenVar  = "FONTCMS_MUTANT"  // environment variable with the number of the active mutant
	reachedVar = "FONTCMS_REACHED" // environment variable with the file for the numbers of reached mutants
)

// switchSource returns the source of a file that is added to the package. The file contains
// the function that reports whether a mutant is active. n is the number of mutants.
func (c *checked) switchSource(n int) string {
	return fmt.Sprintf(`package %[1]s

import (
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
)

var (
	%[2]sChosen, _ = strconv.Atoi(os.Getenv(%[3]q))
	%[2]sReached   = os.Getenv(%[4]q)
	%[2]sSeen      [%[5]d]atomic.Bool
)

func %[2]s(n int) bool {
	if %[2]sReached != "" && !%[2]sSeen[n].Swap(true) {
		if f, err := os.OpenFile(%[2]sReached, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600); err == nil {
			fmt.Fprintln(f, n)
			f.Close()
		}
	}
	return n == %[2]sChosen
}
`, c.name, switchName, chosenVar, reachedVar, n+1)
}

// overlay writes changed copies of source files, which the compiler reads instead of the
// original files. overlay returns the name of a file that lists the copies.
func overlay(folder string, packages []*checked, drawn []*mutant) (string, error) {
	replace := map[string]string{}
	write := func(path, text string) error {
		file := filepath.Join(folder, fmt.Sprintf("%d.go", len(replace)))
		replace[path] = file
		return os.WriteFile(file, []byte(text), 0o600)
	}
	for _, p := range packages {
		texts, _ := p.rewritten(drawn)
		if len(texts) == 0 {
			continue
		}
		texts[filepath.Join(p.dir, switchFile)] = p.switchSource(len(drawn))
		for path, text := range texts {
			if err := write(path, text); err != nil {
				return "", err
			}
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "overlay.json")
	return file, os.WriteFile(file, list, 0o600)
}

// binary is a compiled test program of a package.
type binary struct {
	pkg, dir, path string
	tests          []*test
}

// build compiles the test programs that can reach the mutants.
func build(folder, overlay string, patterns []string, drawn []*mutant, workers int) ([]*binary, error) {
	mutated := map[string]bool{}
	for _, m := range drawn {
		mutated[m.pkg] = true
	}
	all, err := list(append([]string{"-test", "-deps"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for _, p := range all {
		dirs[p.ImportPath] = p.Dir
	}
	var out []*binary
	for _, p := range all {
		name, isTest := strings.CutSuffix(p.ImportPath, ".test")
		reaches := mutated[name]
		for _, d := range p.Deps {
			dep, _, _ := strings.Cut(d, " ")
			reaches = reaches || mutated[dep]
		}
		if isTest && reaches {
			out = append(out, &binary{pkg: name, dir: dirs[name], path: filepath.Join(folder, fmt.Sprintf("%d.test", len(out)))})
		}
	}
	return out, each(workers, out, func(b *binary) error {
		_, err := command(exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay="+overlay, "-o", b.path,
			b.pkg))
		return err
	})
}
