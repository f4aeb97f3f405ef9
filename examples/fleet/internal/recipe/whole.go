package recipe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// Output is the record of a job that is a whole run of a recipe: what it prints.
const Output = "output"

// limited keeps the first bytes of an output.
type limited struct {
	text bytes.Buffer
	left int
}

// Write keeps what fits.
func (l *limited) Write(p []byte) (int, error) {
	keep := p[:min(len(p), l.left)]
	l.left -= len(keep)
	l.text.Write(keep)
	return len(p), nil
}

// whole makes a job of a recipe that does all of its work in one run. After a crash it is
// run again, so that it must not repeat what it has written. verb is its first argument, if
// it has one.
func whole(of func(Task) run, verb ...string) func(context.Context, Task) (string, error) {
	return func(ctx context.Context, task Task) (string, error) {
		const limit = 4 << 20
		out, notes := &limited{left: limit}, &limited{left: limit}
		if task.From != nil {
			return "", nil // its output is stored, and the job was interrupted after that
		}
		args := slices.Concat(verb, []string{"-site", task.Site.Site(), "-user", task.User}, task.Args)
		err := of(task)(ctx, args, program.Environment{
			In: strings.NewReader(""), Out: out, Err: notes, Client: task.Site,
		})
		note, failed := "", err
		if program.IsIncomplete(err) { // done, except for what it names
			note, failed = err.Error(), nil
		}
		if program.IsMistake(err) {
			return "", fmt.Errorf("%w: %w", ErrArguments, err)
		}
		if failed != nil {
			return "", failed
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		record, err := json.Marshal(out.text.String())
		if err != nil {
			return "", err
		}
		return note, task.Commit(Output, "printed", []json.RawMessage{record})
	}
}
