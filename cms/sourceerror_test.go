package cms_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestErrorOfASourceSaysNothingOfTheRecord has sources whose errors look like responses
// of the site: a token route that is absent, or that refuses a password, or whose response
// was lost.
// A plugin for tokens refuses a wrong password with 403. A program wants to ask for it again then.
func TestLoginThatATokenRouteRefusesIsRejected(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status   int
		code     cms.ErrorCode
		rejected bool
	}{
		{401, "jwt_auth_failed", true}, {403, "[jwt_auth] incorrect_password", true}, {403, "", true},
		{401, "", true}, {404, cms.CodeNoRoute, false}, {429, "too_many", false}, {503, "", false},
	} {
		site, err := cms.New("https://site.example", cms.WithCredentials(cms.CacheCredentials(
			func(context.Context) (cms.Credentials, error) {
				return cms.Credentials{}, &cms.Error{Operation: "Do", Status: test.status, Code: test.code}
			})))
		if err != nil {
			t.Fatal(err)
		}
		_, err = site.Posts.Get(t.Context(), 1)
		if got := errors.Is(err, cms.ErrCredentialsRejected); got != test.rejected {
			t.Errorf("Get after the token route refused with %d %s: error %v, ErrCredentialsRejected %t, want %t",
				test.status, test.code, err, got, test.rejected)
		}
		if errors.Is(err, cms.ErrForbidden) {
			t.Errorf("Get after the token route refused with %d %s: error %v, want not ErrForbidden",
				test.status, test.code, err)
		}
	}
}

func TestErrorOfASourceSaysNothingOfTheRecord(t *testing.T) {
	t.Parallel()
	of := func(status int, code cms.ErrorCode, reason error) error {
		return fmt.Errorf("no token: %w", &cms.Error{Operation: "Do", Status: status, Code: code, Reason: reason})
	}
	for name, failing := range map[string]error{
		"no route":        of(404, cms.CodeNoRoute, nil),
		"not found":       of(404, "rest_post_invalid_id", nil),
		"gone":            of(410, "rest_post_gone", nil),
		"past the end":    of(400, cms.CodeInvalidPageNumber, nil),
		"refused":         of(403, "[jwt_auth] incorrect_password", nil),
		"conflict":        of(409, "conflict", nil),
		"lost response":   of(0, "", cms.ErrOutcomeUnknown),
		"not REST":        of(200, "", cms.ErrNotREST),
		"another record":  of(200, "", cms.ErrForeignRecord),
		"its own missing": cms.ErrNotFound,
	} {
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
		var down atomic.Bool
		good := cms.Credentials{User: "editor", Password: server.AppPassword("editor")}
		site, err := cms.New(server.URL, cms.WithCredentials(cms.CredentialsFunc(
			func(context.Context) (cms.Credentials, error) {
				if down.Load() {
					return cms.Credentials{}, failing
				}
				return good, nil
			})))
		if err != nil {
			t.Fatal(err)
		}
		post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("x"), Slug: new("x")})
		if err != nil {
			t.Fatal(err)
		}
		verified, err := site.With(cms.WithVerifiedLogin())
		if err != nil {
			t.Fatal(err)
		}
		down.Store(true)
		before := len(server.Requests())
		for call, do := range map[string]func() error{
			"Get":                     func() error { return second(site.Posts.Get(t.Context(), post.ID)) },
			"Create":                  func() error { return second(site.Posts.Create(t.Context(), &cms.PostParams{})) },
			"Delete":                  func() error { return second(site.Posts.Delete(t.Context(), post.ID)) },
			"Ensure":                  func() error { return second(site.Posts.Ensure(t.Context(), "x", &cms.PostParams{})) },
			"Download":                func() error { return second(site.Download(t.Context(), server.URL+"/a", io.Discard)) },
			"Verify":                  func() error { return second(site.Verify(t.Context())) },
			"Get with verified login": func() error { return second(verified.Posts.Get(t.Context(), post.ID)) },
		} {
			err := do()
			if err == nil || !strings.Contains(err.Error(), failing.Error()) {
				t.Errorf("%s with a source that fails (%s): error %v, want its text", call, name, err)
			}
			for _, wrong := range []error{cms.ErrNotFound, cms.ErrGone, cms.ErrNoRoute, cms.ErrForbidden, cms.ErrConflict,
				cms.ErrOutcomeUnknown, cms.ErrNotREST, cms.ErrForeignRecord, cms.CodeInvalidPageNumber} {
				if errors.Is(err, wrong) {
					t.Errorf("%s with a source that fails (%s): error %v is %v, want not so", call, name, err, wrong)
				}
			}
		}
		if sent := len(server.Requests()) - before; sent != 0 {
			t.Errorf("calls with a source that fails (%s): %d requests, want 0", name, sent)
		}
	}
}

// TestHintOfACallIsNotAboutTheHostOfItsSource has sources that fail on the way to a token
// server.
func TestHintOfACallIsNotAboutTheHostOfItsSource(t *testing.T) {
	t.Parallel()
	for name, failing := range map[string]error{
		"no such host": &url.Error{Op: "Post", URL: "https://auth.example/token",
			Err: &net.DNSError{Err: "no such host", Name: "auth.example", IsNotFound: true}},
		"unknown authority": x509.UnknownAuthorityError{},
		"redirected":        &cms.Error{Operation: "SessionLogin", Reason: cms.ErrRedirected},
		"cut off":           io.ErrUnexpectedEOF,
	} {
		site, err := cms.New("https://site.example", cms.WithCredentials(cms.CredentialsFunc(
			func(context.Context) (cms.Credentials, error) { return cms.Credentials{}, failing })),
			cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(*http.Request) (*http.Response, error) {
				return nil, errors.New("a request was sent")
			})}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = site.Posts.Create(t.Context(), &cms.PostParams{})
		e, ok := errors.AsType[*cms.Error](err)
		if !ok || !errors.Is(err, failing) {
			t.Fatalf("Create with a source that fails (%s): error %v, want that of the source", name, err)
		}
		if !strings.Contains(e.Hint, "source of the login failed") || strings.Contains(e.Hint, "site.example") {
			t.Errorf("Create with a source that fails (%s): hint %q, want one about the source and not about the site",
				name, e.Hint)
		}
	}
}
