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
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestWaitsFollowRetryAfterAndTheDeadline(t *testing.T) {
	t.Parallel()
	answer := func(n *int, status int, parts ...string) cms.Option {
		return cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(req *http.Request) (*http.Response, error) {
			*n++
			if *n == 1 {
				return stub.Carried(req, status, parts...), nil
			}
			return stub.Carried(req, 201, created), nil
		})})
	}
	synctest.Test(t, func(t *testing.T) {
		n, start := 0, time.Now()
		site, err := cms.New("https://docs.example.org", answer(&n, 429, "Retry-After: 30", `{"code":"slow","message":""}`))
		if err != nil {
			t.Fatal(err)
		}
		switch _, err := site.Posts.Create(t.Context(), nil); {
		case err != nil:
			t.Errorf("after %v: %v, want nil", time.Since(start), err)
		case time.Since(start) != 30*time.Second:
			t.Errorf("Posts.Create took %v (error %v), want %v", time.Since(start), err, 30*time.Second)
		}
		n = 0
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		start = time.Now()
		_, err = site.Posts.Create(ctx, nil)
		switch e, ok := errors.AsType[*cms.Error](err); {
		case !ok:
			t.Errorf("after %v: %v, want a *cms.Error", time.Since(start), err)
		case !errors.Is(err, cms.ErrRateLimited):
			t.Errorf("after %v: %v, want ErrRateLimited", time.Since(start), err)
		case time.Since(start) != 0:
			t.Errorf("call past its deadline took %v (error %v), want 0", time.Since(start), err)
		case e.RetryAfter != 30*time.Second || !strings.Contains(e.Hint, "deadline"):
			t.Errorf("after %v: %v: RetryAfter %v, Hint %q, want %v and %q in it", time.Since(start), err, e.RetryAfter, e.Hint,
				30*time.Second, "deadline")
		}
	})
	synctest.Test(t, func(t *testing.T) {
		n, start := 0, time.Now()
		site, err := cms.New("https://docs.example.org", answer(&n, 503, "Retry-After: 600", maintenance))
		if err != nil {
			t.Fatal(err)
		}
		_, err = site.Posts.Get(t.Context(), 5)
		switch {
		case !errors.Is(err, cms.ErrUnavailable):
			t.Errorf("after %v: %v, want ErrUnavailable", time.Since(start), err)
		case time.Since(start) != 0:
			t.Errorf("Posts.Get took %v (error %v), want 0", time.Since(start), err)
		case n != 1:
			t.Errorf("Posts.Get: %d requests (error %v), want 1", n, err)
		}
		n = 0
		patient, err := site.With(cms.WithRetry(cms.Retry{MaxRetryAfter: time.Hour}))
		if err != nil {
			t.Fatal(err)
		}
		switch _, err = patient.Posts.Get(t.Context(), 5); {
		case err != nil:
			t.Errorf("after %v: %v, want nil", time.Since(start), err)
		case time.Since(start) != 600*time.Second:
			t.Errorf("Posts.Get took %v (error %v), want %v", time.Since(start), err, 600*time.Second)
		case n != 2:
			t.Errorf("Posts.Get: %d requests (error %v), want 2", n, err)
		}
	})
}

func TestAttemptsLimitACall(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(502, html))
	for _, n := range []int{1, 2, 6} {
		before := len(s.Seen())
		_, err := s.Client(t).Posts.Get(t.Context(), 5, cms.Attempts(n))
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("Attempts(%d): %v, want a *cms.Error", n, err)
		case !errors.Is(err, cms.ErrUnavailable):
			t.Errorf("Attempts(%d): %v, want ErrUnavailable", n, err)
		case !errors.Is(err, cms.ErrNotREST):
			t.Errorf("Attempts(%d): %v, want ErrNotREST", n, err)
		case e.Attempts != n:
			t.Errorf("Attempts(%d): error %v tells of %d attempts, want %[1]d", n, err, e.Attempts)
		case len(s.Seen())-before != n:
			t.Errorf("Attempts(%d): %d requests, want %[1]d", n, len(s.Seen())-before)
		}
	}
}

func TestErrorKeepsTheLastResponseOfEarlierAttempts(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			stub.Reply(w, 503, maintenance)
			return
		}
		stub.Cut(w)
	})
	_, err := s.Client(t).Posts.Get(t.Context(), 5)
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.Get(5): error %v, want a *cms.Error", err)
	case e.Status != 503 || e.Code != cms.CodeDied:
		t.Errorf("Posts.Get(5): Status %d, Code %v, want 503 and CodeDied", e.Status, e.Code)
	case e.Attempts != 4:
		t.Errorf("Posts.Get(5): Attempts %d, want 4", e.Attempts)
	case !slices.Equal(e.Body, []byte(maintenance)):
		t.Errorf("Posts.Get(5): Body %s, want %s", e.Body, []byte(maintenance))
	case e.Reason == nil:
		t.Error("Posts.Get(5): Reason nil, want an error")
	}
}
