package secrets

import (
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	stdjson "encoding/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/freeport"
)

func discarded() *log.Logger { return log.New(io.Discard, "", 0) }

// carrier is a transport in memory.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(req *http.Request) (*http.Response, error) { return c(req) }

// transports fail, or answer, in ways that speak of addresses.
func transports(t *testing.T) map[string]http.RoundTripper {
	t.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	t.Cleanup(proxy.Close)
	through := func(address string) http.RoundTripper {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.UserPassword(user, proxied)
		transport := &http.Transport{Proxy: http.ProxyURL(u)}
		t.Cleanup(transport.CloseIdleConnections)
		return transport
	}
	unreadable := "http://" + user + ":" + proxied + "@proxy.test:8080"
	leaky := &url.Error{Op: "Post",
		URL: "https://" + user + ":" + url.QueryEscape(argument) + "@token.test/grant?key=" + key,
		Err: errors.New("no route")}
	answers := func(status int, header, value string) http.RoundTripper {
		return carrier(func(req *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Header: http.Header{header: {value}, "Set-Cookie": {"session=" + cookie}},
				Body: io.NopCloser(strings.NewReader("<html>")), Request: req}, nil
		})
	}
	out := map[string]http.RoundTripper{
		"a proxy that wants another password": through(proxy.URL),
		"a proxy that is gone":                through("http://" + freeport.Refused),
		"a proxy whose address is unreadable": &http.Transport{Proxy: func(*http.Request) (*url.URL, error) {
			_, err := url.Parse(unreadable)
			return nil, fmt.Errorf("invalid proxy address %q: %v", unreadable, err) //nolint:errorlint // as net/http does
		}},
		"an error of an address": carrier(func(*http.Request) (*http.Response, error) { return nil, leaky }),
		"one that is wrapped": carrier(func(*http.Request) (*http.Response, error) {
			return nil,
				fmt.Errorf("token: %w", leaky)
		}),
		"one that is text": carrier(func(*http.Request) (*http.Response, error) {
			return nil, fmt.Errorf("token: %v", leaky) //nolint:errorlint // its type is lost
		}),
		"one among others": carrier(func(*http.Request) (*http.Response, error) {
			return nil,
				errors.Join(io.ErrUnexpectedEOF, leaky)
		}),
		"an answer with a cookie":   answers(403, "X-Wp-Nonce", key),
		"an outage with a cookie":   answers(503, "X-Wp-Nonce", key),
		"a long wait with a cookie": answers(429, "Retry-After", "3600"),
	}
	for _, location := range []string{
		"https://" + user + ":" + url.QueryEscape(argument) + "@other.test/x?token=" + key + "#" + cookie,
		"//" + user + ":" + url.QueryEscape(argument) + "@other.test",
		"/x?token=" + key, "?token=" + key, "mailto:" + key, "https:" + user + ":" + key + "@other.test",
		"https://" + user + ":" + proxied + "@other.test/", "://%zz" + key,
	} {
		out["a redirect to "+location] = answers(302, "Location", location)
	}
	return out
}

func TestNoErrorAndNoLogTellsAnAddressesSecrets(t *testing.T) {
	t.Parallel()
	for name, transport := range transports(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, level := range []slog.Level{slog.LevelDebug, slog.LevelWarn} {
				said := &journal{}
				logger := slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: level}))
				client := &http.Client{Transport: transport}
				site, err := cms.New("https://docs.example.org", cms.WithApplicationPassword(user, password),
					cms.WithHeader("X-Token", key), cms.WithHTTPClient(client),
					cms.WithLogger(logger), cms.WithRetry(cms.Retry{Attempts: 2, MinWait: time.Microsecond,
						MaxWait: time.Microsecond}))
				if err != nil {
					t.Fatal(err)
				}
				catalogue, err := fonts.New("https://fonts.example.org", fonts.WithHeader("Authorization", "Bearer "+key),
					fonts.WithHTTPClient(client), fonts.WithLogger(logger),
					fonts.WithRetry(fonts.Retry{Attempts: 2, MinWait: time.Microsecond, MaxWait: time.Microsecond}))
				if err != nil {
					t.Fatal(err)
				}
				_, getting := site.Posts.Get(t.Context(), 5, cms.PostPassword(argument), cms.Header("X-Other", key))
				_, creating := site.Posts.Create(t.Context(), &cms.PostParams{Password: new(argument)})
				_, verifying := site.Verify(t.Context())
				_, discovering := connect.Discover(t.Context(), "https://docs.example.org/?token="+key, cms.WithHTTPClient(client),
					cms.WithRetry(cms.Retry{Attempts: 1}))
				_, listing := catalogue.List(t.Context(), nil)
				_, batching := (&world{site: site}).builder().Do(t.Context())
				diagnosis, _ := connect.Diagnose(t.Context(), site)
				tells(t, "the diagnosis", fmt.Sprintf("%v %+v %#v", diagnosis, diagnosis, diagnosis)+logged(diagnosis))
				for i, err := range []error{getting, creating, verifying, discovering, listing, batching} {
					if err == nil {
						t.Fatalf("Call %d succeeded, want an error", i)
					}
					for how, shape := range wrapped(err) {
						text := ""
						for _, verb := range verbs {
							text += fmt.Sprintf(verb, shape)
						}
						v1, _ := stdjson.Marshal(shape)
						tells(t, fmt.Sprintf("error %d %s", i, how), text+string(v1)+logged(shape))
					}
					for _, inner := range []any{new(*url.Error), new(interface{ Timeout() bool })} {
						if errors.As(err, inner) {
							tells(t, fmt.Sprintf("error %d as %T", i, inner), fmt.Sprintf("%v %+v", inner, err))
						}
					}
					if one, ok := errors.AsType[*url.Error](err); ok {
						tells(t, "the error of the address", fmt.Sprintf("%v %+v %#v", one, *one, one.Err))
					}
				}
				tells(t, "the log", said.String())
				if said.String() == "" && level == slog.LevelDebug {
					t.Error("Log of the calls is empty, want lines")
				}
			}
		})
	}
}
