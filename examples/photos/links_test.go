package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A link can lead to a picture of somebody else, and a sidecar to a text.
func TestNothingFromOutsideTheFolderIsUploaded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ link, target, says string }{
		"a picture":            {"leak.png", "../theirs.png", "leak.png, skipped: a symbolic link"},
		"a picture within":     {"again.png", "own.png", "again.png, skipped: a symbolic link"},
		"a folder":             {"theirs", "..", "theirs, skipped: a symbolic link"},
		"a sidecar":            {"own.png.yaml", "../theirs.yaml", "own.png.yaml"},
		"a sidecar of nothing": {"own.png.yaml", "/etc/none.yaml", "own.png.yaml"},
		"a hidden sidecar":     {"own.png.yaml", ".hidden.yaml", "own.png.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, above := start(t), t.TempDir()
			dir := filepath.Join(above, "pictures")
			draw(t, above+"/theirs.png", 40, 30, 50)
			draw(t, dir+"/own.png", 40, 30, 90)
			write(t, above+"/theirs.yaml", "caption: a secret\n")
			write(t, dir+"/.hidden.yaml", "caption: a secret\n")
			if err := os.Symlink(c.target, filepath.Join(dir, c.link)); err != nil {
				t.Fatal(err)
			}
			out, err := photos(t, server, "-dir", dir, "-recursive")
			sidecar := strings.HasSuffix(c.link, ".yaml")
			if (err != nil) != sidecar {
				t.Errorf("photos with %s as a link: error %v, want one: %t\n%s", name, err, sidecar, out)
			}
			if err != nil {
				out += err.Error()
			}
			if !strings.Contains(out, c.says) {
				t.Errorf("photos with %s as a link printed\n%s\nwant %q", name, out, c.says)
			}
			records := stored(t, server)
			if want := 1; sidecar && len(records) != 0 || !sidecar && len(records) != want {
				t.Errorf("photos with %s as a link stored %d files, want 1, none with a sidecar", name, len(records))
			}
		})
	}
}
