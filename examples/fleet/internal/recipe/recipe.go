// Package recipe is the kinds of jobs. Each is what the recipe of its name does.
package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/drift"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/publish"
	"github.com/fontcms/fontcms-go/examples/internal/report"
	"github.com/fontcms/fontcms-go/examples/internal/snippets"
)

// Task is a job on one site that can be continued.
type Task struct {
	Site *cms.Client
	Name string // of the site in the file of sites
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
	// Accepts checks the arguments; nil accepts all.
	Accepts func(args []string) error
	// Writes means that it writes to the site, what a folder on the worker holds.
	Writes bool
}

// Check reports whether a job can be queued with arguments.
func (k Kind) Check(args []string) error {
	names := func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return strings.HasPrefix(arg, "-") && name == "dir"
	}
	if k.Writes && !slices.ContainsFunc(args, names) {
		return fmt.Errorf("%w: it names no folder: give -arg -dir -arg FOLDER", ErrArguments)
	}
	if k.Accepts != nil {
		return k.Accepts(args)
	}
	return nil
}

// ErrArguments is the error of a job that cannot be done with its arguments on any site.
var ErrArguments = errors.New("the job cannot be done as it was queued")

// Kinds are all kinds of jobs by their names.
func Kinds() map[string]Kind {
	return map[string]Kind{
		// Of a site that ignores the statuses, only a part would be read.
		"mirror": {Do: mirror, Accepts: acceptMirror, Options: []cms.Option{cms.WithCheckedArguments()}},
		"drift":  {Do: whole(func(Task) run { return drift.Run })},
		"report": {Do: whole(func(Task) run { return report.Run })},
		// It finds what it has written: posts by slug, files by checksum.
		"publish": {Do: whole(func(Task) run { return publish.Recipe{}.Run }), Writes: true},
		// It finds what it has written by its lock file and by the tags of new snippets.
		"snippets": {Do: whole(push, "push"), Writes: true},
	}
}

// push has a lock file for each site, since other sites get the snippets of the same folder
// at the same time.
func push(task Task) run {
	const folder = "sites"
	return snippets.Recipe{State: path.Join(folder, task.Name)}.Run
}

// run is that of a program.
type run = func(ctx context.Context, args []string, env program.Environment) error
