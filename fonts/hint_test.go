package fonts_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

// TestEachFailureHasANextStep has a catalogue that fails in each way, and a part of the error.
func TestEachFailureHasANextStep(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	unknown := httptest.NewUnstartedServer(http.NotFoundHandler())
	unknown.Config.ErrorLog = log.New(io.Discard, "", 0)
	unknown.StartTLS()
	t.Cleanup(unknown.Close)
	failing := func(err error) []fonts.Option {
		return []fonts.Option{fonts.WithHTTPClient(&http.Client{
			Transport: roundTripper(func(*http.Request) (*http.Response, error) { return nil, err })})}
	}
	tooLarge := "(POST /api/fonts/list): HTTP 200: the response is larger than the limit of 10 bytes " +
		"[ask for smaller pages with Size"
	for name, c := range map[string]struct {
		address string // "" for the server
		serve   http.HandlerFunc
		options []fonts.Option
		call    []fonts.CallOption
		want    string
	}{
		"nothing listens": {address: "http://" + free, want: "refused [no server accepts connections there: check the host"},
		"an unknown authority": {address: unknown.URL,
			want: "[this machine does not know who signed the certificate of the catalogue"},
		"the connection is lost": {
			serve: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			want:  "the connection was lost: try again",
		},
		"too slow": {
			serve: func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // only then a server notices that the client is gone
				<-r.Context().Done()
			},
			call: []fonts.CallOption{fonts.Timeout(20 * time.Millisecond)},
			want: "no whole response arrived within the 20ms of Timeout [the catalogue did not respond in time: try again",
		},
		"too large": {
			serve:   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 100)) },
			options: []fonts.Option{fonts.WithMaxResponseSize(10)},
			want:    tooLarge,
		},
		"no such host": {
			options: failing(&net.DNSError{Err: "no such host", Name: "fonts.test", IsNotFound: true}),
			want:    "[check the spelling of the host in the base address, and the network of this machine]",
		},
		"an early end": {options: failing(io.ErrUnexpectedEOF), want: "[the connection was lost: try again"},
		"an end":       {options: failing(io.EOF), want: "[the connection was lost: try again"},
		"a reset": {options: failing(&net.OpError{Op: "read", Err: syscall.ECONNRESET}),
			want: "[the connection was lost: try again"},
		"moved": {
			serve: func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "https://www.fonts.test/base/api/fonts/list?page=1")
				w.WriteHeader(http.StatusPermanentRedirect)
			},
			want: "pass its base address to New: https://www.fonts.test/base]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := c.address
			if address == "" {
				server := httptest.NewServer(c.serve)
				t.Cleanup(server.Close)
				address = server.URL
			}
			catalogue, err := fonts.New(address, append(c.options, fonts.WithRetry(fonts.Retry{Attempts: 1}))...)
			if err != nil {
				t.Fatal(err)
			}
			_, err = catalogue.List(t.Context(), nil, c.call...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("List: error %v, want %q in it", err, c.want)
			}
		})
	}
}

func TestEachResponseHasANextStep(t *testing.T) {
	t.Parallel()
	const (
		many    = "the catalogue received too many requests: wait %s, and send fewer of them, with WithLimiter"
		refused = "the catalogue, or a firewall in front of it, refused the request: check the key in WithHeader, or " +
			"ask the operator of the catalogue"
		failed = "the catalogue, or a server in front of it, failed: try again later; if it lasts, ask the operator of the " +
			"catalogue"
		above  = "Retry-After of 1h0m0s is above the limit of 1m0s"
		broken = "the response begins as JSON and is cut short or broken: try again"
		target = "https://www.fonts.test/base/api/fonts/list"
	)
	for _, test := range []struct {
		status         int
		header, value  string // one header of the response
		attempts       int    // 0 for the default
		body, wantHint string
	}{
		{status: 429, wantHint: fmt.Sprintf(many, "a minute")},
		{status: 429, header: "Retry-After", value: "7", attempts: 1, wantHint: fmt.Sprintf(many, "7s")},
		{status: 401, wantHint: "the catalogue requires a key, or refused it: send the key with WithHeader"},
		{status: 403, wantHint: refused},
		{status: 404, body: "<html>", wantHint: "there is no catalogue at this address: check the base address"},
		{status: 500, wantHint: failed},
		{status: 503, body: "<html>", wantHint: failed},
		{status: 200, body: " ", wantHint: "the response is empty: try again; if it lasts, check the base address"},
		{status: 200, body: `{"code":200,"da`, wantHint: broken},
		{status: 200, body: `[1,`, wantHint: broken},
		{status: 200, body: " <html>",
			wantHint: "the response is a web page, of a proxy or of another service: check the base address"},
		{status: 200, body: "Hello", wantHint: "the response is a text of another service: check the base address"},
		{status: 200, body: `{"name":"x"}`,
			wantHint: "the response is JSON, but not a list of fonts: check the base address"},
		{status: 400, body: `{"code":400,"message":"no","data":null}`},
		{status: 408, header: "Retry-After", value: "3600", body: `{"code":408,"message":"late","data":null}`,
			wantHint: "not retried: " + above},
		{status: 503, header: "Retry-After", value: "3600", wantHint: failed + "; not retried: " + above},
		{status: 301, wantHint: "the redirect has no usable address"},
		{status: 308, header: "Location", value: target + "?page=1",
			wantHint: "to " + target + "; if this is the same catalogue, pass its base address to New: " +
				"https://www.fonts.test/base"},
		{status: 302, header: "Location", value: "https://www.fonts.test/login?next=list",
			wantHint: "to https://www.fonts.test/login; pass the final address of the catalogue to New"},
	} {
		c := open(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if test.header != "" {
				w.Header().Set(test.header, test.value)
			}
			w.WriteHeader(test.status)
			_, _ = io.WriteString(w, test.body)
		}), fonts.WithRetry(fonts.Retry{Attempts: test.attempts, MinWait: 1, MaxWait: 1}))
		_, err := list(t.Context(), c)
		e, ok := errors.AsType[*fonts.Error](err)
		switch {
		case !ok:
			t.Errorf("List with the status %d and the body %q: error %v, want an *Error", test.status, test.body, err)
		case e.Hint != test.wantHint:
			t.Errorf("List with the status %d and the body %q: hint %q, want %q", test.status, test.body, e.Hint, test.wantHint)
		}
	}
}

func TestCodeOfTheEnvelopeIsAStatusFrom400To599(t *testing.T) {
	t.Parallel()
	const failed = "the catalogue, or a server in front of it, failed"
	for _, test := range []struct {
		status int
		code   string
		hint   string // "" for none
	}{
		{200, "599", failed}, {200, "500", failed}, {200, "600", ""}, {200, "1001", ""}, {200, "E500", ""}, {200, "-500", ""},
		{200, "401", "the catalogue requires a key"}, {404, "500", "there is no catalogue at this address"},
		{500, "404", failed},
	} {
		body := fmt.Sprintf(`{"code":%q,"message":"no","data":null}`, test.code)
		c, _ := client(t, fixed(test.status, body), fonts.WithRetry(fonts.Retry{Attempts: 1}))
		_, err := list(t.Context(), c)
		e, ok := errors.AsType[*fonts.Error](err)
		if !ok {
			t.Errorf("List with the status %d and the code %s: error %v, want an *Error", test.status, test.code, err)
		} else if !strings.HasPrefix(e.Hint, test.hint) || test.hint == "" && e.Hint != "" {
			t.Errorf("List with the status %d and the code %s: error %v, want the hint %q",
				test.status, test.code, err, test.hint)
		}
	}
}
