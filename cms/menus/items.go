package menus

import (
	"context"
	"iter"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// WantedItem is a menu item that [Menus.EnsureItems] is to find or create.
type WantedItem struct {
	// Depth is how many items are above the item. An item is below the last item before it that
	// has a smaller Depth. 0, the default, is the top level.
	Depth int
	// Params are the fields of the item. They need a target: the URL of a custom item, or Type,
	// Object and ObjectID. A custom item needs a Title, too. Menus and Parent must be nil: they
	// follow from the menu and from Depth.
	Params *cms.MenuItemParams
}

// EnsureItems brings items of a menu to what wanted says, in the order of the menu: it finds or
// creates each item, and updates the fields that differ. It yields the index and the result
// of each, in the order of wanted:
//
//	for i, done := range all.EnsureItems(ctx, menu.ID, wanted, nil) { // all is a *Menus
//		if done.Err != nil {
//			log.Printf("item %d: %v", i, done.Err)
//		}
//	}
//
// Menu items have no slug. Their target identifies them: the URL of a custom item, or Type, Object
// and ObjectID. If the menu has several items with the target, EnsureItems takes the one with the
// same parent and title, then one with the same parent, then one with the same title, then any,
// the lowest id first. It moves and renames that item. Items that are not wanted stay as they
// are. A wanted item with another target is a new item.
//
// It reads the items of the menu, 100 with each request, once at the beginning and once after
// the creates of each Depth. It writes in batches of 25, up to four at the same time, first the
// items of Depth 0. A field that params do not set is not changed. The exception is the parent,
// which follows from Depth. A new item without MenuOrder gets the place 1.
//
// The guarantees are those of [Menus.Ensure]: if several processes create an item with the same
// target, title and parent at the same time, the one with the lowest id stays. An item that this
// call has created is deleted if it is a duplicate, and if the site stores another target
// than the wanted one: [cms.ErrConflict] then names both. Where a batch does not decide what
// became of an item, the item goes on by itself. After a lost response to a create the item may
// count as [cms.EnsureUnchanged].
//
// Below a new item that failed, the results have the error [cms.ErrNotTried]. Below an item that
// MayWrite refused to create, they are [cms.EnsureRefused]. The errors that concern all items
// and a list that fails end EnsureItems, as in [cms.Content.EnsureMany]. Call it again after errors.
// In a dry run each result has the [cms.DryRunError] of its first write. Below a new item this
// request has no parent, because the parent has no id.
//
// Two items with the same parent, target and title have an [*cms.ArgumentError], as have params
// without a target. The others are still written. The option [cms.Fields] is refused, and
// [cms.Capture] is ignored. It requires the administrator role.
func (m *Menus) EnsureItems(ctx context.Context, menu int64, wanted []WantedItem,
	options *cms.EnsureManyOptions[cms.MenuItem],
	callOptions ...cms.CallOption) iter.Seq2[int, cms.Ensured[cms.MenuItem]] {
	return func(yield func(int, cms.Ensured[cms.MenuItem]) bool) {
		p := m.place(menu, wanted, options, callOptions)
		for i, one := range p.all {
			for depth := 0; !one.done; depth++ {
				p.level(ctx, depth)
			}
			if !yield(i, one.out) {
				return
			}
		}
	}
}

// placing is the state of one call of [Menus.EnsureItems].
type placing struct {
	menus   *Menus
	menu    int64
	may     func(index int, now *cms.MenuItem) bool
	options []cms.CallOption
	all     []*placed
	many    *upsert.Many[cms.MenuItem]
	sender  upsert.Sender[cms.MenuItem]

	there  []*cms.MenuItem // the items of the menu, ordered by id; nil before the first list
	listed bool
	failed bool // whether reading the list has failed
}

// placed is a wanted item, together with what is known about it. It is the [upsert.Store]
// of the item.
type placed struct {
	*placing
	index, depth int
	above        *placed // nil at the top level
	params       cms.MenuItemParams
	err          error // the reason why params are invalid

	record *cms.MenuItem // the item of the site that was found for the wanted item, or was created
	own    bool          // whether the same call of EnsureItems has created the record
	adrift bool          // in a dry run, whether the record would be moved below a new item

	done bool
	out  cms.Ensured[cms.MenuItem]
}

// level finds or creates the items of a depth, and updates them. It skips the items that
// are done.
func (p *placing) level(ctx context.Context, depth int) {
	client := p.menus.Client()
	ctx, cancel := client.CallContext(ctx)
	defer cancel()
	var wishes []upsert.Wish[cms.MenuItem]
	var brought []*placed
	for _, one := range p.all {
		if one.depth != depth || one.done {
			continue
		}
		if one.done = true; !one.settled() {
			continue
		}
		wish := upsert.Wish[cms.MenuItem]{Store: one}
		if p.may != nil {
			wish.May = func(now *cms.MenuItem) bool { return p.may(one.index, now) }
		}
		wishes, brought = append(wishes, wish), append(brought, one)
	}
	if len(wishes) == 0 {
		return
	}
	// An error of Lock is ignored, because the requests then fail, too.
	if unlock, err := client.Lock(ctx, p.lock()); err == nil {
		defer unlock()
	}
	for i, done := range p.many.Bring(ctx, wishes) {
		one := brought[i]
		one.out = cms.Ensured[cms.MenuItem]{Record: done.Record, Action: cms.EnsureAction(done.Did), Err: done.Err}
		if done.Record != nil && done.Did != upsert.Refused {
			one.out.Rewritten = one.rewritten(done.Record)
		}
	}
}

// settled sets the parent of an item. It returns false if the result of the item is already
// known, because its params are invalid or the item above it does not exist.
func (w *placed) settled() bool {
	switch {
	case w.err != nil:
		w.out.Err = w.err
		return false
	case w.above == nil:
		w.params.Parent = new(int64(0))
		return true
	case w.above.isThere():
		w.params.Parent = new(w.above.record.ID)
		return true
	}
	switch failed := w.above.out.Err; {
	case failed == nil:
		w.out.Action = cms.EnsureRefused
		return false
	case isDry(failed):
		w.adrift = w.record != nil
		return true
	default:
		w.out.Err = w.notTried(failed)
		return false
	}
}

// isThere reports whether other items may be placed below an item. They may not if EnsureItems
// has created the item and then failed to finish it, because the item may be a duplicate.
func (w *placed) isThere() bool { return w.record != nil && !(w.own && w.done && w.out.Err != nil) }

// rewritten returns the names of the wanted fields whose values differ from those of the
// item.
func (w *placed) rewritten(item *cms.MenuItem) (names []string) {
	changes := w.changes(item)
	if changes == nil {
		return nil
	}
	for name, differs := range map[string]bool{"title": changes.Title != nil, "status": changes.Status != nil,
		"parent": changes.Parent != nil, "attr_title": changes.AttrTitle != nil, "classes": changes.Classes != nil,
		"description": changes.Description != nil, "menu_order": changes.MenuOrder != nil,
		"target": changes.Target != nil, "xfn": changes.XFN != nil, "meta": changes.Meta != nil} {
		if differs {
			names = append(names, name)
		}
	}
	for name := range changes.Extra {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
