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
		if got.status != 0 || got.without(notice) != "" {
			t.Errorf("Run without a site: status %d, messages\n%s\nwant 0 and a notice at most", got.status, got.errors)
		} else if strings.Count(got.out, "\n") < 2 || notice.MatchString(got.out) {
			t.Errorf("Run without a site printed\n%s\nwant two lines or more, and no notice", got.out)
		}
		if r.sample != strings.HasPrefix(got.errors, "sample: a copy of examples/"+r.name+"/sample") {
			t.Errorf("Run without a site: messages\n%s\nwant the folder of its sample in the first line: %t",
				got.errors, r.sample)
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
			t.Errorf("Count %q has no total, want one", line[0])
		}
	}
	for _, line := range last {
		if line[2] != line[3] {
			t.Errorf("Count ends with %q, want the total", line[0])
		}
	}
	if strings.ContainsAny(r.out+r.errors, "\x1b\r") {
		t.Errorf("Run off a terminal printed %q and the messages %q, want no control characters", r.out, r.errors)
	}
}
