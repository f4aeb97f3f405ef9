package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Each calls read for each page of a run that has records, in the order of their writing.
func (s *Store) Each(ctx context.Context, run string, read func(site string, page Page) error) error {
	return s.each(ctx, s.pages, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject(run, "*")}},
		func(message jetstream.Msg) error {
			if len(message.Data()) == 0 {
				return nil
			}
			page, err := decode(message.Headers(), message.Data())
			if err != nil {
				return fmt.Errorf("%s: %w", message.Subject(), err)
			}
			return read(site(message.Subject()), page)
		})
}

// Standing is the last page of a site, without its records.
type Standing struct {
	Run, Site string
	Page
}

// Standings returns how far each site has come. An empty run stands for all runs.
func (s *Store) Standings(ctx context.Context, run string) ([]Standing, error) {
	var all []Standing
	err := s.each(ctx, s.pages, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subject(anyOr(run), "*")},
		DeliverPolicy:  jetstream.DeliverLastPerSubjectPolicy, HeadersOnly: true,
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
