package install

import (
	"fmt"
	"slices"
	"strings"
)

// Report tells what a call has done, or would do.
type Report struct {
	Steps []Step
	// Notes are differences between what a file and its name say.
	Notes []string
	// Page is the address of the front page of the site, which shows the font. It is "" in
	// the report of an undo or of an error.
	Page string
}

// Step is what happened to one part of the family.
type Step struct {
	Action Action
	Part   string // "family inter", "face 700 italic", "styles"
	ID     int64  // the id on the site, 0 if it is not known
	Reason string // why, "" for most steps
}

// Action is what happened to a part.
type Action string

// The values of Action.
const (
	Created  Action = "created"  // it was missing
	Changed  Action = "changed"  // the global styles were written
	Kept     Action = "kept"     // nothing had to be written
	Removed  Action = "removed"  // by an undo
	Restored Action = "restored" // the global styles have the values from before
	Gone     Action = "gone"     // an undo found that somebody else had removed it
	Left     Action = "left"     // not removed by an undo, or not used by Install: see Reason
)

// String returns the step as a line: "created  face 700 italic  (23)".
func (s Step) String() string {
	line := fmt.Sprintf("%-8s  %s", s.Action, s.Part)
	if s.ID != 0 {
		line += fmt.Sprintf("  (%d)", s.ID)
	}
	if s.Reason != "" {
		line += ": " + s.Reason
	}
	return line
}

// Writes returns the number of steps that wrote, or would write, to the site.
func (r *Report) Writes() int {
	n := 0
	for _, step := range r.Steps {
		if slices.Contains([]Action{Created, Changed, Removed, Restored}, step.Action) {
			n++
		}
	}
	return n
}

// Leftover reports whether the report has a step [Left]: an undo left something on the
// site, or Install found a second face with the same file.
func (r *Report) Leftover() bool {
	return slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Action == Left })
}

// String returns the steps as lines.
func (r *Report) String() string {
	lines := make([]string, len(r.Steps))
	for i, step := range r.Steps {
		lines[i] = step.String()
	}
	return strings.Join(lines, "\n")
}

func (r *Report) add(action Action, part string, id int64, reason string) {
	r.Steps = append(r.Steps, Step{action, part, id, reason})
}
