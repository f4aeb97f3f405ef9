package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Lease is the right of one worker to write the pages of one site in one run. It ends when
// another worker claims the site.
type Lease struct {
	store   *Store
	subject string
	last    Page

	mu  sync.Mutex // a page is stored, or the last page is read
	seq uint64
}

// Claim takes a site over from its last worker. It stores an empty page with the
// last position: the next write of that worker then fails with [ErrFenced].
// If the last page is Done, it stores nothing.
func (s *Store) Claim(ctx context.Context, run, site string) (*Lease, error) {
	l := &Lease{store: s, subject: subject(run, site)}
	var err error
	if l.last, l.seq, err = s.last(ctx, l.subject); err != nil || l.last.Done {
		return l, err
	}
	l.last.Records = nil
	return l, l.Commit(ctx, l.last)
}

// Last is the last page of the site. Its records are absent after a claim.
func (l *Lease) Last() Page { return l.last }

// Check reports whether the worker still has the job. Errors: [ErrFenced] if another worker
// has it.
func (l *Lease) Check(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, seq, err := l.store.last(ctx, l.subject)
	if err == nil && seq != l.seq {
		return ErrFenced
	}
	return err
}

// Commit stores a page. Errors: [ErrFenced] if another worker has the site.
func (l *Lease) Commit(ctx context.Context, page Page) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	page.try = rand.Text()
	message, err := page.encode(l.subject)
	if err != nil {
		return err
	}
	message.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(l.seq, 10))
	const tries = 5
	for range tries {
		var seq uint64
		if seq, err = l.store.write(ctx, message); err != nil {
			seq, err = l.settle(ctx, page.try, err)
		}
		if err == nil {
			l.last, l.seq = page, seq
			return nil
		}
		if !errors.Is(err, errAgain) {
			return err
		}
	}
	return fmt.Errorf("the page was not stored after %d tries: %w", tries, err)
}

// errAgain is the error of a write that was not carried out. It can be written once more
// without a risk: if both arrive, the second is refused.
var errAgain = errors.New("the page is not in the store")

// settle finds out what a failed write did: its response may be lost, and the page stored.
func (l *Lease) settle(ctx context.Context, try string, failed error) (uint64, error) {
	if errors.Is(failed, nats.ErrMaxPayload) {
		return 0, failed
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	last, seq, err := l.store.last(ctx, l.subject)
	switch {
	case err != nil:
		return 0, errors.Join(failed, err)
	case seq == l.seq:
		return 0, fmt.Errorf("%w: %w", errAgain, failed)
	case last.try == try:
		return seq, nil
	}
	return 0, ErrFenced
}

// write writes a message and returns its sequence.
func (s *Store) write(ctx context.Context, message *nats.Msg) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	ack, err := s.publish.PublishMsg(ctx, message, jetstream.WithRetryWait(100*time.Millisecond))
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}
