package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"
)

func TestRetriesByErrorAndStatus(t *testing.T) {
	t.Parallel()
	type outcome struct {
		answer       httpmock.Responder
		safe, unsent bool // is the call repeated?
	}
	vouched := Config{NotProcessed: func(r *Response) bool { return string(r.Body) == "maintenance" }}
	considered := Config{IsFinal: func(r *Response) bool { return string(r.Body) == "mine" }}
	with := func(code int, body string, retryAfter ...string) httpmock.Responder {
		return httpmock.NewStringResponder(code, body).HeaderSet(http.Header{"Retry-After": retryAfter})
	}
	certificate := httpmock.NewErrorResponder(&tls.CertificateVerificationError{Err: errors.New("expired")})
	for name, test := range map[string]struct {
		cfg Config
		outcome
	}{
		"dial error": {Config{}, outcome{refused, true, true}},
		"reset":      {Config{}, outcome{reset, true, false}},
		"other error": {Config{}, outcome{httpmock.NewErrorResponder(io.ErrUnexpectedEOF), true,
			false}},
		"bad certificate": {Config{}, outcome{certificate, false, false}},
		"plain http where https was due": {Config{}, outcome{httpmock.NewErrorResponder(http.ErrSchemeMismatch), false,
			false}},
		"408":                               {Config{}, outcome{status(408), true, false}},
		"429":                               {Config{}, outcome{status(429), true, true}},
		"500":                               {Config{}, outcome{status(500), true, false}},
		"500 with Retry-After":              {Config{}, outcome{with(500, "", "1"), true, false}},
		"500 that is an answer":             {considered, outcome{with(500, "mine"), false, false}},
		"500 that is none":                  {considered, outcome{with(500, "fatal"), true, false}},
		"502":                               {considered, outcome{with(502, "mine"), true, false}},
		"503":                               {Config{}, outcome{status(503), true, false}},
		"503 that is an answer":             {considered, outcome{with(503, "mine"), false, false}},
		"503 with Retry-After":              {Config{}, outcome{with(503, "maintenance", "1"), true, false}},
		"503 vouched for, with Retry-After": {vouched, outcome{with(503, "maintenance", "1"), true, true}},
		"503 vouched for, without":          {vouched, outcome{with(503, "maintenance"), true, false}},
		"503 not vouched for":               {vouched, outcome{with(503, "proxy", "1"), true, false}},
		"504":                               {Config{}, outcome{status(504), true, false}},
		"519":                               {Config{}, outcome{status(519), false, false}},
		"520 of Cloudflare":                 {considered, outcome{with(520, "mine"), true, false}},
		"521 of Cloudflare":                 {Config{}, outcome{status(521), true, false}},
		"522 of Cloudflare":                 {Config{}, outcome{status(522), true, false}},
		"523 of Cloudflare":                 {Config{}, outcome{status(523), true, false}},
		"524 of Cloudflare":                 {Config{}, outcome{status(524), true, false}},
		"525, the handshake of Cloudflare":  {Config{}, outcome{status(525), false, false}},
		"526, a bad certificate behind it":  {Config{}, outcome{status(526), false, false}},
		"527 of Cloudflare":                 {Config{}, outcome{status(527), true, false}},
		"528":                               {Config{}, outcome{status(528), false, false}},
		"530 of Cloudflare":                 {Config{}, outcome{status(530), true, false}},
		"501":                               {Config{}, outcome{status(501), false, false}},
		"505":                               {Config{}, outcome{status(505), false, false}},
		"200":                               {Config{}, outcome{status(200), false, false}},
		"204":                               {Config{}, outcome{httpmock.NewStringResponder(204, ""), false, false}},
		"302":                               {Config{}, outcome{status(302), false, false}},
		"400":                               {Config{}, outcome{status(400), false, false}},
		"401":                               {Config{}, outcome{status(401), false, false}},
		"403":                               {Config{}, outcome{status(403), false, false}},
		"404":                               {Config{}, outcome{status(404), false, false}},
		"409":                               {Config{}, outcome{status(409), false, false}},
	} {
		for repeat, again := range map[Repeat]bool{RepeatSafe: test.safe, RepeatUnsent: test.unsent} {
			t.Run(fmt.Sprint(name, " ", repeat), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					mock := newScript(t, test.answer, test.answer, test.answer)
					cfg := test.cfg
					cfg.Attempts = 3
					call := post(site)
					call.Repeat = repeat
					resp, err := newClient(t, cfg, mock).Do(t.Context(), call)
					want := 1
					if again {
						want = 3
					}
					if got := int(mock.attempts.Load()); got != want {
						t.Errorf("attempts %d, want %d", got, want)
					}
					if err != nil {
						if f := failed(t, resp, err); f.Attempts != want || f.Response != nil {
							t.Errorf("Client.Do(call): failure with Attempts %d, Response %+v, want %d and nil", f.Attempts, f.Response,
								want)
						}
					} else if resp.Attempts != want || resp.NoRetryReason != "" {
						t.Errorf("Client.Do(call): Attempts %d, NoRetryReason %q, want %d and no reason", resp.Attempts,
							resp.NoRetryReason, want)
					}
				})
			})
		}
	}
}

func TestAttemptsOfACallReplaceTheClients(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ client, call, want int }{{0, 0, DefaultAttempts}, {2, 0, 2}, {2, 3, 3}, {5, 1, 1}} {
		synctest.Test(t, func(t *testing.T) {
			mock := newScript(t, status(502), status(502), status(502), status(502), status(502))
			call := get(site)
			call.Attempts = test.call
			resp, err := newClient(t, Config{Attempts: test.client}, mock).Do(t.Context(), call)
			switch {
			case err != nil:
				t.Errorf("Client.Do(call) of %+v: error %v, want nil", test, err)
			case resp.Attempts != test.want:
				t.Errorf("Client.Do(call) of %+v: Attempts %d, want %d", test, resp.Attempts, test.want)
			case int(mock.attempts.Load()) != test.want:
				t.Errorf("Client.Do(call) of %+v: %d requests, want %d", test, mock.attempts.Load(), test.want)
			}
		})
	}
}

// elapsed runs do in a bubble and returns how long it took there.
func elapsed(do func()) time.Duration {
	start := time.Now()
	do()
	return time.Since(start)
}

func TestWaitsAreRandomBelowADoublingBound(t *testing.T) {
	t.Parallel()
	s := &sending{cfg: &Config{MinWait: time.Second, MaxWait: 5 * time.Second}}
	for attempt, bound := range map[int]time.Duration{1: 1, 2: 2, 3: 4, 4: 5, 5: 5, 2000: 5} {
		bound *= time.Second
		low, high := bound, time.Duration(0)
		for range 200 {
			wait := s.jitter(attempt)
			low, high = min(low, wait), max(high, wait)
		}
		switch {
		case low < 0:
			t.Errorf("shortest wait after attempt %d: %v, want at least 0", attempt, low)
		case high > bound:
			t.Errorf("longest wait after attempt %d: %v, want at most %v", attempt, high, bound)
		case low > bound/2:
			t.Errorf("shortest wait after attempt %d: %v, want at most %v", attempt, low, bound/2)
		case high < bound/2:
			t.Errorf("longest wait after attempt %d: %v, want at least %v", attempt, high, bound/2)
		}
	}
}

func TestCallSleepsNoLongerThanItsBoundsAllow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mock := newScript(t, status(500), reset, status(502), refused, status(200))
		c := newClient(t, Config{Attempts: 5, MinWait: time.Second, MaxWait: 3 * time.Second}, mock)
		took := elapsed(func() {
			switch resp, err := c.Do(t.Context(), get(site)); {
			case err != nil:
				t.Errorf("Client.Do(get(site)): error %v, want nil", err)
			case resp.Attempts != 5 || resp.Status != 200:
				t.Errorf("Client.Do(get(site)): Attempts %d, status %d, want 5 and 200", resp.Attempts, resp.Status)
			}
		})
		if took <= 0 || took > 9*time.Second {
			t.Errorf("Client.Do(get(site)) took %v, want more than 0 and at most %v", took, 9*time.Second)
		}
	})
}

func TestNoSleepPastTheDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		c := newClient(t, Config{}, newScript(t, retryAfter(503, "10")))
		took := elapsed(func() {
			resp, err := c.Do(ctx, get(site))
			switch {
			case err != nil:
				t.Fatalf("Client.Do(get(site)): error %v, want nil", err)
			case resp.Status != 503 || resp.RetryAfter != 10*time.Second:
				t.Fatalf("Client.Do(get(site)): status %d, RetryAfter %v, want 503 and %v", resp.Status, resp.RetryAfter,
					10*time.Second)
			}
			has(t, resp.NoRetryReason, "deadline")
		})
		if took != 0 {
			t.Errorf("Client.Do(get(site)) took %v, want 0", took)
		}

		c = newClient(t, Config{MinWait: time.Hour, MaxWait: time.Hour}, newScript(t, status(500), reset))
		ctx, cancel = context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		took = elapsed(func() {
			resp, err := c.Do(ctx, get(site))
			switch {
			case err != nil:
				t.Fatalf("Client.Do(get(site)): error %v, want nil", err)
			case resp.Status != 500:
				t.Fatalf("Client.Do(get(site)): status %d, want 500", resp.Status)
			}
		})
		if took != 0 {
			t.Errorf("Client.Do(get(site)) took %v, want 0", took)
		}
	})
}

func TestConnectionErrorNamesTheDeadlineThatPreventsARetry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
		defer cancel()
		c := newClient(t, Config{MinWait: time.Hour, MaxWait: time.Hour}, newScript(t, reset))
		resp, err := c.Do(ctx, get(site))
		f := failed(t, resp, err)
		has(t, f.Error(), "reset")
		has(t, f.Error(), "not retried: the deadline")
		if errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Client.Do before its deadline: error %v, want an error other than DeadlineExceeded", err)
		}
	})
}

func TestContextEndsAWaitAtOnceAndKeepsCauseAndLastResponse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		boom := errors.New("boom")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(5*time.Second, func() { cancel(boom) })
		c := newClient(t, Config{}, newScript(t, retryAfter(503, "30")))
		took := elapsed(func() {
			resp, err := c.Do(ctx, get(site))
			f := failed(t, resp, err)
			switch {
			case !errors.Is(err, boom):
				t.Errorf("Client.Do(get(site)): error %v, want %v", err, boom)
			case !errors.Is(err, context.Canceled):
				t.Errorf("Client.Do(get(site)): error %v, want Canceled", err)
			case f.Attempts != 1:
				t.Errorf("Client.Do(get(site)): failure with Attempts %d, want 1", f.Attempts)
			}
			switch {
			case f.Response == nil:
				t.Error("Client.Do(get(site)): failure without a response, want the 503")
			case f.Response.Status != 503 || f.Response.RetryAfter != 30*time.Second:
				t.Errorf("last response: status %d, RetryAfter %v, want 503 and %v", f.Response.Status, f.Response.RetryAfter,
					30*time.Second)
			case f.Response.Attempts != 1:
				t.Errorf("last response: Attempts %d, want 1", f.Response.Attempts)
			}
		})
		if took != 5*time.Second {
			t.Errorf("Client.Do(get(site)) took %v, want %v", took, 5*time.Second)
		}
	})
}

func TestContextErrorReplacesTheConnectionErrorWhileWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		boom := errors.New("boom")
		ctx, cancel := context.WithCancelCause(t.Context())
		c := newClient(t, Config{MinWait: time.Hour, MaxWait: time.Hour}, newScript(t, reset))
		time.AfterFunc(time.Nanosecond, func() { cancel(boom) })
		resp, err := c.Do(ctx, get(site))
		switch f := failed(t, resp, err); {
		case !errors.Is(err, boom):
			t.Errorf("Client.Do(get(site)): error %v, want %v", err, boom)
		case f.NotReceived:
			t.Error("Client.Do(get(site)): NotReceived true, want false")
		}
	})
}

func TestContextThatHasEndedSendsNothing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	boom := errors.New("boom")
	cancel(boom)
	resp, err := newClient(t, Config{}, newScript(t)).Do(ctx, get(site))
	switch f := failed(t, resp, err); {
	case f.Attempts != 0:
		t.Errorf("Client.Do(get(site)): failure with Attempts %d, want 0", f.Attempts)
	case !f.NotReceived:
		t.Error("Client.Do(get(site)): NotReceived false, want true")
	case !errors.Is(err, boom):
		t.Errorf("Client.Do(get(site)): error %v, want %v", err, boom)
	case !errors.Is(err, context.Canceled):
		t.Errorf("Client.Do(get(site)): error %v, want Canceled", err)
	}
}

func TestLastResponseSurvivesALaterConnectionError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mock := newScript(t, status(500), retryAfter(503, "1"), reset)
		resp, err := newClient(t, Config{Attempts: 3}, mock).Do(t.Context(), get(site))
		f := failed(t, resp, err)
		switch {
		case f.Attempts != 3:
			t.Errorf("Client.Do(get(site)): failure with Attempts %d, want 3", f.Attempts)
		case f.Response == nil:
			t.Error("Client.Do(get(site)): failure without a response, want the 503")
		case f.Response.Status != 503 || f.Response.Attempts != 3:
			t.Errorf("last response: status %d, Attempts %d, want 503 and 3", f.Response.Status, f.Response.Attempts)
		case string(f.Response.Body) != `{"ok":true}`:
			t.Errorf("last response: body %q, want %q", string(f.Response.Body), `{"ok":true}`)
		}
		has(t, f.Error(), "reset")
	})
}

func TestNotReceivedIsSetOnlyIfNoAttemptReachedTheServer(t *testing.T) {
	t.Parallel()
	maintenance := Config{Attempts: 2, NotProcessed: func(*Response) bool { return true }}
	for name, test := range map[string]struct {
		steps []httpmock.Responder
		want  bool
	}{
		"never connected":           {[]httpmock.Responder{refused, refused}, true},
		"too many requests, first":  {[]httpmock.Responder{status(429), refused}, true},
		"in maintenance, first":     {[]httpmock.Responder{retryAfter(503, "1"), refused}, true},
		"reset":                     {[]httpmock.Responder{refused, reset}, false},
		"reset, then not connected": {[]httpmock.Responder{reset, refused}, false},
		"failed, then refused":      {[]httpmock.Responder{status(500), refused}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			resp, err := newClient(t, maintenance, newScript(t, test.steps...)).Do(t.Context(), get(site))
			if f := failed(t, resp, err); f.NotReceived != test.want || f.Attempts != 2 {
				t.Errorf("%s: Client.Do: failure with NotReceived %t, Attempts %d, want %t and 2", name, f.NotReceived, f.Attempts,
					test.want)
			}
		})
	}
}

func TestResponseTellsIfAnEarlierAttemptMayHaveRun(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		steps []httpmock.Responder
		want  bool
	}{
		"the first answer":    {[]httpmock.Responder{status(404)}, false},
		"after a reset":       {[]httpmock.Responder{reset, status(404)}, true},
		"after a 500":         {[]httpmock.Responder{status(500), refused, status(404)}, true},
		"after no connection": {[]httpmock.Responder{refused, status(404)}, false},
		"after being put off": {[]httpmock.Responder{status(429), status(404)}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			resp, err := newClient(t, Config{}, newScript(t, test.steps...)).Do(t.Context(), get(site))
			switch {
			case err != nil:
				t.Errorf("%s: Client.Do(get(site)): error %v, want nil", name, err)
			case resp.Status != http.StatusNotFound || resp.TakenBefore != test.want:
				t.Errorf("%s: Client.Do(get(site)): status %d, TakenBefore %t, want 404 and %t", name, resp.Status,
					resp.TakenBefore, test.want)
			}
		})
	}
}
