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
	// run in order. With 0, the default, SendAll adjusts the number to the site, up to
	// 16, as [cms.PrefetchAdaptive] does.
	Width int
	// Unordered yields the results of a batch as soon as it is complete. By default
	// results are yielded in the order of the items.
	Unordered bool
}

// SendAll sends any number of requests in batches of [MaxItems], several at once: POST
// /batch/v1. It yields the index and the result of each item, as a range over
// [Report.Results] does:
//
//	for i, result := range batch.SendAll(ctx, site, slices.Values(items), nil) {
//		if result.Err != nil {
//			log.Printf("item %d: %v", i, result.Err)
//		}
//	}
//
// Every item gets exactly one result. Check Result.Err with errors.Is and errors.As, in
// this order:
//   - nil: the item succeeded.
//   - [ErrNotRun]: the item did not run. The error wraps the reason. If the reason is a
//     lost response, it is only in the text of the error, and errors.Is does not find it.
//   - [cms.ErrOutcomeUnknown]: the item was sent, and the response was lost. Read the
//     record to find out whether the item ran.
//   - an [*cms.ArgumentError]: the item is invalid and was not sent. The other items are
//     still sent. If SendOptions.Width is below 0 or above 64, all items have this error.
//   - an [*cms.Error]: the site rejected the item.
//
// After a failed round trip, or after the end of ctx, SendAll sends no further batch. It
// still yields the results of the batches that are under way. The items that were not
// sent have the error [ErrNotRun]. To continue, pass these items to SendAll again.
//
// Items of different batches run in any order, unless Width is 1. An item must not depend
// on an earlier one. If the site rejects a batch as too large, smaller batches are sent.
// An item that is too large by itself has the error with the status 413, and the other
// items are still sent.
//
// SendAll reads items in other goroutines, one item at a time. It reads up to 16 batches
// (or Width) ahead of the loop. Memory stays small for any number of items, under two
// conditions. The sequence creates each item when it is read, and the loop does not keep
// Value and Header of the results.
//
// After the end of ctx, SendAll still reads items to their end, to yield a result for
// each. So the sequence must end by itself. A sequence that waits must stop waiting when
// ctx ends.
//
// To stop early, end the sequence: the results of all items that were read are still
// yielded. A break out of the loop cancels the batches that are under way. Their items may
// have run, and their results are lost. If SendAll is waiting for the next item of the
// sequence, the break takes effect when the sequence yields that item or ends.
func SendAll(ctx context.Context, site *cms.Client, items iter.Seq[Item], options *SendOptions) iter.Seq2[int, Result] {
	return func(yield func(int, Result) bool) {
		next, stop := iter.Pull(items)
		defer stop()
		s := sender{builder: New(site).SplitLarge(), next: next, pulled: map[int]part{}}
		s.read.L = &s.mu
		source := paging.Source[part]{
			First: 1, Ahead: paging.Most, Adapt: true, Fetch: s.send,
			Inspect: func(int, part) (paging.Step, error) { return paging.Step{}, nil },
		}
		if options != nil {
			source.Unordered = options.Unordered
			switch width := options.Width; {
			case width < 0 || width > 64:
				s.notRun = refuse("width", fmt.Sprintf("must be 0 to 64, not %d", width))
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

// sender reads a sequence of items, and sends them in batches. The items of one batch are a
// part of the sequence.
type sender struct {
	builder *Builder
	size    atomic.Int64 // passed to sendAll, which may change it

	next func() (Item, bool) // next is called only by the goroutine that has set reading to true

	mu      sync.Mutex // guards the fields below
	read    sync.Cond  // signals that a part was read
	reading bool
	pulled  map[int]part // parts that were read and not yet sent, by number
	parts   int          // number of parts that were read
	items   int
	notRun  error // nil until sending stops, then the error of all further items
}

// part holds the items of one batch, and later their results.
type part struct {
	first   int // index of the first item of the part in the sequence
	items   []Item
	results []Result
}

// send reads and sends the part with the given number. The first part has the number 1. send
// fails with paging.ErrEnd after the last part.
func (s *sender) send(ctx context.Context, number int) (part, error) {
	p := s.pull(number)
	if len(p.items) == 0 {
		return p, paging.ErrEnd
	}
	p.results = make([]Result, len(p.items))
	var ready []cms.BatchItem
	var index []int // index[n] is the position of ready[n] in p.results
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

// make prepares an item for sending, or returns the error of an invalid item. If the arguments
// cannot be checked, for example because a request failed, make stops the sender.
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

// pull returns the items of a part. The parts may be requested in any order. pull returns
// a part as soon as it is read, and does not wait for the next part.
func (s *sender) pull(number int) part {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		p, ok := s.pulled[number]
		switch {
		case ok:
			delete(s.pulled, number)
			return p
		case s.reading:
			s.read.Wait()
		default:
			s.readPart()
		}
	}
}

// readPart reads the next part of the sequence. It does not hold s.mu while the sequence
// runs. The part is also stored if the sequence panics.
func (s *sender) readPart() {
	p := part{first: s.items}
	s.reading = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.reading = false
		s.items += len(p.items)
		s.parts++
		s.pulled[s.parts] = p
		s.read.Broadcast()
	}()
	for len(p.items) < MaxItems {
		item, ok := s.next()
		if !ok {
			break
		}
		p.items = append(p.items, item)
	}
}

// stopped returns the error of the items that are not sent. It returns nil while batches are
// still sent.
func (s *sender) stopped() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notRun
}

// stop ends sending, and returns the error of the items that are not sent. The cause of the
// first call is in this error; later calls do not change it.
func (s *sender) stop(cause error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.notRun != nil:
	case errors.Is(cause, cms.ErrOutcomeUnknown):
		// The items that were not sent did not run. So their error must not wrap
		// ErrOutcomeUnknown.
		if e, ok := errors.AsType[*cms.Error](cause); ok {
			batch := *e
			batch.Hint = "" // the hint concerns the items of the lost batch, not the items that were not sent
			cause = &batch
		}
		s.notRun = fmt.Errorf("%w: %s", ErrNotRun, cause.Error())
	default:
		s.notRun = fmt.Errorf("%w: %w", ErrNotRun, cause)
	}
	return s.notRun
}
