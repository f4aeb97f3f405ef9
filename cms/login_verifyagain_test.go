package cms_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// revocable is a site that knows one application password until it is revoked. It treats
// every other caller as anonymous: reads of lists succeed.
type revocable struct {
	*stub.Server
	password atomic.Pointer[string]
	down     atomic.Bool // users/me fails with 503
}

func newRevocable(t *testing.T) *revocable {
	t.Helper()
	s := &revocable{}
	s.password.Store(new("secret"))
	s.Server = stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		known := password == *s.password.Load()
		switch path := r.URL.Path; {
		case strings.HasSuffix(path, "/users/me") && s.down.Load():
			stub.Reply(w, 503, `{"code":"down","message":"Down.","data":{"status":503}}`)
		case strings.HasSuffix(path, "/batch/v1") && !known:
			stub.Reply(w, 207, `{"responses":[{"status":401,"headers":[],"body":`+unknownUser+`}]}`)
		case strings.HasSuffix(path, "/batch/v1"):
			stub.Reply(w, 207, `{"responses":[{"status":201,"headers":[],"body":{"id":5}}]}`)
		case r.Method == http.MethodGet && !strings.HasSuffix(path, "/users/me") && !strings.HasPrefix(path, "/files/"):
			stub.Reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":5,"status":"publish"}]`)
		case !known:
			stub.Reply(w, 401, unknownUser)
		case r.Method == http.MethodPost:
			stub.Reply(w, 201, `{"id":5}`)
		default:
			stub.Reply(w, 200, `{"id":3}`)
		}
	})
	return s
}

// verified is a client of the site whose login was verified by a call.
func (s *revocable) verified(t *testing.T, options ...cms.Option) *cms.Client {
	t.Helper()
	options = append([]cms.Option{cms.WithApplicationPassword("editor", "secret"), cms.WithVerifiedLogin()}, options...)
	site := s.Client(t, options...)
	if _, err := site.Posts.Count(t.Context(), nil); err != nil {
		t.Fatalf("Count with the right password: error %v, want none", err)
	}
	return site
}

// sentSince returns the paths of the requests after the first n.
func (s *revocable) sentSince(n int) (paths []string) {
	for _, request := range s.Seen()[n:] {
		paths = append(paths, request.Path)
	}
	return paths
}

// refusedCalls are calls that a site rejects if they are anonymous.
var refusedCalls = map[string]func(ctx context.Context, site *cms.Client, s *revocable) error{
	"Verify": func(ctx context.Context, site *cms.Client, _ *revocable) error {
		_, err := site.Verify(ctx)
		return err
	},
	"a create": func(ctx context.Context, site *cms.Client, _ *revocable) error {
		_, err := site.Posts.Create(ctx, &cms.PostParams{})
		return err
	},
	"an update": func(ctx context.Context, site *cms.Client, _ *revocable) error {
		_, err := site.Posts.Update(ctx, 5, &cms.PostParams{})
		return err
	},
	"an item of a batch": func(ctx context.Context, site *cms.Client, _ *revocable) error {
		report, err := batch.New(site).Add(site.Posts.CreateRequest(&cms.PostParams{})).Do(ctx)
		if err != nil {
			return err
		}
		return report.Results[0].Err
	},
	"an upload": func(ctx context.Context, site *cms.Client, _ *revocable) error {
		_, err := media.New(site).Upload(ctx, media.File{Name: "a.txt", Reader: strings.NewReader("x")}, nil)
		return err
	},
	"a download": func(ctx context.Context, site *cms.Client, s *revocable) error {
		_, err := site.Download(ctx, s.URL+"/files/a.pdf", io.Discard)
		return err
	},
}

func TestAfterA401TheNextCallVerifiesTheLoginFirst(t *testing.T) {
	t.Parallel()
	for name, first := range refusedCalls {
		for next, second := range refusedCalls {
			t.Run(name+", then "+next, func(t *testing.T) {
				t.Parallel()
				s := newRevocable(t)
				site := s.verified(t)
				s.password.Store(new("another"))
				err := first(t.Context(), site, s)
				if e, ok := errors.AsType[*cms.Error](err); !ok || e.Status != http.StatusUnauthorized {
					t.Fatalf("%s with a revoked password: error %v, want an Error with the status 401", name, err)
				}
				before := len(s.Seen())
				if err := second(t.Context(), site, s); !errors.Is(err, cms.ErrCredentialsRejected) {
					t.Errorf("%s after %s: error %v, want ErrCredentialsRejected", next, name, err)
				}
				if _, err := site.Posts.Count(t.Context(), nil); !errors.Is(err, cms.ErrCredentialsRejected) {
					t.Errorf("Count after %s: error %v, want ErrCredentialsRejected", name, err)
				}
				sent := s.sentSince(before)
				if len(sent) == 0 {
					t.Errorf("%s after %s sent nothing, want users/me", next, name)
				}
				for _, path := range sent {
					if !strings.HasSuffix(path, "/users/me") {
						t.Errorf("%s was requested before the login was verified, want only users/me", path)
					}
				}
			})
		}
	}
}

// refusedOnce returns a client with a verified login that a call found revoked. It is valid
// again. before is the number of requests so far.
func refusedOnce(t *testing.T) (s *revocable, site *cms.Client, before int) {
	t.Helper()
	s = newRevocable(t)
	site = s.verified(t)
	s.password.Store(new("another"))
	if _, err := site.Posts.Create(t.Context(), nil); !errors.Is(err, cms.ErrUnauthorized) {
		t.Fatalf("Create with a revoked password: error %v, want ErrUnauthorized", err)
	}
	s.password.Store(new("secret"))
	return s, site, len(s.Seen())
}

func TestWriteIsSentAfterTheLoginWasVerifiedAgain(t *testing.T) {
	t.Parallel()
	s, site, before := refusedOnce(t)
	if _, err := site.Posts.Update(t.Context(), 5, &cms.PostParams{Title: new("New")}); err != nil {
		t.Errorf("Update after the password is valid again: error %v, want none", err)
	}
	want := []string{"/cms-json/cms/v2/users/me", "/cms-json/cms/v2/posts/5"}
	if sent := s.sentSince(before); !slices.Equal(sent, want) {
		t.Errorf("Update after a 401 sent %q, want %q", sent, want)
	}
}

func TestLoginIsVerifiedAgainOnlyOnceAfterA401(t *testing.T) {
	t.Parallel()
	s, site, before := refusedOnce(t)
	for range 3 {
		if _, err := site.Posts.Count(t.Context(), nil); err != nil {
			t.Errorf("Count after the password is valid again: error %v, want none", err)
		}
	}
	if paths := s.sentSince(before); len(paths) != 4 || !strings.HasSuffix(paths[0], "/users/me") {
		t.Errorf("three calls after a 401 sent %v, want users/me once, first", paths)
	}
}

func TestOutageDuringTheCheckIsNotARejectedLogin(t *testing.T) {
	t.Parallel()
	s := newRevocable(t)
	site := s.verified(t, cms.WithRetry(cms.Retry{Attempts: 1}))
	s.down.Store(true)
	if _, err := site.Verify(t.Context()); !errors.Is(err, cms.ErrUnavailable) {
		t.Fatalf("Verify during an outage: error %v, want ErrUnavailable", err)
	}
	_, err := site.Posts.Count(t.Context(), nil)
	if !errors.Is(err, cms.ErrUnavailable) || errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("Count during an outage: error %v, want ErrUnavailable and not ErrCredentialsRejected", err)
	}
	s.down.Store(false)
	if _, err := site.Posts.Count(t.Context(), nil); err != nil {
		t.Errorf("Count after the outage: error %v, want none", err)
	}
}

func TestOtherCredentialsOfASourceAreVerified(t *testing.T) {
	t.Parallel()
	s := newRevocable(t)
	var current atomic.Pointer[string]
	current.Store(new("secret"))
	site := s.verified(t, cms.WithCredentials(cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) {
		if *current.Load() == "" {
			return cms.Credentials{}, errors.New("the vault is shut")
		}
		return cms.Credentials{User: "editor", Password: *current.Load()}, nil
	})))
	for _, test := range []struct {
		password string
		want     error
		sent     int
	}{
		{"secret", nil, 1},
		{"wrong", cms.ErrCredentialsRejected, 1},
		{"wrong", cms.ErrCredentialsRejected, 1},
		{"secret", nil, 1}, // accepted before, and no call has shown otherwise
		{"secret", nil, 1},
	} {
		current.Store(&test.password)
		before := len(s.Seen())
		if _, err := site.Posts.Count(t.Context(), nil); !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
			t.Errorf("Count with the password %q of the source: error %v, want %v", test.password, err, test.want)
		}
		if paths := s.sentSince(before); len(paths) != test.sent {
			t.Errorf("Count with the password %q of the source sent %v, want %d requests", test.password, paths, test.sent)
		}
	}
	current.Store(new(""))
	before := len(s.Seen())
	_, err := site.Posts.Count(t.Context(), nil)
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || e.Operation != "Verify" {
		t.Errorf("Count with a source that fails: error %v, want an Error of Verify", err)
	}
	if !strings.Contains(fmt.Sprint(err), "the vault is shut") {
		t.Errorf("Count with a source that fails: error %v, want the error of the source, as an Error of Verify", err)
	}
	if paths := s.sentSince(before); paths != nil {
		t.Errorf("Count with a source that fails sent %v, want nothing", paths)
	}
}

func TestCallsThatStartDuringACheckShareItsOutcome(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var checks atomic.Int32
		known := true
		site, err := cms.New("https://docs.example.org",
			cms.WithApplicationPassword("editor", "secret"), cms.WithVerifiedLogin(),
			cms.WithHTTPClient(&http.Client{Transport: stub.Carrier(func(req *http.Request) (*http.Response, error) {
				switch {
				case !strings.HasSuffix(req.URL.Path, "/users/me"):
					return stub.Carried(req, 200, `{"id":5}`), nil
				case known:
					return stub.Carried(req, 200, `{"id":3}`), nil
				}
				checks.Add(1)
				time.Sleep(time.Second)
				return stub.Carried(req, 401, unknownUser), nil
			})}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := site.Posts.Get(t.Context(), 5); err != nil {
			t.Fatalf("Get with the right password: error %v, want none", err)
		}
		known = false
		if _, err := site.Verify(t.Context()); !errors.Is(err, cms.ErrCredentialsRejected) {
			t.Fatalf("Verify with a revoked password: error %v, want ErrCredentialsRejected", err)
		}
		checks.Store(0)
		var calls sync.WaitGroup
		for range 20 {
			calls.Go(func() {
				if _, err := site.Posts.Get(t.Context(), 5); !errors.Is(err, cms.ErrCredentialsRejected) {
					t.Errorf("Get with a revoked password: error %v, want ErrCredentialsRejected", err)
				}
			})
		}
		calls.Wait()
		if n := checks.Load(); n != 1 {
			t.Errorf("20 calls at once verified the login %d times, want once", n)
		}
		_, err = site.Posts.Get(t.Context(), 5)
		if n := checks.Load(); !errors.Is(err, cms.ErrCredentialsRejected) || n != 2 {
			t.Errorf("Get after the failed check: error %v after %d checks, want ErrCredentialsRejected after 2", err, n)
		}
	})
}
