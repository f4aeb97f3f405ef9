// Package presence shows which workers are alive.
package presence

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
)

// lifetime is how long a worker that was killed still shows.
const lifetime = 15 * time.Second

// Worker is what a worker says of itself.
type Worker struct {
	Name    string  `json:"name"`
	Jobs    int64   `json:"jobs"`
	Records int64   `json:"records"`
	Seconds float64 `json:"seconds"` // since its start
	Memory  uint64  `json:"memory"`  // bytes
}

// Board is where workers show themselves.
type Board struct{ bucket jetstream.KeyValue }

// Open opens the board. If replicas is not 0, it makes the board or changes it. Otherwise
// it takes the board as it is. Errors: [engine.ErrNotReady] if it is absent.
func Open(ctx context.Context, js jetstream.JetStream, replicas int) (*Board, error) {
	config := jetstream.KeyValueConfig{Bucket: "workers", TTL: lifetime, Replicas: replicas}
	bucket, err := js.KeyValue(ctx, config.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		if replicas == 0 {
			return nil, engine.ErrNotReady
		}
		bucket, err = js.CreateKeyValue(ctx, config)
		return &Board{bucket}, err
	}
	if err != nil || replicas == 0 {
		return &Board{bucket}, err
	}
	status, err := bucket.Status(ctx)
	if err == nil && status.Config().Replicas != replicas {
		bucket, err = js.UpdateKeyValue(ctx, config)
	}
	return &Board{bucket}, err
}

// Show shows a worker until ctx ends.
func (b *Board) Show(ctx context.Context, now func() Worker) {
	ticks := time.NewTicker(lifetime / 5)
	defer ticks.Stop()
	for {
		worker := now()
		if data, err := json.Marshal(worker); err == nil {
			_, _ = b.bucket.Put(ctx, worker.Name, data) // the next one comes in seconds
		}
		select {
		case <-ctx.Done():
			_ = b.bucket.Delete(context.WithoutCancel(ctx), worker.Name)
			return
		case <-ticks.C:
		}
	}
}

// Workers are those that are alive.
func (b *Board) Workers(ctx context.Context) ([]Worker, error) {
	names, err := b.bucket.ListKeys(ctx)
	if err != nil {
		return nil, err
	}
	var workers []Worker
	for name := range names.Keys() {
		entry, err := b.bucket.Get(ctx, name)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue // it has ended since
		}
		if err != nil {
			return nil, err
		}
		var worker Worker
		if err := json.Unmarshal(entry.Value(), &worker); err != nil {
			return nil, err
		}
		workers = append(workers, worker)
	}
	return workers, nil
}
