package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"
)

// secret stands in every place that may hold one.
const secret = "s3cr3t"

func secretConfig(logs *bytes.Buffer) Config {
	return Config{
		Origin:         at("https://" + secret + ":" + secret + "@site.test/?key=" + secret),
		Header:         http.Header{"X-Api-Key": {secret}},
		Authorize:      static("Basic " + secret),
		Logger:         slog.New(slog.NewJSONHandler(logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
		MethodOverride: true,
		Attempts:       2,
	}
}

func secretCall() *Call {
	return &Call{
		Operation: "Create", Method: http.MethodPut, Repeat: RepeatSafe,
		URL: at("https://" + secret + ":" + secret + "@site.test/cms-json/cms/v2/posts?key=" + secret + "&name[a]=" +
			secret + "#" + secret),
		PerCall: PerCall{Header: http.Header{"X-Post-Password": {secret}}},
		Body:    &Body{Type: "text/plain", Bytes: []byte(secret)},
	}
}

func TestSecretsAppearInNoLogLineAndNoErrorText(t *testing.T) {
	t.Parallel()
	leaky := &url.Error{Op: "Post", URL: "https://u:" + secret + "@token.test/grant?key=" + secret,
		Err: errors.New("no route")}
	answer := func(code int, header http.Header) httpmock.Responder {
		return httpmock.NewStringResponder(code, secret).HeaderSet(header)
	}
	none := http.Header{}
	for name, test := range map[string]struct {
		edit  func(*Config, *Call)
		steps []httpmock.Responder
	}{
		"answers":       {nil, []httpmock.Responder{answer(503, http.Header{"Set-Cookie": {secret}}), answer(403, none)}},
		"a gap":         {nil, []httpmock.Responder{answer(503, http.Header{"Retry-After": {"600"}})}},
		"redirect":      {nil, []httpmock.Responder{answer(302, http.Header{"Location": {"https://x.test/?" + secret}})}},
		"no redirect":   {nil, []httpmock.Responder{answer(302, http.Header{"Location": {"https://x.test/%zz?" + secret}})}},
		"no connection": {nil, []httpmock.Responder{refused, reset}},
		"too large":     {func(_ *Config, call *Call) { call.MaxResponse = 1 }, []httpmock.Responder{answer(200, none)}},
		"source": {func(cfg *Config, _ *Call) {
			cfg.Authorize = func(context.Context) (Login, error) { return Login{Authorization: secret}, leaky }
		}, nil},
		"limiter": {func(cfg *Config, _ *Call) {
			cfg.Limiter = waitFunc(func() error { return fmt.Errorf("asked: %w", leaky) })
		}, nil},
		"insecure":    {func(cfg *Config, call *Call) { cfg.Origin.Scheme, call.URL.Scheme = "http", "http" }, nil},
		"bad header":  {func(_ *Config, call *Call) { call.Header.Set("X-HTTP-Method-Override", secret) }, nil},
		"bad address": {func(_ *Config, call *Call) { call.URL.Host = "a b" }, nil},
		"base": {nil, []httpmock.Responder{httpmock.NewErrorResponder(leaky),
			httpmock.NewErrorResponder(fmt.Errorf("through %w", leaky))}},
		"file": {func(_ *Config, call *Call) { call.Body = &Body{Reader: strings.NewReader(secret)} },
			[]httpmock.Responder{reset}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var logs bytes.Buffer
				cfg, call := secretConfig(&logs), secretCall()
				if test.edit != nil {
					test.edit(&cfg, call)
				}
				c := newClient(t, cfg, newScript(t, test.steps...))
				resp, err := c.Do(t.Context(), call)
				if err != nil {
					_ = failed(t, resp, err)
				}
				for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
					switch text := fmt.Sprintf(verb, err); {
					case strings.Contains(text, secret):
						t.Errorf("%s: Client.Do(call): text %q, want no %q in it", verb, text, secret)
					case strings.Contains(text, "73336372337"):
						t.Errorf("%s: Client.Do(call): text %q, want no %q in it", verb, text, "73336372337")
					}
				}
				if strings.Contains(logs.String(), secret) {
					t.Errorf("log %s, want no %q in it", &logs, secret)
				}
			})
		})
	}
}

func TestErrorResponseDoesNotContainTheLoginThatWasSent(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]string{200: "got Basic " + secret, 404: "got " + redacted} {
		steps := newScript(t, httpmock.NewStringResponder(code, "got Basic "+secret).
			HeaderSet(http.Header{"X-Echo": {"first", "Basic " + secret}}))
		resp, err := newClient(t, Config{Authorize: static("Basic " + secret)}, steps).Do(t.Context(), get(site))
		if err != nil || string(resp.Body) != want {
			t.Errorf("Do with a %d that repeats the login: body %q, error %v, want %q", code, resp.Body, err, want)
			continue
		}
		if echo := resp.Header["X-Echo"]; code == 404 && !slices.Equal(echo, []string{"first", redacted}) {
			t.Errorf("Do with a %d that repeats the login in a header: %q, want it redacted", code, echo)
		}
	}
}

func TestErrorResponseDoesNotContainSecretArguments(t *testing.T) {
	t.Parallel()
	const query = "consumer_key=ck_0123456&consumer_secret=cs+/0123456&password=open+sesame&search=sesame"
	const want = "consumer_key=[redacted]&consumer_secret=[redacted]&password=[redacted]&search=sesame"
	const around = `{"code":"rest_sesame","message":"password=open sesame, %s"}` // the other words stay
	call := get(site)
	call.URL = at(site + "?" + query)
	steps := newScript(t, httpmock.NewStringResponder(http.StatusForbidden, fmt.Sprintf(around, query)).
		HeaderSet(http.Header{"Location": {"https://other.test/?" + query}}))
	resp, err := newClient(t, Config{}, steps).Do(t.Context(), call)
	if shown := strings.Replace(fmt.Sprintf(around, want), "open sesame", redacted, 1); err != nil ||
		string(resp.Body) != shown {
		t.Errorf("Do with a 403 that repeats the arguments: body %q, error %v, want %q", resp.Body, err, shown)
	}
	if to := resp.Header.Get("Location"); to != "https://other.test/?"+want {
		t.Errorf("Do with a 403 that repeats the arguments: Location %q, want %q in it", to, want)
	}
}

func TestErrorResponseDoesNotContainTheLoginOfATransport(t *testing.T) {
	t.Parallel()
	base := roundTripFunc(func(req *http.Request) (*http.Response, error) {
		own := req.Clone(req.Context())
		own.Header.Set("Authorization", "Bearer of-the-transport")
		resp, err := httpmock.NewStringResponder(http.StatusForbidden, "no of-the-transport")(own)
		resp.Request = own
		return resp, err
	})
	resp, err := newClient(t, Config{}, base).Do(t.Context(), get(site))
	if err != nil || string(resp.Body) != "no "+redacted {
		t.Errorf("Do with a 403 that repeats the login of the transport: body %q, error %v, want it redacted", resp.Body, err)
	}
}

func TestErrorOfASecretCallQuotesNoResponse(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault error
		kept  bool
	}{
		"text of a server":      {errors.New("malformed HTTP response " + secret), false},
		"end":                   {fmt.Errorf("after it: %w", io.EOF), true},
		"early end":             {fmt.Errorf("after it: %w", io.ErrUnexpectedEOF), true},
		"end of the context":    {fmt.Errorf("after it: %w", context.Canceled), true},
		"size":                  {fmt.Errorf("%w of 5 bytes", ErrTooLarge), true},
		"error of the network":  {fmt.Errorf("after it: %w", &net.OpError{Op: "read", Err: errors.New("reset")}), true},
		"error of this machine": {fmt.Errorf("after it: %w", &localError{errors.New("no login")}), true},
	} {
		want := test.fault.Error()
		if !test.kept {
			want = "the response cannot be read"
		}
		if got := unquoted(test.fault); !errors.Is(got, test.fault) || got.Error() != want {
			t.Errorf("unquoted(%s): %v, want an error that wraps it with the text %q", name, got, want)
		}
	}
	steps := newScript(t, httpmock.NewErrorResponder(errors.New("malformed HTTP response "+secret)))
	call := get(site)
	call.Secret, call.Attempts = true, 1
	_, err := newClient(t, Config{}, steps).Do(t.Context(), call)
	if err == nil || err.Error() != "the response cannot be read" {
		t.Errorf("Do of a secret call whose error quotes the response: %v, want that it cannot be read", err)
	}
}

func TestPrintedClientIsItsOrigin(t *testing.T) {
	t.Parallel()
	var logs bytes.Buffer
	c := newClient(t, secretConfig(&logs), nil)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
		if text := fmt.Sprintf(verb, c); text != "transport.Client(https://site.test)" {
			t.Errorf("Sprintf(%q) of a client: %q, want its origin", verb, text)
		}
	}
}

func TestErrorsKeepWhatTheyWrap(t *testing.T) {
	t.Parallel()
	inner := errors.New("no route")
	leaky := fmt.Errorf("token: %w", &url.Error{Op: "Get", URL: "https://u:p@token.test/grant?key=" + secret, Err: inner})
	resp, err := newClient(t, Config{Authorize: func(context.Context) (Login, error) { return Login{}, leaky }},
		newScript(t)).Do(t.Context(), get(site))
	_ = failed(t, resp, err)
	if !errors.Is(err, inner) || !errors.Is(err, leaky) {
		t.Errorf("Client.Do(get(site)): error %v, want %v and %v", err, inner, leaky)
	}
	has(t, err.Error(), `token: Get "https://token.test/grant": no route`)
	has(t, Scrub(&url.Error{Op: "parse", URL: "x", Err: &url.Error{Op: "a", URL: "https://%zz", Err: inner}}).Error(),
		"no route")
	has(t, Scrub(fmt.Errorf("x: %w", &url.Error{Op: "parse", URL: "https://%zz?" + secret, Err: inner})).Error(),
		`parse "an address`)
}

func TestLogHasOneLineAnAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var logs bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&logs, &slog.HandlerOptions{
			Level: slog.LevelDebug,
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				switch a.Key {
				case slog.TimeKey, "duration":
					return slog.Attr{}
				case "wait": // differs each time
					return slog.Bool("wait", a.Value.Duration() > 0)
				}
				return a
			},
		}))
		c := newClient(t, Config{Logger: logger}, newScript(t, status(503), refused, status(200), retryAfter(503, "600")))
		for range 2 {
			call := get(site + "/a%2Fb?x=1&b[]=2")
			if _, err := c.Do(t.Context(), call); err != nil {
				t.Fatal(err)
			}
		}
		want := strings.NewReplacer("\n\t\t", "\n", "@", `msg="http attempt" operation=Read method=GET path=/a%2Fb`).Replace(
			`level=WARN @ attempt=1 arguments=b[],x status=503 bytes=11 wait=true
		level=WARN @ attempt=2 arguments=b[],x error="dial tcp: refused" wait=true
		level=DEBUG @ attempt=3 arguments=b[],x status=200 bytes=11
		level=WARN @ attempt=1 arguments=b[],x status=503 bytes=11 final="Retry-After of 10m0s is above the limit of 1m0s"
`)
		if got := logs.String(); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	})
}

func TestLogOfAStreamHasNoLength(t *testing.T) {
	t.Parallel()
	var logs bytes.Buffer
	c := newClient(t, Config{Logger: slog.New(slog.NewTextHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug}))},
		newScript(t, status(200)))
	call := get(site)
	call.Stream = true
	resp, err := c.Do(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Stream.Close()
	switch text := logs.String(); {
	case !strings.Contains(text, "status=200"):
		t.Errorf("slog.NewTextHandler: text %q, want %q in it", text, "status=200")
	case strings.Contains(text, "bytes="):
		t.Errorf("slog.NewTextHandler: text %q, want no %q in it", text, "bytes=")
	case strings.Contains(text, "arguments="):
		t.Errorf("slog.NewTextHandler: text %q, want no %q in it", text, "arguments=")
	}
}

func TestLogLeavesTheWaitForATurnOutOfTheDuration(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var took []time.Duration
		logger := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{
			Level: slog.LevelDebug,
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == "duration" {
					took = append(took, a.Value.Duration())
				}
				return a
			},
		}))
		turns := 0
		limiter := waitFunc(func() error {
			time.Sleep(time.Minute)
			if turns++; turns == 4 {
				return errors.New("no more")
			}
			return nil
		})
		redirected := false
		base := roundTripFunc(func(req *http.Request) (*http.Response, error) {
			time.Sleep(time.Second)
			if req.URL.Path == "/old" && !redirected { // each hop waits for a turn
				redirected = true
				return httpmock.NewStringResponder(http.StatusTemporaryRedirect, "").HeaderSet(http.Header{"Location": {"/new"}})(
					req)
			}
			time.Sleep(time.Second)
			return status(http.StatusOK)(req)
		})
		c := newClient(t, Config{Logger: logger, Limiter: limiter, MaxConcurrent: 1}, base)
		for _, path := range []string{"/", "/old", "/"} {
			if _, err := c.Do(t.Context(), get(site+path)); (err != nil) != (turns == 4) {
				t.Fatal(err)
			}
		}
		if want := []time.Duration{2 * time.Second, 3 * time.Second, 0}; !slices.Equal(took, want) {
			t.Errorf("logged durations %v, want %v", took, want)
		}
	})
}

func TestLogHasOneLineOfWhatAServerSays(t *testing.T) {
	t.Parallel()
	var logs bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&logs, nil))
	answer := listen(t, func(_ int, conn *net.TCPConn) {
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err != nil { // an answer before it belongs to nothing
			t.Error(err)
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\x1b[31m"+strings.Repeat("evil", 10_000)+"\r\n\r\n")
	})
	c, err := New(Config{Logger: logger, Origin: at(answer)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseIdleConnections()
	call := get(answer)
	call.Attempts = 1
	if _, err := c.Do(t.Context(), call); err == nil {
		t.Fatal("error nil, want an error")
	}
	switch text := logs.String(); {
	case len(text) > 3000:
		t.Errorf("log of %d bytes, want at most 3000", len(text))
	case strings.Contains(text, "u001b"):
		t.Errorf("log %.300q, want no %q in it", text, "u001b")
	case !strings.Contains(text, "evil"):
		t.Errorf("log %.300q, want %q in it", text, "evil")
	}
}

func TestLoggerThatIsNotInterestedGetsNothing(t *testing.T) {
	t.Parallel()
	var logs bytes.Buffer
	c := newClient(t, Config{Logger: slog.New(slog.NewTextHandler(&logs, nil))}, newScript(t, status(200)))
	switch _, err := c.Do(t.Context(), get(site)); {
	case err != nil:
		t.Errorf("Client.Do(get(site)): error %v, want nil", err)
	case logs.Len() != 0:
		t.Errorf("slog.NewTextHandler: %d, want 0", logs.Len())
	}
}
