package cms_test

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// tokensPlugin is a plugin of the live site, with logins by tokens of four kinds.
//
//go:embed testdata/tokens.php
var tokensPlugin []byte

// ofKind sends the kind of login that the plugin is to have.
type ofKind struct {
	kind string
	base http.RoundTripper
}

func (o ofKind) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Kind", o.kind)
	return o.base.RoundTrip(r)
}

// withTokens puts the plugin into the live site. It returns a client without a login, a source of
// tokens for the user of the tests, how often it was asked, and a function that makes all tokens
// invalid.
func withTokens(t *testing.T, kind string) (
	anonymous *cms.Client, source cms.Renewer, fetches *atomic.Int32, revoke func(),
) {
	t.Helper()
	lab := os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	plugin := filepath.Join(lab, "wp/wp-content/mu-plugins/tokens.php")
	if err := os.MkdirAll(filepath.Dir(plugin), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plugin, tokensPlugin, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Remove(plugin); err != nil {
			t.Error(err)
		}
	})
	anonymous, err := sitetest.Live(t).With(cms.WithoutCredentials(),
		cms.WithHTTPClient(&http.Client{Transport: ofKind{kind, http.DefaultTransport}}))
	if err != nil {
		t.Fatal(err)
	}
	fetches = &atomic.Int32{}
	source = cms.CacheCredentials(func(ctx context.Context) (cms.Credentials, error) {
		fetches.Add(1)
		got, err := cms.Do(ctx, anonymous, cms.Request[struct {
			Token string `json:"token"`
		}]{
			Method: http.MethodPost, Path: "fontcms-test/v1/token", Secret: true, Repeat: cms.RepeatSafe,
			Body: map[string]string{"user": os.Getenv("EDITOR_USER"), "password": os.Getenv("EDITOR_PASS")},
		})
		if err != nil {
			return cms.Credentials{}, err
		}
		return cms.Credentials{Token: got.Token}, nil
	})
	revoke = func() {
		_, err := cms.Do(t.Context(), anonymous, cms.Request[map[string]any]{
			Method: http.MethodPost, Path: "fontcms-test/v1/revoke",
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return anonymous, source, fetches, revoke
}

// TestLiveTokensOfPluginsAreRenewedOnce runs against a real WordPress, with refusals as plugins
// send them: 403 with a code, anonymous responses, and 400 with success false.
//
//nolint:paralleltest // the plugin is one file of the site
func TestLiveTokensOfPluginsAreRenewedOnce(t *testing.T) {
	for _, kind := range []string{"refusing", "silent", "envelope", "echoing"} {
		t.Run(kind, func(t *testing.T) {
			anonymous, source, fetches, revoke := withTokens(t, kind)
			site, err := anonymous.With(cms.WithCredentials(source))
			if err != nil {
				t.Fatal(err)
			}
			create := func(when string) {
				post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("By a token")})
				if err != nil {
					t.Fatalf("Create %s: error %v, want none", when, err)
				}
				if _, err := site.Posts.Delete(t.Context(), post.ID); err != nil {
					t.Errorf("Delete %s: error %v, want none", when, err)
				}
			}
			create("with a valid token")
			revoke()
			create("with an invalid token")
			if got := fetches.Load(); got != 2 {
				t.Errorf("fetches after one invalid token: %d, want 2", got)
			}
			revoke()
			report, err := batch.New(site).
				Add(site.Posts.CreateRequest(&cms.PostParams{Title: new("One")})).
				Add(site.Posts.CreateRequest(&cms.PostParams{Title: new("Two")})).Do(t.Context())
			if err != nil {
				t.Fatalf("batch with an invalid token: error %v, want none", err)
			}
			for i, result := range report.Results {
				post, ok := batch.Value[cms.Post](result)
				if !ok {
					t.Errorf("item %d of a batch with an invalid token: error %v, want a post", i, result.Err)
					continue
				}
				if _, err := site.Posts.Delete(t.Context(), post.ID); err != nil {
					t.Errorf("Delete of item %d: error %v, want none", i, err)
				}
			}
			if got := fetches.Load(); got != 3 {
				t.Errorf("fetches after two invalid tokens: %d, want 3", got)
			}
		})
	}
}

// TestLiveInvalidTokensAreNamedAndNeverRepeated also has a plugin that repeats the token in its
// response.
//
//nolint:paralleltest // the plugin is one file of the site
func TestLiveInvalidTokensAreNamedAndNeverRepeated(t *testing.T) {
	for _, kind := range []string{"refusing", "silent", "envelope", "echoing"} {
		t.Run(kind, func(t *testing.T) {
			anonymous, _, _, _ := withTokens(t, kind)
			const token = "good-1-invalidtoken"
			site, err := anonymous.With(cms.WithToken(token))
			if err != nil {
				t.Fatal(err)
			}
			_, failed := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("By an invalid token")})
			want := cms.ErrCredentialsRejected
			if kind == "silent" {
				want = cms.ErrUnauthorized // the site takes the caller for an anonymous one
			}
			if !errors.Is(failed, want) {
				t.Errorf("Create with an invalid token: error %v, want %v", failed, want)
			}
			if errors.Is(failed, cms.ErrOutcomeUnknown) {
				t.Errorf("Create with an invalid token: error %v, want a known outcome", failed)
			}
			e, ok := errors.AsType[*cms.Error](failed)
			if !ok || strings.Contains(fmt.Sprint(e, string(e.Data), string(e.Body)), token) {
				t.Errorf("Create with an invalid token: error %v holds it, want no token in it", failed)
			}
			if _, err := site.Verify(t.Context()); !errors.Is(err, cms.ErrCredentialsRejected) {
				t.Errorf("Verify of an invalid token: error %v, want ErrCredentialsRejected", err)
			}
			if _, err := users.New(site).Me(t.Context()); err == nil {
				t.Error("Me with an invalid token: no error, want one")
			}
		})
	}
}

func TestLiveVerifiedLoginFindsARevokedPassword(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx, keys := t.Context(), users.New(site).MyPasswords
	made, err := keys.Create(ctx, &users.PasswordParams{Name: new("revoked by a test")})
	if err != nil {
		t.Fatal(err)
	}
	me, err := site.Verify(ctx)
	if err != nil {
		t.Fatal(err)
	}
	program, err := site.With(cms.WithApplicationPassword(me.Username, made.Secret.Reveal()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := program.Posts.Count(ctx, nil); err != nil {
		t.Fatalf("Count with a new password: error %v, want none", err)
	}
	if _, err := keys.Delete(ctx, made.UUID); err != nil {
		t.Fatal(err)
	}
	if _, err := program.Verify(ctx); !errors.Is(err, cms.ErrCredentialsRejected) {
		t.Fatalf("Verify with a revoked password: error %v, want ErrCredentialsRejected", err)
	}
	for range 2 {
		if n, err := program.Posts.Count(ctx, nil); !errors.Is(err, cms.ErrCredentialsRejected) {
			t.Errorf("Count after the password was revoked: %d, error %v, want ErrCredentialsRejected", n, err)
		}
	}
}
