package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/measure"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/presence"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/worker"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// workFlags are a worker and the file for its metrics, as the flags name them.
type workFlags struct {
	worker.Worker
	metrics string
}

// workerFlags adds the flags of a worker.
func workerFlags(flags *flag.FlagSet) *workFlags {
	w := &workFlags{Worker: worker.Worker{
		Kinds: recipe.Kinds(), Wait: worker.Wait, Now: time.Now, Secrets: secret.Store{Lookup: os.LookupEnv},
	}}
	flags.IntVar(&w.AtOnce, "c", 8, "jobs at once on this worker")
	flags.Float64Var(&w.Rate, "rate", 0, "requests a second to one site; 0 is no limit")
	flags.IntVar(&w.Failures, "failures", 5,
		"failed attempts in a row after which a job waits for a person; a stored batch sets the count back to zero")
	flags.StringVar(&w.Secrets.Folder, "secrets", "",
		"folder of the files that the column secret names as file:NAME; "+
			"each has one line: https://blog.example.org PASSWORD")
	flags.StringVar(&w.metrics, "metrics", "",
		"for metrics of OpenTelemetry (jobs, records, bytes, errors and lag): a file for lines of JSON, "+
			"or the address of a collector for OTLP over HTTP, such as http://127.0.0.1:4318")
	return w
}

// collector reports whether -metrics is the address of a collector, and not a file.
func (w *workFlags) collector() bool {
	return strings.HasPrefix(w.metrics, "http://") || strings.HasPrefix(w.metrics, "https://")
}

// measure opens the file for metrics, or the way to their collector. end writes the last ones.
func (w *workFlags) measure(ctx context.Context) (end func() error, err error) {
	const patience = 10 * time.Second // at the end, for a collector that does not respond
	switch {
	case w.metrics == "":
		return func() error { return nil }, nil
	case w.collector():
		measures, stop, err := measure.Send(ctx, w.metrics, process())
		if err != nil {
			return nil, err
		}
		w.Measures = measures
		return func() error {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			if err := stop(ctx); err != nil {
				return fmt.Errorf("the last metrics were not sent: %w", err)
			}
			return nil
		}, nil
	}
	file, err := os.OpenFile(w.metrics, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	measures, stop, err := measure.To(file, process())
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	w.Measures = measures
	return func() error { return errors.Join(stop(context.Background()), file.Close()) }, nil
}

// process names this process among the workers.
func process() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}

// checkWorker returns a mistake if the flags make no worker.
func checkWorker(w *workFlags) error {
	if w.AtOnce < 1 || w.Failures < 1 || w.Rate < 0 {
		return program.Mistake("-c and -failures are to be at least 1, and -rate at least 0")
	}
	if w.collector() {
		address, err := url.Parse(w.metrics)
		if err != nil || address.Host == "" || address.User != nil {
			return program.Mistake("-metrics is to be a file, or an address without a user and a password, " +
				"such as http://127.0.0.1:4318; OTEL_EXPORTER_OTLP_HEADERS can hold a token")
		}
	}
	return nil
}

// start lets a worker work on a fleet and show itself, until ctx ends.
func (f *fleet) start(ctx context.Context, w *workFlags) {
	w.Queue, w.Store = f.queue, f.store
	began := time.Now()
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	running.Go(func() {
		f.board.Show(ctx, func() presence.Worker {
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			jobs, records := w.Done()
			return presence.Worker{
				Name: process(), Jobs: jobs, Records: records,
				Seconds: time.Since(began).Seconds(), Memory: memory.Sys,
			}
		})
	})
	running.Wait()
}

func work(ctx context.Context, args []string, env program.Environment) (err error) {
	flags := program.Flags("fleet work", "Does the queued jobs of a fleet that runs, until Ctrl-C.",
		"fleet work -nats nats://n1:4222 -token-file token", "")
	place, w := placeFlags(flags), workerFlags(flags)
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if err := checkWorker(w); err != nil {
		return err
	}
	w.Secrets.Shared = place.sharedSecrets
	end, err := w.measure(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	f, err := place.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	w.Notes = env.Err
	program.Println(env.Err, "waiting for jobs; Ctrl-C ends this worker")
	f.start(ctx, w)
	return nil
}
