package measure

import (
	"context"
	"errors"
	"io"
	"time"

	"go.opentelemetry.io/otel/exporters/stdout/stdoutmetric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
)

// To writes the metrics to a file every ten seconds and at the end, as lines of JSON. For a
// collector, put its exporter in place of this one. Close the returned provider.
func To(file io.Writer) (*Measures, func(context.Context) error, error) {
	const every = 10 * time.Second
	exporter, err := stdoutmetric.New(stdoutmetric.WithWriter(file))
	if err != nil {
		return nil, nil, err
	}
	provider := sdkmetric.NewMeterProvider(
		sdkmetric.WithReader(sdkmetric.NewPeriodicReader(exporter, sdkmetric.WithInterval(every))))
	m, err := New(provider)
	if err != nil {
		return nil, nil, errors.Join(err, provider.Shutdown(context.Background()))
	}
	return m, provider.Shutdown, nil
}
