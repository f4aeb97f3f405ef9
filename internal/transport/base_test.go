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
	base := newBase()
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
	go func() { done <- send(&Body{Once: strings.NewReader("x"), Size: 1}) }()
	close(answer)
	if err := <-done; err != nil {
		t.Errorf("an upload: %v", err)
	}
}
