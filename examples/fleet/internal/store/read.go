package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
)

// Each calls read for each page that a run has now with records, in the order of their writing.
// Each page is a request of its own, so that read may take its time and a node may fail: the
// engine forgets a consumer then.
func (s *Store) Each(ctx context.Context, run string, read func(site string, page Page) error) error {
	var info *jetstream.StreamInfo
	err := engine.WithLeader(ctx, func() (err error) {
		info, err = s.pages.Info(ctx)
		return err
	})
	if err != nil {
		return err
	}
	for next := uint64(1); next <= info.State.LastSeq; {
		var message *jetstream.RawStreamMsg
		err := engine.WithLeader(ctx, func() (err error) {
			message, err = s.pages.GetMsg(ctx, next, jetstream.WithGetMsgSubject(subject(run, "*")))
			return err
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) || err == nil && message.Sequence > info.State.LastSeq {
			return nil
		}
		if err != nil {
			return err
		}
		next = message.Sequence + 1
		if len(message.Data) == 0 {
			continue
		}
		page, err := decode(message.Header, message.Data)
		if err != nil {
			return fmt.Errorf("%s: %w", message.Subject, err)
		}
		if err := read(site(message.Subject), page); err != nil {
			return err
		}
	}
	return nil
}

// Standing is the last page of a site, without its records.
type Standing struct {
	Run, Site string
	Page
}

// Standings returns how far each site has come. An empty run stands for all runs.
func (s *Store) Standings(ctx context.Context, run string) ([]Standing, error) {
	var all []Standing
	err := s.each(ctx, s.pages, jetstream.ConsumerConfig{
		FilterSubject: subject(anyOr(run), "*"), DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy, HeadersOnly: true,
	}, func(message jetstream.Msg) error {
		page, err := decode(message.Headers(), nil)
		if err != nil {
			return fmt.Errorf("%s: %w", message.Subject(), err)
		}
		parts := strings.Split(message.Subject(), ".")
		all = append(all, Standing{parts[1], parts[2], page})
		return nil
	})
	return all, err
}

// site is that of the subject of a page.
func site(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Drop removes the pages and results of a run.
func (s *Store) Drop(ctx context.Context, run string) error {
	if err := s.pages.Purge(ctx, jetstream.WithPurgeSubject(subject(run, "*"))); err != nil {
		return err
	}
	return s.results.Purge(ctx, jetstream.WithPurgeSubject("result."+run+".>"))
}

// errSilent is the error of a store that did not send what it has.
var errSilent = errors.New("the store did not respond in time")

// each reads all messages that a stream has now. An ordered consumer would not do: its
// Fetch makes a new consumer each time, which begins at a message and no longer skips those
// that are not the last of their subject.
func (s *Store) each(
	ctx context.Context, from jetstream.Stream, config jetstream.ConsumerConfig, read func(jetstream.Msg) error,
) error {
	const patience, batch = 5 * time.Second, 500
	const most, pause = 100, 50 * time.Millisecond
	config.AckPolicy, config.MemoryStorage, config.InactiveThreshold = jetstream.AckNonePolicy, true, time.Minute
	config.Replicas = 1
	var consumer jetstream.Consumer
	err := engine.WithLeader(ctx, func() (err error) {
		consumer, err = from.CreateConsumer(ctx, config)
		return err
	})
	if err != nil {
		return err
	}
	info := consumer.CachedInfo()
	defer func() { _ = from.DeleteConsumer(context.WithoutCancel(ctx), info.Name) }()
	absent := 0 // how often in a row no node knew the consumer: they learn of it after its client
	for left, seen := info.NumPending, uint64(0); seen < left; {
		messages, err := consumer.Fetch(int(min(left-seen, batch)), jetstream.FetchMaxWait(patience))
		if err != nil {
			return err
		}
		before := seen
		for message := range messages.Messages() {
			meta, err := message.Metadata()
			if err != nil {
				return err
			}
			if seen++; meta.Sequence.Consumer != seen {
				return errSilent // messages were lost on the way
			}
			if err := read(message); err != nil {
				return err
			}
		}
		err = messages.Error()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, nats.ErrNoResponders) && absent < most:
			absent++
			time.Sleep(pause)
		case err != nil:
			return err
		case seen == before:
			return errSilent
		default:
			absent = 0
		}
	}
	return nil
}
