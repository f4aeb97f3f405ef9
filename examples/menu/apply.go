package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// apply carries the plan out: in one batch what can be sent at once, then what
// stands below the items that it has made, and so on. Items are deleted last, when
// nothing stands below them any more.
func (p *plan) apply(ctx context.Context, site *cms.Client, m *menu, out io.Writer) error {
	if m.id == 0 {
		if err := m.create(ctx, site); err != nil {
			return err
		}
	}
	rest, changes, batches, unsure := p.items, 0, 0, 0
	defer func() { // also of a run that is stopped
		if unsure > 0 {
			program.Printf(out, "%d more were sent, and the site may have made them\n", unsure)
		}
		program.Total(out, false, "%d changed, batches: %d, menu %d", changes, batches, m.id)
	}()
	for {
		requests := batch.New(site).RequireAllValidate().SplitLarge()
		var later []*item
		for _, it := range rest {
			if known, _ := it.parent(); !known {
				later = append(later, it)
				continue
			}
			it.add(requests, site, m.id)
		}
		pruned := requests.Len() // the place of the first item that is deleted
		if len(later) == 0 && p.prune {
			for _, there := range p.extra {
				requests.Add(site.MenuItems.DeleteRequest(there.ID))
			}
		}
		if n := requests.Len(); n > 0 {
			if err := p.send(ctx, site, requests, pruned); err != nil {
				if ctx.Err() != nil || errors.Is(err, cms.ErrOutcomeUnknown) {
					unsure = n
				}
				return err
			}
			changes, batches = changes+n, batches+(n+batch.MaxItems-1)/batch.MaxItems
			if err := keep(rest); err != nil {
				return err
			}
		}
		if len(later) == 0 {
			break
		}
		rest = later
	}
	return nil
}

// add adds the request that makes the item what it is to be, if there has to be one.
func (it *item) add(requests *batch.Builder, site *cms.Client, menu int64) {
	params, differs := it.params(menu)
	if len(differs) == 0 {
		return
	}
	fields := url.Values{"_fields": {"id"}} // whole items would be twenty times as long
	if it.there != nil {
		request := site.MenuItems.UpdateRequest(it.id, params)
		request.Query = fields
		requests.Add(request)
		return
	}
	it.there = &cms.MenuItem{}
	request := site.MenuItems.CreateRequest(params)
	request.Query = fields
	requests.Add(request.Into(it.there))
}

// keep takes over the ids of what was made.
func keep(items []*item) error {
	for _, it := range items {
		if it.id != 0 || it.there == nil {
			continue
		}
		if it.id = it.there.ID; it.id == 0 {
			return fmt.Errorf("the site has not said the id of %q", it.name())
		}
	}
	return nil
}

// send sends the requests, of which those from pruned on delete what is extra.
func (p *plan) send(ctx context.Context, site *cms.Client, requests *batch.Builder, pruned int) error {
	report, err := requests.Do(ctx)
	if err == nil {
		for i := pruned; i < len(report.Results); i++ {
			if result := &report.Results[i]; gone(ctx, site, p.extra[i-pruned].ID, result.Err) {
				result.Err = nil
			}
		}
		err = report.Err()
	}
	if errors.Is(err, cms.ErrOutcomeUnknown) {
		return fmt.Errorf("%w; run it again: what was made is found again", err)
	}
	return err
}

// gone reports that an item could not be deleted because somebody else has deleted it.
// A site that lost the race half-way says no more than that it cannot, so it is asked.
func gone(ctx context.Context, site *cms.Client, id int64, err error) bool {
	if errors.Is(err, cms.CodeCannotDelete) {
		_, err = site.MenuItems.Get(ctx, id, cms.InContext(cms.ContextEdit))
	}
	return errors.Is(err, cms.ErrNotFound)
}
