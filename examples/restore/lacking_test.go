package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhatTheFolderLacksIsNamedAndTheRestIsRestored(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		damage func(path string) error
		file   string
		says   string
	}{
		"a file is gone": {os.Remove, "media/303-notes.txt", "media/303"},
		"a file is truncated": {func(path string) error { return os.Truncate(path, 3) },
			"media/303-notes.txt", "media/303"},
		"a file is a folder": {func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
			"media/303-notes.txt", "media/303"},
		"a record is gone":      {os.Remove, "posts/106.json", "posts/106"},
		"a record is truncated": {func(path string) error { return os.Truncate(path, 30) }, "posts/106.json", "posts/106"},
		"a record is another's": {func(path string) error {
			return os.Rename(filepath.Join(filepath.Dir(path), "107.json"),
				path)
		}, "posts/106.json", "posts/106"},
		"a file leads elsewhere": {func(path string) error {
			return errors.Join(os.Remove(path),
				os.Symlink("../../secret.txt", path))
		}, "media/303-notes.txt", "media/303"},
		"a file leads to what is hidden": {func(path string) error {
			return errors.Join(os.Remove(path), os.Symlink("../.git/config", path))
		}, "media/303-notes.txt", "media/303"},
		"a record leads elsewhere": {func(path string) error {
			return errors.Join(os.Remove(path),
				os.Symlink("/etc/hostname", path))
		}, "posts/106.json", "posts/106"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := newSite(t), newEmpty(t)
			folder := mirrored(t, from)
			for path, content := range map[string]string{"../secret.txt": "the secret", ".git/config": "the secret"} {
				path = filepath.Join(folder, path)
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700),
					os.WriteFile(path, []byte(content), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.damage(filepath.Join(folder, c.file)); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"-dry-run"}, nil, nil} {
				said, err := put(t, folder, to, args...)
				if err == nil || !strings.Contains(said, "the folder lacks "+c.says+": ") {
					t.Errorf("restore %q where %s: error %v, want one, and that the folder lacks %s\n%s",
						args, name, err, c.says, said)
				}
			}
			document := string(to.Document())
			if strings.HasPrefix(c.file, "media/") && strings.Contains(document, "notes.txt") {
				t.Errorf("restore where %s put the damaged file on the site, want it left out", name)
			}
			if !strings.Contains(document, "An idea") || !strings.Contains(document, "Callout") {
				t.Errorf("restore where %s left the site without the other records, want them", name)
			}
		})
	}
}

func TestJournalThatLeadsElsewhereIsNotWritten(t *testing.T) {
	t.Parallel()
	to := newEmpty(t)
	folder := mirrored(t, newSite(t))
	theirs := filepath.Join(t.TempDir(), "theirs")
	if err := os.WriteFile(theirs, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	name := "restore-" + strings.NewReplacer("://", "-", "/", "-", ":", "-").Replace(to.URL) + ".journal"
	if err := os.Symlink(theirs, filepath.Join(folder, name)); err != nil {
		t.Fatal(err)
	}
	if said, err := put(t, folder, to); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("restore with a journal that leads elsewhere: error %v, want one with its name\n%s", err, said)
	}
	if content, err := os.ReadFile(theirs); err != nil || len(content) > 0 {
		t.Errorf("restore wrote %q where the journal leads, error %v, want nothing", content, err)
	}
}
