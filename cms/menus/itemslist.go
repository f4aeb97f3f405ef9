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

// list reads the items of the menu. No cache has an old response if made is the id of an item
// that this call has created. The items that it has created stay in the list as they were.
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
	old := p.there
	p.there = nil
	for item, err := range p.menus.Client().MenuItems.All(ctx, options, walking...) {
		if err == nil {
			item, err = p.inMenu(ctx, item)
		}
		if err != nil {
			p.there, p.failed = old, err
			return err
		}
		if item != nil {
			p.put(item)
		}
	}
	for _, w := range p.all {
		if made != 0 && w.own {
			p.put(w.record)
		}
	}
	p.listed = true
	return nil
}

// inMenu returns an item that the list of the menu has, or nil if it is gone. While a site deletes an
// item, a list may have the item without its menu.
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

// put stores an item in the list.
func (p *placing) put(item *cms.MenuItem) {
	i, found := slices.BinarySearchFunc(p.there, item.ID, byID)
	if found {
		p.there[i] = item
		return
	}
	p.there = slices.Insert(p.there, i, item)
}

// drop removes an item from the list.
func (p *placing) drop(id int64) {
	if i, found := slices.BinarySearchFunc(p.there, id, byID); found {
		p.there = slices.Delete(p.there, i, i+1)
	}
}

func byID(item *cms.MenuItem, id int64) int { return cmp.Compare(item.ID, id) }

// take finds for each wanted item an item of the list that no other one has taken. first means
// that no item was placed yet. Later an item whose parent has no record takes none: another
// process may have created the item for another parent.
func (p *placing) take(first bool) {
	taken := map[int64]bool{}
	for _, w := range p.all {
		if w.record == nil {
			continue
		}
		i, found := slices.BinarySearchFunc(p.there, w.record.ID, byID)
		if !found {
			w.record, w.own = nil, false
			continue
		}
		w.record, taken[w.record.ID] = p.there[i], true
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

// duplicates returns an item that this call has created, and the item with the same target,
// title and parent that another process has created before, if there is one.
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
		p.take(first)
	}
	for i, store := range stores {
		w := store.(*placed)
		switch known[i] = true; {
		case made != nil:
			w.put(made[i])
			found[i] = w.duplicates(made[i])
		case w.record != nil:
			found[i] = []*cms.MenuItem{w.record}
		}
	}
	return found, known, nil
}

// Stops also stops after a list that failed: it would fail for each item.
func (p *placing) Stops(err error) bool {
	return cms.ConcernsAll(err) || p.failed != nil && errors.Is(err, p.failed)
}

// Final reports whether a request of a batch was refused, by the client or by the site, so that
// sending it by itself would end in the same way.
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

// notTried names the reason why an item is not tried. For a lost response it has only the text:
// the outcome of another item is unknown, not the outcome of this item.
func (p *placing) notTried(reason error) error {
	if errors.Is(reason, cms.ErrOutcomeUnknown) {
		reason = errors.New(reason.Error())
	}
	return p.fail(fmt.Errorf("%w: %w", cms.ErrNotTried, reason), "")
}
