package cms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Renewer is a [CredentialsSource] that replaces credentials that the site refused.
type Renewer interface {
	CredentialsSource
	// Renew returns other credentials than refused. It is called by one call at a time, at
	// most once in each call, with a limit of 30 seconds. If it returns refused again, the
	// call fails with the refusal. An error is joined to the refusal.
	Renew(ctx context.Context, refused Credentials) (Credentials, error)
}

// CacheCredentials returns a source that keeps the credentials that fetch returns. It calls
// fetch for the first call, 30 seconds before Expires (after half of a life shorter than a
// minute), and after the site has refused the credentials. All calls wait for one fetch,
// each until its own context ends. An error of fetch ends these calls. It is not kept:
// the next call fetches again.
//
// fetch gets a context that does not end with the context of a call, so that a new refresh token
// is not lost. It ends after 30 seconds. No two calls of fetch overlap, unless one goes on
// after its context has ended: so fetch may keep a refresh token in a variable. It must
// return new credentials each time: a call fails with the refusal if fetch returns the
// refused ones again, as a cache such as oauth2.ReuseTokenSource does. It must not send calls
// through the client that uses these credentials: log in through
// Client.With(WithoutCredentials()), and refresh with an old token through
// Client.With(WithToken(old)). A call whose credentials are refused is retried once.
//
// A JWT plugin with a token for 7 days:
//
//	source := cms.CacheCredentials(func(ctx context.Context) (cms.Credentials, error) {
//		token, err := cms.Do(ctx, anonymous, cms.Request[struct{ Token string `json:"token"` }]{
//			Method: "POST", Path: "jwt-auth/v1/token", Secret: true, Repeat: cms.RepeatSafe,
//			Body: map[string]string{"username": user, "password": password},
//		})
//		if err != nil {
//			return cms.Credentials{}, err
//		}
//		return cms.Credentials{Token: token.Token, Expires: time.Now().Add(7 * 24 * time.Hour)}, nil
//	})
//	site, err := anonymous.With(cms.WithCredentials(source))
//
// With golang.org/x/oauth2, fetch keeps the refresh token, which a server may replace:
//
//	t, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: saved}).Token()
//	if err != nil {
//		return cms.Credentials{}, err
//	}
//	saved = t.RefreshToken
//	return cms.Credentials{Token: t.AccessToken, Expires: t.Expiry}, nil
func CacheCredentials(fetch func(context.Context) (Credentials, error)) Renewer {
	return &credentialsCache{fetch: fetch}
}

// credentialsCache is the Renewer that [CacheCredentials] returns.
type credentialsCache struct {
	fetch func(context.Context) (Credentials, error)

	mu      sync.Mutex // guards the fields below
	has     Credentials
	due     time.Time // time at which new credentials must be fetched; zero for never
	flight  *fetching // the running fetch, or nil
	fetched bool      // true after the first fetch that succeeded
}

// fetching is one call of the function fetch. Several callers may wait for its result.
type fetching struct {
	ctx  context.Context // the context that fetch gets
	done chan struct{}   // closed after got, err and exit are set
	got  Credentials
	err  error
	exit func() // repeats the panic or the Goexit of fetch; nil if fetch returned
}

// fetchingBy marks the context that a cache passes to fetch. If fetch sends a call through the
// same cache, the call fails instead of waiting for fetch to end.
type fetchingBy struct{ cache *credentialsCache }

// Format writes the name of the function that made the cache, for every verb, because it
// holds secrets.
func (c *credentialsCache) Format(s fmt.State, _ rune) {
	_, _ = io.WriteString(s, "cms.CacheCredentials(…)")
}

// Credentials returns the credentials that the cache has, or fetches them.
func (c *credentialsCache) Credentials(ctx context.Context) (Credentials, error) {
	c.mu.Lock()
	if c.fetched && (c.due.IsZero() || time.Now().Before(c.due)) {
		defer c.mu.Unlock()
		return c.has, nil
	}
	has, valid := c.has, c.fetched && !c.has.expired()
	got, err := c.wait(ctx)
	if err != nil && valid && ctx.Err() == nil {
		return has, nil // the old credentials have not expired yet
	}
	return got, err
}

// Renew returns the credentials of the cache if they differ from the refused credentials.
// Otherwise it fetches new credentials.
func (c *credentialsCache) Renew(ctx context.Context, refused Credentials) (Credentials, error) {
	c.mu.Lock()
	if c.fetched && c.has != refused && !c.has.expired() {
		defer c.mu.Unlock()
		return c.has, nil
	}
	return c.wait(ctx)
}

// wait waits for the running fetch, or starts one. The caller holds mu, and wait unlocks it.
func (c *credentialsCache) wait(ctx context.Context) (Credentials, error) {
	if ctx.Value(fetchingBy{c}) != nil {
		c.mu.Unlock()
		return Credentials{}, errRenewing
	}
	f := c.flight
	if f == nil {
		f = c.start(ctx)
	}
	c.mu.Unlock()
	select {
	case <-f.done:
	case <-ctx.Done():
		return Credentials{}, transport.ContextError(ctx)
	case <-f.ctx.Done():
		select {
		case <-f.done: // the fetch ended in time: start closes f.done, and only then cancels f.ctx
		default:
			c.abandon(f)
			return Credentials{}, context.Cause(f.ctx)
		}
	}
	if f.exit != nil {
		f.exit()
	}
	return f.got, f.err
}

// start calls fetch in a new goroutine, because several callers may wait for the result.
func (c *credentialsCache) start(ctx context.Context) *fetching {
	own, cancel := context.WithTimeoutCause(context.WithValue(context.WithoutCancel(ctx), fetchingBy{c}, true), renewLimit,
		fmt.Errorf("the function of CacheCredentials took longer than %v", renewLimit))
	f := &fetching{ctx: own, done: make(chan struct{})}
	c.flight = f
	go relay.Run(func() { f.got, f.err = c.fetch(own) }, func(exit func()) {
		f.exit = exit
		c.land(f)
		close(f.done)
		cancel()
	})
	return f
}

// land stores the credentials of a fetch. If the fetch failed, or its credentials have expired,
// the cache keeps the old credentials.
func (c *credentialsCache) land(f *fetching) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flight == f {
		c.flight = nil
	}
	if f.exit != nil || f.err != nil {
		return
	}
	if f.got.expired() {
		f.err = errors.New("the function of CacheCredentials returned credentials that have expired, " +
			"by the clock of this machine")
		return
	}
	c.has, c.due, c.fetched = f.got, time.Time{}, true
	if life := time.Until(f.got.Expires); !f.got.Expires.IsZero() {
		c.due = f.got.Expires.Add(-min(renewLimit, life/2))
	}
}

// abandon lets the next call start another fetch, because f has exceeded its time limit.
func (c *credentialsCache) abandon(f *fetching) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flight == f {
		c.flight = nil
	}
}
