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

// send sends requests in batches, at most atOnce of them at the same time.
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

// final reports whether the client or the site refused a request of a batch for a reason that
// does not depend on the batch. Sent by itself, the request would fail with the same error.
func final(err error) bool {
	switch {
	case errors.Is(err, cms.ErrInvalidArgument), errors.Is(err, cms.ErrDryRun):
		return true
	case errors.Is(err, cms.ErrPartlyWritten), errors.Is(err, cms.CodeBatchNotAllowed):
		return false
	}
	return errors.Is(err, cms.ErrBadRequest) || errors.Is(err, cms.ErrForbidden)
}

// cause returns the reason why further records are not tried. After a lost response it returns
// only the text: the outcome of a record that was sent is unknown, but the records that are
// not tried were not sent.
func cause(reason error) error {
	if errors.Is(reason, cms.ErrOutcomeUnknown) {
		return errors.New(reason.Error())
	}
	return reason
}
