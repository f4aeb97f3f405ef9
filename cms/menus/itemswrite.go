package menus

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// MakeAll creates items in batches.
func (p *placing) MakeAll(ctx context.Context, stores []upsert.Store[cms.MenuItem]) []upsert.Written[cms.MenuItem] {
	requests := make([]cms.Request[cms.MenuItem], len(stores))
	for i, store := range stores {
		requests[i] = p.menus.Client().MenuItems.CreateRequest(&store.(*placed).params).With(p.options...)
	}
	out := p.send(ctx, requests)
	for i, store := range stores {
		if out[i].Err == nil {
			out[i].Err = store.(*placed).kept(ctx, out[i].Record)
		}
	}
	return out
}

// BringAll updates items in batches.
func (p *placing) BringAll(ctx context.Context, stores []upsert.Store[cms.MenuItem],
	records []*cms.MenuItem) []upsert.Written[cms.MenuItem] {
	requests := make([]cms.Request[cms.MenuItem], len(stores))
	for i, store := range stores {
		requests[i] = p.menus.Client().MenuItems.UpdateRequest(records[i].ID,
			store.(*placed).changes(records[i])).With(p.options...)
	}
	return p.send(ctx, requests)
}

// send sends requests in batches, at most four of them at the same time.
func (p *placing) send(ctx context.Context, requests []cms.Request[cms.MenuItem]) []upsert.Written[cms.MenuItem] {
	const atOnce = 4
	send := func(places []int) iter.Seq2[int, upsert.Written[cms.MenuItem]] {
		items := func(yield func(batch.Item) bool) {
			for _, i := range places {
				if !yield(requests[i]) {
					return
				}
			}
		}
		return func(yield func(int, upsert.Written[cms.MenuItem]) bool) {
			for i, result := range batch.SendAll(ctx, p.menus.Client(), items, &batch.SendOptions{Width: atOnce}) {
				value, _ := batch.Value[cms.MenuItem](result)
				if !yield(i, upsert.Written[cms.MenuItem]{Record: value, Err: result.Err,
					Unsent: errors.Is(result.Err, batch.ErrNotRun), Unsure: errors.Is(result.Err, cms.ErrOutcomeUnknown)}) {
					return
				}
			}
		}
	}
	return p.sender.Send(ctx, len(requests), batch.ErrNotRun, send)
}

// ID returns the id of an item.
func (w *placed) ID(item *cms.MenuItem) int64 { return item.ID }

// Differs returns the fields that differ.
func (w *placed) Differs(item *cms.MenuItem) string {
	changes := w.changes(item)
	if changes == nil {
		return ""
	}
	return upsert.Text(changes, item.Title.Raw, item.AttrTitle, item.Description, item.Target, item.Classes, item.XFN,
		item.Status, item.Parent, item.MenuOrder, item.Meta, item.Extra)
}

// Look lists the items of the menu again.
func (w *placed) Look(ctx context.Context, made *cms.MenuItem) ([]*cms.MenuItem, error) {
	if made != nil {
		if err := w.list(ctx, made.ID); err != nil {
			return nil, err
		}
		return w.duplicates(made), nil
	}
	first := !w.listed
	if err := w.list(ctx, 0); err != nil {
		return nil, err
	}
	w.refresh()
	if w.take(first); w.record == nil {
		return nil, nil
	}
	return []*cms.MenuItem{w.record}, nil
}

// Make creates the item.
func (w *placed) Make(ctx context.Context) (*cms.MenuItem, error) {
	made, err := w.menus.Client().MenuItems.Create(ctx, &w.params, w.options...)
	if err == nil {
		err = w.kept(ctx, made)
	}
	if err != nil {
		return nil, err
	}
	return made, nil
}

// Check returns nil: see [placed.kept].
func (w *placed) Check(*cms.MenuItem) error { return nil }

// Bring updates the item.
func (w *placed) Bring(ctx context.Context, found *cms.MenuItem, _ []*cms.MenuItem) (*cms.MenuItem, error) {
	return w.menus.Client().MenuItems.Update(ctx, found.ID, w.changes(found), w.options...)
}

// Withdraw deletes a duplicate. It keeps the item if somebody has changed it, or has placed
// items below it.
func (w *placed) Withdraw(ctx context.Context, made, other *cms.MenuItem) error {
	items := w.menus.Client().MenuItems
	now, err := items.Get(ctx, made.ID, cms.InContext(cms.ContextEdit), cms.Sending(w.options...))
	used := slices.ContainsFunc(w.there, func(item *cms.MenuItem) bool { return item.Parent == made.ID })
	if err == nil && (used || w.text(now) != w.text(made)) {
		several := &cms.AmbiguousError{IDs: []int64{other.ID, made.ID}}
		return w.fail(fmt.Errorf("%w: %w", cms.ErrConflict, several), fmt.Sprintf(
			"this call made the item %d, which somebody uses or has changed; the next call takes the item %d", made.ID,
			other.ID))
	}
	if err == nil {
		_, err = items.Delete(ctx, made.ID, w.options...)
	}
	if err != nil && !errors.Is(err, cms.ErrNotFound) {
		return err
	}
	w.record, w.own = other, false
	return nil
}

// text returns as one text the fields of an item that people change, so that two states of the
// item can be compared.
func (w *placed) text(item *cms.MenuItem) string {
	return upsert.Text(item.Title.Raw, item.AttrTitle, item.Description, item.Target, item.Classes, item.XFN, item.Status,
		item.Parent, item.MenuOrder, item.URL, item.Object, item.ObjectID, item.Menus, item.Meta)
}

// Again returns true, to look again, if the item is gone or the outcome of the write is unknown.
func (w *placed) Again(_ context.Context, failed error, _ bool) (bool, error) {
	return errors.Is(failed, cms.ErrNotFound) || errors.Is(failed, cms.ErrOutcomeUnknown), nil
}

// Missing creates the item again, unless the list failed.
func (w *placed) Missing(_ context.Context, failed, err error) ([]*cms.MenuItem, error) {
	if err != nil {
		return nil, cms.Join(failed, err)
	}
	return nil, nil
}
