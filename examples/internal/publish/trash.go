package publish

import (
	"context"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// trashGone moves the records of files that are gone to the trash, pages below others first: a page
// in the trash would give its children another address. A record that a person changed stays, and
// so does a page with pages below it. If more than a fifth of all records would go, none goes:
// -dir may name another folder.
func (p *publisher) trashGone(ctx context.Context) error {
	if !p.trash || len(p.gone) == 0 {
		return nil
	}
	if all := len(p.own) + len(p.gone); len(p.gone) > max(1, all/5) {
		return program.Status(fmt.Errorf("%d of %d records have no file any more, and more than a fifth is never moved to "+
			"the trash at once: check -dir, or move them yourself", len(p.gone), all), program.Incomplete)
	}
	below, err := p.pagesBelow(ctx)
	if err != nil {
		return err
	}
	for left := slices.Clone(p.gone); len(left) > 0; {
		var waits []*record
		for _, r := range left {
			if below[r.id] > 0 {
				waits = append(waits, r)
				continue
			}
			if err := p.trashOne(ctx, r, below); err != nil {
				return err
			}
		}
		if len(waits) == len(left) {
			for _, r := range left {
				p.note(r.mark.path, fmt.Sprintf("the file is gone, and its record %d stays: pages are below it", r.id))
			}
			break
		}
		left = waits
	}
	return nil
}

// pagesBelow counts the pages below those that are to go, by the id of the page above.
func (p *publisher) pagesBelow(ctx context.Context) (map[int64]int, error) {
	var gone []int64
	for _, r := range p.gone {
		if slices.Contains(p.records["page"], r) {
			gone = append(gone, r.id)
		}
	}
	below := map[int64]int{}
	for ids := range slices.Chunk(gone, 100) {
		options := &cms.PageListOptions{Status: []cms.Status{cms.StatusAny}, Parent: ids}
		for page, err := range p.site.Pages.All(ctx, options, cms.Fields("id", "parent")) {
			if err != nil {
				return nil, err
			}
			below[page.Parent]++
		}
	}
	return below, nil
}

func (p *publisher) trashOne(ctx context.Context, r *record, below map[int64]int) error {
	kind := "post"
	if slices.Contains(p.records["page"], r) {
		kind = "page"
	}
	touched := r.mark.stored == unconfirmed || r.fields.of(r.mark.names).sum() != r.mark.stored
	if touched && !p.force {
		p.note(r.mark.path, fmt.Sprintf("the file is gone, and its record %d stays: it was changed on the site", r.id))
		return nil
	}
	if !p.dry {
		if err := p.kinds[kind].trash(ctx, r); ofFile(err) {
			p.note(r.mark.path, fmt.Sprintf("the file is gone, and its record %d stays: %v", r.id, err))
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", r.mark.path, err)
		}
	}
	p.trashed++
	below[r.parent]--
	say(p.out, "trash", r.mark.path, fmt.Sprintf("%s %d  %s", kind, r.id, r.link))
	return nil
}
