package transport

import (
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestEachSettingSetsOneField(t *testing.T) {
	t.Parallel()
	other := &http.Client{}
	client, logger, limiter := &http.Client{}, slog.New(slog.DiscardHandler), waitFunc(func() error { return nil })
	retry := Retry{Attempts: 2, MinWait: time.Second, MaxWait: 2 * time.Second, MaxRetryAfter: 3 * time.Second}
	var c Config
	for _, set := range []Setting{
		SetHTTPClient(client), SetLogger(logger), SetLimiter(&limiter), SetMaxConcurrent(1), SetUserAgent("mine/1"),
		SetRetry(retry), SetHeader("x-one", "1"), SetHeader("X-Two", "2"), SetMaxResponse(1),
		SetElsewhere(other), AddOrigins([]string{"https://a.test/"}), AddOrigins([]string{"https://b.test"}),
		SetCallTimeout(time.Hour),
	} {
		if refused := set(&c); refused != "" {
			t.Errorf("set: refused %q, want an empty string", refused)
		}
	}
	want := Config{
		HTTPClient: client, Logger: logger, Limiter: &limiter, MaxConcurrent: 1, UserAgent: "mine/1 " + UserAgent,
		Header: http.Header{"X-One": {"1"}, "X-Two": {"2"}}, MaxResponse: 1,
		Attempts: 2, MinWait: time.Second, MaxWait: 2 * time.Second, MaxRetryAfter: 3 * time.Second,
		Elsewhere: other, Origins: []*url.URL{at("https://a.test"), at("https://b.test")}, CallTimeout: time.Hour,
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
		"no client elsewhere": SetElsewhere(nil),
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
		"a time below 0":      SetCallTimeout(-1),
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
	if refused := SetCallTimeout(0)(new(Config)); refused != "" {
		t.Errorf("SetCallTimeout(0): refused %q, want it to remove the limit", refused)
	}
	for _, retry := range []Retry{{}, {MinWait: 2}, {MinWait: 2, MaxWait: 2}} { // a longest wait of 0 is the default
		if refused := SetRetry(retry)(new(Config)); refused != "" {
			t.Errorf("%+v: refused %q, want an empty string", retry, refused)
		}
	}
}

func TestRefusedHeaderNamesTheOptionInstead(t *testing.T) {
	t.Parallel()
	const own = " is set by the client itself"
	for _, test := range []struct {
		name     string
		reserved []string
		want     string // the beginning of the reason
	}{
		{"user-agent", nil, "use WithUserAgent"},
		{"cookie", []string{"Cookie"}, "Cookie" + own + ": use WithCredentials with Cookie and Nonce"},
		{"Authorization", []string{"Cookie", "Authorization"}, "Authorization" + own + ": use WithApplicationPassword"},
		{"proxy_authorization", []string{"Cookie"}, "Proxy-Authorization" + own + ": use WithProxyCredentials"},
		{"Proxy-Authorization", nil, "Proxy-Authorization" + own},
		{"Proxy-Anything", []string{"Cookie"}, "Proxy-Anything" + own},
		{"range", nil, "Range" + own},
	} {
		got := HeaderRefused(test.name, "x", test.reserved...)
		instead, found := strings.CutPrefix(got, test.want)
		if !found || strings.Contains(instead, ": ") {
			t.Errorf("HeaderRefused(%s) with %q reserved: %q, want %q", test.name, test.reserved, got, test.want)
		}
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
