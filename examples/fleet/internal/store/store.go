// Package store keeps what the jobs have read, and how far they have come.
//
// A page is one message: the records and the position after them are stored together or
// not at all. Each page of a site is stored only if no other page of the site was stored
// since the last one of the same worker. This fences a worker that was declared dead and
// has a successor.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
)

// stream is the name of the stream of the pages.
const stream = "PAGES"

// ErrFenced is the error of a worker whose job was given to another worker.
var ErrFenced = errors.New("another worker has this job now")

// publisher is the part of JetStream that writes.
type publisher interface {
	PublishMsg(ctx context.Context, msg *nats.Msg, options ...jetstream.PublishOpt) (*jetstream.PubAck, error)
}

// Store is the pages and results of all runs.
type Store struct {
	publish publisher
	pages   jetstream.Stream
	results jetstream.Stream
	wait    time.Duration // for the response to one write
}

// Open opens the store. For replicas see [engine.Stream].
func Open(ctx context.Context, js jetstream.JetStream, replicas int) (*Store, error) {
	s := &Store{publish: js, wait: 5 * time.Second}
	for _, one := range []struct {
		stream *jetstream.Stream
		config jetstream.StreamConfig
	}{
		{&s.pages, jetstream.StreamConfig{
			Name: stream, Subjects: []string{"page.*.*"}, Compression: jetstream.S2Compression,
		}},
		{&s.results, jetstream.StreamConfig{Name: "RESULTS", Subjects: []string{"result.>"}, MaxMsgsPerSubject: 1}},
	} {
		one.config.Replicas = replicas
		made, err := engine.Stream(ctx, js, one.config)
		if err != nil {
			return nil, err
		}
		*one.stream = made
	}
	return s, nil
}

// subject is that of the pages of a site.
func subject(run, site string) string { return "page." + run + "." + site }

// last reads the last page of a site. Its sequence is 0 if there is none.
func (s *Store) last(ctx context.Context, subject string) (Page, uint64, error) {
	message, err := s.pages.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return Page{}, 0, nil
	}
	if err != nil {
		return Page{}, 0, fmt.Errorf("the last page cannot be read: %w", err)
	}
	page, err := decode(message.Header, message.Data)
	return page, message.Sequence, err
}
