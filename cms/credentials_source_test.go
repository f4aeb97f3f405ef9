package cms_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestCredentialsAreASourceThatNeverChanges gives them to a client and asks them.
func TestCredentialsAreASourceThatNeverChanges(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":7}`))
	login := cms.Credentials{User: "editor", Password: "abcd EFGH 1234 ijkl"}
	if again, err := login.Credentials(t.Context()); err != nil || again != login {
		t.Errorf("Credentials.Credentials: error %v, again %v, want nil and %v", err, again, login)
	}
	rotated := cms.CredentialsFunc(func(ctx context.Context) (cms.Credentials, error) { return login.Credentials(ctx) })
	for name, source := range map[string]cms.CredentialsSource{"themselves": login, "a function": rotated} {
		site := s.Client(t, cms.WithCredentials(source))
		for range 2 {
			if _, err := site.Posts.Get(t.Context(), 7); err != nil {
				t.Errorf("%s: Posts.Get(7): %v", name, err)
			}
		}
	}
	for _, r := range s.Seen() {
		req := http.Request{Header: r.Header}
		switch user, password, ok := req.BasicAuth(); {
		case !ok:
			t.Errorf("request has no basic credentials, want user %q", "editor")
		case user != "editor":
			t.Errorf("user %q was sent, want %q", user, "editor")
		case password != "abcd EFGH 1234 ijkl":
			t.Errorf("password %q was sent, want %q", password, "abcd EFGH 1234 ijkl")
		}
	}
}

// TestSourceOfCredentialsThatFailsEndsTheCall has sources without any, or odd ones.
func TestSourceOfCredentialsThatFailsEndsTheCall(t *testing.T) {
	t.Parallel()
	locked := errors.New("the vault is locked")
	for name, test := range map[string]struct {
		credentials cms.Credentials
		err         error
		want        error
	}{
		"a failure":   {err: locked, want: locked},
		"no user":     {credentials: cms.Credentials{Password: "x"}, want: cms.ErrInvalidArgument},
		"no password": {credentials: cms.Credentials{User: "editor"}, want: cms.ErrInvalidArgument},
		"a colon":     {credentials: cms.Credentials{User: "a:b", Password: "x"}, want: cms.ErrInvalidArgument},
	} {
		s := stub.New(t, stub.Always(200, `{"id":7}`))
		asked := 0
		site := s.Client(t, cms.WithCredentials(cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) {
			asked++
			return test.credentials, test.err
		})))
		for range 2 {
			if _, err := site.Posts.Get(t.Context(), 7); !errors.Is(err, test.want) {
				t.Errorf("%s: Posts.Get(7): error %v, want %v", name, err, test.want)
			}
		}
		switch {
		case len(s.Seen()) > 0:
			t.Errorf("%s: %d requests, want 0", name, len(s.Seen()))
		case asked != 2:
			t.Errorf("%s: source was called %d times, want 2", name, asked)
		}
	}
}
