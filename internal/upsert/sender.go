package upsert

import (
	"context"
	"iter"
)

// Sender sends writes in batches. It is not safe for concurrent use.
type Sender[T any] struct {
	off bool // no further batch is sent
}

// Send returns the result of each of n writes, in order. send gets the indexes of some of the
// writes. It sends these writes, and yields for each its index in places and its result. If the
// response to a batch is lost, the results of its writes are unsure. The other batches are
// still sent. If the site takes no batches or does not respond, the results are unsent, with
// the error unsent.
func (s *Sender[T]) Send(ctx context.Context, n int, unsent error,
	send func(places []int) iter.Seq2[int, Written[T]]) []Written[T] {
	out := make([]Written[T], n)
	left := make([]int, n)
	for i := range left {
		left[i], out[i] = i, Written[T]{Err: unsent, Unsent: true}
	}
	for len(left) > 0 && !s.off {
		sent := left
		var again []int
		for i, result := range send(sent) {
			if out[sent[i]] = result; result.Unsent {
				again = append(again, sent[i])
			}
		}
		// All results are unsent: the site accepts no batches, or does not respond.
		s.off = len(again) == len(sent)
		left = again
		if ctx.Err() != nil {
			break
		}
	}
	return out
}
