package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// newGate stands before a server and refuses the requests to which refuse gives a status.
func newGate(t *testing.T, server *cmstest.Server, refuse func(r *http.Request, body string) int) (address string) {
	t.Helper()
	gate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		if status := refuse(r, string(body)); status != 0 {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"code":"refused","message":"no","data":{"status":400}}`)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(gate.Close)
	return gate.URL
}

func client(t *testing.T, server *cmstest.Server) *cms.Client {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	return site
}
