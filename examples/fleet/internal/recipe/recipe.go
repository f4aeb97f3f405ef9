// Package recipe is the kinds of jobs. Each is what the recipe of its name does.
package recipe

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/drift"
	"github.com/fontcms/fontcms-go/examples/internal/report"
)

// Task is a job on one site that can be continued.
type Task struct {
	Site *cms.Client
	User string // of the site, empty for an anonymous job
	Args []string
	// From is the position of the last commit, nil at the beginning.
	From json.RawMessage
	// Commit stores records and the position after them, together or not at all. A job
	// that is given to another worker continues at the last position.
	Commit func(kind string, position any, records []json.RawMessage) error
}

// Kind is a kind of jobs.
type Kind struct {
	// Do does a job, and says in a note what a person should know of it.
	Do func(ctx context.Context, task Task) (note string, err error)
	// Options are those of the client.
	Options []cms.Option
}

// ErrArguments is the error of a job that cannot be done with its arguments on any site.
var ErrArguments = errors.New("the job cannot be done as it was queued")

// Kinds are all kinds of jobs by their names.
func Kinds() map[string]Kind {
	return map[string]Kind{
		// Of a site that ignores the statuses, only a part would be read.
		"mirror": {Do: mirror, Options: []cms.Option{cms.WithCheckedArguments()}},
		"drift":  {Do: whole(drift.Recipe{}.Run)},
		"report": {Do: whole(report.Run)},
	}
}
