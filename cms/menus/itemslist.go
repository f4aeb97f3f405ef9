package menus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// list reads the items of the menu. If made is not 0, it is the id of an item that this call of
// EnsureItems has created. The request then excludes this id: no cache has an old response to
// such a request.
func (p *placing) list(ctx context.Context, made int64) error {
	options := &cms.MenuItemListOptions{Menus: cms.Terms(p.menu), Context: cms.ContextEdit,
		Status: []cms.Status{cms.StatusPublish, cms.StatusDraft}}
	if made != 0 {
		options.Exclude = []int64{made}
	}
	walking := make([]cms.WalkOption, len(p.options))
	for i, o := range p.options {
		walking[i] = o
	}
	var there []*cms.MenuItem
	for item, err := range p.menus.Client().MenuItems.All(ctx, options, walking...) {
		if err == nil {
			item, err = p.inMenu(ctx, item)
		}
		if err != nil {
			p.failed = true
			return err
		}
		if item != nil {
			there = append(there, item)
		}
	}
	slices.SortFunc(there, func(a, b *cms.MenuItem) int { return cmp.Compare(a.ID, b.ID) })
	p.there, p.listed = there, true
	return nil
}

// inMenu checks that an item of the list belongs to the menu, and returns the item. While a
// site deletes an item, the list may contain the item without a menu. Then inMenu reads the
// item again. It returns nil if the item does not exist any more.
func (p *placing) inMenu(ctx context.Context, item *cms.MenuItem) (*cms.MenuItem, error) {
	const tries, pause = 5, 100 * time.Millisecond
	get := []cms.GetOption{cms.InContext(cms.ContextEdit)}
	for _, o := range p.options {
		get = append(get, o)
	}
	for try := 0; item.Menus == 0 && try < tries; try++ {
		if err := relay.Sleep(ctx, pause); err != nil {
			return nil, p.fail(err, "")
		}
		now, err := p.menus.Client().MenuItems.Get(ctx, item.ID, get...)
		if errors.Is(err, cms.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		item = now
	}
	if item.Menus != p.menu {
		return nil, &cms.Error{Operation: ensureItems, Method: http.MethodGet, Path: p.route(), Status: http.StatusOK,
			Reason: fmt.Errorf("%w: asked for the items of the menu %d, got item %d of the menu %d", cms.ErrFilterIgnored,
				p.menu, item.ID, item.Menus)}
	}
	return item, nil
}

// refresh replaces the record of a wanted item with the same record in the new list. If the
// list lacks the record, the wanted item has no record any more. refresh is called only for
// items that are being placed now. An old list from a cache may lack the records of earlier
// items, and then no item could be placed below them.
func (w *placed) refresh() {
	if w.record == nil {
		return
	}
	i := slices.IndexFunc(w.there, func(item *cms.MenuItem) bool { return item.ID == w.record.ID })
	if i < 0 {
		w.record, w.own = nil, false
		return
	}
	w.record = w.there[i]
}

// take finds an item of the list for each wanted item that has none yet. It takes no item
// twice. first means that this call of EnsureItems has placed no item yet. Both callers pass
// !p.listed. If first is false, a wanted item whose parent has no record gets no item: another
// process may have created the item for another parent.
func (p *placing) take(first bool) {
	taken := map[int64]bool{}
	for _, w := range p.all {
		if w.record != nil {
			taken[w.record.ID] = true
		}
	}
	below := func(w *placed, item *cms.MenuItem) bool {
		if w.above == nil {
			return item.Parent == 0
		}
		return w.above.record != nil && item.Parent == w.above.record.ID
	}
	titled := func(w *placed, item *cms.MenuItem) bool {
		return w.params.Title == nil || same(*w.params.Title, item.Title.Raw)
	}
	for _, fits := range []func(*placed, *cms.MenuItem) bool{
		func(w *placed, item *cms.MenuItem) bool { return below(w, item) && titled(w, item) },
		below,
		titled,
		func(*placed, *cms.MenuItem) bool { return true },
	} {
		for _, w := range p.all {
			if w.record != nil || w.err != nil || !first && w.above != nil && w.above.record == nil {
				continue
			}
			for _, item := range p.there {
				if !taken[item.ID] && w.leadsTo(item) && fits(w, item) {
					w.record, taken[item.ID] = item, true
					break
				}
			}
		}
	}
}

// duplicates returns made, an item that this call of EnsureItems has created. If an older item
// has the same target, title and parent, another process has created the older item. Then
// duplicates returns both items, the older one first.
func (w *placed) duplicates(made *cms.MenuItem) []*cms.MenuItem {
	taken := map[int64]bool{}
	for _, other := range w.all {
		if other != w && other.record != nil {
			taken[other.record.ID] = true
		}
	}
	for _, item := range w.there {
		if item.ID >= made.ID || taken[item.ID] || !w.leadsTo(item) {
			continue
		}
		if item.Parent == made.Parent && same(item.Title.Raw, made.Title.Raw) {
			return []*cms.MenuItem{item, made}
		}
	}
	return []*cms.MenuItem{made}
}

// LookAll lists the items of the menu.
func (p *placing) LookAll(ctx context.Context, stores []upsert.Store[cms.MenuItem],
	made []*cms.MenuItem) (found [][]*cms.MenuItem, known []bool, err error) {
	found, known = make([][]*cms.MenuItem, len(stores)), make([]bool, len(stores))
	first := !p.listed
	if first || made != nil {
		newest := int64(0)
		for _, item := range made {
			newest = max(newest, item.ID)
		}
		if err := p.list(ctx, newest); err != nil {
			return nil, nil, err
		}
	}
	if made == nil {
		for _, store := range stores {
			store.(*placed).refresh()
		}
		p.take(first)
	}
	for i, store := range stores {
		w := store.(*placed)
		switch known[i] = true; {
		case made != nil:
			found[i] = w.duplicates(made[i])
		case w.record != nil:
			found[i] = []*cms.MenuItem{w.record}
		}
	}
	return found, known, nil
}

// Stops also stops after a list that failed: it would fail for each item.
func (p *placing) Stops(err error) bool {
	return cms.ConcernsAll(err) || p.failed
}

// Final reports whether the client or the site refused a request of a batch for a reason that
// does not depend on the batch. Sent by itself, the request would fail with the same error.
func (p *placing) Final(err error) bool {
	switch {
	case errors.Is(err, cms.ErrInvalidArgument), isDry(err), errors.Is(err, cms.ErrConflict):
		return true
	case errors.Is(err, cms.ErrPartlyWritten), errors.Is(err, cms.CodeBatchNotAllowed):
		return false
	}
	return errors.Is(err, cms.ErrBadRequest) || errors.Is(err, cms.ErrForbidden)
}

func isDry(err error) bool { return errors.Is(err, cms.ErrDryRun) }

// Failed returns an error of the operation.
func (p *placing) Failed(reason error) error { return p.fail(reason, "") }

// NotTried returns the error for an item for which nothing was sent.
func (p *placing) NotTried(reason error) error { return p.notTried(reason) }

// notTried returns the error for an item for which nothing was sent, because of reason. If
// reason is the lost response of another item, the error has only the text of reason. With
// reason itself, the error would say that the outcome of this item is unknown.
func (p *placing) notTried(reason error) error {
	if errors.Is(reason, cms.ErrOutcomeUnknown) {
		reason = errors.New(reason.Error())
	}
	return p.fail(fmt.Errorf("%w: %w", cms.ErrNotTried, reason), "")
}
