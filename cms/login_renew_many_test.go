package cms_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// plainRenewer is a Renewer without a cache: every call that is refused calls fetch.
type plainRenewer struct {
	mu    sync.Mutex
	has   cms.Credentials
	fetch func(context.Context) (cms.Credentials, error)
}

func (r *plainRenewer) Credentials(context.Context) (cms.Credentials, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.has, nil
}

func (r *plainRenewer) Renew(ctx context.Context, _ cms.Credentials) (cms.Credentials, error) {
	got, err := r.fetch(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.has = got
	}
	return got, err
}

func TestFiftyCallsAtARenewalThatGoesWrong(t *testing.T) {
	t.Parallel()
	locked := errors.New("the vault is locked")
	hang := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for name, test := range map[string]struct {
		renew    func(context.Context) error
		same     bool          // the renewal returns the refused token
		deadline time.Duration // of each call
		want     error         // nil for success
		took     time.Duration
	}{
		"source fails": {renew: func(context.Context) error { return locked }, want: locked},
		"source hangs": {renew: hang, want: cms.ErrCredentialsRejected, took: 30 * time.Second},
		"deadline in the renewal": {renew: hang, deadline: 5 * time.Second, want: context.DeadlineExceeded,
			took: 5 * time.Second},
		"the same token again":      {same: true, want: cms.ErrCredentialsRejected},
		"the clock is an hour slow": {}, // the refused token is valid by this clock
	} {
		for _, cached := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				var fetches atomic.Int32
				first := cms.Credentials{Token: "token-0", Expires: time.Now().Add(time.Hour)}
				fetch := func(ctx context.Context) (cms.Credentials, error) {
					if n := fetches.Add(1); cached && n == 1 {
						return first, nil
					}
					if test.renew != nil {
						if err := test.renew(ctx); err != nil {
							return cms.Credentials{}, err
						}
					}
					if test.same {
						return first, nil
					}
					return cms.Credentials{Token: "token-1", Expires: time.Now().Add(time.Hour)}, nil
				}
				var source cms.CredentialsSource = &plainRenewer{has: first, fetch: fetch}
				renewals := int32(1)
				if cached {
					source, renewals = cms.CacheCredentials(fetch), 2
				}
				site, client := expiring(t, refusals()["JWT Authentication"], source)
				var calls sync.WaitGroup
				for range 50 {
					calls.Go(func() {
						ctx, cancel := context.WithCancel(t.Context())
						if test.deadline > 0 {
							ctx, cancel = context.WithTimeout(t.Context(), test.deadline)
						}
						defer cancel()
						began := time.Now()
						_, err := client.Posts.Create(ctx, &cms.PostParams{})
						if !errors.Is(err, test.want) || errors.Is(err, cms.ErrOutcomeUnknown) {
							t.Errorf("%s, cached %t: Create: error %v, want %v, and not ErrOutcomeUnknown", name, cached, err, test.want)
						}
						if took := time.Since(began); took != test.took {
							t.Errorf("%s, cached %t: Create took %v, want %v", name, cached, took, test.took)
						}
					})
				}
				calls.Wait()
				time.Sleep(time.Minute) // a fetch of the cache goes on after the deadline of its calls
				created, want := site.created.Load(), int32(0)
				if test.want == nil {
					want = 50
				}
				if created != want {
					t.Errorf("%s, cached %t: %d posts of 50 calls, want %d", name, cached, created, want)
				}
				if n := fetches.Load(); test.want == nil && n != renewals {
					t.Errorf("%s, cached %t: %d fetches, want %d", name, cached, n, renewals)
				}
			})
		}
	}
}
