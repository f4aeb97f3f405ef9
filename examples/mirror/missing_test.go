package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/media"
)

// fileSite is a site that fails on files.
type fileSite struct {
	*cmstest.Server
	mu    sync.Mutex
	fails map[string]int // statuses by the names of files, 0 cuts the connection
	asked map[string]int // requests by the names of files
}

// newFileSite has n files, notes-00.txt and so on, which were uploaded long ago.
func newFileSite(t *testing.T, n int) *fileSite {
	t.Helper()
	s := &fileSite{Server: archivetest.Themes(cmstest.NewServer()), fails: map[string]int{}, asked: map[string]int{}}
	t.Cleanup(s.Server.Close)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/uploads/") {
			name := path.Base(r.URL.Path)
			s.mu.Lock()
			s.asked[name]++
			status, fails := s.fails[name]
			s.mu.Unlock()
			if fails && status == 0 {
				panic(http.ErrAbortHandler)
			}
			for fails && status == endless {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
			if fails && status == webPage {
				_, _ = io.WriteString(w, "<!DOCTYPE html><title>Home</title>")
				return
			}
			if fails {
				w.WriteHeader(status)
				return
			}
		}
		s.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	s.URL = front.URL // of the files, too
	for i := range n {
		// later runs read the last one again
		day := time.Date(2020, 1, 1+i, 10, 0, 0, 0, time.UTC).Format("2006-01-02T15:04:05")
		s.Insert("media", map[string]any{
			"id": 300 + i, "filename": fmt.Sprintf("2020/01/notes-%02d.txt", i), "file": fmt.Appendf(nil, "Notes %d\n", i),
			"date": day, "modified": day,
		})
	}
	return s
}

const (
	endless = -1 // a status for files that do not end
	webPage = -2 // a status for files that redirect to the home page
)

// fail makes requests for files end with a status; 200 mends them.
func (s *fileSite) fail(status int, numbers ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range numbers {
		name := fmt.Sprintf("notes-%02d.txt", i)
		if s.fails[name] = status; status == http.StatusOK {
			delete(s.fails, name)
		}
	}
}

func (s *fileSite) requests(number int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[fmt.Sprintf("notes-%02d.txt", number)]
}

// notes are the files that a folder has.
func notes(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := content(t, folder)
	maps.DeleteFunc(files, func(name, _ string) bool { return !strings.HasSuffix(name, ".txt") })
	return files
}

func TestMissingFilesAreTriedAgainInEveryRunUntilTheyAreThere(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusGone, http.StatusInternalServerError,
		http.StatusForbidden, webPage, 0} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			site, folder := newFileSite(t, 6), t.TempDir()
			site.fail(status, 1, 4)
			for run := range 3 {
				before := site.requests(4)
				said, err := take(t, site.Server, folder)
				if err == nil || !strings.Contains(err.Error(), "2 lines above begin with missing") {
					t.Errorf("Run %d: error %v, want 2 missing\n%s", run, err, said)
				}
				for _, line := range []string{"missing: media/301", "missing: media/304", "301-notes-01.txt", "304-notes-04.txt"} {
					if !strings.Contains(said, line) {
						t.Errorf("Run %d printed\n%s\nwant %q", run, said, line)
					}
				}
				if site.requests(4) == before {
					t.Errorf("Run %d did not ask for the missing file, want it tried again", run)
				}
				if n := len(notes(t, folder)); n != 4 {
					t.Errorf("Run %d left %d files, want 4", run, n)
				}
			}
			site.fail(http.StatusOK, 1)
			if said, err := take(t, site.Server, folder); err == nil || strings.Contains(said, "media/301:") {
				t.Errorf("mirror with one file back: error %v, want one without media/301\n%s", err, said)
			} else if !strings.Contains(said, "media/304:") {
				t.Errorf("mirror with one file back printed\n%s\nwant media/304", said)
			}
			site.fail(http.StatusOK, 4)
			mustTake(t, site.Server, folder)
			if n := len(notes(t, folder)); n != 6 {
				t.Errorf("mirror with all files back left %d files, want 6", n)
			}
			if said := mustTake(t, site.Server, folder); strings.Contains(said, "missing") {
				t.Errorf("The mirror after all files were back printed\n%s\nwant nothing missing", said)
			}
		})
	}
}

func TestDamagedFileIsFetchedAgain(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(path string) error{
		"deleted":   os.Remove,
		"truncated": func(path string) error { return os.Truncate(path, 3) },
		"longer":    func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("x", 100)), 0o600) },
		"a link":    func(path string) error { return errors.Join(os.Remove(path), os.Symlink(path+".away", path)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site, folder := newFileSite(t, 3), t.TempDir()
			mustTake(t, site.Server, folder)
			whole := notes(t, folder)
			if err := damage(filepath.Join(folder, "media/301-notes-01.txt")); err != nil {
				t.Fatal(err)
			}
			site.fail(http.StatusInternalServerError, 1)
			if said, err := take(t, site.Server, folder); err == nil || !strings.Contains(said, "media/301") {
				t.Errorf("mirror that cannot fetch a damaged file: error %v, want one, and media/301\n%s", err, said)
			}
			site.fail(http.StatusOK, 1)
			mustTake(t, site.Server, folder)
			if got := notes(t, folder); !maps.Equal(whole, got) {
				t.Errorf("mirror of a damaged file left %v, want %v", got, whole)
			}
			if n := site.requests(0); n != 1 {
				t.Errorf("mirror fetched a file that was not damaged %d times, want once", n)
			}
		})
	}
}

func TestFileThatFailsStopsNeitherTheOthersNorTheOtherKinds(t *testing.T) {
	t.Parallel()
	site, folder := newFileSite(t, 4), t.TempDir()
	site.Insert("posts", map[string]any{"id": 900, "title": "A post"})
	site.fail(http.StatusInternalServerError, 0)
	if said, err := take(t, site.Server, folder); err == nil {
		t.Errorf("mirror with a file that fails: no error, want one\n%s", said)
	}
	files := content(t, folder)
	for _, name := range []string{"media/300.json", "media/303-notes-03.txt", "posts/900.json"} {
		if files[name] == "" {
			t.Errorf("mirror with a file that fails wrote no %s, want it", name)
		}
	}
}

// Some plugins redirect each address without a file to a page.
func TestSmallerPictureIsKeptWhereTheOriginalIsAway(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"not found": http.StatusNotFound, "a page": http.StatusOK} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, folder := archivetest.Themes(cmstest.NewServer()), t.TempDir()
			t.Cleanup(server.Close)
			front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if path.Base(r.URL.Path) == "wide.png" {
					w.Header().Set("Content-Type", "text/html; charset=UTF-8")
					w.WriteHeader(status)
					_, _ = w.Write([]byte("<!DOCTYPE html><html><title>Home</title></html>"))
					return
				}
				server.Handler().ServeHTTP(w, r)
			}))
			t.Cleanup(front.Close)
			server.URL = front.URL
			var picture bytes.Buffer
			if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 2600, 2))); err != nil {
				t.Fatal(err)
			}
			file := media.File{Name: "wide.png", Reader: bytes.NewReader(picture.Bytes())}
			stored, err := media.New(client(t, server)).Upload(t.Context(), file, nil)
			if err != nil {
				t.Fatal(err)
			}
			mustTake(t, server, folder)
			got := content(t, folder)[fmt.Sprintf("media/%d-wide.png", stored.ID)]
			if !strings.HasPrefix(got, "\x89PNG") {
				t.Errorf("mirror without the original of %s: file %.40q, want the smaller picture", stored.SourceURL, got)
			}
		})
	}
}
