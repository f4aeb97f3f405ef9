package terms

import (
	"context"
	"errors"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// sender sends requests of one kind in batches. It is not safe for concurrent use.
type sender struct {
	site *cms.Client

	off bool // no further batch is sent
}

// atOnce is how many batches are sent at the same time.
const atOnce = 4

// send returns the result of each request, in order. If the response to a batch is lost, the
// results of its requests are unsure. The other batches are still sent. If the site takes no
// batches or does not respond, the results are unsent.
func (s *sender) send(ctx context.Context, requests []cms.Request[Term]) []upsert.Written[Term] {
	out := make([]upsert.Written[Term], len(requests))
	left := make([]int, len(requests))
	for i := range left {
		left[i], out[i] = i, upsert.Written[Term]{Err: batch.ErrNotRun, Unsent: true}
	}
	for len(left) > 0 && !s.off {
		items := func(yield func(batch.Item) bool) {
			for _, i := range left {
				if !yield(requests[i]) {
					return
				}
			}
		}
		sent := left
		var again []int
		for n, result := range batch.SendAll(ctx, s.site, items, &batch.SendOptions{Width: atOnce}) {
			value, _ := batch.Value[Term](result)
			out[sent[n]] = upsert.Written[Term]{Record: value, Err: result.Err,
				Unsent: errors.Is(result.Err, batch.ErrNotRun), Unsure: errors.Is(result.Err, cms.ErrOutcomeUnknown)}
			if out[sent[n]].Unsent {
				again = append(again, sent[n])
			}
		}
		s.off = len(again) == len(sent) // the site rejects whole batches, or does not respond
		left = again
		if ctx.Err() != nil {
			break
		}
	}
	return out
}

// final reports whether a request of a batch was refused, by the client or by the site, so
// that sending it by itself would end in the same way.
func final(err error) bool {
	failed, ok := errors.AsType[*cms.Error](err)
	switch {
	case errors.Is(err, cms.ErrInvalidArgument), errors.Is(err, cms.ErrDryRun):
		return true
	case !ok || failed.MaybeApplied || errors.Is(err, cms.ErrOutcomeUnknown), errors.Is(err, cms.ErrPartlyWritten),
		failed.Code == cms.CodeBatchNotAllowed:
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
