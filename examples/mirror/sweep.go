package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/snippets"
)

// set is ids that the site has.
type set map[int64]struct{}

// sweep asks for the ids of all records, reads those that the folder lacks (an
// import keeps old dates), and removes what the site no longer has.
func (k *kindRun) sweep(ctx context.Context) error {
	before, err := k.list.Count(ctx, k.kind.Options())
	if err != nil {
		return err
	}
	there := set{}
	meter := program.Count(k.mirror.notes, "comparing "+k.kind.Name, int64(before))
	defer meter.Done()
	for record, err := range k.list.All(ctx, k.kind.Options(), cms.Exact(), cms.Fields("id")) {
		if id := k.broken(err); id > 0 {
			there[id] = struct{}{}
			continue
		}
		if err != nil {
			return err
		}
		there[record.ID()] = struct{}{}
		meter.Add(1)
	}
	after, err := k.list.Count(ctx, k.kind.Options())
	if err != nil {
		return err
	}
	if err := k.lacking(ctx, there); err != nil {
		return err
	}
	return k.remove(ctx, there, min(before, after))
}

// lacking reads the records again that the folder does not have, or not whole: those
// that are missing since an earlier run, and those that are damaged on the disk. What
// was tried least comes first.
func (k *kindRun) lacking(ctx context.Context, there set) error {
	ids, err := k.folder.IDs(k.kind.Name)
	if err != nil {
		return err
	}
	damaged, err := k.folder.Damaged(k.kind.Name, k.state)
	if err != nil {
		return err
	}
	have := make(set, len(ids))
	for _, id := range ids {
		have[id] = struct{}{}
	}
	var lacking []int64
	for id := range there {
		if _, tried := k.tried[id]; tried {
			continue
		}
		name := strconv.FormatInt(id, 10)
		_, inFolder := have[id]
		_, missing := k.state.Missing[name]
		damage, isDamaged := damaged[name]
		why := damage.Why
		if !inFolder {
			why = "the site lists it, and did not show it"
		}
		if !missing && (isDamaged || !inFolder) {
			k.state.Miss(name, why, false) // recorded as missing until it is copied
		}
		if missing || isDamaged || !inFolder {
			lacking = append(lacking, id)
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	k.again = true
	tries := func(id int64) int { return k.state.Missing[strconv.FormatInt(id, 10)].Tries }
	slices.SortFunc(lacking, func(a, b int64) int { return cmp.Or(cmp.Compare(tries(a), tries(b)), cmp.Compare(a, b)) })
	return k.keepAll(ctx, k.list.GetMany(ctx, lacking, k.kind.Options()), nil)
}

// remove removes the records that the site no longer has, unless the response is
// doubtful. stated is the total of the site.
func (k *kindRun) remove(ctx context.Context, there set, stated int) error {
	ids, err := k.folder.IDs(k.kind.Name)
	if err != nil {
		return err
	}
	k.state.Hidden = max(0, stated-len(there))
	switch {
	case len(there) == 0 && len(ids) > 0 && !k.allowEmpty:
		k.tally.hold("the site says that it has none, and there were %d; if that is so, use -allow-empty", len(ids))
		return nil
	case len(there) < stated:
		_ = k.tally.spare("the site counts %d and shows %d: something is hidden from the user, or was deleted meanwhile",
			stated, len(there))
		return nil
	}
	copied := make(set, len(ids))
	for _, id := range ids {
		copied[id] = struct{}{}
	}
	unlisted := maps.Clone(copied)
	for name := range k.state.Missing {
		if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			unlisted[id] = struct{}{}
		} else {
			k.state.Forget(name)
		}
	}
	maps.DeleteFunc(unlisted, func(id int64, _ struct{}) bool {
		_, listed := there[id]
		return listed
	})
	return k.removeGone(ctx, slices.Sorted(maps.Keys(unlisted)), copied)
}

// removeGone removes those of the unlisted records that the site no longer has.
func (k *kindRun) removeGone(ctx context.Context, unlisted []int64, copied set) error {
	kept := 0
	for _, id := range unlisted {
		gone, err := k.gone(ctx, id)
		if err != nil {
			return err
		}
		if !gone {
			kept++
			continue
		}
		name := strconv.FormatInt(id, 10)
		if _, ok := copied[id]; ok {
			if k.kind.Terms && k.tally.deleted == 0 { // the loss of a term is no change of the records that had it
				if err := k.readAgain(k.tagged(k.kind.Name)); err != nil {
					return err
				}
			}
			if err := k.folder.Remove(k.kind.Name, name); err != nil {
				return err
			}
			k.tally.removed(name)
		}
		k.state.Forget(name)
	}
	if kept > 0 {
		program.Printf(k.mirror.notes, "%s: the list of the site leaves out %d records that it still has: they were kept\n",
			k.kind.Name, kept)
	}
	return nil
}

// gone reports whether the site says of a record itself that it does not exist. A list
// is no proof: a site may know a filter by status, and list only what is published. A
// record that is still there is read and kept.
func (k *kindRun) gone(ctx context.Context, id int64) (bool, error) {
	var options []cms.GetOption
	if k.kind.Context != "" {
		options = append(options, cms.InContext(k.kind.Context))
	}
	record, err := k.list.Get(ctx, id, options...)
	if err == nil {
		return false, k.keep(ctx, *record)
	}
	if errors.Is(err, cms.ErrCredentialsRejected) {
		return false, err
	}
	_, broken := errors.AsType[*cms.BrokenRecordError](err)
	e, said := errors.AsType[*cms.Error](err)
	if said && (errors.Is(err, cms.ErrNotFound) || e.Code == snippets.CodeCannotGet) {
		return true, nil
	}
	if !said && !broken {
		return false, err
	}
	k.tried[id] = struct{}{}
	k.state.Miss(strconv.FormatInt(id, 10), fmt.Sprintf("the site does not list it, and does not show it: %v", err), true)
	return false, nil
}

// whole reads all records of a kind that does not tell what was changed.
func (k *kindRun) whole(ctx context.Context) error {
	return readWhole(ctx, k, k.list, k.kind.Options())
}

// readWhole reads all records of a list. What was read is what there is.
func readWhole[O any](ctx context.Context, k *kindRun, list *cms.Collection[archive.Record, struct{}, O],
	options *O) error {
	there := set{}
	before, err := list.Count(ctx, options)
	if err != nil {
		return err
	}
	for record, err := range list.All(ctx, options, cms.Exact()) { // by id: a site breaks ties of names anew on each page
		if id := k.broken(err); id > 0 {
			there[id] = struct{}{}
			continue
		}
		if err != nil {
			return err
		}
		there[record.ID()] = struct{}{}
		if err := k.keep(ctx, *record); err != nil {
			return err
		}
	}
	after, err := list.Count(ctx, options)
	if err != nil {
		return err
	}
	return k.remove(ctx, there, max(before, after))
}

// snippets are given in one list, without totals.
func (k *kindRun) snippets(ctx context.Context) error {
	all, err := k.kind.All(ctx, k.site)
	if err != nil {
		return err
	}
	there := set{}
	for _, record := range all {
		there[record.ID()] = struct{}{}
		if err := k.keep(ctx, record); err != nil {
			return err
		}
	}
	return k.remove(ctx, there, len(there))
}
