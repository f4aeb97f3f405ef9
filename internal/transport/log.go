package transport

import (
	"context"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
)

// log writes one line an attempt: debug, or warn if it failed or is repeated.
// Header values, argument values and bodies never appear. The duration leaves out
// the wait for a slot and for the rate limiter.
func (x *exchange) log(ctx context.Context, answer *Response, v verdict) {
	logger, err := x.cfg.Logger, x.err
	level := slog.LevelDebug
	if err != nil || v.again || v.why != "" {
		level = slog.LevelWarn
	}
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("operation", Line(x.call.Operation, MaxText)),
		slog.String("method", x.call.Method),
		slog.String("path", Line(x.call.URL.EscapedPath(), MaxReason)),
		slog.Int("attempt", x.attempts),
		slog.Duration("duration", time.Since(x.started)-x.waited),
	}
	if q := argumentNames(x.call.URL); q != "" {
		attrs = append(attrs, slog.String("arguments", q))
	}
	if answer != nil {
		attrs = append(attrs, slog.Int("status", answer.Status))
		if answer.Stream == nil {
			attrs = append(attrs, slog.Int("bytes", len(answer.Body)))
		}
	}
	if err != nil {
		attrs = append(attrs, slog.String("error", Line(err.Error(), MaxReason)))
	}
	if v.again {
		attrs = append(attrs, slog.Duration("wait", v.wait))
	}
	if v.why != "" {
		attrs = append(attrs, slog.String("final", v.why))
	}
	logger.LogAttrs(ctx, level, "http attempt", attrs...)
}

// argumentNames lists the query arguments of u without their values.
func argumentNames(u *url.URL) string {
	return Line(strings.Join(slices.Sorted(maps.Keys(u.Query())), ","), MaxReason)
}
