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
		"Simple JWT Login 3": {400,
			`{"success":false,"data":{"message":"Expired token","errorCode":14,"type":"simple-jwt-login-middleware"}}`},
		"Basic Auth":                {500, `{"code":"incorrect_password","message":"m","data":null}`},
		"Simple JWT Login, revoked": {401, `{"success":false,"data":{"message":"m","error_code":55}}`},
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
		"a failed program":        {500, `{"code":"internal_server_error","message":"m","data":{"status":500}}`},
		"success true":            {400, `{"success":true,"data":{"error_code":14}}`},
	} {
		source := &rotating{}
		_, client := expiring(t, how, source)
		if _, err := client.Posts.Get(t.Context(), 7); err == nil || source.renews != 0 {
			t.Errorf("Get after %s: error %v and %d renewals, want the error and 0", name, err, source.renews)
		}
	}
}

func TestRefusalOfSimpleJWTLoginHasItsMessageAndCode(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"Simple JWT Login", "Simple JWT Login 3"} {
		_, client := expiring(t, refusals()[version], &rotating{stays: true})
		_, err := client.Posts.Get(t.Context(), 7)
		e, ok := errors.AsType[*cms.Error](err)
		if want := "Expired token (error_code 14)"; !ok || e.Message != want {
			t.Errorf("Get with an expired token, %s: error %v, want the message %q", version, err, want)
		}
	}
}

// The source calls the site through the client whose login it renews.
func TestSourceThatWaitsForItselfIsNamed(t *testing.T) {
	t.Parallel()
	var client *cms.Client
	calls := 0
	_, client = expiring(t, refusals()["401"], cms.CredentialsFunc(func(ctx context.Context) (cms.Credentials, error) {
		if calls++; calls != 2 {
			return cms.Credentials{Token: "token-0"}, nil
		}
		_, err := client.Posts.Get(ctx, 1)
		return cms.Credentials{}, err
	}))
	_, err := client.Posts.Create(t.Context(), &cms.PostParams{})
	if err == nil || !strings.Contains(err.Error(), "use With(WithoutCredentials()) for it") {
		t.Errorf("Create with a source that calls its own client: error %v, want one that says what to use", err)
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
	locked := fmt.Errorf("the vault is locked: %w", cms.ErrNotFound)
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
		if e.Hint == "" || strings.Contains(e.Hint, "sends no login") {
			t.Errorf("Create after %s without a renewal: hint %q, want one for a client with a login", name, e.Hint)
		}
		if errors.Is(err, cms.ErrNotFound) {
			t.Errorf("Create after %s: error %v, want no ErrNotFound, which the source means of its token", name, err)
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
