package transport

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
)

// log writes one line for each attempt. The level is warn if the attempt has an error, is
// retried, or is not retried for the reason s.next.why. Otherwise the level is debug, also if
// the caller cancelled the call. Header values, argument values and bodies are not logged. The
// duration does not include the wait for a slot and for the rate limiter.
func (s *sending) log(ctx context.Context, response *Response) {
	logger, err := s.cfg.Logger, s.err
	level := slog.LevelDebug
	if err != nil && !errors.Is(ctx.Err(), context.Canceled) || s.next.again || s.next.why != "" {
		level = slog.LevelWarn
	}
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("operation", Line(s.call.Operation, MaxText)),
		slog.String("method", s.call.Method),
		slog.String("path", Line(s.call.URL.EscapedPath(), MaxReason)),
		slog.Int("attempt", s.attempts),
		slog.Duration("duration", time.Since(s.started)-s.waited),
	}
	if q := argumentNames(s.call.URL); q != "" {
		attrs = append(attrs, slog.String("arguments", q))
	}
	if response != nil {
		attrs = append(attrs, slog.Int("status", response.Status))
		if response.Stream == nil {
			attrs = append(attrs, slog.Int("bytes", len(response.Body)))
		}
	}
	if err != nil {
		attrs = append(attrs, slog.String("error", Line(err.Error(), MaxReason)))
	}
	if s.next.again {
		attrs = append(attrs, slog.Duration("wait", s.next.wait))
	}
	if s.next.why != "" {
		attrs = append(attrs, slog.String("final", s.next.why))
	}
	logger.LogAttrs(ctx, level, "http attempt", attrs...)
}

// argumentNames lists the query arguments of u without their values.
func argumentNames(u *url.URL) string {
	return Line(strings.Join(slices.Sorted(maps.Keys(u.Query())), ","), MaxReason)
}
