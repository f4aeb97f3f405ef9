//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Opening a pipe as a file waits for whoever writes to it: such a test would not end.
func TestPipeIsRefusedAndNotWaitedFor(t *testing.T) {
	t.Parallel()
	path := tree(t, map[string]string{"link": "->pipe", "file": "x"})
	pipe := filepath.Join(path, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	f := open(t, path)
	for _, name := range []string{"pipe", "link"} {
		if _, err := f.Read(name); !errors.Is(err, ErrNotRegular) {
			t.Errorf("Read of %s: error %v, want ErrNotRegular", name, err)
		}
		if _, err := f.Upload(name); !errors.Is(err, ErrNotRegular) {
			t.Errorf("Upload of %s: error %v, want ErrNotRegular", name, err)
		}
		if _, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600); !errors.Is(err, ErrNotRegular) {
			t.Errorf("OpenFile of %s for writing: error %v, want ErrNotRegular", name, err)
		}
		if _, err := f.ReadDir(name); err == nil {
			t.Errorf("ReadDir of %s: no error, want one", name)
		}
		if _, err := f.Read(name + "/x"); err == nil {
			t.Errorf("Read of a file below %s: no error, want one", name)
		}
	}
}

// The file is a pipe by the time that it is opened.
func TestSwappedInPipeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	path := tree(t, map[string]string{"file": "x"})
	pipe := filepath.Join(path, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	f := open(t, path)
	file, err := f.Upload("file")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(pipe, filepath.Join(path, "file")); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Open(); !errors.Is(err, ErrNotRegular) {
		t.Error(err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	opened, err := root.OpenFile("file", os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := opened.Close(); err != nil {
		t.Error(err)
	}
}
