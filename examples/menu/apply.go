package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// job is what is done with a menu.
type job struct {
	site  *cms.Client // a dry run has a client that does not write
	out   io.Writer
	dry   bool
	prune bool
}

// do brings the menu to what the file says, and prints it. Items are deleted last, when nothing
// stands below them any more.
func (j job) do(ctx context.Context, m *menu, items []*item) error {
	changed, unsure := 0, 0
	defer func() { // also of a run that is stopped
		if unsure > 0 {
			program.Printf(j.out, "%d more were sent, and the site may have made them\n", unsure)
		}
		if j.dry {
			program.Total(j.out, true, "%d changed", changed)
			return
		}
		program.Total(j.out, false, "%d changed, menu %d", changed, m.id)
	}()
	if m.id == 0 {
		program.Printf(j.out, "create     the menu %q\n", m.name)
		if err := m.create(ctx, j.site); j.dry && errors.Is(err, cms.ErrDryRun) {
			for _, it := range items {
				it.print(j.out, cms.EnsureCreated)
			}
			changed = len(items)
			return nil
		} else if err != nil {
			return err
		}
	}
	var failed []error
	var skipped error
	for i, done := range j.ensure(ctx, m, items) {
		it, action := items[i], done.Action
		switch err := done.Err; {
		case errors.Is(err, cms.ErrDryRun):
			if action = cms.EnsureCreated; it.there != nil {
				action, it.id = cms.EnsureUpdated, it.there.ID
			}
		case errors.Is(err, cms.ErrNotTried):
			skipped = err
			continue
		case err != nil:
			if errors.Is(err, cms.ErrOutcomeUnknown) {
				unsure++
			}
			failed = append(failed, err)
			continue
		default:
			it.id = done.Record.ID
		}
		if it.print(j.out, action); action != cms.EnsureUnchanged {
			changed++
		}
	}
	if len(failed) > 0 || skipped != nil {
		return cms.Join(append(failed, skipped)...)
	}
	extra := m.extra(items)
	printExtra(j.out, extra, j.prune)
	if !j.prune {
		return nil
	}
	removed, err := j.remove(ctx, extra)
	changed += removed
	return err
}

// ensure brings the items. It notes what the site has of those that are written.
func (j job) ensure(ctx context.Context, m *menu, items []*item) iter.Seq2[int, cms.Ensured[cms.MenuItem]] {
	wanted := make([]menus.WantedItem, len(items))
	for i, it := range items {
		wanted[i] = it.wanted()
	}
	options := &cms.EnsureManyOptions[cms.MenuItem]{MayWrite: func(i int, now *cms.MenuItem) bool {
		items[i].there = now
		return true
	}}
	return menus.New(j.site).EnsureItems(ctx, m.id, wanted, options)
}

// extra returns the items that the menu had and that the file does not have.
func (m *menu) extra(items []*item) []*cms.MenuItem {
	return slices.DeleteFunc(slices.Clone(m.items), func(there *cms.MenuItem) bool {
		return slices.ContainsFunc(items, func(it *item) bool { return it.id == there.ID })
	})
}

// remove deletes items in batches, and returns how many are gone.
func (j job) remove(ctx context.Context, extra []*cms.MenuItem) (n int, failed error) {
	requests := func(yield func(batch.Item) bool) {
		for _, there := range extra {
			if !yield(j.site.MenuItems.DeleteRequest(there.ID)) {
				return
			}
		}
	}
	for i, result := range batch.SendAll(ctx, j.site, requests, nil) {
		switch {
		case result.Err == nil, errors.Is(result.Err, cms.ErrDryRun), gone(ctx, j.site, extra[i].ID, result.Err):
			n++
		default:
			failed = cms.Join(failed, result.Err)
		}
	}
	return n, failed
}

// gone reports that an item could not be deleted because somebody else has deleted it.
// A site that lost the race half-way says no more than that it cannot, so it is asked.
func gone(ctx context.Context, site *cms.Client, id int64, err error) bool {
	if errors.Is(err, cms.CodeCannotDelete) {
		_, err = site.MenuItems.Get(ctx, id, cms.InContext(cms.ContextEdit))
	}
	return errors.Is(err, cms.ErrNotFound)
}
