// Package measure counts what a worker does, as metrics of OpenTelemetry.
package measure

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// Measures are the metrics of a worker. A nil one measures nothing.
type Measures struct {
	jobs, records, bytes, failures metric.Int64Counter
	lag                            metric.Float64Gauge
}

// New makes the metrics.
func New(provider metric.MeterProvider) (*Measures, error) {
	meter := provider.Meter("github.com/fontcms/fontcms-go/examples/fleet")
	m := &Measures{}
	var wrong error
	counter := func(name, does string) metric.Int64Counter {
		made, err := meter.Int64Counter(name, metric.WithDescription(does))
		wrong = errors.Join(wrong, err)
		return made
	}
	m.jobs = counter("fleet.jobs", "jobs that have ended, by kind and cause; the cause done is that of a success")
	m.records = counter("fleet.records", "records stored, by site")
	m.bytes = counter("fleet.bytes", "bytes of these records, by site")
	m.failures = counter("fleet.errors", "tries of a job that failed, by site and cause")
	lag, err := meter.Float64Gauge("fleet.lag", metric.WithUnit("s"),
		metric.WithDescription("from the queuing of the last job to its end, by site"))
	m.lag = lag
	return m, errors.Join(wrong, err)
}

// Page counts records that were stored.
func (m *Measures) Page(ctx context.Context, site string, records, bytes int) {
	if m == nil {
		return
	}
	of := metric.WithAttributes(attribute.String("site", site))
	m.records.Add(ctx, int64(records), of)
	m.bytes.Add(ctx, int64(bytes), of)
}

// Failed counts a try that failed.
func (m *Measures) Failed(ctx context.Context, site, cause string) {
	if m == nil {
		return
	}
	m.failures.Add(ctx, 1, metric.WithAttributes(attribute.String("site", site), attribute.String("cause", cause)))
}

// Ended counts a job that has ended, that long after it was queued.
func (m *Measures) Ended(ctx context.Context, site, kind, cause string, lag time.Duration) {
	if m == nil {
		return
	}
	m.jobs.Add(ctx, 1, metric.WithAttributes(attribute.String("kind", kind), attribute.String("cause", cause)))
	m.lag.Record(ctx, lag.Seconds(), metric.WithAttributes(attribute.String("site", site)))
}
