package manner

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestWithoutASiteSomethingIsShown(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.waits }, func(t *testing.T, r recipe) {
		t.Helper()
		args := slices.Clone(r.makes)
		for i := 1; i < len(args); i += 2 {
			args[i] = filepath.Join(t.TempDir(), args[i])
		}
		got := r.run(t, "", args...)
		if got.status != 0 || got.without(notice) != "" || strings.Count(got.out, "\n") < 2 || notice.MatchString(got.out) {
			t.Errorf("status %d, output:\n%serrors:\n%s", got.status, got.out, got.errors)
		}
		if r.sample != strings.HasPrefix(got.errors, "sample: a copy of examples/"+r.name+"/sample") {
			t.Errorf("the first line does not say which sample is used:\n%s", got.errors)
		}
		got.counts(t)
	})
}

// progress is a line that counts, off a terminal.
var progress = regexp.MustCompile(`(?m)^([a-z -]+): (\d+)(?: of (\d+))?$`)

// counts fails the test if a count has no total or did not come to it, or if a pipe gets
// what only a terminal understands.
func (r ran) counts(t *testing.T) {
	t.Helper()
	last := map[string][]string{}
	for _, line := range progress.FindAllStringSubmatch(r.errors, -1) {
		last[line[1]] = line
		if line[3] == "" {
			t.Errorf("a count without a total: %q", line[0])
		}
	}
	for _, line := range last {
		if line[2] != line[3] {
			t.Errorf("a count that ends with %q", line[0])
		}
	}
	if strings.ContainsAny(r.out+r.errors, "\x1b\r") {
		t.Errorf("a pipe gets control characters:\n%q\n%q", r.out, r.errors)
	}
}
