package fonts_test

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

// busy answers every request with 503, and counts them.
func busy(n *atomic.Int32, retryAfter string) *http.Client {
	return &http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
		n.Add(1)
		header := http.Header{}
		if retryAfter != "" {
			header.Set("Retry-After", retryAfter)
		}
		return &http.Response{StatusCode: http.StatusServiceUnavailable, Header: header,
			Body: io.NopCloser(strings.NewReader("x"))}, nil
	})}
}

func TestEachFieldOfRetryIsFollowed(t *testing.T) {
	t.Parallel()
	const long = 1_000_000 * time.Hour
	for name, c := range map[string]struct {
		retry      fonts.Retry
		retryAfter string
		sent       int32
		least      time.Duration
		most       time.Duration
	}{
		"none":                     {fonts.Retry{}, "", 4, 0, 3500 * time.Millisecond},
		"Attempts":                 {fonts.Retry{Attempts: 7, MinWait: 1, MaxWait: 1}, "", 7, 0, 6},
		"Attempts of 1":            {fonts.Retry{Attempts: 1}, "", 1, 0, 0},
		"MinWait and MaxWait":      {fonts.Retry{Attempts: 2, MinWait: long, MaxWait: long}, "", 2, time.Minute, long},
		"MinWait":                  {fonts.Retry{Attempts: 2, MinWait: 1}, "", 2, 0, 1},
		"MaxWait":                  {fonts.Retry{Attempts: 40, MinWait: 1, MaxWait: 2}, "", 40, 0, 78},
		"MaxRetryAfter is not set": {fonts.Retry{Attempts: 2}, "60", 2, time.Minute, time.Minute},
		"nor reached":              {fonts.Retry{Attempts: 2}, "61", 1, 0, 0},
		"MaxRetryAfter": {fonts.Retry{Attempts: 2, MaxRetryAfter: 2 * time.Minute}, "120", 2, 2 * time.Minute,
			2 * time.Minute},
		"more than MaxRetryAfter": {fonts.Retry{Attempts: 2, MaxRetryAfter: 2 * time.Minute}, "121", 1, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			var sent atomic.Int32
			catalogue, err := fonts.New(base, fonts.WithHTTPClient(busy(&sent, c.retryAfter)), fonts.WithRetry(c.retry))
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			_, err = list(t.Context(), catalogue)
			took := time.Since(began)
			switch {
			case !errors.Is(err, fonts.ErrUnavailable):
				t.Errorf("%s: list: error %v, want ErrUnavailable", name, err)
			case sent.Load() != c.sent:
				t.Errorf("%s: list sent %d requests, want %d", name, sent.Load(), c.sent)
			case took < c.least:
				t.Errorf("%s: list took %v, want at least %v", name, took, c.least)
			case took > c.most+time.Duration(sent.Load()):
				t.Errorf("%s: list took %v, want at most %v", name, took, c.most+time.Duration(sent.Load()))
			}
		})
	}
}

func TestAttemptsAndTimeoutOfACallAreFollowed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options []fonts.CallOption
		sent    int32
		took    time.Duration
	}{
		"Attempts":                  {[]fonts.CallOption{fonts.Attempts(3), fonts.Timeout(time.Minute)}, 3, 3 * time.Minute},
		"one Attempt, the least":    {[]fonts.CallOption{fonts.Attempts(1), fonts.Timeout(time.Hour)}, 1, time.Hour},
		"a Timeout of a nanosecond": {[]fonts.CallOption{fonts.Attempts(1), fonts.Timeout(1)}, 1, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			var sent atomic.Int32
			silent := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				sent.Add(1)
				<-r.Context().Done()
				return nil, context.Cause(r.Context())
			})}
			catalogue, err := fonts.New(base, fonts.WithHTTPClient(silent), fonts.WithRetry(fonts.Retry{MinWait: 1, MaxWait: 1}))
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			_, err = list(t.Context(), catalogue, c.options...)
			switch took := time.Since(began).Truncate(10); {
			case err == nil:
				t.Errorf("list(catalogue, c.options): %s: sent %d times in %v: %v: error nil, want an error", name, sent.Load(),
					took, err)
			case sent.Load() != c.sent:
				t.Errorf("%s: %d requests (error %v), want %d", name, sent.Load(), err, c.sent)
			case took != c.took.Truncate(10):
				t.Errorf("%s: took %v (error %v), want %v", name, took, err, c.took.Truncate(10))
			}
		})
	}
}

func TestNoMoreThanMaxConcurrentAreInFlight(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 2, 5} {
		synctest.Test(t, func(t *testing.T) {
			var now, most atomic.Int32
			slow := &http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
				most.Store(max(most.Load(), now.Add(1)))
				time.Sleep(time.Second)
				now.Add(-1)
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{},
					Body: io.NopCloser(strings.NewReader(page(nil, "")))}, nil
			})}
			catalogue, err := fonts.New(base, fonts.WithHTTPClient(slow), fonts.WithMaxConcurrent(limit))
			if err != nil {
				t.Fatal(err)
			}
			for range 10 {
				go func() { _, _ = list(t.Context(), catalogue) }()
			}
			time.Sleep(time.Minute)
			equal(t, "in flight", most.Load(), int32(limit))
		})
	}
}

func TestResponsesUpToMaxResponseSizeAreRead(t *testing.T) {
	t.Parallel()
	body := page(names(3), "")
	for size, want := range map[int64]error{
		1: fonts.ErrTooLarge, int64(len(body)) - 1: fonts.ErrTooLarge, int64(len(body)): nil, int64(len(body)) + 1: nil,
		math.MaxInt64: nil,
	} {
		catalogue, _ := client(t, fixed(200, body), fonts.WithMaxResponseSize(size))
		if _, err := list(t.Context(), catalogue); !errors.Is(err, want) {
			t.Errorf("list(catalogue): %d of %d bytes: %v, want %v", size, len(body), err, want)
		}
	}
}

func TestOptionsAtTheirBoundsAreTaken(t *testing.T) {
	t.Parallel()
	catalogue, _ := client(t, fixed(200, page(names(1), `,"total":1,"pageTotal":1`)), fonts.WithMaxConcurrent(1),
		fonts.WithFirstPage(0), fonts.WithFirstPage(1),
		fonts.WithRetry(fonts.Retry{MinWait: 1, MaxWait: 1}), fonts.WithMaxResponseSize(1<<20))
	for name, option := range map[string]fonts.WalkOption{
		"no Prefetch": fonts.Prefetch(0), "Prefetch of 1": fonts.Prefetch(1), "Prefetch of 64": fonts.Prefetch(64),
		"Attempts": fonts.Attempts(1), "Header": fonts.Header("X", "y"),
	} {
		if got, err := walked(catalogue.All(t.Context(), nil, option)); err != nil || len(got) != 1 {
			t.Errorf("%s: walked: error %v, length %d, want nil and 1", name, err, len(got))
		}
	}
}
