package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// set is ids that the site has.
type set map[int64]struct{}

// follow copies what has changed of a kind since the last run.
func (k *kindRun) follow(ctx context.Context) error {
	if k.kind.Name == archive.Media {
		if err := k.folder.Adopt(k.state); err != nil {
			return err
		}
	}
	kind, total, err := k.feedKind(ctx)
	if err != nil {
		return err
	}
	store, err := k.openMarks()
	if err != nil {
		return err
	}
	what, of := "reading "+k.kind.Name, int64(total)
	if k.state.Complete && !k.full {
		what, of = "reading changed "+k.kind.Name, -1
	}
	meter := program.Count(k.mirror.notes, what, of)
	defer meter.Done()
	first := of >= 0
	if first { // an earlier run was stopped
		meter.Add(store.copied())
	}
	listed, counted := -1, 0
	options := &changes.Options{Records: true, Full: k.full, AllowEmpty: k.allowEmpty, AllowMoved: true}
	options.Listed = func(_ string, there, total int) {
		listed, counted = there, total
		options.AllowEmpty = k.allowEmpty || there > 0 // a site that lists others is asked for each
	}
	var failed error
	for change, err := range changes.New(k.list.Client(), store, kind).All(ctx, options) {
		if err == nil {
			if !first || store.unread(change.ID) {
				meter.Add(1)
			}
			err = k.take(ctx, change)
		} else if k.broken(err) == 0 && !k.doubtful(err, listed, counted) {
			failed = errors.Join(failed, inner(err))
		}
		if _, ofFeed := errors.AsType[*takeError](err); ofFeed {
			return errors.Join(err, store.flush())
		}
		if store.due() {
			if err := errors.Join(store.flush(), k.folder.SaveState(k.mirror.state)); err != nil {
				return err
			}
		}
	}
	if err := cmp.Or(failed, ctx.Err()); err != nil {
		return errors.Join(err, store.flush())
	}
	k.count(listed, counted, len(store.kinds[k.kind.Name]))
	return errors.Join(k.fetchLater(ctx), store.flush())
}

// takeError is an error of a change that could not be taken.
type takeError struct{ error }

func (e *takeError) Unwrap() error { return e.error }

// inner is an error of the feed without the name of the kind.
func inner(err error) error {
	if e := errors.Unwrap(err); e != nil {
		return e
	}
	return err
}

// take copies a change into the folder.
func (k *kindRun) take(ctx context.Context, change *changes.Change) error {
	name := strconv.FormatInt(change.ID, 10)
	if change.Op == changes.Deleted {
		if err := k.forget(name); err != nil {
			return &takeError{err}
		}
		return nil
	}
	var r archive.Record
	err := cms.Unmarshal(change.Record, &r)
	if err == nil {
		err = k.keep(ctx, r)
	}
	if err != nil {
		return &takeError{err}
	}
	return nil
}

// forget removes the copy of a record, if there is one.
func (k *kindRun) forget(name string) error {
	names, err := k.folder.Names(k.kind.Name)
	if err != nil {
		return err
	}
	if slices.Contains(names, name) {
		if err := k.folder.Remove(k.kind.Name, name); err != nil {
			return err
		}
		k.tally.removed(name)
	}
	k.state.Forget(name)
	return nil
}

// doubtful says why a feed has deleted nothing, if its list is the reason.
func (k *kindRun) doubtful(err error, listed, counted int) bool {
	switch {
	case errors.Is(err, changes.ErrAllGone):
		names, _ := k.folder.Names(k.kind.Name) // they were read before
		k.tally.hold("the site says that it has none, and there were %d; if that is so, use -allow-empty", len(names))
	case errors.Is(err, changes.ErrShort):
		_ = k.tally.spare("the site counts %d and shows %d: something is hidden from the user, or was deleted meanwhile",
			counted, listed)
	default:
		return false
	}
	return true
}

// count notes what the list of the site hides, and what it leaves out.
func (k *kindRun) count(listed, counted, known int) {
	k.state.Hidden = max(0, counted-listed)
	if left := known - listed; k.state.Hidden == 0 && left > 0 {
		program.Printf(k.mirror.notes, "%s: the list of the site leaves out %d records that it still has: they were kept\n",
			k.kind.Name, left)
	}
}

// feedKind is the kind as the feed compares it, and how many records it has.
func (k *kindRun) feedKind(ctx context.Context) (changes.Kind, int, error) {
	if k.kind.Name == archive.Comments {
		return changes.Comments(), -1, nil
	}
	options := k.kind.Options()
	options.PerPage = 1
	page, err := k.list.List(ctx, options, cms.Fields("id", "modified_gmt"))
	if err != nil {
		return changes.Kind{}, 0, err
	}
	dated := k.kind.Dated && (len(page.Items) == 0 || page.Items[0].ModifiedGMT() != "")
	fields := slices.Sorted(maps.Keys(k.mirror.state.Terms(k.kind.Name)))
	for i, name := range fields {
		if name == "cms_pattern_category" {
			fields[i] = k.site.Prefix() + "_pattern_category"
		}
	}
	return changes.Kind{Name: k.kind.Name, Route: k.kind.Route, Context: k.kind.Context, Statuses: k.kind.Statuses,
		Whole: !dated, Fields: fields}, page.Total, nil
}

// fetchLater fetches the files that earlier runs could not, the least tried first.
func (k *kindRun) fetchLater(ctx context.Context) error {
	k.again = true
	tries := func(id int64) int { return k.state.Missing[strconv.FormatInt(id, 10)].Tries }
	slices.SortFunc(k.later, func(a, b int64) int { return cmp.Or(cmp.Compare(tries(a), tries(b)), cmp.Compare(a, b)) })
	for _, id := range k.later {
		var r archive.Record
		if err := k.folder.Read(k.kind.Name, strconv.FormatInt(id, 10), &r); err != nil {
			return err
		}
		if err := k.keep(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// lines writes a JSON object with a line for each member, as version control likes it.
func lines(object []byte) []byte {
	var b bytes.Buffer
	_ = json.Indent(&b, object, "", "") // it was encoded a moment ago
	return append(b.Bytes(), '\n')
}
