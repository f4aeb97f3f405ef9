package files

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFileIsReplacedAsAWhole(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "face.css")
	for _, content := range []string{"a long first version", "short"} {
		if err := Write(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != content {
			t.Errorf("After Write the file holds %q, error %v, want %q", got, err, content)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("The file after Write: mode %v, error %v, want 0600", info.Mode(), err)
	}
}

func TestFailedWriteLeavesNoTemporaryFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	taken := filepath.Join(folder, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Write(taken, []byte("x"), 0o600); err == nil {
		t.Error("Write of a file over a folder: no error, want one")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("After the failed Write the folder holds %v, error %v, want one entry", left, err)
	}
}

func TestSweepRemovesOnlyTemporaryFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{".123" + suffix, ".hidden", "face.css"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	if err := Sweep(root); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
		t.Errorf("After Sweep the folder holds %v, error %v, want two files", left, err)
	}
}
