package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// table is an exporter that prints a line for each span when it is shut down. The
// provider calls its methods one after the other.
type table struct {
	env   program.Environment
	spans []sdktrace.ReadOnlySpan
}

func (t *table) ExportSpans(_ context.Context, spans []sdktrace.ReadOnlySpan) error {
	t.spans = append(t.spans, spans...)
	return nil
}

func (t *table) Shutdown(context.Context) error {
	if len(t.spans) == 0 {
		return nil
	}
	slices.SortStableFunc(t.spans, func(a, b sdktrace.ReadOnlySpan) int { return a.StartTime().Compare(b.StartTime()) })
	began := t.spans[0].StartTime()
	rows := [][]string{{"START", "TOOK", "SPAN", "STATUS", "RETRY"}}
	for _, span := range t.spans {
		name := span.Name()
		if span.Parent().IsValid() {
			name = "└ " + name
		}
		rows = append(rows, []string{
			milliseconds(span.StartTime().Sub(began)), milliseconds(span.EndTime().Sub(span.StartTime())), name,
			attributeOf(span, semconv.HTTPResponseStatusCodeKey), attributeOf(span, semconv.HTTPRequestResendCountKey),
		})
	}
	program.Println(t.env.Out)
	program.Table(t.env.Out, t.env.Width, rows)
	return nil
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

// attributeOf is the value of an attribute, "" if the span lacks it.
func attributeOf(span sdktrace.ReadOnlySpan, key attribute.Key) string {
	for _, one := range span.Attributes() {
		if one.Key == key {
			return one.Value.String()
		}
	}
	return ""
}
