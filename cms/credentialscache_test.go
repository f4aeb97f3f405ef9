package cms_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// lives is a fetch function whose tokens live for a time.
type lives struct {
	life    time.Duration
	fetches atomic.Int32
	before  func(context.Context) error
	tell    bool // Expires is set
}

func (l *lives) fetch(ctx context.Context) (cms.Credentials, error) {
	n := l.fetches.Add(1)
	if l.before != nil {
		if err := l.before(ctx); err != nil {
			return cms.Credentials{}, err
		}
	}
	out := cms.Credentials{Token: fmt.Sprint("token-", n)}
	if l.tell {
		out.Expires = time.Now().Add(l.life)
	}
	return out, nil
}

func TestFiftyCallsShareOneRenewalALifetime(t *testing.T) {
	t.Parallel()
	for _, tell := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			slow := func(context.Context) error { time.Sleep(time.Second); return nil }
			source := &lives{life: 10 * time.Minute, tell: tell, before: slow}
			site, client := expiring(t, refusals()["JWT Authentication"], cms.CacheCredentials(source.fetch))
			for hour := int32(1); hour <= 3; hour++ {
				site.accepts.Store(new(fmt.Sprint("token-", hour)))
				var calls sync.WaitGroup
				for range 50 {
					calls.Go(func() {
						if _, err := client.Posts.Get(t.Context(), 7); err != nil {
							t.Errorf("Get in life %d: error %v, want none", hour, err)
						}
					})
				}
				calls.Wait()
				if got := source.fetches.Load(); got != hour {
					t.Errorf("Expires %t: %d fetches after %d lifetimes, want one each", tell, got, hour)
				}
				time.Sleep(source.life)
			}
			if tell && site.refused.Load() > 0 {
				t.Errorf("%d expired tokens were sent, want 0", site.refused.Load())
			}
		})
	}
}

func TestFetchBelongsToNoCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var ended <-chan struct{} // closed at the end of the context of the fetch
		source := &lives{before: func(ctx context.Context) error {
			ended = ctx.Done()
			select {
			case <-time.After(10 * time.Second):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}}
		_, client := expiring(t, refusals()["401"], cms.CacheCredentials(source.fetch))
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var first error
		var calls sync.WaitGroup
		calls.Go(func() { _, first = client.Posts.Get(short, 7) })
		synctest.Wait()
		if _, err := client.Posts.Get(t.Context(), 7); err != nil {
			t.Errorf("Get that waits for the fetch of a call that ended: error %v, want none", err)
		}
		calls.Wait()
		if !errors.Is(first, context.DeadlineExceeded) || source.fetches.Load() != 1 {
			t.Errorf("Get with a deadline in a fetch: error %v, %d fetches, want DeadlineExceeded and 1", first,
				source.fetches.Load())
		}
		synctest.Wait()
		select {
		case <-ended:
		default:
			t.Error("the context of a fetch goes on after the fetch, want it canceled")
		}
	})
}

func TestFetchThatHangsEndsAfter30Seconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		source := &lives{before: func(context.Context) error { <-hang; return nil }} // it does not obey its context
		_, client := expiring(t, refusals()["401"], cms.CacheCredentials(source.fetch))
		began := time.Now()
		var calls sync.WaitGroup
		for range 50 {
			calls.Go(func() {
				_, err := client.Posts.Create(t.Context(), nil)
				if err == nil || errors.Is(err, cms.ErrOutcomeUnknown) {
					t.Errorf("Create with a fetch that hangs: error %v, want one that is not ErrOutcomeUnknown", err)
				} else if !strings.Contains(err.Error(), "took longer than 30s") {
					t.Errorf("Create with a fetch that hangs: error %v, want that the fetch took longer than 30s", err)
				}
			})
		}
		calls.Wait()
		if took := time.Since(began); took != 30*time.Second {
			t.Errorf("50 calls with a fetch that hangs took %v, want 30s", took)
		}
		close(hang)
		if _, err := client.Posts.Get(t.Context(), 7); err != nil && source.fetches.Load() < 2 {
			t.Errorf("Get after a fetch that hung: error %v and %d fetches, want another fetch", err, source.fetches.Load())
		}
	})
}

func TestFetchThatFailsOnceIsCalledAgain(t *testing.T) {
	t.Parallel()
	locked := errors.New("the vault is locked")
	fails := atomic.Bool{}
	fails.Store(true)
	source := &lives{before: func(context.Context) error {
		if fails.Load() {
			return locked
		}
		return nil
	}}
	site, client := expiring(t, refusals()["401"], cms.CacheCredentials(source.fetch))
	site.accepts.Store(new("token-2"))
	if _, err := client.Posts.Get(t.Context(), 7); !errors.Is(err, locked) {
		t.Errorf("Get with a fetch that fails: error %v, want its error", err)
	}
	fails.Store(false)
	if _, err := client.Posts.Get(t.Context(), 7); err != nil {
		t.Errorf("Get after a fetch that failed: error %v, want none", err)
	}
}

func TestRenewFetchesOnlyIfTheCacheHasTheRefusedCredentials(t *testing.T) {
	t.Parallel()
	cache := cms.CacheCredentials(new(lives).fetch)
	for n, c := range [][2]string{{"token-0", "token-1"}, {"token-0", "token-1"}, {"token-0", "token-1"},
		{"token-1", "token-2"}} {
		got, err := cache.Renew(t.Context(), cms.Credentials{Token: c[0]})
		if err != nil || got.Token != c[1] {
			t.Errorf("Renew %d of %s: token %q, error %v, want %q and nil", n, c[0], got.Token, err, c[1])
		}
	}
}

func TestFetchThatCallsItsOwnClientFailsAtOnce(t *testing.T) {
	t.Parallel()
	var client *cms.Client
	source := cms.CacheCredentials(func(ctx context.Context) (cms.Credentials, error) {
		_, err := client.Posts.Get(ctx, 7)
		return cms.Credentials{Token: "token-1"}, err
	})
	_, client = expiring(t, refusals()["401"], source)
	if _, err := client.Posts.Get(t.Context(), 7); err == nil || !strings.Contains(err.Error(), "WithoutCredentials") {
		t.Errorf("Get with a fetch through the same client: error %v, want one that names WithoutCredentials", err)
	}
}

func TestPanicOfAFetchReachesTheCalls(t *testing.T) {
	t.Parallel()
	broken := func(context.Context) (cms.Credentials, error) { panic("broken") }
	_, client := expiring(t, refusals()["401"], cms.CacheCredentials(broken))
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "broken") {
			t.Errorf("Get with a fetch that panics: recovered %q, want the panic", got)
		}
	}()
	_, _ = client.Posts.Get(t.Context(), 7)
}

func TestExpiredCredentialsAreNotSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, name := range []string{"fixed", "function", "cache"} {
			old := cms.Credentials{Token: "token-1", Expires: time.Now().Add(time.Minute)}
			kept := func(context.Context) (cms.Credentials, error) { return old, nil }
			source := map[string]cms.CredentialsSource{
				"fixed": old, "function": cms.CredentialsFunc(kept), "cache": cms.CacheCredentials(kept),
			}[name]
			site, client := expiring(t, refusals()["401"], source)
			if _, err := client.Posts.Get(t.Context(), 7); err != nil {
				t.Errorf("Get with %s credentials before they expire: error %v, want none", name, err)
			}
			time.Sleep(time.Hour) // a clock that is ahead looks the same
			_, err := client.Posts.Get(t.Context(), 7)
			want := "expired"
			if name == "cache" { // the error names the function, which has to be mended
				want = "the function of CacheCredentials returned credentials that have expired"
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("Get with %s credentials after they expired: error %v, want %q in it", name, err, want)
			}
			if got := site.refused.Load(); got != 0 {
				t.Errorf("Get with %s credentials after they expired: %d requests, want 0", name, got)
			}
		}
	})
}

func TestSlowClockIsCorrectedByTheRefusal(t *testing.T) {
	t.Parallel()
	source := &lives{tell: true, life: 24 * time.Hour} // the token is valid by a slow clock
	site, client := expiring(t, refusals()["JWT Authentication"], cms.CacheCredentials(source.fetch))
	site.accepts.Store(new("token-2"))
	if _, err := client.Posts.Get(t.Context(), 7); err != nil || source.fetches.Load() != 2 {
		t.Errorf("Get with an expired token: error %v, %d fetches, want none and 2", err, source.fetches.Load())
	}
}

func TestFailedFetchBeforeExpiryKeepsTheValidToken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var down bool
		source := &lives{tell: true, life: 10 * time.Minute, before: func(context.Context) error {
			if down {
				return errors.New("the token server is down")
			}
			return nil
		}}
		_, client := expiring(t, refusals()["401"], cms.CacheCredentials(source.fetch))
		_ = second(client.Posts.Get(t.Context(), 7))
		down = true
		time.Sleep(10*time.Minute - 10*time.Second)
		if _, err := client.Posts.Get(t.Context(), 7); err != nil {
			t.Errorf("Get 10 seconds before the token expires, with a fetch that fails: error %v, want none", err)
		}
		time.Sleep(10 * time.Second)
		if _, err := client.Posts.Get(t.Context(), 7); err == nil {
			t.Error("Get after the token expired, with a fetch that fails: no error, want that of the fetch")
		}
	})
}

func TestFetchIsCalledAgainBeforeTheTokenExpires(t *testing.T) {
	t.Parallel()
	for life, due := range map[time.Duration]time.Duration{
		24 * time.Hour:   24*time.Hour - 30*time.Second,
		61 * time.Second: 31 * time.Second,
		time.Minute:      30 * time.Second,
		40 * time.Second: 20 * time.Second,
	} {
		synctest.Test(t, func(t *testing.T) {
			source := &lives{tell: true, life: life}
			cache := cms.CacheCredentials(source.fetch)
			for _, c := range []struct {
				wait time.Duration
				want string
			}{
				{0, "token-1"}, {due - 1, "token-1"}, {1, "token-2"}, {due - 1, "token-2"}, {1, "token-3"},
			} {
				time.Sleep(c.wait)
				if got, err := cache.Credentials(t.Context()); err != nil || got.Token != c.want {
					t.Errorf("Credentials that live %v, after another %v: token %q, error %v, want %q and nil", life, c.wait,
						got.Token, err, c.want)
				}
			}
		})
	}
}

func TestCacheOfCredentialsIsPrintedAsItsName(t *testing.T) {
	t.Parallel()
	cache := cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
		return cms.Credentials{Token: "t"}, nil
	})
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d"} {
		if got := fmt.Sprintf(verb, cache); got != "cms.CacheCredentials(…)" {
			t.Errorf("Sprintf(%q) of a cache of credentials: %q, want cms.CacheCredentials(…)", verb, got)
		}
	}
}
