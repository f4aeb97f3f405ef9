package transport

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestSlowCallWaitsLongerForItsResponse gives the usual transport a millisecond for the
// header of a response, which the server holds back until the test allows it.
func TestSlowCallWaitsLongerForItsResponse(t *testing.T) {
	t.Parallel()
	answer := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case <-answer:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	base := newDefaultTransport()
	base.usual.ResponseHeaderTimeout = time.Millisecond
	t.Cleanup(base.CloseIdleConnections)
	c, err := New(Config{Origin: target, Attempts: 1, HTTPClient: &http.Client{Transport: base}})
	if err != nil {
		t.Fatal(err)
	}
	send := func(body *Body, slow bool, timeout time.Duration) error {
		call := &Call{Method: http.MethodPost, URL: target, Body: body, Slow: slow, PerCall: PerCall{Timeout: timeout}}
		_, err := c.Do(context.WithoutCancel(t.Context()), call)
		return err
	}
	plain := &Body{Bytes: []byte("x")}
	uploaded, processed, limited := make(chan error), make(chan error), make(chan error)
	go func() { uploaded <- send(&Body{Reader: strings.NewReader("x"), Size: 1}, false, 0) }()
	go func() { processed <- send(plain, true, 0) }()
	go func() { limited <- send(plain, false, time.Hour) }()
	for range 5 {
		if err := send(plain, false, 0); err == nil {
			t.Error("Do of a plain call returned no error, want a timeout of the header")
		}
	}
	close(answer)
	if err := <-uploaded; err != nil {
		t.Errorf("Do of an upload: %v, want a response", err)
	}
	if err := <-processed; err != nil {
		t.Errorf("Do of a slow call: %v, want a response", err)
	}
	if err := <-limited; err != nil {
		t.Errorf("Do of a call with a timeout of its own: %v, want a response", err)
	}
}

//nolint:paralleltest // it replaces http.DefaultTransport.
func TestDefaultTransportOfTheProgramIsNotUsed(t *testing.T) {
	usual := http.DefaultTransport
	defer func() { http.DefaultTransport = usual }()
	for name, base := range map[string]http.RoundTripper{"a transport": usual,
		"something else": roundTripFunc(status(http.StatusTeapot))} {
		http.DefaultTransport = base
		made := newDefaultTransport()
		for kind, one := range map[string]*http.Transport{"usual": made.usual, "patient": made.patient} {
			switch {
			case one == base:
				t.Errorf("%s, %s: one %+v, want a value other than %v", name, kind, one, base)
			case one.Proxy == nil:
				t.Errorf("%s, %s: Proxy nil, want a value", name, kind)
			case !one.ForceAttemptHTTP2:
				t.Errorf("%s: %s transport: ForceAttemptHTTP2 false, want true", name, kind)
			case one.MaxIdleConnsPerHost != 16:
				t.Errorf("%s, %s: MaxIdleConnsPerHost %d, want 16", name, kind, one.MaxIdleConnsPerHost)
			}
		}
		switch {
		case made.usual.ResponseHeaderTimeout != DefaultHeaderTimeout:
			t.Errorf("%s: usual transport: ResponseHeaderTimeout %v, want %v", name, made.usual.ResponseHeaderTimeout,
				DefaultHeaderTimeout)
		case made.patient.ResponseHeaderTimeout != 0:
			t.Errorf("%s: the header may take %v and %v, want 0", name, made.usual.ResponseHeaderTimeout,
				made.patient.ResponseHeaderTimeout)
		}
	}
}
