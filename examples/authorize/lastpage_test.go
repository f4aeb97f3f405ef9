package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestLastPageSaysHowTheUserHasDecided(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/granted?state=s&user_login=ada&password=p": "approved",
		"/granted?state=s&success=false":             "no password",
		"/granted?state=s":                           "no password",
		"/rejected?state=s":                          "no password",
	} {
		c := &callback{"", "s", make(chan outcome, 1), make(chan struct{}, 1)}
		server := httptest.NewServer(c.handler())
		defer server.Close()
		response, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || !strings.Contains(string(page), want) {
			t.Errorf("the last page after %s: %q, error %v, want %q in it", path, page, err, want)
		}
	}
}
