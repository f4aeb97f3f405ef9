package transport

import (
	"math"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/internal/retries"
)

func TestWaitIsReportedBeforeItBegins(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, Config{}, newScript(t, retryAfter(429, "30"), status(200)))
		began := time.Now()
		told := 0
		ctx := retries.Watch(t.Context(), func(wait time.Duration) {
			switch told++; {
			case wait != 30*time.Second:
				t.Errorf("Watch was told of a wait of %v, want %v", wait, 30*time.Second)
			case time.Since(began) > time.Second:
				t.Errorf("Watch was told after %v, want at most %v", time.Since(began), time.Second)
			}
		})
		switch resp, err := c.Do(ctx, get(site)); {
		case err != nil:
			t.Errorf("Client.Do(get(site)): error %v, want nil", err)
		case resp.Status != 200:
			t.Errorf("Client.Do(get(site)): status %d, want 200", resp.Status)
		case told != 1:
			t.Errorf("Watch was told of %d waits, want 1", told)
		}
	})
}

func TestWaitOfNoTimeIsNotReported(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]int{"0": 0, "0.000000001": 1} {
		told := 0
		ctx := retries.Watch(t.Context(), func(time.Duration) { told++ })
		c := newClient(t, Config{MinWait: 1}, newScript(t, retryAfter(429, value), status(200)))
		if _, err := c.Do(ctx, get(site)); err != nil || told != want {
			t.Errorf("Client.Do after Retry-After %s: error %v, Watch was told of %d waits, want %d", value, err, told, want)
		}
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		value    func() string
		min, max time.Duration
	}{
		"seconds":    {func() string { return "30" }, 30 * time.Second, 30 * time.Second},
		"a fraction": {func() string { return " 7.5 " }, 7500 * time.Millisecond, 7500 * time.Millisecond},
		"a date": {func() string { return time.Now().Add(40 * time.Second).UTC().Format(http.TimeFormat) },
			40 * time.Second, 40 * time.Second},
		"an RFC 850 date": {func() string {
			return time.Now().Add(9 * time.Second).UTC().Format("Monday, 02-Jan-06 15:04:05 GMT")
		}, 9 * time.Second, 9 * time.Second},
		"zero":             {func() string { return "0" }, 1, 2 * time.Second},
		"a negative":       {func() string { return "-5" }, 1, 2 * time.Second},
		"a date long past": {func() string { return "Sun, 06 Nov 1994 08:49:37 GMT" }, 1, 2 * time.Second},
		"NaN":              {func() string { return "NaN" }, 1, 2 * time.Second},
		"nonsense":         {func() string { return "soon" }, 1, 2 * time.Second},
		"nothing":          {func() string { return "" }, 1, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				value := test.value()
				c := newClient(t, Config{MinWait: 2 * time.Second}, newScript(t, retryAfter(429, value), status(200)))
				took := elapsed(func() {
					switch resp, err := c.Do(t.Context(), get(site)); {
					case err != nil:
						t.Errorf("Client.Do(get(site)): error %v, want nil", err)
					case resp.Attempts != 2:
						t.Errorf("Client.Do(get(site)): Attempts %d, want 2", resp.Attempts)
					}
				})
				if took < test.min || took > test.max {
					t.Errorf("Client.Do after Retry-After %q took %v, want %v to %v", value, took, test.min, test.max)
				}
			})
		})
	}
}

func TestRetryAfterAboveItsLimitIsNotWaitedOut(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"61": 61 * time.Second, "600": 10 * time.Minute, "1e300": math.MaxInt64, "1e999": math.MaxInt64,
		"9223372036854775808": math.MaxInt64,
		"99999999999":         math.MaxInt64, "Fri, 31 Dec 9999 23:59:59 GMT": math.MaxInt64,
	} {
		synctest.Test(t, func(t *testing.T) {
			c := newClient(t, Config{}, newScript(t, retryAfter(503, value)))
			took := elapsed(func() {
				resp, err := c.Do(t.Context(), get(site))
				switch {
				case err != nil:
					t.Fatalf("Retry-After %q: Client.Do(get(site)): error %v, want nil", value, err)
				case resp.Status != 503 || resp.Attempts != 1:
					t.Fatalf("Retry-After %q: status %d, Attempts %d, want 503 and 1", value, resp.Status, resp.Attempts)
				case resp.RetryAfter != want:
					t.Fatalf("Retry-After %q: RetryAfter %v, want %v", value, resp.RetryAfter, want)
				case string(resp.Body) != `{"ok":true}`:
					t.Fatalf("Retry-After %q: body %q, want %q", value, string(resp.Body), `{"ok":true}`)
				}
				has(t, resp.NoRetryReason, "above the limit of 1m0s")
			})
			if took != 0 {
				t.Errorf("Retry-After %q: Client.Do took %v, want 0", value, took)
			}
		})
	}
}

func TestRetryAfterAtItsLimitIsWaitedOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, Config{}, newScript(t, retryAfter(503, "60"), status(200)))
		took := elapsed(func() {
			switch resp, err := c.Do(t.Context(), get(site)); {
			case err != nil:
				t.Errorf("Client.Do(get(site)): error %v, want nil", err)
			case resp.Attempts != 2 || resp.NoRetryReason != "":
				t.Errorf("Client.Do(get(site)): Attempts %d, NoRetryReason %q, want 2 and no reason", resp.Attempts,
					resp.NoRetryReason)
			}
		})
		if took != time.Minute {
			t.Errorf("Client.Do after Retry-After 60: took %v, want %v", took, time.Minute)
		}
	})
}

func TestMaxRetryAfterDoesNotLimitRandomWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, Config{MinWait: time.Hour, MaxWait: time.Hour, MaxRetryAfter: time.Nanosecond},
			newScript(t, status(503), status(200)))
		switch resp, err := c.Do(t.Context(), get(site)); {
		case err != nil:
			t.Errorf("Client.Do(get(site)): error %v, want nil", err)
		case resp.Status != 200:
			t.Errorf("Client.Do(get(site)): Status %d, want 200", resp.Status)
		}
	})
}

func TestRetryAfterReadsSecondsAndDates(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"0": 0, "120": 2 * time.Minute, " 5\t": 5 * time.Second, "1.5": 1500 * time.Millisecond, "1": time.Second,
		"0.5": 500 * time.Millisecond, "-3": 0, "-1e999": 0,
		"1e300": math.MaxInt64, "9223372036": 9223372036 * time.Second, "Infinity": math.MaxInt64,
		"Sat, 21 Nov 2026 06:00:30 GMT":    30 * time.Second,
		"Saturday, 21-Nov-26 06:01:00 GMT": time.Minute,
		"Sat Nov 21 06:00:10 2026":         10 * time.Second,
		"Sat, 21 Nov 2026 05:59:59 GMT":    0,
		"Sunday, 06-Nov-94 08:49:37 GMT":   0,
		"Fri, 31 Dec 9999 23:59:59 GMT":    math.MaxInt64,
		"Sat, 21 Nov 2026 06:00:30 +0000":  30 * time.Second, // date("r") of PHP
		"Sat, 21 Nov 2026 07:00:30 +0100":  30 * time.Second,
		"Sat, 21 Nov 2026 06:00:30 UTC":    30 * time.Second,
		"Sat, 21 Nov 2026 06:00:30":        30 * time.Second,
	} {
		if got, ok := RetryAfter(value, now); !ok || got != want {
			t.Errorf("RetryAfter(%q): %v, ok %t, want %v and true", value, got, ok, want)
		}
	}
	for _, value := range []string{"", " ", "NaN", "soon", "10s", "1,5", "2026-11-21T06:00:30Z",
		"Sat, 21 Nov 2026 06:00:30 EST"} {
		if got, ok := RetryAfter(value, now); ok || got != 0 {
			t.Errorf("RetryAfter(%q): %v, ok %t, want 0 and false", value, got, ok)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "0", "-1", "1e300", "NaN", "Inf", "0x1p4", "1_0", "9223372036.854775807",
		"Sat, 21 Nov 2026 06:00:30 GMT", "Saturday, 21-Nov-26 06:01:00 GMT"} {
		f.Add(seed, int64(0))
	}
	f.Fuzz(func(t *testing.T, value string, unix int64) {
		now := time.Unix(unix%(1<<33), 0)
		got, ok := RetryAfter(value, now)
		switch {
		case got < 0:
			t.Fatalf("RetryAfter(%q): %v, want at least 0", value, got)
		case !ok && got != 0:
			t.Fatalf("RetryAfter(%q): %v, ok false, want 0", value, got)
		}
		if n, err := strconv.ParseUint(value, 10, 31); err == nil && (!ok || got != time.Duration(n)*time.Second) {
			t.Fatalf("RetryAfter(%q): %v, ok %t, want %d seconds and true", value, got, ok, n)
		}
		if ok && got < 1<<33*time.Second { // the same wait, as a date, is the same to the second
			date := now.Add(got).UTC().Format(http.TimeFormat)
			switch again, ok := RetryAfter(date, now); {
			case !ok:
				t.Fatalf("RetryAfter(%q): ok false, want true as for %q", date, value)
			case again != now.Add(got).Truncate(time.Second).Sub(now):
				t.Fatalf("RetryAfter(%q): %v, want %v, as for %q", date, again, now.Add(got).Truncate(time.Second).Sub(now), value)
			}
		}
	})
}
