package drift

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// known are lines that are accepted, with how often each was used.
type known struct {
	lines    []string
	patterns []*regexp.Regexp
	used     []bool
}

// readKnown reads files of known differences.
func readKnown(paths []string) (*known, error) {
	k := &known{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := k.read(path, string(data)); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// read adds the lines of a file.
func (k *known) read(path, text string) error {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if line[0] != '+' && line[0] != '-' {
			return fmt.Errorf("%s: %q begins neither with + nor with -", path, line)
		}
		k.add(line)
	}
	return nil
}

func (k *known) add(line string) {
	parts := strings.Split(line, "*")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	k.lines = append(k.lines, line)
	k.patterns = append(k.patterns, regexp.MustCompile("^"+strings.Join(parts, ".*")+"$"))
	k.used = append(k.used, false)
}

// filter returns the differences that are not known.
func (k *known) filter(differences []string) []string {
	return slices.DeleteFunc(slices.Clone(differences), func(line string) bool {
		found := false
		for i, pattern := range k.patterns {
			if pattern.MatchString(line) {
				k.used[i], found = true, true
			}
		}
		return found
	})
}

// unused are the known lines that no difference was.
func (k *known) unused() []string {
	var out []string
	for i, line := range k.lines {
		if !k.used[i] {
			out = append(out, line)
		}
	}
	return out
}
