package cmstest_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/users"
)

// clock is a clock that a test turns.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// fetched returns a source that logs in at the token route of a site, and the number of
// its logins.
func fetched(t *testing.T, server *cmstest.Server) (cms.Renewer, func() int) {
	t.Helper()
	anonymous, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		Token string `json:"token"`
		Data  struct {
			Token string `json:"token"`
		} `json:"data"`
	}
	var mu sync.Mutex
	logins := 0
	source := cms.CacheCredentials(func(ctx context.Context) (cms.Credentials, error) {
		got, err := cms.Do(ctx, anonymous, cms.Request[answer]{Method: "POST", Path: "jwt-auth/v1/token", Secret: true,
			Body: map[string]string{"username": "editor", "password": server.AppPassword("editor")}})
		if err != nil {
			return cms.Credentials{}, err
		}
		mu.Lock()
		defer mu.Unlock()
		logins++
		return cms.Credentials{Token: got.Token + got.Data.Token}, nil
	})
	return source, func() int {
		mu.Lock()
		defer mu.Unlock()
		return logins
	}
}

func TestTokensLogInUntilTheyExpireOrAreRevoked(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*cmstest.Server, *clock){
		"expired": func(_ *cmstest.Server, c *clock) { c.advance(time.Hour) },
		"revoked": func(s *cmstest.Server, _ *clock) { s.RevokeTokens() },
	} {
		for kind, silent := range map[string]bool{"refusing": false, "silent": true} {
			now := &clock{now: time.Now()}
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample(), cmstest.WithClock(now.read),
				cmstest.WithTokens(cmstest.Tokens{Life: time.Hour, Silent: silent}))
			site, err := cms.New(server.URL, cms.WithToken(server.Token("editor")))
			if err != nil {
				t.Fatal(err)
			}
			if me, err := users.New(site).Me(t.Context()); err != nil || me.Slug != "editor" {
				t.Errorf("%s: Me with a token: %v, error %v, want the editor", kind, me, err)
			}
			end(server, now)
			_, err = users.New(site).Me(t.Context())
			if silent != errors.Is(err, cms.ErrUnauthorized) {
				t.Errorf("%s, %s: Me: error %v, want ErrUnauthorized: %t", kind, name, err, silent)
			}
			if !silent != errors.Is(err, cms.ErrCredentialsRejected) {
				t.Errorf("%s, %s: Me: error %v, want ErrCredentialsRejected: %t", kind, name, err, !silent)
			}
			_, err = site.Posts.List(t.Context(), nil)
			if silent != (err == nil) {
				t.Errorf("%s, %s: a list of posts: error %v, want none: %t", kind, name, err, silent)
			}
			if _, err := site.Verify(t.Context()); !errors.Is(err, cms.ErrCredentialsRejected) {
				t.Errorf("%s, %s: Verify: error %v, want ErrCredentialsRejected", kind, name, err)
			}
			d, err := connect.Diagnose(t.Context(), site)
			want := connect.CauseTokenRefused
			if silent {
				want = connect.CauseTokenIgnored
			}
			if err != nil {
				t.Fatalf("%s, %s: Diagnose: error %v, want none", kind, name, err)
			}
			if len(d.Findings) != 1 || d.Findings[0].Cause != want {
				t.Errorf("%s, %s: Diagnose: %v, want %q", kind, name, d, want)
			}
		}
	}
}

func TestTokensAreRenewedInACallAndInABatch(t *testing.T) {
	t.Parallel()
	for kind, silent := range map[string]bool{"refusing": false, "silent": true} {
		now := &clock{now: time.Now()}
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithClock(now.read),
			cmstest.WithTokens(cmstest.Tokens{Life: time.Minute, Silent: silent}))
		source, logins := fetched(t, server)
		site, err := cms.New(server.URL, cms.WithCredentials(source))
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("One")}, cms.Attempts(1)); err != nil {
				t.Errorf("%s: Create: error %v, want none", kind, err)
			}
			now.advance(time.Hour)
			b := batch.New(site)
			for range 3 {
				b.Add(site.Posts.CreateRequest(&cms.PostParams{Title: new("Many")}))
			}
			if _, err := b.Do(t.Context()); err != nil {
				t.Errorf("%s: a batch: error %v, want none", kind, err)
			}
			now.advance(time.Hour)
		}
		if n := logins(); n != 6 {
			t.Errorf("%s: %d logins for six expired tokens, want 6", kind, n)
		}
		n, err := site.Posts.Count(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusAny}})
		if err != nil || n != 12 {
			t.Errorf("%s: the site has %d posts, error %v, want 12", kind, n, err)
		}
	}
}

func TestTokenRouteRefusesAWrongPassword(t *testing.T) {
	t.Parallel()
	for kind, test := range map[string]struct {
		silent bool
		status int
		code   cms.ErrorCode
	}{
		"refusing": {false, 403, "[jwt_auth] incorrect_password"},
		"silent":   {true, 401, "incorrect_password"},
	} {
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithTokens(cmstest.Tokens{Silent: test.silent}))
		site, err := cms.New(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		_, err = cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Method: "POST", Path: "jwt-auth/v1/token",
			Body: map[string]string{"username": "editor", "password": "wrong"}})
		if e, _ := errors.AsType[*cms.Error](err); !errors.Is(err, test.code) || e.Status != test.status {
			t.Errorf("%s: a login with a wrong password: error %v, want %d %s", kind, err, test.status, test.code)
		}
		if token := server.Token("nobody"); token != "" {
			t.Errorf("%s: Token of an unknown user: %q, want none", kind, token)
		}
	}
	if token := cmstest.NewServer(cmstest.WithTest(t)).Token("editor"); token != "" {
		t.Errorf("Token of a site without tokens: %q, want none", token)
	}
}
