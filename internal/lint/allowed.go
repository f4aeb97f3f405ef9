package main

import (
	"bufio"
	"bytes"
	_ "embed" // embeds allowed.txt, so that go vet runs again after a change of the list
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

//go:embed allowed.txt
var list string

// place is a rule in a file. The path of the file is relative to the root of the
// repository.
type place struct{ file, rule string }

// allowedFindings returns the numbers in allowed.txt.
func allowedFindings() map[place]int {
	allowed := map[place]int{}
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		if n, err := strconv.Atoi(fields[2]); err == nil {
			allowed[place{file: fields[0], rule: fields[1]}] = n
		}
	}
	return allowed
}

// printAllowed prints a list like allowed.txt with the present findings of packages.
func printAllowed(out io.Writer, packages []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	var printed bytes.Buffer
	vet := exec.Command("go", append([]string{"vet", "-vettool=" + self, "-json", "-house.all"}, packages...)...)
	vet.Stdout, vet.Stderr = &printed, &printed
	if err := vet.Run(); err != nil {
		return fmt.Errorf("go vet: %w: %s", err, printed.String())
	}
	counts, err := count(&printed, root)
	if err != nil {
		return err
	}
	for _, one := range slices.SortedFunc(maps.Keys(counts), func(a, b place) int {
		return strings.Compare(a.file+" "+a.rule, b.file+" "+b.rule)
	}) {
		fmt.Fprintln(out, one.file, one.rule, counts[one])
	}
	return nil
}

// count counts the findings in the output of go vet -json. The output has a line with the
// name of each package, followed by a JSON object.
func count(printed io.Reader, root string) (map[place]int, error) {
	counts, seen := map[place]int{}, map[string]bool{}
	var values bytes.Buffer
	lines := bufio.NewScanner(printed)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if !bytes.HasPrefix(lines.Bytes(), []byte("#")) {
			values.Write(lines.Bytes())
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(&values)
	for {
		var units map[string]map[string][]struct{ Category, Posn string }
		if err := decoder.Decode(&units); err == io.EOF {
			return counts, nil
		} else if err != nil {
			return nil, fmt.Errorf("output of go vet: %w", err)
		}
		for _, analyzers := range units {
			for _, one := range analyzers["house"] {
				if seen[one.Category+one.Posn] {
					continue
				}
				seen[one.Category+one.Posn] = true
				name, _, _ := strings.Cut(one.Posn, ":")
				if filepath.IsAbs(name) {
					relative, err := filepath.Rel(root, name)
					if err != nil {
						return nil, err
					}
					name = relative
				}
				counts[place{file: filepath.ToSlash(name), rule: one.Category}]++
			}
		}
	}
}
