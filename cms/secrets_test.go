package cms_test

import (
	"bytes"
	"encoding/base64"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

const (
	secretUser     = "editor"
	secretPassword = "abcd EFGH 1234 ijkl"
	secretArgument = "let-me-in-please"
	secretHeader   = "header-token-xyz"
)

// secrets are all forms in which what must not be told might be told.
func secrets() []string {
	encoded := base64.StdEncoding.EncodeToString([]byte(secretUser + ":" + secretPassword))
	return []string{secretPassword, strings.ReplaceAll(secretPassword, " ", ""),
		strings.ReplaceAll(secretPassword, " ", "+"), strings.ReplaceAll(secretPassword, " ", "%20"),
		encoded, base64.StdEncoding.EncodeToString([]byte(secretPassword)), secretArgument, secretHeader,
		fmt.Sprintf("%x", secretPassword), fmt.Sprint([]byte(secretPassword))}
}

func tells(t *testing.T, what, text string) {
	t.Helper()
	for _, secret := range secrets() {
		if strings.Contains(text, secret) {
			t.Errorf("%s prints %.300q, want no %q in it", what, text, secret)
		}
	}
}

func TestPrintedCredentialsStillNameTheUser(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(200, `{"id":5}`)).Client(t, cms.WithApplicationPassword(secretUser, secretPassword))
	credentials := cms.Credentials{User: secretUser, Password: secretPassword}
	switch text := fmt.Sprintf("%v %+v %#v %s", credentials, &credentials, credentials, site); {
	case !strings.Contains(text, secretUser):
		t.Errorf("printed credentials %q, want %q in it", text, secretUser)
	case !strings.Contains(text, site.Root()):
		t.Errorf("printed credentials %q, want %q in it", text, site.Root())
	}
	for _, c := range []struct {
		credentials cms.Credentials
		want        string
	}{
		{cms.Credentials{User: "u", Password: secretPassword}, "u:[redacted] cms.Credentials{User: u, [redacted]}"},
		{cms.Credentials{Token: secretPassword}, "token [redacted] cms.Credentials{token [redacted]}"},
		{cms.Credentials{Cookie: secretPassword}, "session [redacted] cms.Credentials{session [redacted]}"},
		{cms.Credentials{Nonce: secretPassword}, "session [redacted] cms.Credentials{session [redacted]}"},
	} {
		if got := fmt.Sprintf("%v %#v", c.credentials, c.credentials); got != c.want {
			t.Errorf("printed credentials %q, want %q", got, c.want)
		}
	}
	if text := fmt.Sprintf("%v %+v", (*cms.Client)(nil), (*cms.Credentials)(nil)); !strings.Contains(text, "nil") {
		t.Errorf("text %q, want %q in it", text, "nil")
	}
	create, err := site.Posts.CreateRequest(&cms.PostParams{}).BatchItem(site, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer := cms.Response{Status: 201, Header: http.Header{"Set-Cookie": {"session=" + secretHeader},
		"Location": {"https://docs.example.org/5?key=" + secretArgument}, "X-Cms-Total": {"7"}}}
	for want, value := range map[string]any{
		"cms.Request(Posts.Trash)":                        site.Posts.TrashRequest(5),
		"cms.BatchItem(Posts.Create: POST /cms/v2/posts)": create,
		`cms.Upload("image/png", 7 bytes)`:                cms.Upload{Type: "image/png", Size: 7},
		"{Status:201 Header:map[Location:[https://docs.example.org/5] Set-Cookie:[[redacted]] X-Cms-Total:[7]] Attempts:0 " +
			"Noise: DoneBefore:false}": answer,
	} {
		if text := fmt.Sprintf("%+v", value); text != want {
			t.Errorf("printed value %q, want %q", text, want)
		}
	}
	switch raw, err := stdjson.Marshal(answer); {
	case err != nil:
		t.Errorf("%s: json.Marshal(answer): error %v, want nil", raw, err)
	case !strings.Contains(string(raw), `"X-Cms-Total":["7"]`):
		t.Errorf("json.Marshal(answer): raw %q, want %q in it", string(raw), `"X-Cms-Total":["7"]`)
	case answer.Header.Get("Set-Cookie") == "":
		t.Errorf(`%s: answer.Header.Get("Set-Cookie") empty, want a text`, raw)
	}
	switch text, err := credentials.MarshalText(); {
	case err != nil:
		t.Errorf("%s: Credentials.MarshalText: error %v, want nil", text, err)
	case !strings.Contains(string(text), secretUser):
		t.Errorf("Credentials.MarshalText: text %q, want %q in it", string(text), secretUser)
	}
}

// journal is a log that several goroutines write.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func TestNoErrorAndNoLogTellsASecret(t *testing.T) {
	t.Parallel()
	faults := append(lost(), answers(200, html), answers(200, "[]"), answers(400, `{"code":"x","message":"m"}`),
		answers(401, unknownUser), answers(403, html), answers(404, missing), answers(429, html),
		doing{"a redirect elsewhere", func(w http.ResponseWriter, r *http.Request) {
			stub.Reply(w, 302, "Location: https://"+secretUser+":"+secretArgument+"@docs.example.org/?token="+secretArgument, "")
		}},
		doing{"a redirect to nothing", func(w http.ResponseWriter, r *http.Request) {
			stub.Reply(w, 302, "Location: ://%zz"+secretArgument, "")
		}},
	)
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) { fault.first(w, r) })
			var log journal
			logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			site := s.Client(t, cms.WithApplicationPassword(secretUser, secretPassword), cms.WithHeader("X-Token", secretHeader),
				cms.WithLogger(logger))
			check := func(err error) {
				t.Helper()
				if err == nil {
					t.Error("no error, want one")
					return
				}
				tells(t, "an error", fmt.Sprintf("%v %+v %#v", err, err, err))
				v1, _ := stdjson.Marshal(err)
				v2, _ := json.Marshal(err)
				tells(t, "an error as JSON", string(v1)+string(v2))
			}
			_, err := site.Posts.Get(t.Context(), 5, cms.PostPassword(secretArgument), cms.Header("X-Other", secretHeader))
			check(err)
			_, err = site.Posts.Create(t.Context(), &cms.PostParams{Password: new(secretArgument)})
			check(err)
			_, err = site.Verify(t.Context())
			check(err)
			s.CloseClientConnections()
			s.Close()
			_, err = site.Posts.Get(t.Context(), 5, cms.PostPassword(secretArgument), cms.Attempts(1)) // refused
			check(err)
			tells(t, "the log", log.text.String())
			if !strings.Contains(log.text.String(), "Posts.Get") {
				t.Errorf("log %q, want %q in it", log.text.String(), "Posts.Get")
			}
		})
	}
}

// A plugin of the site puts the password that it got into the error of each item of a batch.
func TestErrorsOfEnsureManyTellNoPassword(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
			return
		}
		_, password, _ := r.BasicAuth()
		item := `{"status":403,"headers":{},"body":{"code":"rest_forbidden","message":"` + password + `"}}`
		stub.Reply(w, 207, `{"responses":[`+item+","+item+`]}`)
	})
	site := s.Client(t, cms.WithApplicationPassword(secretUser, secretPassword))
	for i, one := range site.Posts.EnsureMany(t.Context(), lots(2), nil) {
		if !errors.Is(one.Err, cms.ErrForbidden) {
			t.Errorf("EnsureMany of record %d: error %v, want ErrForbidden", i, one.Err)
		}
		tells(t, "EnsureMany", fmt.Sprintf("%v %+v %#v", one.Err, one.Err, one.Err))
	}
}

func TestCredentialsAreSentOnlyToTheOrigin(t *testing.T) {
	t.Parallel()
	other := stub.New(t, stub.Always(200, `{"id":5}`))
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("q") != "" {
			stub.Reply(w, 307, "Location: "+other.URL+"/cms-json/cms/v2/posts/5", "")
			return
		}
		stub.Reply(w, 200, `{"id":5}`)
	})
	site := s.Client(t, cms.WithApplicationPassword(secretUser, secretPassword), cms.WithHeader("X-Token", secretHeader))
	if _, err := site.Posts.Get(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(secretUser+":"+secretPassword))
	switch got := s.Seen()[0].Header; {
	case got.Get("Authorization") != want:
		t.Errorf(`got.Get("Authorization") %q, want %q`, got.Get("Authorization"), want)
	case got.Get("X-Token") != secretHeader:
		t.Errorf(`got.Get("X-Token") %q, want %q`, got.Get("X-Token"), secretHeader)
	}
	for _, method := range []string{"GET", "PUT"} { // a 307 keeps the method
		_, err := cms.Do(t.Context(), site, cms.Request[any]{Method: method, Path: "x",
			Query: map[string][]string{"q": {"1"}}})
		if !errors.Is(err, cms.ErrRedirected) {
			t.Error(err)
		}
	}
	if len(other.Seen()) > 0 {
		t.Errorf("requests sent: %d, want at most 0", len(other.Seen()))
	}
	// Middleware that sends a request elsewhere takes nothing along.
	turned, err := site.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(req *http.Request) (*http.Response, error) {
			if req.Header.Get("Authorization") != "" {
				t.Errorf(`middleware sees the credentials: req.Header.Get("Authorization") %q, want an empty string`,
					req.Header.Get("Authorization"))
			}
			req = req.Clone(req.Context())
			req.URL.Host = strings.TrimPrefix(other.URL, "http://")
			return next.RoundTrip(req)
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := turned.Posts.Get(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	if got := other.Seen()[0].Header.Get("Authorization"); got != "" {
		t.Errorf("another origin got %q, want an empty string", got)
	}
}

func TestCredentialsAreNotSentOverPlainHTTP(t *testing.T) {
	t.Parallel()
	login := cms.WithApplicationPassword(secretUser, secretPassword)
	for _, address := range []string{"http://docs.example.org", "http://10.0.0.1", "http://localhost.example.org"} {
		if _, err := cms.New(address, login); !errors.Is(err, cms.ErrInsecure) {
			t.Errorf("%s: cms.New(address, login): error %v, want ErrInsecure", address, err)
		}
		if _, err := cms.New(address, login, cms.WithInsecureHTTP()); err != nil {
			t.Errorf("%s: cms.New: %v", address, err)
		}
		if _, err := stub.Dial(t, address).With(login); !errors.Is(err, cms.ErrInsecure) {
			t.Errorf("%s: Client.With(login): error %v, want ErrInsecure", address, err)
		}
	}
	for _, address := range []string{"http://127.0.0.1:8080", "http://[::1]", "http://localhost", "http://docs.localhost",
		"https://docs.example.org"} {
		if _, err := cms.New(address, login); err != nil {
			t.Errorf("%s: cms.New(address, login): %v", address, err)
		}
	}
	if _, err := cms.New("https://docs.example.org", login, cms.WithRoot("http://docs.example.org/api")); !errors.Is(err,
		cms.ErrInsecure) {
		t.Errorf("a root on http: %v, want ErrInsecure", err)
	}
}

func TestCredentialsAreNotSentThroughAProxyOverPlainHTTP(t *testing.T) {
	t.Parallel()
	proxy := stub.New(t, stub.Always(200, `{"id":7}`))
	through := cms.WithHTTPClient(&http.Client{Transport: &http.Transport{
		Proxy: func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) },
	}})
	site := stub.Dial(t, "http://site.localhost", through, cms.WithApplicationPassword(secretUser, secretPassword))
	_, err := site.Posts.Get(t.Context(), 7)
	switch {
	case !errors.Is(err, cms.ErrInsecure):
		t.Errorf("Posts.Get through a proxy: error %v, want ErrInsecure", err)
	case !strings.Contains(err.Error(), "proxy"):
		t.Errorf("Posts.Get through a proxy: error %v, want %q in it", err, "proxy")
	case len(proxy.Seen()) != 0:
		t.Errorf("Posts.Get through a proxy: %d requests, want 0", len(proxy.Seen()))
	}
	allowed, err := site.With(cms.WithInsecureHTTP())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := allowed.Posts.Get(t.Context(), 7); err != nil || len(proxy.Seen()) != 1 {
		t.Errorf("Get with WithInsecureHTTP: error %v and %d requests, want 1", err, len(proxy.Seen()))
	}
}
