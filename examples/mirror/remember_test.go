package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// numbers are those from first to last.
func numbers(first, last int) (all []int) {
	for i := first; i <= last; i++ {
		all = append(all, i)
	}
	return all
}

func missing(t *testing.T, folder string) map[string]archive.Missing {
	t.Helper()
	a, err := archive.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	state, err := a.State()
	if err != nil || state == nil {
		t.Fatalf("State of the folder: %v, error %v, want one", state, err)
	}
	return state.Kind(archive.Media).Missing
}

func TestIncompleteCopyEndsWithAStatusOfItsOwn(t *testing.T) {
	t.Parallel()
	site, folder := newFileSite(t, 3), t.TempDir()
	mirror := func(args ...string) (said string, status int) {
		args = append([]string{"-site", site.URL, "-prefix", "cms", "-user", "admin", "-dir", folder}, args...)
		out, err := programtest.Command(t.Context(), site.AppPassword("admin"), args...).CombinedOutput()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			return string(out), exit.ExitCode()
		}
		return string(out), 0
	}
	site.fail(http.StatusNotFound, 1)
	for _, args := range [][]string{nil, {"-full"}, nil} {
		if said, status := mirror(args...); status != program.Incomplete ||
			!strings.Contains(said, "missing: media/301: 301-notes-01.txt: ") {
			t.Errorf("mirror %q with a file missing: status %d, want %d, and media/301 missing\n%s",
				args, status, program.Incomplete, said)
		}
	}
	remove := site.Fail(cmstest.Fault{Route: "/cms/v2/posts", Status: http.StatusForbidden, Code: "rest_forbidden"})
	if said, status := mirror(); status != 1 || !strings.Contains(said, "missing: media/301: ") {
		t.Errorf("mirror with an error beside a missing file: status %d, want 1, and media/301 missing\n%s", status, said)
	}
	remove()
	site.fail(http.StatusOK, 1)
	if said, status := mirror(); status != 0 {
		t.Errorf("mirror with all files there: status %d, want 0\n%s", status, said)
	}
	if said, status := mirror("-help"); status != 0 ||
		!strings.Contains(said, "  3  done, but records or files are missing") {
		t.Errorf("mirror -help: status %d, want 0, and the status 3 in the help\n%s", status, said)
	}
}

// Of 60 files of a host that is down not each is waited for, and the next run begins
// with those that this one has not tried.
func TestHostThatIsDownIsNotAskedForEveryFile(t *testing.T) {
	t.Parallel()
	site, folder := newFileSite(t, 60), t.TempDir()
	site.fail(http.StatusForbidden, numbers(0, 59)...)
	said, err := take(t, site.Server, folder)
	if err == nil || !strings.Contains(err.Error(), "60 lines above begin with missing, 60 of them for the first time") {
		t.Errorf("mirror of a host that is down: error %v, want 60 missing for the first time\n%s", err, said)
	} else if !strings.Contains(said, "not tried, since 20 files in a row had failed") {
		t.Errorf("mirror of a host that is down printed\n%s\nwant that files were not tried after 20", said)
	}
	if site.requests(patience) != 0 {
		t.Errorf("mirror of a host that is down asked for file %d, want no more than the first %[1]d", patience)
	}
	site.fail(http.StatusOK, numbers(patience, 59)...) // the first ones stay away
	if said, err := take(t, site.Server, folder, "-full"); err == nil ||
		!strings.Contains(err.Error(), "20 lines above begin with missing, 0 of them") {
		t.Errorf("mirror -full with the first files away: error %v, want 20 missing, none for the first time\n%s", err, said)
	}
	if n := len(notes(t, folder)); n != 60-patience {
		t.Errorf("mirror -full with the first files away left %d files, want %d", n, 60-patience)
	}
}

func TestFilesThatAreGoneForGoodHideNoOthers(t *testing.T) {
	t.Parallel()
	site, folder := newFileSite(t, 60), t.TempDir()
	site.fail(http.StatusNotFound, numbers(0, 58)...)
	if said, err := take(t, site.Server, folder); err == nil || len(notes(t, folder)) != 1 {
		t.Errorf("mirror with one file of 60: error %v, %d files, want an error and 1\n%s", err, len(notes(t, folder)), said)
	} else if len(missing(t, folder)) != 59 {
		t.Errorf("mirror with one file of 60 remembers %d missing, want 59\n%s", len(missing(t, folder)), said)
	}
	for id := range int64(58) {
		if _, err := client(t, site.Server).Posts.Get(t.Context(), id+1); err == nil {
			t.Fatalf("Get of post %d: no error, want one, or its id is taken", id+1)
		}
		if status := site.delete(t, 300+id); status != http.StatusOK {
			t.Fatalf("DELETE of the file %d: status %d, want 200", 300+id, status)
		}
	}
	if said, err := take(t, site.Server, folder); err == nil || len(missing(t, folder)) != 1 {
		t.Errorf("mirror after 58 records are gone: error %v, %d missing, want an error and 1\n%s",
			err, len(missing(t, folder)), said)
	}
}

func (s *fileSite) delete(t *testing.T, id int64) int {
	t.Helper()
	request, err := http.NewRequest(http.MethodDelete,
		fmt.Sprintf("%s/cms-json/cms/v2/media/%d?force=true", s.URL, id), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.SetBasicAuth("admin", s.AppPassword("admin"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// The old file stays until the new one is there, and is not taken for it.
func TestFileThatWasReplacedIsTriedUntilItIsThere(t *testing.T) {
	t.Parallel()
	site, folder := newFileSite(t, 2), t.TempDir()
	mustTake(t, site.Server, folder)
	if status := site.delete(t, 301); status != http.StatusOK {
		t.Fatalf("DELETE of the file 301: status %d, want 200", status)
	}
	site.Insert("media", map[string]any{
		"id": 301, "filename": "2020/01/notes-01.txt", "file": []byte("Other notes on letters\n"),
		"date": "2020-01-01T10:00:00", "modified": "2031-01-01T10:00:00",
	})
	site.fail(http.StatusInternalServerError, 1)
	for range 2 {
		if said, err := take(t, site.Server, folder); err == nil ||
			notes(t, folder)["media/301-notes-01.txt"] != "Notes 1\n" {
			t.Errorf("mirror with a new file that fails: error %v, want one, and the old file\n%s", err, said)
		}
	}
	site.fail(http.StatusOK, 1)
	mustTake(t, site.Server, folder)
	if got := notes(t, folder)["media/301-notes-01.txt"]; got != "Other notes on letters\n" {
		t.Errorf("mirror wrote the file as %q, want the new text", got)
	}
}

func TestDamagedRecordsAreReadAgain(t *testing.T) {
	t.Parallel()
	site, folder := newSite(t), t.TempDir()
	mustTake(t, site, folder)
	whole := content(t, folder)
	for name, damage := range map[string]func(path string) error{
		"posts/106.json":     func(path string) error { return os.Truncate(path, 20) },
		"posts/107.json":     func(path string) error { return os.Truncate(path, 0) },
		"pages/201.json":     os.Remove,
		"categories/11.json": func(path string) error { return os.Truncate(path, 3) },
		"media/303.json": func(path string) error {
			return errors.Join(os.Remove(path),
				os.Symlink("/etc/hostname", path))
		},
		"media/302-wide-640x480.png": func(path string) error { return os.Truncate(path, 9) },
		"blocks/401.json":            func(path string) error { return os.WriteFile(path, []byte(`{"id": 7}`), 0o600) },
	} {
		if err := damage(filepath.Join(folder, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	mustTake(t, site, folder)
	for name, text := range whole {
		if got := content(t, folder)[name]; got != text {
			t.Errorf("mirror of a damaged folder left %s as %.40q, want %.40q", name, got, text)
		}
	}
}

// A site fails on some records: those are missing, and the others of their kind are not.
func TestOneFailingRecordDoesNotHideOthers(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	front := failsOn(t, server, "106")
	for run := range 2 {
		said, err := take(t, server, folder, "-site", front)
		if err == nil || !strings.Contains(said, "missing: posts/106: ") {
			t.Errorf("Run %d: error %v, want one, and posts/106 missing\n%s", run, err, said)
		} else if strings.Contains(said, "posts: nothing was deleted") {
			t.Errorf("Run %d printed\n%s\nwant no doubt about the posts", run, said)
		}
		if files := content(t, folder); files["posts/101.json"] == "" || files["posts/107.json"] == "" {
			t.Errorf("Run %d left %v, want the posts 101 and 107", run, slices.Collect(maps.Keys(files)))
		} else if files["snippets/601.json"] == "" {
			t.Errorf("Run %d left %v, want the snippet 601", run, slices.Collect(maps.Keys(files)))
		}
	}
}

func TestCopyOfAnOlderVersionIsTakenAsItIs(t *testing.T) {
	t.Parallel()
	site, folder := newFileSite(t, 3), t.TempDir()
	mustTake(t, site.Server, folder)
	path := filepath.Join(folder, "state.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var state map[string]any
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	delete(state["kinds"].(map[string]any)["media"].(map[string]any), "files")
	delete(state["kinds"].(map[string]any), "users")
	if text, err = json.Marshal(state); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(path, text, 0o600),
		os.Remove(filepath.Join(folder, "media/302-notes-02.txt"))); err != nil {
		t.Fatal(err)
	}
	mustTake(t, site.Server, folder)
	if got := []int{site.requests(0), site.requests(1), site.requests(2)}; !slices.Equal(got, []int{1, 1, 2}) {
		t.Errorf("mirror of a copy of an older version asked for the files %v times, want 1, 1 and 2", got)
	}
	if err := os.Truncate(filepath.Join(folder, "media/301-notes-01.txt"), 1); err != nil {
		t.Fatal(err)
	}
	mustTake(t, site.Server, folder)
	if notes(t, folder)["media/301-notes-01.txt"] != "Notes 1\n" {
		t.Errorf("mirror left the damaged file as %q, want \"Notes 1\\n\"", notes(t, folder)["media/301-notes-01.txt"])
	}
}

func TestFontsWithoutAnIDDoNotHideOthers(t *testing.T) {
	t.Parallel()
	catalogue := fontstest.NewServer(fontstest.WithFonts([]map[string]any{{"id": "inter", "name": "Inter"},
		{"name": "Nameless"}, {"id": "Inter", "name": "Other"}}))
	t.Cleanup(catalogue.Close)
	server, folder := newEmpty(t), t.TempDir()
	for range 2 {
		said, err := take(t, server, folder, "-fonts", catalogue.URL)
		if err == nil || !strings.Contains(said, "missing: fonts/(without an id): 1 fonts have no id") {
			t.Errorf("mirror of a font without an id: error %v, want one, and 1 font missing\n%s", err, said)
		}
	}
	var names []string
	for name := range content(t, filepath.Join(folder, "fonts")) {
		names = append(names, strings.ToLower(name)) // as some file systems do
	}
	slices.Sort(names)
	if n := len(slices.Compact(names)); n != 2 {
		t.Errorf("mirror wrote the fonts %v, want 2 names", names)
	}
}

// The folder of another's backup may hold links: nothing outside of it is changed.
func TestNothingOutsideTheFolderIsWrittenOrDeleted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ link, target string }{
		"a kind":           {"posts", "../theirs"},
		"a hidden kind":    {"posts", ".git"},
		"a kind elsewhere": {"media", "ABOVE/theirs"},
		"the state":        {"state.json", "../theirs/state.json"},
		"the fonts":        {"tags", "../theirs"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, above := newSite(t), t.TempDir()
			folder := filepath.Join(above, "backup")
			theirs := map[string]string{"theirs/9999.json": "{}", "theirs/.x.part": "x", "theirs/9999-a.txt": "x",
				"backup/.git/9999.json": "{}"}
			for name, text := range theirs {
				path := filepath.Join(above, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(strings.ReplaceAll(c.target, "ABOVE", above), filepath.Join(folder, c.link)); err != nil {
				t.Fatal(err)
			}
			said, err := take(t, server, folder)
			if err == nil || !strings.Contains(err.Error(), c.link) {
				t.Errorf("mirror of a folder with a link: error %v, want one that names %s\n%s", err, c.link, said)
			}
			left := map[string]string{}
			for _, dir := range []string{"theirs", "backup/.git"} {
				for name, text := range content(t, filepath.Join(above, dir)) {
					left[dir+"/"+name] = text
				}
			}
			if !maps.Equal(left, theirs) {
				t.Errorf("After mirror the files outside are %v, want %v", left, theirs)
			}
		})
	}
}

// failsOn stands before a site and fails whenever it has to show a post as a whole.
func failsOn(t *testing.T, server *cmstest.Server, id string) (address string) {
	t.Helper()
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		server.Handler().ServeHTTP(answer, r)
		if strings.HasSuffix(r.URL.Path, "/cms/v2/posts") && r.URL.Query().Get("_fields") != "id" &&
			strings.Contains(answer.Body.String(), `"id":`+id+`,`) {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	}))
	t.Cleanup(front.Close)
	return front.URL
}
