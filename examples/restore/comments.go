package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// threads are the comments of the folder, as far as a run has to know all of them.
type threads struct {
	parents map[int64]int64
	todo    []int64        // in an order in which a reply comes after its parent
	coming  map[int64]bool // are on the site, or will be
}

// comments restores the comments, when the posts have their ids.
func (r *restore) comments(ctx context.Context) error {
	if !r.wants(archive.Comments) {
		return nil
	}
	if r.skip[archive.Comments] {
		return r.skipKind(archive.Comments)
	}
	t, err := r.readThreads()
	if err != nil {
		return err
	}
	if len(t.todo) > 0 {
		if err := r.restoreComments(ctx, t); err != nil {
			return err
		}
	}
	return r.clearBench(ctx)
}

// restoreComments makes all drafts of comments before it fills the first: the bench has to
// name them in between.
func (r *restore) restoreComments(ctx context.Context, t *threads) error {
	if err := r.adoptComments(ctx); err != nil {
		return err
	}
	meter := program.Count(r.notes, archive.Comments, 2*int64(len(t.todo)))
	defer meter.Done()
	each := func(do func(old int64, c *comments.Comment) error) error {
		for _, old := range t.todo {
			var c comments.Comment
			err := r.from.Read(archive.Comments, strconv.FormatInt(old, 10), &c)
			if err == nil {
				err = do(old, &c)
			}
			if err != nil {
				return fmt.Errorf("%s/%d: %w", archive.Comments, old, err)
			}
			meter.Add(1)
		}
		return nil
	}
	err := each(func(old int64, c *comments.Comment) error {
		if r.journal.id(archive.Comments, old) != 0 {
			return nil
		}
		err := r.draftComment(ctx, old, c.Status)
		if refused(err) {
			r.fail(archive.Comments, old, err)
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := r.noteMade(ctx); err != nil {
		return err
	}
	return each(func(old int64, c *comments.Comment) error {
		if r.journal.id(archive.Comments, old) == 0 {
			return nil // it was refused
		}
		return r.fillComment(ctx, t, old, c)
	})
}

// readThreads finds out which comments are to be restored. What no site takes, and what
// is on a record that was not restored, is left out.
func (r *restore) readThreads() (*threads, error) {
	ids, err := r.records(archive.Comments)
	if err != nil {
		return nil, err
	}
	t := &threads{parents: map[int64]int64{}, coming: map[int64]bool{}}
	for _, id := range ids {
		var c comments.Comment
		if err := r.from.Read(archive.Comments, strconv.FormatInt(id, 10), &c); err != nil {
			return nil, err
		}
		t.parents[id] = c.Parent
		switch {
		case c.Type != comments.TypeComment:
			r.leave(archive.Comments, id, fmt.Sprintf("the REST API makes no comment of the type %.40q of another site", c.Type))
		case r.commented(c.Post) == 0:
			r.leave(archive.Comments, id, fmt.Sprintf("the record %d, which it is on, was not restored", c.Post))
		default:
			t.coming[id] = true
		}
	}
	placed := map[int64]bool{}
	var place func(id int64)
	place = func(id int64) {
		if _, known := t.parents[id]; !known || placed[id] {
			return
		}
		placed[id] = true // set before its parents are placed, in case of a circle
		place(t.parents[id])
		if t.coming[id] && !r.journal.finished(archive.Comments, id) {
			t.todo = append(t.todo, id)
		}
	}
	for _, id := range ids {
		place(id)
	}
	return t, nil
}

// commented is the new id of what a comment is on, or a file belongs to, 0 if it was not
// restored.
func (r *restore) commented(old int64) int64 {
	for _, kind := range r.kinds {
		if id := r.journal.id(kind.Name, old); id != 0 && kind.Dated { // other kinds have separate ids
			return id
		}
	}
	return 0
}

// above is the new id of the nearest comment above another one that is on the site, and
// whether it is the last word: another one may come in a later run.
func (r *restore) above(t *threads, old int64) (id int64, last bool) {
	last = true
	seen := map[int64]bool{}
	for up := t.parents[old]; up != 0 && !seen[up]; up = t.parents[up] {
		seen[up] = true
		if r.journal.finished(archive.Comments, up) {
			return r.journal.id(archive.Comments, up), last
		}
		last = last && !t.coming[up]
	}
	return 0, last
}
