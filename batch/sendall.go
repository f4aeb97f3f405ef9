package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/paging"
)

// SendOptions are the options of [SendAll]. The zero value and nil set the defaults.
type SendOptions struct {
	// Width is the number of batches that are sent at once, 64 at most. With 1 the items
	// run in order. The default, 0, adjusts the number to the site as
	// [cms.PrefetchAdaptive] does, up to 16.
	Width int
	// Unordered yields the results of a batch as soon as it is complete. By default
	// results are yielded in the order of the items.
	Unordered bool
}

// SendAll sends any number of requests: POST /batch/v1 for each [MaxItems] of them,
// several batches at once. It yields the index and the result of every item, as ranging
// over [Report.Results] does:
//
//	for i, result := range batch.SendAll(ctx, site, slices.Values(items), nil) {
//		if result.Err != nil {
//			log.Printf("item %d: %v", i, result.Err)
//		}
//	}
//
// Every item gets exactly one result. Result.Err is:
//   - nil if the item succeeded
//   - an [*cms.ArgumentError] if the item is refused; it is not sent, and the others are
//   - an [*cms.Error] if the site rejected the item
//   - [cms.ErrOutcomeUnknown] if the item was sent and the response was lost: read the
//     record to find out
//   - [ErrNotRun], with the reason in its text, if the item did not run
//
// No batch is sent after a failed round trip, or after the end of ctx. The results of the
// batches that are under way are still yielded. The items that were not sent are
// [ErrNotRun]: to continue, pass these to SendAll again.
//
// Items of different batches run in any order, unless Width is 1. An item must not depend
// on an earlier one. If the site rejects a batch as too large, smaller batches are sent.
//
// items is read as batches are sent, up to 16 batches (or Width) ahead of the loop, in
// other goroutines, one item at a time. A sequence that creates its items needs little
// memory for any number of them; so does a loop that does not keep Value and Header of
// the results. To stop early and keep all results, end the sequence. Breaking out of the
// loop cancels the batches that are under way, and their items may have run.
func SendAll(ctx context.Context, site *cms.Client, items iter.Seq[Item], options *SendOptions) iter.Seq2[int, Result] {
	return func(yield func(int, Result) bool) {
		next, stop := iter.Pull(items)
		defer stop()
		s := sender{builder: New(site).SplitLarge(), next: next, pulled: map[int]part{}}
		source := paging.Source[part]{
			First: 1, Ahead: paging.Most, Adapt: true, Fetch: s.send,
			Inspect: func(int, part) (paging.Step, error) { return paging.Step{}, nil },
		}
		if options != nil {
			source.Unordered = options.Unordered
			switch width := options.Width; {
			case width < 0 || width > 64:
				_ = s.stop(refuse("width", fmt.Sprintf("%d is not between 0 and 64", width)))
			case width > 0:
				source.Ahead, source.Adapt = width, false
			}
		}
		for sent := range paging.Walk(ctx, source) { //nolint:errcheck // send fails only after the last part
			for i, result := range sent.results {
				if !yield(sent.first+i, result) {
					return
				}
			}
		}
	}
}

// sender sends the parts of a sequence.
type sender struct {
	builder *Builder
	size    atomic.Int64 // of a batch: see sendAll

	mu     sync.Mutex
	next   func() (Item, bool)
	pulled map[int]part // that wait to be sent
	parts  int          // how many were pulled
	items  int
	notRun error // of the items from now on, nil while batches are sent
}

// part is the items of one batch, and later their results.
type part struct {
	first   int // the index of its first item
	items   []Item
	results []Result
}

// send sends part number, from 1. It fails with paging.ErrEnd after the last part.
func (s *sender) send(ctx context.Context, number int) (part, error) {
	p := s.pull(number)
	if len(p.items) == 0 {
		return p, paging.ErrEnd
	}
	p.results = make([]Result, len(p.items))
	var ready []cms.BatchItem
	var index []int // in results
	for i, item := range p.items {
		made, err := s.make(ctx, item)
		p.results[i] = Result{Operation: made.Operation, Method: made.Method, Path: made.Path, Err: err}
		if err == nil {
			ready, index = append(ready, made), append(index, i)
		}
	}
	p.items = nil
	results := newReport(ready).Results
	notRun := s.stopped()
	if notRun == nil {
		failed, err := s.builder.sendAll(ctx, ready, results, &s.size, nil)
		if err == nil && failed != "" {
			err = errors.New("the site rejected the whole batch as invalid")
		}
		if err != nil {
			notRun = s.stop(cmp.Or(context.Cause(ctx), err))
		}
	}
	for i, result := range results {
		if errors.Is(result.Err, ErrNotRun) {
			result.Err = notRun
		}
		p.results[index[i]] = result
	}
	return p, nil
}

// make returns an item as it is sent. If its arguments cannot be checked, nothing is sent
// from then on.
func (s *sender) make(ctx context.Context, item Item) (cms.BatchItem, error) {
	made, err := s.builder.make(entry{item: item})
	if err != nil || made.Check == nil || s.stopped() != nil {
		return made, err
	}
	err = made.Check(ctx)
	if err != nil && !errors.Is(err, cms.ErrInvalidArgument) {
		_ = s.stop(err)
		err = nil
	}
	return made, err
}

// pull returns the items of a part. Parts may be asked for in any order.
func (s *sender) pull(number int) part {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.parts < number {
		p := part{first: s.items}
		for len(p.items) < MaxItems {
			item, ok := s.next()
			if !ok {
				break
			}
			p.items = append(p.items, item)
		}
		s.items += len(p.items)
		s.parts++
		s.pulled[s.parts] = p
	}
	p := s.pulled[number]
	delete(s.pulled, number)
	return p
}

// stopped returns the error of the items that are not sent, nil while batches are sent.
func (s *sender) stopped() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notRun
}

// stop ends sending, and returns the error of the items that are not sent.
func (s *sender) stop(cause error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.notRun != nil:
	case errors.Is(cause, cms.ErrOutcomeUnknown): // which is not so of these items
		s.notRun = fmt.Errorf("%w after a batch that failed: %s", ErrNotRun, cause.Error())
	default:
		s.notRun = fmt.Errorf("%w: %w", ErrNotRun, cause)
	}
	return s.notRun
}
