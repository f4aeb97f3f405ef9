package engine

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func start(t *testing.T, folder string) *Engine {
	t.Helper()
	e, err := Start(Config{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func TestSecondEngineOnAFolderIsRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first := start(t, folder)
	if _, err := Start(Config{Folder: folder}); !errors.Is(err, ErrInUse) {
		t.Errorf("Start on a folder in use: error %v, want ErrInUse", err)
	}
	first.Close()
	start(t, folder)
}

func TestAccessIsPrivateAndNeedsItsToken(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	start(t, folder)
	info, err := os.Stat(filepath.Join(folder, accessFile))
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode != 0o600 {
		t.Errorf("The file of the access has the mode %o, want 600", mode)
	}
	access, err := Beside(folder, false)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := access.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	if !strings.Contains(access.Address, "127.0.0.1:") {
		t.Errorf("The engine listens on %s, want an address of 127.0.0.1", access.Address)
	}
	access.Token = "wrong"
	if conn, err := access.Connect("test"); err == nil {
		conn.Close()
		t.Error("Connect with a wrong token: no error, want one")
	}
}

func TestFolderOfAnotherVersionIsRefused(t *testing.T) {
	t.Parallel()
	for text, files := range map[string]map[string]string{
		`of version "fleet 1"`:      {versionFile: "fleet 1\n"},
		"store without its version": {filepath.Join(storeFolder, "x"): ""},
	} {
		folder := t.TempDir()
		for name, content := range files {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Start(Config{Folder: folder}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want %q", err, text)
		}
	}
	if _, err := Beside(t.TempDir(), false); err == nil {
		t.Error("Beside an empty folder: no error, want one")
	}
}
