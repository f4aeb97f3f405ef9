package cms_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// refusals are responses of plugins to an expired token, written by hand after what the
// plugins send on WordPress 7.1.
func refusals() map[string]refusedToken {
	return map[string]refusedToken{
		"401": {401, `{"code":"rest_not_logged_in","message":"m","data":{"status":401}}`},
		"JWT Authentication": {403,
			`{"code":"jwt_auth_invalid_token","message":"Expired token","data":{"status":403}}`},
		"JWT Authentication, issuer": {403, `{"code":"jwt_auth_bad_iss","message":"m","data":{"status":403}}`},
		"Simple JWT Login":           {400, `{"success":false,"data":{"message":"Expired token","error_code":14}}`},
		"Simple JWT Login, revoked":  {401, `{"success":false,"data":{"message":"m","error_code":55}}`},
		"OAuth2": {403, `{"code":"oauth2.authenticate.attempt_authentication.invalid_token","message":"m",` +
			`"data":{"status":403,"token":"token-0"}}`},
		"nonce": {403, `{"code":"rest_cookie_invalid_nonce","message":"m","data":{"status":403}}`},
	}
}

type refusedToken struct {
	status int
	body   string
}

// tokenSite accepts one token, and refuses others as a plugin does. In a batch the refusal
// is that of each item.
type tokenSite struct {
	refusedToken
	accepts atomic.Pointer[string]
	created atomic.Int32
	refused atomic.Int32
	inBatch atomic.Int32 // items that ran
}

func (s *tokenSite) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		_ = r.Body.Close()
	}
	w.Header().Set("Content-Type", "application/json")
	known := r.Header.Get("Authorization") == "Bearer "+*s.accepts.Load()
	switch {
	case strings.HasSuffix(r.URL.Path, "/batch/v1"):
		w.WriteHeader(http.StatusMultiStatus)
		var items []string
		for i := range strings.Count(string(body), `"method"`) {
			items = append(items, `{"status":200,"headers":{},"body":{"id":1}}`)
			if !known && i > 0 { // the route of the first item is open
				items[i] = fmt.Sprintf(`{"status":%d,"headers":{},"body":%s}`, s.status, s.body)
			} else {
				s.inBatch.Add(1)
			}
		}
		_, _ = fmt.Fprintf(w, `{"responses":[%s]}`, strings.Join(items, ","))
	case !known:
		s.refused.Add(1)
		w.WriteHeader(s.status)
		_, _ = io.WriteString(w, s.body)
	case r.Method == http.MethodPost:
		s.created.Add(1)
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"id":7,"title":{"raw":"x","rendered":"x"},"guid":{"raw":"x","rendered":"x"}}`)
	default:
		_, _ = io.WriteString(w, `{"id":7,"name":"ada"}`)
	}
	resp := w.Result()
	resp.Request = r
	return resp, nil
}

// rotating is a Renewer that counts. Its tokens are token-0, token-1 and so on.
type rotating struct {
	mu     sync.Mutex
	number int
	renews int
	err    error
	stays  bool // Renew returns the old token
}

func (r *rotating) Credentials(context.Context) (cms.Credentials, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return cms.Credentials{Token: fmt.Sprint("token-", r.number)}, nil
}

func (r *rotating) Renew(ctx context.Context, refused cms.Credentials) (cms.Credentials, error) {
	r.mu.Lock()
	r.renews++
	if want := fmt.Sprint("token-", r.number); refused.Token != want {
		r.err = fmt.Errorf("refused is %q, want %q", refused.Token, want)
	}
	if r.err != nil {
		defer r.mu.Unlock()
		return cms.Credentials{}, r.err
	}
	if !r.stays {
		r.number++
	}
	r.mu.Unlock()
	return r.Credentials(ctx)
}

// expiring returns a client whose first token a site refuses.
func expiring(t *testing.T, how refusedToken, source cms.CredentialsSource) (*tokenSite, *cms.Client) {
	t.Helper()
	site := &tokenSite{refusedToken: how}
	site.accepts.Store(new("token-1"))
	client, err := cms.New("https://site.example", cms.WithCredentials(source),
		cms.WithHTTPClient(&http.Client{Transport: site}))
	if err != nil {
		t.Fatal(err)
	}
	return site, client
}

func TestRefusedTokenIsRenewedAndTheCallSentOnceMore(t *testing.T) {
	t.Parallel()
	reader := func(text string) io.Reader { return io.MultiReader(strings.NewReader(text)) }
	for name, how := range refusals() {
		for call, test := range map[string]struct {
			do      func(context.Context, *cms.Client) error
			creates int32
		}{
			"Get": {func(ctx context.Context, c *cms.Client) error { return second(c.Posts.Get(ctx, 7)) }, 0},
			"Get with one attempt": {func(ctx context.Context, c *cms.Client) error {
				return second(c.Posts.Get(ctx, 7, cms.Attempts(1)))
			}, 0},
			"Create": {func(ctx context.Context, c *cms.Client) error {
				return second(c.Posts.Create(ctx, &cms.PostParams{Title: new("x")}))
			}, 1},
			"Upload": {func(ctx context.Context, c *cms.Client) error {
				return second(media.New(c).Upload(ctx, media.Bytes("a.png", []byte("x")), nil))
			}, 1},
			"Verify": {func(ctx context.Context, c *cms.Client) error { return second(c.Verify(ctx)) }, 0},
			"Download": {func(ctx context.Context, c *cms.Client) error {
				return second(c.Download(ctx, "https://site.example/a.png", io.Discard))
			}, 0},
		} {
			source := &rotating{}
			site, client := expiring(t, how, source)
			if err := test.do(t.Context(), client); err != nil {
				t.Errorf("%s after %s: error %v, want none", call, name, err)
			}
			if site.created.Load() != test.creates || site.refused.Load() != 1 {
				t.Errorf("%s after %s: %d records and %d refusals, want %d and 1", call, name, site.created.Load(),
					site.refused.Load(), test.creates)
			}
			if source.renews != 1 {
				t.Errorf("%s after %s: %d renewals, want 1", call, name, source.renews)
			}
		}
		source := &rotating{}
		site, client := expiring(t, how, source)
		_, err := media.New(client).Upload(t.Context(), media.File{Name: "a.png", Reader: reader("x"), Size: 1}, nil)
		if err == nil || site.refused.Load() != 1 {
			t.Errorf("Upload of a reader after %s: error %v, %d refusals, want one of each", name, err, site.refused.Load())
		}
		if errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("Upload of a reader after %s: error %v, want no ErrOutcomeUnknown", name, err)
		}
	}
}

func TestOnlyTheRejectedItemsOfABatchAreSentOnceMore(t *testing.T) {
	t.Parallel()
	for name, how := range refusals() {
		source := &rotating{}
		site, client := expiring(t, how, source)
		report, err := batch.New(client).Delete("cms/v2/posts/1", nil).Delete("cms/v2/posts/2", nil).
			Delete("cms/v2/posts/3", nil).Do(t.Context())
		if err == nil {
			err = report.Err()
		}
		if got := [...]int{int(site.inBatch.Load()), source.renews}; err != nil || got != [...]int{3, 1} {
			t.Errorf("batch of 3 after %s in 2 items: error %v, items and renewals %v, want none and [3 1]", name, err, got)
		}
	}
	locked := errors.New("the vault is locked")
	source := &rotating{err: locked}
	_, client := expiring(t, refusals()["401"], source)
	report, err := batch.New(client).Delete("cms/v2/posts/1", nil).Delete("cms/v2/posts/2", nil).Do(t.Context())
	if err != nil || report.Results[0].Err != nil {
		t.Fatalf("batch with an open item: error %v and %v, want none", err, report.Results[0].Err)
	}
	if err := report.Results[1].Err; !errors.Is(err, locked) || !errors.Is(err, cms.ErrUnauthorized) {
		t.Errorf("item of a batch whose login was not renewed: error %v, want ErrUnauthorized and that of the source", err)
	}
}

func TestErrorOfAnotherKindRenewsNothing(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]refusedToken{
		"rest_forbidden":          {403, `{"code":"rest_forbidden","message":"m","data":{"status":403}}`},
		"rest_invalid_param":      {400, `{"code":"rest_invalid_param","message":"m","data":{"status":400}}`},
		"success false of others": {400, `{"success":false,"data":"no"}`},
		"a firewall":              {403, `<html>`},
		"success true":            {400, `{"success":true,"data":{"error_code":14}}`},
	} {
		source := &rotating{}
		_, client := expiring(t, how, source)
		if _, err := client.Posts.Get(t.Context(), 7); err == nil || source.renews != 0 {
			t.Errorf("Get after %s: error %v and %d renewals, want the error and 0", name, err, source.renews)
		}
	}
}

func TestSecondRefusalEndsTheCall(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]*rotating{"another token": {number: 5}, "the old token again": {stays: true}} {
		site, client := expiring(t, refusals()["JWT Authentication"], source)
		_, err := client.Posts.Create(t.Context(), &cms.PostParams{})
		if !errors.Is(err, cms.ErrCredentialsRejected) || errors.Is(err, cms.ErrForbidden) {
			t.Errorf("Create with %s: error %v, want ErrCredentialsRejected and not ErrForbidden", name, err)
		}
		if errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("Create with %s: error %v, want no ErrOutcomeUnknown", name, err)
		}
		if source.renews != 1 || site.refused.Load() > 2 {
			t.Errorf("Create with %s: %d renewals, %d requests, want 1 and at most 2", name, source.renews, site.refused.Load())
		}
	}
}

func TestErrorOfARenewalIsJoinedToTheRefusal(t *testing.T) {
	t.Parallel()
	locked := errors.New("the vault is locked")
	for name, how := range refusals() {
		_, client := expiring(t, how, &rotating{err: locked})
		_, err := client.Posts.Create(t.Context(), &cms.PostParams{})
		e, ok := errors.AsType[*cms.Error](err)
		if !ok || e.Status != how.status {
			t.Fatalf("Create after %s without a renewal: error %v, want the status %d", name, err, how.status)
		}
		if !errors.Is(err, locked) {
			t.Errorf("Create after %s without a renewal: error %v, want that of the source", name, err)
		}
		if errors.Is(err, cms.ErrOutcomeUnknown) || !strings.Contains(err.Error(), locked.Error()) {
			t.Errorf("Create after %s: error %v, want its reason in the text and no ErrOutcomeUnknown", name, err)
		}
	}
}

func TestFirstFetchThatFailsSendsNothing(t *testing.T) {
	t.Parallel()
	locked := errors.New("the vault is locked")
	site, client := expiring(t, refusals()["401"], cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
		return cms.Credentials{}, locked
	}))
	_, err := client.Posts.Create(t.Context(), &cms.PostParams{})
	if !errors.Is(err, locked) || errors.Is(err, cms.ErrOutcomeUnknown) {
		t.Errorf("Create with a source that fails: error %v, want only that of the source", err)
	}
	if got := site.refused.Load(); got != 0 {
		t.Errorf("Create with a source that fails: %d requests, want 0", got)
	}
}

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
		source := &lives{before: func(ctx context.Context) error {
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
				if _, err := client.Posts.Create(t.Context(), nil); err == nil || errors.Is(err, cms.ErrOutcomeUnknown) {
					t.Errorf("Create with a fetch that hangs: error %v, want one that is not ErrOutcomeUnknown", err)
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
			if err == nil || !strings.Contains(err.Error(), "expired") {
				t.Errorf("Get with %s credentials after they expired: error %v, want expired", name, err)
			}
			if got := site.refused.Load(); got != 0 {
				t.Errorf("Get with %s credentials after they expired: %d requests, want 0", name, got)
			}
		}
	})
}

func TestSlowClockIsCorrectedByTheRefusal(t *testing.T) {
	t.Parallel()
	source := &lives{tell: true, life: 24 * time.Hour} // by a clock that is slow the token is valid
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

func TestCredentialsOfEachKindAreSentAndOthersRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		credentials           cms.Credentials
		header, cookie, nonce string
	}{
		"token":            {cms.Credentials{Token: "a.b.c"}, "Bearer a.b.c", "", ""},
		"session":          {cms.Credentials{Cookie: "a=b", Nonce: "0123456789"}, "", "a=b", "0123456789"},
		"user":             {cms.Credentials{User: "u", Password: "p"}, "Basic dTpw", "", ""},
		"token and user":   {cms.Credentials{Token: "a", User: "u", Password: "p"}, "", "", ""},
		"token and nonce":  {cms.Credentials{Token: "a", Nonce: "n"}, "", "", ""},
		"Bearer in it":     {cms.Credentials{Token: "Bearer a"}, "", "", ""},
		"a line break":     {cms.Credentials{Token: "a\nb"}, "", "", ""},
		"cookie, no nonce": {cms.Credentials{Cookie: "a=b"}, "", "", ""},
		"nothing":          {cms.Credentials{}, "", "", ""},
	} {
		var got http.Header
		base := &http.Client{Transport: carrier(func(r *http.Request) (*http.Response, error) {
			got = r.Header
			body := io.NopCloser(strings.NewReader(`{"id":7}`))
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r, Body: body}, nil
		})}
		client, err := cms.New("https://site.example", cms.WithCredentials(test.credentials), cms.WithHTTPClient(base))
		if refused := test.header == "" && test.cookie == ""; refused || err != nil {
			if !refused || !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("New with %s: error %v, want ErrInvalidArgument: %t", name, err, refused)
			}
			continue
		}
		_, err = client.Posts.Get(t.Context(), 7)
		sent := [...]string{got.Get("Authorization"), got.Get("Cookie"), got.Get("X-WP-Nonce")}
		if want := [...]string{test.header, test.cookie, test.nonce}; err != nil || sent != want {
			t.Errorf("Get with %s: sent %q and error %v, want %q", name, sent, err, want)
		}
	}
}

func TestVerifyRejectsATokenInEachOfTheFormsOfPlugins(t *testing.T) {
	t.Parallel()
	for name, how := range refusals() {
		source := cms.Credentials{Token: "token-0"}
		_, client := expiring(t, how, source)
		verified, err := client.With(cms.WithVerifiedLogin())
		if err != nil {
			t.Fatal(err)
		}
		calls := map[string]func(context.Context) error{
			"Verify":                     func(ctx context.Context) error { return second(client.Verify(ctx)) },
			"Get with WithVerifiedLogin": func(ctx context.Context) error { return second(verified.Posts.Get(ctx, 7)) },
		}
		for call, do := range calls {
			err := do(t.Context())
			if !errors.Is(err, cms.ErrCredentialsRejected) || errors.Is(err, cms.ErrForbidden) {
				t.Errorf("%s after %s: error %v, want ErrCredentialsRejected and not ErrForbidden", call, name, err)
			}
			for _, wrong := range []string{"password is wrong", "cut short"} {
				if strings.Contains(err.Error(), wrong) {
					t.Errorf("%s after %s: error %v, want no text %q", call, name, err, wrong)
				}
			}
		}
	}
}

func TestHeadersOfALoginNameTheirOption(t *testing.T) {
	t.Parallel()
	for header, option := range map[string]string{
		"Authorization": "WithToken", "authorization": "WithCredentials", "Cookie": "WithCredentials",
		"Proxy-Authorization": "WithProxyCredentials", "X-WP-Nonce": "",
	} {
		_, err := cms.New("https://site.example", cms.WithHeader(header, "Bearer a"))
		if refused := option != ""; refused != (err != nil) || refused && !strings.Contains(err.Error(), option) {
			t.Errorf("WithHeader(%q): error %v, want one that names %q", header, err, option)
		}
	}
}

func TestRootOfOneSiteAmongOthersIsRefused(t *testing.T) {
	t.Parallel()
	for root, ok := range map[string]bool{
		"?rest_route=/": true, "index.php?rest_route=": true,
		"wp-json/?rest_route=/sites/123/": false, "?rest_route=/wp/v2": false,
	} {
		if _, err := cms.New("https://site.example", cms.WithRoot(root)); (err == nil) != ok {
			t.Errorf("WithRoot(%q): error %v, want none: %t", root, err, ok)
		}
	}
}
