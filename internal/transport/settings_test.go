package transport

import (
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestEachSettingSetsOneField(t *testing.T) {
	t.Parallel()
	client, logger, limiter := &http.Client{}, slog.New(slog.DiscardHandler), waitFunc(func() error { return nil })
	retry := Retry{Attempts: 2, MinWait: time.Second, MaxWait: 2 * time.Second, MaxRetryAfter: 3 * time.Second}
	var c Config
	for _, set := range []Setting{
		SetHTTPClient(client), SetLogger(logger), SetLimiter(&limiter), SetMaxConcurrent(1), SetUserAgent("mine/1"),
		SetRetry(retry), SetHeader("x-one", "1"), SetHeader("X-Two", "2"), SetMaxResponse(1),
	} {
		if refused := set(&c); refused != "" {
			t.Errorf("set: refused %q, want an empty string", refused)
		}
	}
	want := Config{
		HTTPClient: client, Logger: logger, Limiter: &limiter, MaxConcurrent: 1, UserAgent: "mine/1 " + UserAgent,
		Header: http.Header{"X-One": {"1"}, "X-Two": {"2"}}, MaxResponse: 1,
		Attempts: 2, MinWait: time.Second, MaxWait: 2 * time.Second, MaxRetryAfter: 3 * time.Second,
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("set: %+v, want %+v", c, want)
	}
	wrap := func(next http.RoundTripper) http.RoundTripper { return next }
	for range 2 {
		if refused := AddMiddleware([]func(http.RoundTripper) http.RoundTripper{wrap, wrap})(&c); refused != "" {
			t.Errorf("refused %q, want an empty string", refused)
		}
	}
	if len(c.Middleware) != 4 {
		t.Errorf("%d middlewares, want 4", len(c.Middleware))
	}
}

func TestSettingThatIsRefusedSetsNothing(t *testing.T) {
	t.Parallel()
	wrap := func(next http.RoundTripper) http.RoundTripper { return next }
	for name, set := range map[string]Setting{
		"no client":           SetHTTPClient(nil),
		"no middleware":       AddMiddleware([]func(http.RoundTripper) http.RoundTripper{wrap, nil}),
		"no limiter":          SetLimiter(nil),
		"none at once":        SetMaxConcurrent(0),
		"no name":             SetUserAgent(" "),
		"attempts":            SetRetry(Retry{Attempts: -1}),
		"least wait":          SetRetry(Retry{MinWait: -1}),
		"longest wait":        SetRetry(Retry{MaxWait: -1}),
		"retry after":         SetRetry(Retry{MaxRetryAfter: -1}),
		"waits crossed":       SetRetry(Retry{MinWait: 2, MaxWait: 1}),
		"a blank header":      SetHeader("X-One", " "),
		"the name of the SDK": SetHeader("User_Agent", "x"),
		"the client's own":    SetHeader("accept", "x"),
		"what is reserved":    SetHeader("x-one", "1", "X-Two", "X-One"),
		"no answer":           SetMaxResponse(0),
		"an origin of files":  AddOrigins([]string{"file:///a"}),
		"a path":              AddOrigins([]string{"https://a.test/b"}),
	} {
		var c Config
		switch refused := set(&c); {
		case refused == "":
			t.Errorf("%s: set: refused empty, want a text", name)
		case !reflect.DeepEqual(c, Config{}):
			t.Errorf("%s: set: %+v, want %+v", name, c, Config{})
		}
	}
	for _, retry := range []Retry{{}, {MinWait: 2}, {MinWait: 2, MaxWait: 2}} { // a longest wait of 0 is the default
		if refused := SetRetry(retry)(new(Config)); refused != "" {
			t.Errorf("%+v: refused %q, want an empty string", retry, refused)
		}
	}
	if got := HeaderRefused("user-agent", "x"); got != "use WithUserAgent" {
		t.Errorf("HeaderRefused: %q, want %q", got, "use WithUserAgent")
	}
	if got := HeaderRefused("cookie", "x", "Cookie"); !strings.Contains(got, "use WithCredentials with Cookie and Nonce") {
		t.Errorf("HeaderRefused of a cookie: %q, want it to name WithCredentials", got)
	}
	if got := HeaderRefused("range", "x"); got != "Range is set by the client itself" {
		t.Errorf("HeaderRefused: %q, want %q", got, "Range is set by the client itself")
	}
}

func TestUnsetConfigurationHasTheDefaults(t *testing.T) {
	t.Parallel()
	least := Config{Attempts: 1, MinWait: 1, MaxWait: 1, MaxRetryAfter: 1, MaxResponse: 1, IdleTimeout: 1}
	if got := least.withDefaults(); !reflect.DeepEqual(got, least) {
		t.Errorf("the least is %+v, want %+v", got, least)
	}
	want := Config{
		Attempts: 4, MinWait: 500 * time.Millisecond, MaxWait: 15 * time.Second, MaxRetryAfter: time.Minute,
		MaxResponse: 64 << 20, IdleTimeout: time.Minute,
	}
	if got := (Config{}).withDefaults(); !reflect.DeepEqual(got, want) {
		t.Errorf("Config.withDefaults: %+v, want %+v", got, want)
	}
}
