package manner

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// A folder is that of -dir. It is looked for before the site is asked.
func TestAbsentFolderIsReported(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return slices.Contains(r.real, "-dir") }, func(t *testing.T, r recipe) {
		t.Helper()
		runs := [][]string{r.args}
		if r.name == "snippets" {
			runs = [][]string{{"plan"}, {"push"}} // a pull makes the folder
		}
		for _, r.args = range runs {
			r.lacks(t, "-dir", "give the folder in -dir")
		}
	})
}

func TestFileThatIsAbsentIsSaid(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return slices.Contains(r.real, "-file") }, func(t *testing.T, r recipe) {
		t.Helper()
		r.lacks(t, "-file", "check the path in -file")
	})
}

// lacks fails the test unless a run without its folder or file names the flag, and asks the
// site nothing.
func (r recipe) lacks(t *testing.T, flag, advice string) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithSample())
	defer server.Close()
	absent := filepath.Join(t.TempDir(), "absent")
	got := r.run(t, server.AppPassword("admin"), "-site", server.URL, "-user", "admin", flag, absent)
	r.complains(t, got, 1, "open "+absent+": ")
	if !strings.HasSuffix(got.errors, ": "+advice+"\n") {
		t.Errorf("%s %q: messages %q, want %q last", r.name, r.args, got.errors, advice)
	}
	if n := len(server.Requests()); got.out != "" || n > 0 {
		t.Errorf("%s %q: %d requests, output %q, want none of both", r.name, r.args, n, got.out)
	}
}

func TestFolderIsMadeWhereDirSays(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return r.makes != nil }, func(t *testing.T, r recipe) {
		t.Helper()
		work, to := t.TempDir(), filepath.Join(t.TempDir(), "a", "copy")
		got := r.in(t, work, "", []string{"-dir", to})
		if here, there := contents(t, work, true), contents(t, to, true); len(here) > 0 || len(there) == 0 {
			t.Errorf("Run with -dir: status %d, %d files in the folder, %d in the working directory, want all in the folder: %s",
				got.status, len(there), len(here), got.errors)
		}
	})
}

// contents are those of the files of a folder, none if it is not wanted.
func contents(t *testing.T, folder string, wanted bool) map[string]string {
	t.Helper()
	files := map[string]string{}
	if !wanted {
		return files
	}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		files[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
