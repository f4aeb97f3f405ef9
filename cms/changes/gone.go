package changes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// gone yields the missing records that were deleted. It requests each missing record by its id,
// because a list may leave out a record that exists, for example because of its status.
func (p *pass) gone(ctx context.Context, missing []int64) error {
	const most = 1000
	refused := 0
	options := []cms.GetOption{cms.Uncached()}
	if p.kind.Context != "" {
		options = append(options, cms.InContext(p.kind.Context))
	}
	for _, id := range missing {
		var response cms.Response
		r, err := p.list.Get(ctx, id, append(options[:len(options):len(options)], cms.Capture(&response))...)
		switch {
		case err == nil:
			err = p.hidden(ctx, *r, id, clock(response))
		case errors.Is(err, cms.ErrNotFound):
			err = p.give(ctx, &Change{Kind: p.kind.Name, ID: id, Op: Deleted, Was: p.known[id].status})
		case response.Status > 0 && ctx.Err() == nil && refused < most && !errors.Is(err, cms.ErrCredentialsRejected):
			refused++
			err = p.broken(&cms.BrokenRecordError{ID: id, Err: fmt.Errorf("it is not listed, and refused: %w", err)})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hidden compares a record with its mark. The record exists, although the list lacks it.
func (p *pass) hidden(ctx context.Context, r record, id int64, now time.Time) error {
	if r.id() != id {
		return fmt.Errorf("the response for record %d has the id %d", id, r.id())
	}
	return p.compare(ctx, []record{r}, true, now)
}
