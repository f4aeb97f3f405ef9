package measure

import (
	"context"
	"errors"
	"io"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/stdout/stdoutmetric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
)

// every is how often the metrics are written or sent.
const every = 10 * time.Second

// To writes the metrics to a file every ten seconds and at the end, as lines of JSON. worker is the
// name of the process. Close the returned provider.
func To(file io.Writer, worker string) (*Measures, func(context.Context) error, error) {
	exporter, err := stdoutmetric.New(stdoutmetric.WithWriter(file))
	if err != nil {
		return nil, nil, err
	}
	return with(exporter, worker)
}

// Send sends the metrics to a collector every ten seconds and at the end, with OTLP over HTTP.
// address is the address of the collector, such as http://127.0.0.1:4318. Without a path it is that of
// the specification, /v1/metrics. worker is the name of the
// process. Close the returned provider.
func Send(ctx context.Context, address, worker string) (*Measures, func(context.Context) error, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, nil, err
	}
	if strings.Trim(target.Path, "/") == "" {
		target = target.JoinPath("v1", "metrics")
	}
	exporter, err := otlpmetrichttp.New(ctx, otlpmetrichttp.WithEndpointURL(target.String()))
	if err != nil {
		return nil, nil, err
	}
	return with(exporter, worker)
}

// with makes metrics that an exporter takes.
func with(exporter sdkmetric.Exporter, worker string) (*Measures, func(context.Context) error, error) {
	of := resource.NewSchemaless(
		attribute.String("service.name", "fontcms-fleet"), attribute.String("service.instance.id", worker))
	provider := sdkmetric.NewMeterProvider(sdkmetric.WithResource(of),
		sdkmetric.WithReader(sdkmetric.NewPeriodicReader(exporter, sdkmetric.WithInterval(every))))
	m, err := New(provider)
	if err != nil {
		return nil, nil, errors.Join(err, provider.Shutdown(context.Background()))
	}
	return m, provider.Shutdown, nil
}
