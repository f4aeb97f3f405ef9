package main

import (
	"net/http"
	"net/url"
	"strings"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/fontcms/fontcms-go/cms"
)

// spans makes a span of every attempt: for cms.WithMiddleware.
func spans(provider trace.TracerProvider) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		return otelhttp.NewTransport(detail{next},
			otelhttp.WithTracerProvider(provider),
			otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string {
				if attempt, ok := cms.AttemptFrom(r.Context()); ok {
					return attempt.Operation
				}
				return r.Method
			}))
	}
}

// detail adds to the span of an attempt which one it is, and takes from the address
// what may be secret: the values of arguments, such as the password of a post. The
// Authorization header is added further inside, and no span has headers.
type detail struct{ next http.RoundTripper }

func (d detail) RoundTrip(r *http.Request) (*http.Response, error) {
	span := trace.SpanFromContext(r.Context())
	span.SetAttributes(semconv.URLFull(withoutValues(r.URL)))
	if attempt, ok := cms.AttemptFrom(r.Context()); ok && attempt.Number > 1 {
		span.SetAttributes(semconv.HTTPRequestResendCount(attempt.Number - 1))
	}
	return d.next.RoundTrip(r)
}

// withoutValues is an address with the names of its arguments, but not their values.
func withoutValues(address *url.URL) string {
	plain := *address
	plain.User, plain.RawQuery, plain.Fragment = nil, "", ""
	var names []string
	for pair := range strings.SplitSeq(address.RawQuery, "&") {
		if name, _, _ := strings.Cut(pair, "="); name != "" {
			names = append(names, name)
		}
	}
	plain.RawQuery = strings.Join(names, "&")
	return plain.String()
}

// failing returns an outage for every n-th request instead of sending it.
func failing(n int) func(http.RoundTripper) http.RoundTripper {
	count := make(chan int, 1)
	count <- 0
	return func(next http.RoundTripper) http.RoundTripper {
		return tripper(func(r *http.Request) (*http.Response, error) {
			turn := <-count + 1
			count <- turn
			if n < 1 || turn%n != 0 {
				return next.RoundTrip(r)
			}
			if r.Body != nil {
				r.Body.Close()
			}
			return &http.Response{
				Status: "503 Service Unavailable", StatusCode: http.StatusServiceUnavailable, Proto: "HTTP/1.1", ProtoMajor: 1,
				ProtoMinor: 1, Header: http.Header{"Content-Type": {"text/html"}}, Body: http.NoBody, Request: r,
			}, nil
		})
	}
}

type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }
