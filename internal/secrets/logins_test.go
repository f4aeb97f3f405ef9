package secrets

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest/record"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/media"
)

// waysIn returns the options by which a program can give a client a login for home. Each
// sends a secret of told.
func waysIn(t *testing.T, home string) map[string][]cms.Option {
	t.Helper()
	// A middleware of the usual kind signs each request, wherever it goes.
	signing := func(name, value string) cms.Option {
		return cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return carrier(func(req *http.Request) (*http.Response, error) {
				req = req.Clone(req.Context())
				req.Header.Set(name, value)
				return next.RoundTrip(req)
			})
		})
	}
	return map[string][]cms.Option{
		"token":                   {cms.WithToken(key)},
		"token in another header": {cms.WithToken(key), cms.WithCredentialsHeader("X-Authorization")},
		"session": {
			cms.WithCredentials(cms.Credentials{Cookie: "wordpress_logged_in_1=" + cookie, Nonce: key}),
		},
		"server in front": {cms.WithProxyCredentials("Authorization", cms.Credentials{User: user, Password: password}),
			cms.WithToken(key), cms.WithCredentialsHeader("X-Authorization")},
		"application password":         {cms.WithApplicationPassword(user, password)},
		"source":                       {cms.WithCredentials(source{user, password})},
		"middleware, Bearer":           {signing("Authorization", "Bearer "+key)},
		"middleware, cookie":           {signing("Cookie", "wordpress_logged_in_1="+cookie)},
		"middleware, nonce":            {signing("X-WP-Nonce", key)},
		"middleware, key of a service": {signing("X-Api-Key", key)},
		"jar":                          {cms.WithHTTPClient(&http.Client{Jar: jarFor(t, home)})},
		"header of the client":         {cms.WithHeader("X-Token", key)},
		"transport": {
			cms.WithHTTPClient(&http.Client{Transport: signer{http.DefaultTransport}}),
			cms.WithDownloadClient(&http.Client{}),
		},
	}
}

// signer is a transport that adds a token to each request, as oauth2.Transport does.
type signer struct{ base http.RoundTripper }

func (s signer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+key)
	return s.base.RoundTrip(req)
}

// echoing is a site that puts what it received into each error, as a plugin does with a
// token that it refuses. Its redirects lead to other.
func echoing(t *testing.T, other *string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/away/") {
			http.Redirect(w, r, *other+strings.TrimPrefix(r.URL.Path, "/away"), http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, pass, _ := r.BasicAuth()
		heard := strings.Join([]string{
			strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), pass, strings.ReplaceAll(pass, " ", ""),
			r.Header.Get("Cookie"), r.Header.Get("X-WP-Nonce"), r.Header.Get("X-Token"), r.Header.Get("X-Api-Key"),
		}, " ")
		detail := `{"code":"b","message":"%[1]s","data":{"token":"%[1]s"}}`
		refusal := fmt.Sprintf(`{"code":"oauth2.authenticate.attempt_authentication.invalid_token","message":"%[1]s",`+
			`"data":{"status":403,"token":"%[1]s","params":{"token":"%[1]s"},"details":{"token":`+detail+`}},`+
			`"additional_errors":[`+detail+`]}`, strings.ReplaceAll(heard, "/", `\/`))
		switch {
		case strings.HasSuffix(r.URL.Path, "/batch/v1"):
			w.WriteHeader(http.StatusMultiStatus)
			_, _ = io.WriteString(w, `{"responses":[{"status":403,"headers":{},"body":`+refusal+`}]}`)
		case strings.HasSuffix(r.URL.Path, "/posts/7"): // an error under the status 200
			_, _ = io.WriteString(w, refusal)
		case strings.HasSuffix(r.URL.Path, "/posts/8"): // no JSON
			_, _ = io.WriteString(w, heard)
		case strings.HasSuffix(r.URL.Path, "/posts/9"): // a record of another shape
			_, _ = io.WriteString(w, `{"id":{"`+heard+`":"`+heard+`"}}`)
		case strings.HasSuffix(r.URL.Path, "/posts/10"): // no HTTP
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_, _ = io.WriteString(conn, heard+"\r\n\r\n")
				_ = conn.Close()
			}
		default:
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, refusal)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// otherwise returns the addresses of other as different origins of home: another port, and
// another host.
func otherwise(other string) map[string]string {
	return map[string]string{"another port": other, "another host": strings.Replace(other, "127.0.0.1", "localhost", 1)}
}

func TestNoLoginReachesAnotherOrigin(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 10_000)
	var at string
	home := echoing(t, &at)
	other := elsewhere(t, asked)
	for place, address := range otherwise(other.URL) {
		at = address
		for way, options := range waysIn(t, home.URL) {
			site, err := cms.New(home.URL, append(options, cms.WithRetry(cms.Retry{Attempts: 1}))...)
			if err != nil {
				t.Fatal(err)
			}
			for out, call := range waysOut(site, home.URL, address) {
				before := len(asked)
				err := call(t.Context())
				reached := len(asked) > before
				if want := strings.HasPrefix(out, "download"); reached != want {
					t.Errorf("%s by %s to %s: a request arrived there is %t, want %t (error %v)",
						out, way, place, reached, want, err)
				}
			}
		}
	}
}

// waysOut returns calls that lead from the site at home to another origin, or would if a
// redirect were followed.
func waysOut(site *cms.Client, home, other string) map[string]func(context.Context) error {
	away, _ := site.With(cms.WithRoot(home + "/away/"))
	file := media.Bytes("a", []byte("x"))
	download := func(ctx context.Context, address string) error {
		return failing(site.Download(ctx, address, io.Discard))
	}
	return map[string]func(context.Context) error{
		"download":                  func(ctx context.Context) error { return download(ctx, other+"/a") },
		"download after a redirect": func(ctx context.Context) error { return download(ctx, home+"/away/a") },
		"read after a redirect":     func(ctx context.Context) error { return failing(away.Posts.Get(ctx, 1)) },
		"write after a redirect":    func(ctx context.Context) error { return failing(away.Posts.Create(ctx, nil)) },
		"upload after a redirect": func(ctx context.Context) error {
			return failing(media.New(away).Upload(ctx, file, nil))
		},
		"Verify after a redirect":    func(ctx context.Context) error { return failing(away.Verify(ctx)) },
		"Diagnose after a redirect":  func(ctx context.Context) error { return failing(connect.Diagnose(ctx, away)) },
		"a walk after a redirect":    func(ctx context.Context) error { return failing(away.Posts.List(ctx, nil)) },
		"an index after a redirect":  func(ctx context.Context) error { return failing(away.Index(ctx)) },
		"a request after a redirect": func(ctx context.Context) error { return failing(cms.Do(ctx, away, request())) },
		"batch after a redirect": func(ctx context.Context) error {
			return failing(batch.New(away).Delete("cms/v2/posts/1", nil).Do(ctx))
		},
		"a read with a key after a redirect": func(ctx context.Context) error {
			return failing(away.Posts.Get(ctx, 1, cms.Header("X-Other", key)))
		},
	}
}

func TestMiddlewareThatTurnsARequestTakesNoLoginAlong(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1000)
	other := elsewhere(t, asked)
	for way, options := range waysIn(t, other.URL) {
		turn := cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return carrier(func(req *http.Request) (*http.Response, error) {
				req = req.Clone(req.Context())
				req.URL.Host = strings.TrimPrefix(other.URL, "http://")
				return next.RoundTrip(req)
			})
		})
		site, err := cms.New("http://localhost:1", append(options, turn, cms.WithRetry(cms.Retry{Attempts: 1}))...)
		if err != nil {
			t.Fatal(err)
		}
		before := len(asked)
		if _, err := site.Posts.Get(t.Context(), 1, cms.Header("X-Api-Key", key)); err != nil || len(asked) != before+1 {
			t.Errorf("Get by %s through middleware to another origin: error %v and %d requests, want none and 1",
				way, err, len(asked)-before)
		}
	}
}

func TestOriginThatAnOptionNamesGetsWhatMiddlewareSets(t *testing.T) {
	t.Parallel()
	var got string
	files := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("Authorization")
	}))
	t.Cleanup(files.Close)
	site, err := cms.New("https://site.example", append(waysIn(t, files.URL)["middleware, Bearer"],
		cms.WithMiddlewareOrigins(files.URL))...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Download(t.Context(), files.URL+"/a.png", io.Discard); err != nil || got != "Bearer "+key {
		t.Errorf("Download from an origin of WithMiddlewareOrigins: Authorization %q and error %v, want the header", got, err)
	}
}

// onNetwork sends each request to a server on this machine, whatever its host is.
func onNetwork(address string) *http.Client {
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, strings.TrimPrefix(address, "http://"))
	}
	return &http.Client{Transport: &http.Transport{DialContext: dial}}
}

// loggedIn returns a jar with the login cookie of a site.
func loggedIn(t *testing.T, home string) http.CookieJar {
	t.Helper()
	jar := jarFor(t, home)
	u, err := url.Parse(home)
	if err != nil {
		t.Fatal(err)
	}
	jar.SetCookies(u, []*http.Cookie{{Name: "wordpress_logged_in_1", Value: cookie}})
	return jar
}

func TestNoLoginIsSentOverPlainHTTP(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1000)
	other := elsewhere(t, asked)
	const home = "http://site.example"
	for way, options := range waysIn(t, home) {
		client := onNetwork(other.URL)
		if way == "jar" {
			client.Jar = loggedIn(t, home)
		}
		if way == "transport" { // nothing of ours is below it: its documentation says so
			continue
		}
		site, err := cms.New(home, append(options, cms.WithHTTPClient(client), cms.WithRetry(cms.Retry{Attempts: 1}))...)
		if err == nil {
			_, err = site.Posts.Get(t.Context(), 1)
		}
		if !errors.Is(err, cms.ErrInsecure) || len(asked) > 0 {
			t.Errorf("Get over plain http by %s: error %v and %d requests, want ErrInsecure and none", way, err, len(asked))
		}
	}
	site, err := cms.New(home, cms.WithHTTPClient(onNetwork(other.URL)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = site.Posts.Get(t.Context(), 1, cms.Header("X-Api-Key", key)); !errors.Is(err, cms.ErrInsecure) {
		t.Errorf("Get over plain http with a key in a header of the call: error %v, want ErrInsecure", err)
	}
}

// TestNoLoginIsSentThroughAProxyOverPlainHTTP has a proxy for all requests. A request
// without a login reaches it.
func TestNoLoginIsSentThroughAProxyOverPlainHTTP(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1000)
	proxy := elsewhere(t, asked)
	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, home := range []string{"http://site.localhost", "http://localhost:1", "http://site.example"} {
		through := func(jar http.CookieJar) cms.Option {
			base := &http.Transport{Proxy: http.ProxyURL(address)}
			t.Cleanup(base.CloseIdleConnections)
			return cms.WithHTTPClient(&http.Client{Transport: base, Jar: jar})
		}
		once := cms.WithRetry(cms.Retry{Attempts: 1})
		for way, options := range waysIn(t, home) {
			if way == "transport" { // nothing of ours is below it: its documentation says so
				continue
			}
			var jar http.CookieJar
			if way == "jar" {
				jar = loggedIn(t, home)
			}
			site, err := cms.New(home, append(options, through(jar), once)...)
			if err != nil {
				if !errors.Is(err, cms.ErrInsecure) {
					t.Errorf("New for %s by %s: error %v, want ErrInsecure or none", home, way, err)
				}
				continue
			}
			for call, err := range map[string]error{
				"Get":      failing(site.Posts.Get(t.Context(), 1)),
				"Create":   failing(site.Posts.Create(t.Context(), &cms.PostParams{})),
				"Upload":   failing(media.New(site).Upload(t.Context(), media.Bytes("a", []byte("x")), nil)),
				"Download": failing(site.Download(t.Context(), home+"/a.png", io.Discard)),
				"batch":    failing(batch.New(site).Delete("cms/v2/posts/1", nil).Do(t.Context())),
			} {
				if !errors.Is(err, cms.ErrInsecure) || len(asked) > 0 {
					t.Errorf("%s from %s through a proxy by %s: error %v and %d requests, want ErrInsecure and none",
						call, home, way, err, len(asked))
				}
			}
		}
		visitor, err := cms.New(home, through(nil), once)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := visitor.Posts.Get(t.Context(), 1); err != nil || len(asked) != 1 {
			t.Errorf("Get from %s through a proxy without a login: error %v and %d requests, want none and 1", home, err,
				len(asked))
		}
		for len(asked) > 0 {
			<-asked
		}
	}
}

func TestNoTextHoldsALoginThatTheSiteRepeats(t *testing.T) {
	t.Parallel()
	var none string
	home := echoing(t, &none)
	for way, options := range waysIn(t, home.URL) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			said := &journal{}
			logger := slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelDebug}))
			site, err := cms.New(home.URL, append(options, cms.WithLogger(logger),
				cms.WithRetry(cms.Retry{Attempts: 2, MinWait: time.Microsecond, MaxWait: time.Microsecond}))...)
			if err != nil {
				t.Fatal(err)
			}
			var response cms.Response
			failures := map[string]error{}
			for id := int64(6); id <= 10; id++ {
				with := []cms.GetOption{cms.Header("X-Other-Token", key), cms.Capture(&response)}
				_, failures[fmt.Sprint("Get ", id)] = site.Posts.Get(t.Context(), id, with...)
				tells(t, "Noise", response.Noise)
			}
			_, failures["Create"] = site.Posts.Create(t.Context(), &cms.PostParams{})
			_, failures["Upload"] = media.New(site).Upload(t.Context(), media.Bytes("a", []byte("x")), nil)
			_, failures["Verify"] = site.Verify(t.Context())
			_, failures["Download"] = site.Download(t.Context(), home.URL+"/a.png", io.Discard)
			report, err := batch.New(site).Delete("cms/v2/posts/1", nil).Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			failures["batch item"] = report.Results[0].Err
			_, failures["Discover"] = connect.Discover(t.Context(), home.URL, options...)
			diagnosis, err := connect.Diagnose(t.Context(), site)
			if err != nil {
				t.Fatal(err)
			}
			tells(t, "Diagnose", fmt.Sprintf("%v %+v %#v", diagnosis, diagnosis, diagnosis)+logged(diagnosis))
			for _, finding := range diagnosis.Findings {
				if finding.Err != nil {
					failures["finding"] = finding.Err
				}
			}
			for call, err := range failures {
				tells(t, call, fmt.Sprintf("%v %+v %#v", err, err, err)+fields(err)+logged(err))
				for how, shape := range wrapped(err) {
					v1, _ := stdjson.Marshal(shape)
					v2, _ := json.Marshal(shape)
					tells(t, call+" "+how+" as JSON", string(v1)+string(v2))
				}
			}
			tells(t, "the log", said.String())
		})
	}
}

// fields are the texts of a site that an error holds.
func fields(err error) string {
	var out strings.Builder
	for e := new(cms.Error); errors.As(err, &e); err = e.Reason {
		fmt.Fprintf(&out, "%s %s %s %s %v %v %s\n", e.Code, e.Message, e.Data, e.Body, e.Params, e.Reason, e.Hint)
		for _, detail := range e.Additional {
			fmt.Fprintf(&out, "%s %s %s\n", detail.Code, detail.Message, detail.Data)
		}
		for _, detail := range e.Details {
			fmt.Fprintf(&out, "%s %s %s\n", detail.Code, detail.Message, detail.Data)
		}
		var broken *cms.BrokenRecordError
		if errors.As(err, &broken) {
			fmt.Fprintf(&out, "%s %s\n", broken.Name, broken.Raw)
		}
	}
	return out.String()
}

func TestRecordingHoldsNoLogin(t *testing.T) {
	t.Parallel()
	var none string
	home := echoing(t, &none)
	for way, options := range waysIn(t, home.URL) {
		if way == "jar" || way == "transport" {
			continue // the recorder takes their place
		}
		folder := t.TempDir()
		recorder, err := record.NewRecorder(folder, http.DefaultTransport)
		if err != nil {
			t.Fatal(err)
		}
		client := &http.Client{Transport: recorder, Jar: jarFor(t, home.URL)}
		site, err := cms.New(home.URL, append(options, cms.WithHTTPClient(client), cms.WithRetry(cms.Retry{Attempts: 1}))...)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = site.Posts.Get(t.Context(), 6, cms.Header("X-Other-Token", key))
		_, _ = site.Posts.Create(t.Context(), &cms.PostParams{Title: new("x")})
		tells(t, "the recording of "+way, folderText(t, folder))
	}
}

func TestPanicHoldsNoLogin(t *testing.T) {
	t.Parallel()
	for way, options := range waysIn(t, "https://site.example") {
		var text bytes.Buffer
		func() {
			defer func() { fmt.Fprintf(&text, "%v %+v %#v", recover(), options, options) }()
			site, err := cms.New("https://site.example", append(options, cms.WithHTTPClient(&http.Client{
				Transport: carrier(func(*http.Request) (*http.Response, error) { panic("the transport is broken") }),
			}))...)
			if err == nil {
				_, _ = site.Posts.Get(t.Context(), 1)
			}
		}()
		if !strings.Contains(text.String(), "broken") {
			t.Errorf("Get by %s: recovered %q, want the panic of the transport", way, text.String())
		}
		tells(t, "the panic of "+way, text.String())
	}
}

// folderText is the text of all files in a folder.
func folderText(t *testing.T, folder string) string {
	t.Helper()
	var text strings.Builder
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the files of the recording: %v, %d files, want some", err, len(files))
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(content)
	}
	return text.String()
}

func TestErrorOfTheCatalogueHoldsNoKeyThatItRepeats(t *testing.T) {
	t.Parallel()
	for status, bodies := range map[int][]string{
		200: {`{"code":401,"message":%q}`, `%s`, `{"code":200,"data":{"dataList":%q}}`, `<p>%s{"code":401,"message":"no"}`},
		403: {`{"code":403,"message":%q}`, `%s`},
	} {
		for _, body := range bodies {
			client := &http.Client{Transport: carrier(func(req *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: status, Header: http.Header{}, Request: req,
					Body: io.NopCloser(strings.NewReader(fmt.Sprintf(body, req.Header.Get("X-Token"))))}, nil
			})}
			catalogue, err := fonts.New("http://fonts.example", fonts.WithHeader("X-Token", key), fonts.WithHTTPClient(client),
				fonts.WithRetry(fonts.Retry{Attempts: 1}))
			if err != nil {
				t.Fatal(err)
			}
			var response fonts.Response
			_, err = catalogue.List(t.Context(), nil, fonts.Capture(&response))
			var e *fonts.Error
			if !errors.As(err, &e) {
				t.Fatalf("List with the response %d %s: error %v, want a *fonts.Error", status, body, err)
			}
			tells(t, body, fmt.Sprintf("%v %s %s %s %v %s", e, e.Code, e.Message, e.Body, e.Reason, response.Noise))
		}
	}
}
