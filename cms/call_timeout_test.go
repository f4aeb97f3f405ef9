package cms_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// slowBody is a body that takes some time before its first byte.
type slowBody struct {
	io.Reader
	ctx  context.Context
	wait time.Duration
}

func (b *slowBody) Read(p []byte) (int, error) {
	if wait := b.wait; wait > 0 {
		b.wait = 0
		if err := pause(b.ctx, wait); err != nil {
			return 0, err
		}
	}
	return b.Reader.Read(p)
}

func (*slowBody) Close() error { return nil }

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// slowSite is an administrator's client of a site in memory that takes d for each request. It
// has no connections, so synctest controls the time. It counts the requests.
func slowSite(
	t *testing.T, server *cmstest.Server, d time.Duration, options ...cms.Option,
) (*cms.Client, *atomic.Int32) {
	t.Helper()
	n := new(atomic.Int32)
	base := stub.Carrier(func(req *http.Request) (*http.Response, error) {
		n.Add(1)
		var body []byte
		if req.Body != nil {
			body, _ = io.ReadAll(req.Body)
		}
		if strings.Contains(req.URL.Path, "/files/") {
			resp := stub.Carried(req, 200, "")
			resp.Body = &slowBody{strings.NewReader("content"), req.Context(), d}
			return resp, nil
		}
		inside := httptest.NewRequestWithContext(req.Context(), req.Method, req.URL.String(), bytes.NewReader(body))
		inside.Header = req.Header
		w := httptest.NewRecorder()
		server.Handler().ServeHTTP(w, inside)
		if err := pause(req.Context(), d); err != nil {
			return nil, err
		}
		return w.Result(), nil
	})
	site, err := cms.New(server.URL, append([]cms.Option{
		cms.WithApplicationPassword("admin", server.AppPassword("admin")), cms.WithHTTPClient(&http.Client{Transport: base}),
		cms.WithCallTimeout(10 * time.Second),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return site, n
}

// timedCalls are calls of every kind.
var timedCalls = map[string]struct {
	whole bool // several requests are one call
	write bool // the first request may write
	call  func(ctx context.Context, site *cms.Client) error
}{
	"Get": {true, false, func(ctx context.Context, site *cms.Client) error {
		_, err := site.Posts.Get(ctx, 1)
		return err
	}},
	"Create": {true, true, func(ctx context.Context, site *cms.Client) error {
		_, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("A")})
		return err
	}},
	"Ensure": {true, false, func(ctx context.Context, site *cms.Client) error {
		_, err := site.Posts.Ensure(ctx, "a", &cms.PostParams{Title: new("A")})
		return err
	}},
	"UpdateIfUnchanged": {true, false, func(ctx context.Context, site *cms.Client) error {
		site, err := site.With(cms.WithCallTimeout(0))
		if err != nil {
			return err
		}
		post, err := site.Posts.Get(ctx, 1, cms.InContext(cms.ContextEdit))
		if err != nil {
			return err
		}
		if site, err = site.With(cms.WithCallTimeout(10 * time.Second)); err != nil {
			return err
		}
		_, err = site.Posts.UpdateIfUnchanged(ctx, post, &cms.PostParams{Content: new("B")})
		return err
	}},
	"ByPath": {true, false, func(ctx context.Context, site *cms.Client) error {
		_, err := site.Pages.ByPath(ctx, "one/two/three")
		return err
	}},
	"Verify": {true, false, func(ctx context.Context, site *cms.Client) error {
		_, err := site.Verify(ctx)
		return err
	}},
	"terms.EnsurePath": {true, false, func(ctx context.Context, site *cms.Client) error {
		_, err := terms.Categories(site).EnsurePath(ctx, "One/Two")
		return err
	}},
	"users.Ensure": {true, false, func(ctx context.Context, site *cms.Client) error {
		_, err := users.New(site).Ensure(ctx, "ada", &users.Params{Email: new("ada@site.test"), Password: new("x")})
		return err
	}},
	"menus.Ensure": {true, false, func(ctx context.Context, site *cms.Client) error {
		_, err := menus.New(site).Ensure(ctx, "Top", nil)
		return err
	}},
	"Pages": {false, false, func(ctx context.Context, site *cms.Client) error {
		for _, err := range site.Posts.Pages(ctx, &cms.PostListOptions{PerPage: 1}) {
			if err != nil {
				return err
			}
			time.Sleep(time.Minute) // the time between two pages does not count
		}
		return nil
	}},
	"GetMany": {false, false, func(ctx context.Context, site *cms.Client) error {
		ids := make([]int64, 300)
		for i := range ids {
			ids[i] = int64(i) + 1
		}
		for _, err := range site.Posts.GetMany(ctx, ids, nil) {
			if err != nil && !errors.Is(err, cms.ErrNotFound) {
				return err
			}
		}
		return nil
	}},
	"SendAll": {false, true, func(ctx context.Context, site *cms.Client) error {
		items := func(yield func(batch.Item) bool) {
			for range 60 {
				if !yield(site.Posts.CreateRequest(&cms.PostParams{Title: new("A")})) {
					return
				}
			}
		}
		for _, result := range batch.SendAll(ctx, site, items, nil) {
			if result.Err != nil {
				return result.Err
			}
		}
		return nil
	}},
}

// TestWithCallTimeoutLimitsWholeCalls has a site that responds after 4 seconds. A call of
// three requests takes 12.
func TestWithCallTimeoutLimitsWholeCalls(t *testing.T) {
	t.Parallel()
	for name, test := range timedCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
			synctest.Test(t, func(t *testing.T) {
				free, n := slowSite(t, server, 0, cms.WithCallTimeout(0))
				parent := int64(0)
				for _, slug := range []string{"one", "two", "three"} {
					page, err := free.Pages.Create(t.Context(), &cms.PageParams{
						Title: &slug, Slug: &slug, Parent: &parent, Status: new(cms.StatusPublish)})
					if err != nil {
						t.Fatal(err)
					}
					parent = page.ID
				}
				saved := server.Snapshot()
				n.Store(0)
				if err := test.call(t.Context(), free); err != nil {
					t.Fatalf("%s without a limit: error %v, want none", name, err)
				}
				requests := n.Load()
				server.Restore(saved)
				fast, _ := slowSite(t, server, 4*time.Second)
				start := time.Now()
				err := test.call(t.Context(), fast)
				took := time.Since(start)
				fails := test.whole && requests*4 > 10
				if fails != errors.Is(err, cms.ErrCallTimeout) || !fails && err != nil {
					t.Errorf("%s with %d requests of 4 s: error %v after %v, want ErrCallTimeout: %v",
						name, requests, err, took, fails)
				}
			})
		})
	}
}

func TestWithCallTimeoutEndsAHangingCall(t *testing.T) {
	t.Parallel()
	for name, test := range timedCalls {
		if name == "UpdateIfUnchanged" {
			continue // reads without a limit first
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
			synctest.Test(t, func(t *testing.T) {
				site, _ := slowSite(t, server, time.Hour)
				start := time.Now()
				err := test.call(t.Context(), site)
				if took := time.Since(start); took != 10*time.Second {
					t.Errorf("%s on a site that hangs took %v, want 10s", name, took)
				}
				if !errors.Is(err, cms.ErrCallTimeout) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%s on a site that hangs: error %v, want ErrCallTimeout and DeadlineExceeded", name, err)
				}
				if err == nil || !strings.Contains(err.Error(), "longer than the 10s of WithCallTimeout") {
					t.Errorf("%s on a site that hangs: error %v, want one that names the limit", name, err)
				}
				if unknown := errors.Is(err, cms.ErrOutcomeUnknown); unknown != test.write {
					t.Errorf("%s on a site that hangs: error %v, ErrOutcomeUnknown: %v, want %v", name, err, unknown, test.write)
				}
			})
		})
	}
}

func TestWithCallTimeoutCountsAttemptsWaitsAndTheLoginCheck(t *testing.T) {
	t.Parallel()
	down := `{"code":"down","message":"Down.","data":{"status":503}}`
	for name, test := range map[string]struct {
		options []cms.Option
		respond func(ctx context.Context, req *http.Request) (*http.Response, error)
		want    error
		text    string
		took    time.Duration
	}{
		"attempts": {
			[]cms.Option{cms.WithRetry(cms.Retry{Attempts: 9, MinWait: 1, MaxWait: 1})},
			func(ctx context.Context, req *http.Request) (*http.Response, error) {
				err := pause(ctx, 4*time.Second)
				return stub.Carried(req, 500, "<html>"), err
			},
			cms.ErrCallTimeout, "of WithCallTimeout", 10 * time.Second,
		},
		"a wait that would end too late": {
			nil,
			func(_ context.Context, req *http.Request) (*http.Response, error) {
				return stub.Carried(req, 503, "Retry-After: 11", down), nil
			},
			cms.ErrUnavailable, "the deadline of WithCallTimeout comes before the wait of 11s ends", 0,
		},
		"the check of the login": {
			[]cms.Option{cms.WithVerifiedLogin()},
			func(ctx context.Context, req *http.Request) (*http.Response, error) {
				err := pause(ctx, 6*time.Second)
				return stub.Carried(req, 200, `{"id":1}`), err
			},
			cms.ErrCallTimeout, "Posts.Get", 10 * time.Second,
		},
		"the wait for the rate limiter": {
			[]cms.Option{cms.WithLimiter(limiterFunc(func(ctx context.Context) error { return pause(ctx, time.Hour) }))},
			nil, cms.ErrCallTimeout, "of WithCallTimeout", 10 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				base := stub.Carrier(func(req *http.Request) (*http.Response, error) { return test.respond(req.Context(), req) })
				site, err := cms.New("https://docs.example.org", append([]cms.Option{
					cms.WithHTTPClient(&http.Client{Transport: base}), cms.WithApplicationPassword("editor", "secret"),
					cms.WithCallTimeout(10 * time.Second)}, test.options...)...)
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				_, err = site.Posts.Get(t.Context(), 1)
				if took := time.Since(start).Round(time.Millisecond); took != test.took {
					t.Errorf("Get took %v, want %v", took, test.took)
				}
				if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
					t.Errorf("Get: error %v, want %v with the text %q", err, test.want, test.text)
				}
			})
		})
	}
}

type limiterFunc func(context.Context) error

func (f limiterFunc) Wait(ctx context.Context) error { return f(ctx) }

func TestWithCallTimeoutDoesNotLimitFiles(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	synctest.Test(t, func(t *testing.T) {
		site, _ := slowSite(t, server, 50*time.Second)
		if _, err := site.Download(t.Context(), server.URL+"/files/a.pdf", io.Discard); err != nil {
			t.Errorf("Download of 50 s: error %v, want none", err)
		}
		file := media.File{Name: "a.txt", Type: "text/plain", Reader: strings.NewReader("x")}
		if _, err := media.New(site).Upload(t.Context(), file, nil); err != nil {
			t.Errorf("Upload of 50 s: error %v, want none", err)
		}
		if _, err := site.Posts.Count(t.Context(), nil); !errors.Is(err, cms.ErrCallTimeout) {
			t.Errorf("Count of 50 s: error %v, want ErrCallTimeout", err)
		}
	})
}

func TestEarlierOfContextAndCallTimeoutEndsACall(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	synctest.Test(t, func(t *testing.T) {
		site, _ := slowSite(t, server, time.Hour)
		enough := errors.New("enough")
		for _, test := range []struct {
			own     time.Duration
			limited bool
		}{{3 * time.Second, false}, {30 * time.Second, true}} {
			ctx, cancel := context.WithTimeoutCause(t.Context(), test.own, enough)
			_, err := site.Posts.Count(ctx, nil)
			cancel()
			if errors.Is(err, cms.ErrCallTimeout) != test.limited || errors.Is(err, enough) == test.limited {
				t.Errorf("Count with a context of %v and a limit of 10s: error %v, want ErrCallTimeout: %v", test.own, err,
					test.limited)
			}
		}
		derived, err := site.With(cms.WithCallTimeout(time.Second))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := site.CallContext(t.Context())
		defer cancel()
		start := time.Now()
		_, err = derived.Posts.Count(ctx, nil)
		if took := time.Since(start); took != time.Second || !errors.Is(err, cms.ErrCallTimeout) {
			t.Errorf("Count of another client with a limit of 1s: error %v after %v, want ErrCallTimeout after 1s", err, took)
		}
	})
	if _, err := cms.New(server.URL, cms.WithCallTimeout(-1)); !refuses(err, "WithCallTimeout") {
		t.Errorf("New with a negative limit: error %v, want an ArgumentError of WithCallTimeout", err)
	}
}
