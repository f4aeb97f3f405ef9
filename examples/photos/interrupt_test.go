package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestInterruptEndsItAndTheNextRunGoesOn(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := t.TempDir()
	for i := range 8 {
		draw(t, fmt.Sprintf("%s/%d.png", dir, i), 200, 100, uint8(i))
	}
	ctx, interrupt := context.WithCancel(t.Context())
	var uploads atomic.Int32
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "POST" && uploads.Add(1) == 4 {
			interrupt()
		}
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	var out bytes.Buffer
	args := []string{"-site", front.URL, "-prefix", "cms", "-user", "author", "-dir", dir}
	err := run(ctx, args, program.Environment{Password: server.AppPassword("author"), Out: &out, Err: &out})
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "upload     ") {
		t.Errorf("photos that is interrupted: error %v, want context.Canceled, and an upload\n%s", err, &out)
	}
	rest, err := photos(t, server, "-dir", dir)
	if err != nil || strings.Contains(rest, "8 uploaded") {
		t.Errorf("photos after the interrupt: error %v, want fewer than 8 uploaded\n%s", err, rest)
	} else if len(stored(t, server)) != 8 {
		t.Errorf("photos after the interrupt stored %d pictures, want 8\n%s", len(stored(t, server)), rest)
	}
}
