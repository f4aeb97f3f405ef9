// Command tracing records every request of the SDK as a span of OpenTelemetry. The span
// has the name of the operation, each attempt is a span of its own, and no attribute
// holds a credential.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal
// it needs program.
//
// Use it to see in a trace where the time of a program goes, and which requests were
// retried:
//
//	cd examples/tracing && go run . -fail 2
//
// reads a few posts of a server in memory, lets every second request fail, and prints
// the spans as a table, or as JSON with -json. With -site it reads those of a real site.
// In your program use middleware.go unchanged, with another exporter, such as that for
// OTLP.
//
// It is a module of its own, so that neither the SDK nor the other examples depend on
// OpenTelemetry.
package main

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("tracing", run) }

func run(ctx context.Context, args []string, env program.Environment) error {
	return traced(ctx, args, env, func(asJSON bool) (sdktrace.SpanExporter, error) {
		if asJSON {
			return stdouttrace.New(stdouttrace.WithWriter(program.Unfolded(env.Out)), stdouttrace.WithPrettyPrint())
		}
		return &table{env: env}, nil
	})
}

// traced is run with what makes the exporter.
func traced(
	ctx context.Context, args []string, env program.Environment, export func(asJSON bool) (sdktrace.SpanExporter, error),
) (err error) {
	flags := program.Flags("tracing", "Reads a few posts, and prints every request as an OpenTelemetry span.",
		"cd examples/tracing && go run . -fail 2", "")
	target := program.SiteFlags(flags)
	fail := flags.Int("fail", 0, "let every n-th request fail, to show retries; 0 lets none fail")
	asJSON := flags.Bool("json", false, "print the spans as JSON, with all of their attributes")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	exporter, err := export(*asJSON)
	if err != nil {
		return err
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter),
		sdktrace.WithResource(resource.NewSchemaless(semconv.ServiceName("fontcms-tracing"))),
	)
	defer func() { // also exports the spans of an interrupted run
		err = errors.Join(err, provider.Shutdown(context.WithoutCancel(ctx)))
	}()

	site, end, err := target.Connect(ctx, env, cms.WithMiddleware(spans(provider), failing(*fail)))
	if err != nil {
		return err
	}
	defer end()
	// The spans of the requests are children of what the program is doing.
	ctx, span := provider.Tracer("example").Start(ctx, "read the latest posts")
	defer span.End()
	page, err := site.Posts.List(ctx, &cms.PostListOptions{PerPage: 3}, cms.Fields("id", "title"))
	if err != nil {
		return err
	}
	for _, post := range page.Items {
		full, err := site.Posts.Get(ctx, post.ID)
		if err != nil {
			return err
		}
		program.Printf(env.Out, "post %d: %s\n", full.ID, full.Title.Plain())
	}
	return nil
}
