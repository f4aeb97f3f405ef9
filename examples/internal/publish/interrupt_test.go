package publish

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestInterruptEndsItAndTheNextRunGoesOn(t *testing.T) {
	t.Parallel()
	server := start(t)
	ctx, interrupt := context.WithCancel(t.Context())
	writes := 0
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "POST" {
			if writes++; writes == 12 { // some of the documents are there by then
				interrupt()
			}
		}
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	var out bytes.Buffer
	args := []string{"-site", front.URL, "-prefix", "cms", "-user", "editor", "-dir", "../../publish/sample",
		"-create-terms"}
	err := Recipe{}.Run(ctx, args, program.Environment{Password: server.AppPassword("editor"), Out: &out, Err: &out})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("publish that is interrupted: error %v, want context.Canceled\n%s", err, &out)
	}
	before := strings.Count(out.String(), "create ")
	rest := must(t, server, "../../publish/sample", "-create-terms")
	if before == 0 || strings.Contains(rest, "4 created") {
		t.Errorf("publish created %d documents before the interrupt, then printed\n%s\nwant some before, and not all 4 then",
			before, rest)
	}
	if len(stored(t, server, "posts")) != 2 || len(stored(t, server, "pages")) != 2 {
		t.Errorf("publish stored %v and %v, want 2 posts and 2 pages", stored(t, server, "posts"), stored(t, server, "pages"))
	} else if len(stored(t, server, "media")) != 2 {
		t.Errorf("publish stored %v, want 2 files", stored(t, server, "media"))
	}
}
