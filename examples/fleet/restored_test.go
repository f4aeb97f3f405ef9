package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
)

// exported copies one site with its files, and returns the folder that export writes of it.
func exported(t *testing.T, server *cmstest.Server) string {
	t.Helper()
	file, secrets := fleetOf(t, server)
	folder, out := t.TempDir(), filepath.Join(t.TempDir(), "records")
	mustDo(t, "run", "-sites", file, "-secrets", secrets, "-dir", folder, "-run", "one", "-arg", "-files")
	mustDo(t, "export", "-dir", folder, "-run", "one", "-out", out)
	if said, err := do(t, "export", "-dir", folder, "-run", "one", "-out", out); err == nil {
		t.Errorf("fleet export into a folder that is not empty printed %s and no error, want an error", said)
	}
	return filepath.Join(out, "site0")
}

func openArchive(t *testing.T, path string) *archive.Folder {
	t.Helper()
	folder, err := archive.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	return folder
}

func TestCopyIsRestoredByTheRecipeRestore(t *testing.T) {
	t.Parallel()
	from, to := archivetest.Site(), newSite(t)
	t.Cleanup(from.Close)
	to.Insert("users", map[string]any{"username": "kim", "role": "author"})
	folder := exported(t, from)
	program := filepath.Join(t.TempDir(), "restore")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program,
		"github.com/fontcms/fontcms-go/examples/restore")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build of restore: error %v, want none: %s", err, out)
	}
	restore := exec.CommandContext(t.Context(), program,
		"-site", to.URL, "-prefix", "cms", "-user", "admin", "-dir", folder)
	restore.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+to.AppPassword("admin"))
	if out, err := restore.CombinedOutput(); err != nil {
		t.Fatalf("restore: error %v, want none: %s", err, out)
	}
	differences, records, err := archive.Compare(openArchive(t, folder), openArchive(t, exported(t, to)))
	if err != nil || records < 40 {
		t.Errorf("Compare of both sites: %d records, error %v, want 40 or more", records, err)
	}
	for _, d := range differences {
		t.Errorf("Compare of both sites found %v, want no difference", d)
	}
}

func TestFilesAreCopiedInChunksAndMissingOnesAreNamed(t *testing.T) {
	t.Parallel()
	server := newSite(t)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/gone.txt") {
			http.NotFound(w, r)
			return
		}
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	server.URL = front.URL
	large := bytes.Repeat([]byte("0123456789abcdef"), 160_000) // more than two chunks
	large[len(large)/2] = '!'
	server.Insert("media", map[string]any{"id": 71, "title": "Large", "filename": "large.txt", "file": large})
	server.Insert("media", map[string]any{"id": 72, "title": "Gone", "filename": "gone.txt", "file": []byte("Gone")})
	path := exported(t, server)
	got, err := os.ReadFile(filepath.Join(path, "media", "71-large.txt"))
	if err != nil || !bytes.Equal(got, large) {
		t.Errorf("The copy of the large file: %d bytes, error %v, want the %d bytes of the site", len(got), err, len(large))
	}
	folder := openArchive(t, path)
	state, err := folder.State()
	if err != nil || state == nil {
		t.Fatal(err)
	}
	lacks, err := folder.Lacks(state)
	if err != nil || len(lacks) != 1 {
		t.Errorf("Lacks of the copy: %v, error %v, want one file", lacks, err)
	} else if !strings.Contains(lacks[0].String(), "media/72: its file: ") {
		t.Errorf("Lacks of the copy: %v, want the file of media/72", lacks)
	}
}
