// Package job is what the queue holds: one kind of work on one site.
package job

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
)

// Job is one kind of work on one site. It holds no password.
type Job struct {
	// Run groups the jobs that were queued together.
	Run string `json:"run"`
	// Kind is the name of the recipe that does the job, such as mirror.
	Kind string `json:"kind"`
	// Args are the further arguments of the recipe of that kind.
	Args []string   `json:"args,omitempty"`
	Site sites.Site `json:"site"`
	// PerSite is how many jobs the site may have in the queue with this one, waiting or
	// running; 0 is 1.
	PerSite int `json:"per_site,omitempty"`
}

// MostPerSite is the largest PerSite.
const MostPerSite = 16

// Places is PerSite within its limits.
func (j Job) Places() int { return min(max(j.PerSite, 1), MostPerSite) }

// validRun is what the name of a run may be: it is a part of subjects and of file names.
var validRun = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$`)

// CheckRun reports whether a text can name a run.
func CheckRun(name string) error {
	if !validRun.MatchString(name) {
		return fmt.Errorf("the name of a run is 1 to 63 letters, digits, _ and -, and %q is not", name)
	}
	return nil
}

// Encode returns the job as the queue holds it.
func (j Job) Encode() ([]byte, error) {
	if err := CheckRun(j.Run); err != nil {
		return nil, err
	}
	return json.Marshal(j)
}

// Decode reads a job from the queue. Other programs may also write to it.
func Decode(data []byte) (Job, error) {
	var j Job
	if err := json.Unmarshal(data, &j); err != nil {
		return j, fmt.Errorf("the queue holds something that is no job: %w", err)
	}
	if err := CheckRun(j.Run); err != nil {
		return j, err
	}
	return j, j.Site.Check()
}
