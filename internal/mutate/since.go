package main

import (
	"fmt"
	"os/exec"
	"strings"
)

// changedLines has the numbers of the changed lines of each file. The keys are paths
// relative to the root of the module. A nil map means that all lines count as changed.
type changedLines map[string]map[int]bool

// changedSince returns the lines that the working tree has and a commit lacks, as git diff
// shows them. It returns no lines for a file that git does not track.
func changedSince(dir, commit string) (changedLines, error) {
	out, err := command(exec.Command("git", "-C", dir, "-c", "core.quotePath=false", "diff", "--unified=0",
		"--find-renames", "--no-color", "--no-ext-diff", "--relative", "--src-prefix=a/", "--dst-prefix=b/",
		commit, "--", "*.go"))
	if err != nil {
		return nil, err
	}
	all := changedLines{}
	file := ""
	for line := range strings.Lines(string(out)) {
		if path, ok := strings.CutPrefix(line, "+++ b/"); ok {
			file = strings.TrimSuffix(path, "\n")
			all[file] = map[int]bool{}
		}
		var start, count int
		switch fields := strings.Fields(line); {
		case !strings.HasPrefix(line, "@@ "):
			continue
		case strings.Contains(fields[2], ","):
			_, err = fmt.Sscanf(fields[2], "+%d,%d", &start, &count)
		default:
			count = 1
			_, err = fmt.Sscanf(fields[2], "+%d", &start)
		}
		if err != nil {
			return nil, fmt.Errorf("git diff printed %q: %w", line, err)
		}
		for n := range count {
			all[file][start+n] = true
		}
	}
	return all, nil
}

func (c changedLines) contains(file string, line int) bool { return c == nil || c[file][line] }
