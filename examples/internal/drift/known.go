package drift

import (
	"embed"
	"fmt"
	"io/fs"
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

// shipped are the lists of known differences that come with this package: files of the
// folder known, which -allow names without their ending.
//
//go:embed known/*.txt
var shipped embed.FS

// lists are the names of the shipped lists.
func lists() []string {
	files, err := fs.Glob(shipped, "known/*.txt")
	if err != nil {
		panic(err) // the pattern above is wrong
	}
	for i, file := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(file, "known/"), ".txt")
	}
	return files
}

// readKnown reads lists of known differences: shipped ones by their names, and files.
func readKnown(names []string) (*known, error) {
	k := &known{}
	for _, name := range names {
		read, file := os.ReadFile, name
		if slices.Contains(lists(), name) {
			read, file = shipped.ReadFile, "known/"+name+".txt"
		}
		data, err := read(file)
		if err != nil {
			return nil, err
		}
		if err := k.read(name, string(data)); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// suggestion returns the flags for the shipped lists that know some of the differences,
// and how many they know. The list that knows the most comes first.
func suggestion(differences []string) (flags string, n int, err error) {
	for left := differences; ; {
		name, rest := "", left
		for _, list := range lists() {
			k, err := readKnown([]string{list})
			if err != nil {
				return "", 0, err
			}
			if unknown := k.filter(left); len(unknown) < len(rest) {
				name, rest = list, unknown
			}
		}
		if name == "" {
			return flags, len(differences) - len(left), nil
		}
		flags, left = flags+" -allow "+name, rest
	}
}

// read adds the lines of a list.
func (k *known) read(name, text string) error {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if line[0] != '+' && line[0] != '-' {
			return fmt.Errorf("%s: %q begins neither with + nor with -", name, line)
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
