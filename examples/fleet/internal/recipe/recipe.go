// Package recipe is the kinds of jobs. Each is what the recipe of its name does.
package recipe

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/fontcms/fontcms-go/cms"
)

// Task is a job on one site that can be continued.
type Task struct {
	Site *cms.Client
	Args []string
	// From is the position of the last commit, nil at the beginning.
	From json.RawMessage
	// Commit stores records and the position after them, together or not at all. A job
	// that is given to another worker continues at the last position.
	Commit func(kind string, position any, records []json.RawMessage) error
}

// Kind does a job, and says in a note what a person should know of it.
type Kind func(ctx context.Context, task Task) (note string, err error)

// ErrArguments is the error of a job that cannot be done with its arguments on any site.
var ErrArguments = errors.New("the job cannot be done as it was queued")

// Kinds are all kinds of jobs by their names.
func Kinds() map[string]Kind {
	return map[string]Kind{"mirror": mirror}
}
