package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// report counts what a run does, and collects what it could not do.
type report struct {
	out        io.Writer
	notes      io.Writer // warnings
	verbose    bool
	namespaces []string // of the site
	held       error    // deletions that were not made
}

// tally is the report of one kind.
type tally struct {
	*report
	kind                    string
	added, changed, deleted int
	bytes                   int64
}

func (r *report) kind(name string) *tally { return &tally{report: r, kind: name} }

func (r *report) offers(namespace string) bool {
	return namespace == "" || slices.Contains(r.namespaces, namespace)
}

func (t *tally) wrote(name string, change archive.Change, bytes int) {
	switch change {
	case archive.Unchanged:
		return
	case archive.Added:
		t.added++
		t.name("added", name)
	case archive.Changed:
		t.changed++
		t.name("changed", name)
	}
	t.bytes += int64(bytes)
}

func (t *tally) removed(name string) {
	t.deleted++
	t.name("deleted", name)
}

func (t *tally) name(deed, name string) {
	if t.verbose {
		program.Printf(t.out, "%s %s/%s\n", deed, t.kind, name)
	}
}

// hold says why nothing of a kind is deleted, and makes an error of it.
func (t *tally) hold(format string, args ...any) {
	t.held = errors.Join(t.held, t.spare(format, args...))
}

// spare says why nothing of a kind is deleted.
func (t *tally) spare(format string, args ...any) error {
	err := fmt.Errorf("%s: nothing was deleted: "+format, append([]any{t.kind}, args...)...)
	program.Println(t.notes, err)
	return err
}

// skip says that the site has no records of a kind, and what of it there is stays.
func (t *tally) skip(why string) {
	program.Printf(t.out, "%-20s skipped: %s\n", t.kind+":", why)
}

func (t *tally) done(total int) {
	program.Printf(t.out, "%-20s %d added, %d changed, %d deleted, %d unchanged, %d bytes\n",
		t.kind+":", t.added, t.changed, t.deleted, total-t.added-t.changed, t.bytes)
}

// end names everything that the copy lacks, since whichever run.
func (r *report) end(state *archive.State) error {
	lacks, fresh := state.Lacks(), 0
	for _, l := range lacks {
		program.Println(r.out, "missing:", l.String())
		if l.New {
			fresh++
		}
	}
	if len(lacks) == 0 {
		return nil
	}
	return fmt.Errorf("the copy is incomplete: %d lines above begin with missing, %d of them for the first time; "+
		"the next run tries again", len(lacks), fresh)
}
