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

// TestAnUploadMayWaitForItsAnswer gives the usual transport next to no time for
// the header of an answer, which the server holds back until it is asked for.
func TestAnUploadMayWaitForItsAnswer(t *testing.T) {
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
	send := func(body *Body) error {
		_, err := c.Do(context.WithoutCancel(t.Context()), &Call{Method: http.MethodPost, URL: target, Body: body})
		return err
	}
	if err := send(&Body{Bytes: []byte("x")}); err == nil {
		t.Error("a plain call waits for ever")
	}
	done := make(chan error)
	go func() { done <- send(&Body{Reader: strings.NewReader("x"), Size: 1}) }()
	close(answer)
	if err := <-done; err != nil {
		t.Errorf("an upload: %v", err)
	}
}

//nolint:paralleltest // it replaces http.DefaultTransport.
func TestDefaultTransportOfTheProgramIsNotUsed(t *testing.T) {
	usual := http.DefaultTransport
	defer func() { http.DefaultTransport = usual }()
	for name, base := range map[string]http.RoundTripper{"a transport": usual, "something else": roundTripFunc(status(http.StatusTeapot))} {
		http.DefaultTransport = base
		made := newDefaultTransport()
		for kind, one := range map[string]*http.Transport{"usual": made.usual, "patient": made.patient} {
			if one == base || one.Proxy == nil || !one.ForceAttemptHTTP2 || one.MaxIdleConnsPerHost != 16 {
				t.Errorf("%s, %s: %+v", name, kind, one)
			}
		}
		if made.usual.ResponseHeaderTimeout != DefaultHeaderTimeout || made.patient.ResponseHeaderTimeout != 0 {
			t.Errorf("%s: the header may take %v and %v", name, made.usual.ResponseHeaderTimeout, made.patient.ResponseHeaderTimeout)
		}
	}
}
