package cms_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

func TestWaitsFollowRetryAfterAndTheDeadline(t *testing.T) {
	t.Parallel()
	answer := func(n *int, status int, parts ...string) cms.Option {
		return cms.WithHTTPClient(&http.Client{Transport: carrier(func(req *http.Request) (*http.Response, error) {
			*n++
			if *n == 1 {
				return carried(req, status, parts...), nil
			}
			return carried(req, 201, created), nil
		})})
	}
	synctest.Test(t, func(t *testing.T) {
		n, start := 0, time.Now()
		site, err := cms.New("https://docs.example.org", answer(&n, 429, "Retry-After: 30", `{"code":"slow","message":""}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := site.Posts.Create(t.Context(), nil); err != nil || time.Since(start) != 30*time.Second {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		n = 0
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		start = time.Now()
		_, err = site.Posts.Create(ctx, nil)
		if e, ok := errors.AsType[*cms.Error](err); !ok || !errors.Is(err, cms.ErrRateLimited) || time.Since(start) != 0 || e.RetryAfter != 30*time.Second || !strings.Contains(e.Hint, "deadline") {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		n, start := 0, time.Now()
		site, err := cms.New("https://docs.example.org", answer(&n, 503, "Retry-After: 600", maintenance))
		if err != nil {
			t.Fatal(err)
		}
		_, err = site.Posts.Get(t.Context(), 5)
		if !errors.Is(err, cms.ErrUnavailable) || time.Since(start) != 0 || n != 1 {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		n = 0
		patient, err := site.With(cms.WithRetry(cms.Retry{MaxRetryAfter: time.Hour}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = patient.Posts.Get(t.Context(), 5); err != nil || time.Since(start) != 600*time.Second || n != 2 {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
	})
}

func TestAttemptsLimitACall(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(502, html))
	for _, n := range []int{1, 2, 6} {
		before := len(s.seen())
		_, err := s.client(t).Posts.Get(t.Context(), 5, cms.Attempts(n))
		e, ok := errors.AsType[*cms.Error](err)
		if !ok || !errors.Is(err, cms.ErrUnavailable) || !errors.Is(err, cms.ErrNotREST) || e.Attempts != n || len(s.seen())-before != n {
			t.Errorf("Attempts(%d): %v", n, err)
		}
	}
}

func TestErrorKeepsTheLastResponseOfEarlierAttempts(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			reply(w, 503, maintenance)
			return
		}
		cut(w)
	})
	_, err := s.client(t).Posts.Get(t.Context(), 5)
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || e.Status != 503 || e.Code != cms.CodeDied || e.Attempts != 4 || !slices.Equal(e.Body, []byte(maintenance)) || e.Reason == nil {
		t.Errorf("%+v", err)
	}
}
