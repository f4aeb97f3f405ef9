package terms

import (
	"context"
	"errors"
	"iter"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// atOnce is how many batches are sent at the same time.
const atOnce = 4

// send sends requests in batches.
func (b *batches) send(ctx context.Context, requests []cms.Request[Term]) []upsert.Written[Term] {
	send := func(places []int) iter.Seq2[int, upsert.Written[Term]] {
		items := func(yield func(batch.Item) bool) {
			for _, i := range places {
				if !yield(requests[i]) {
					return
				}
			}
		}
		return func(yield func(int, upsert.Written[Term]) bool) {
			for i, result := range batch.SendAll(ctx, b.terms.Client(), items, &batch.SendOptions{Width: atOnce}) {
				value, _ := batch.Value[Term](result)
				if !yield(i, upsert.Written[Term]{Record: value, Err: result.Err,
					Unsent: errors.Is(result.Err, batch.ErrNotRun), Unsure: errors.Is(result.Err, cms.ErrOutcomeUnknown)}) {
					return
				}
			}
		}
	}
	return b.sender.Send(ctx, len(requests), batch.ErrNotRun, send)
}

// final reports whether a request of a batch was refused, by the client or by the site, so
// that sending it by itself would end in the same way.
func final(err error) bool {
	switch {
	case errors.Is(err, cms.ErrInvalidArgument), errors.Is(err, cms.ErrDryRun):
		return true
	case errors.Is(err, cms.ErrPartlyWritten), errors.Is(err, cms.CodeBatchNotAllowed):
		return false
	}
	return errors.Is(err, cms.ErrBadRequest) || errors.Is(err, cms.ErrForbidden)
}

// cause returns the reason why further records are not tried. For a lost response it returns
// only the text: the outcome of another record is unknown, not the outcome of these records.
func cause(reason error) error {
	if errors.Is(reason, cms.ErrOutcomeUnknown) {
		return errors.New(reason.Error())
	}
	return reason
}
