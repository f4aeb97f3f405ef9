//go:build unix

package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store/storetest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// halfway sends the first half of a file, and keeps the second half back until the client is gone.
func halfway(w http.ResponseWriter, r *http.Request, file []byte) {
	_, _ = w.Write(file[:len(file)/2])
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

// lastKind is the kind of the last page of the one site.
func lastKind(tr *trial) string {
	tr.Helper()
	standings, err := tr.fleet.store.Standings(tr.Context(), "one")
	if err != nil {
		tr.Fatal(err)
	}
	if len(standings) == 0 {
		return ""
	}
	return standings[0].Kind
}

func TestFileOfAKilledWorkerIsCopiedOnceAndWhole(t *testing.T) {
	t.Parallel()
	server := newSite(t)
	large := bytes.Repeat([]byte("0123456789abcdef"), 400_000) // more than six chunks
	var asked atomic.Int64
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/large.txt") && asked.Add(1) == 1 {
			halfway(w, r, large)
			return
		}
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	server.URL = front.URL
	server.Insert("media", map[string]any{"id": 71, "title": "Large", "filename": "large.txt", "file": large})
	file, secrets := fleetOf(t, server)
	tr := &trial{T: t, dir: t.TempDir(), secrets: secrets, wait: time.Second, began: time.Now()}
	tr.open()
	mustDo(t, "enqueue", "-sites", file, "-run", "one", "-dir", tr.dir, "-arg", "-files")
	tr.workers = append(tr.workers, tr.worker())
	tr.until("a part of the file is stored", func() bool { return lastKind(tr) == recipe.Chunks })
	tr.kill(0)
	part := filepath.Join(t.TempDir(), "part")
	said, err := do(t, "export", "-dir", tr.dir, "-run", "one", "-out", part)
	if !program.IsIncomplete(err) {
		t.Errorf("export of a run that has not finished: error %v, want one with the status %d", err, program.Incomplete)
	}
	if !strings.Contains(said, "site0 is partial") {
		t.Errorf("export of a run that has not finished printed %q, want a line that site0 is partial", said)
	}
	tr.finish()
	out := filepath.Join(t.TempDir(), "records")
	mustDo(t, "export", "-dir", tr.dir, "-run", "one", "-out", out)
	got, err := os.ReadFile(filepath.Join(out, "site0", "media", "71-large.txt"))
	if err != nil || !bytes.Equal(got, large) {
		t.Errorf("The exported file: %d bytes, error %v, want the %d bytes of the site\n%s", len(got), err, len(large),
			tr.said.String())
	} else if asked.Load() < 2 {
		t.Errorf("The workers asked for the file %d times, want twice or more\n%s", asked.Load(), tr.said.String())
	}
	times, err := storetest.Times(t.Context(), tr.fleet.store, "one", "media")
	if err != nil || len(times) != 1 {
		t.Errorf("The store has the records %v, error %v, want one", times, err)
	} else if times["site0/71"] != 1 {
		t.Errorf("The store has the records %v, want site0/71 once", times)
	}
}
