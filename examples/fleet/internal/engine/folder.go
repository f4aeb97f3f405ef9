package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The files of the folder of an engine.
const (
	lockFile    = "lock"
	versionFile = "version"
	accessFile  = "access" // address and token
	storeFolder = "store"
)

// version is that of the data in the folder. A change of a stream needs another one: of a stream
// that is there, only the number of copies is changed.
const version = "fleet 2"

// ErrInUse is the error of a folder that another engine has open. Two engines on one
// folder lose messages.
var ErrInUse = errors.New("another fleet has this folder open")

// open makes the folder if it is absent, checks its version and locks it until release.
func open(path string) (*os.File, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(path, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(file); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("%s: %w (%w)", path, ErrInUse, err)
	}
	if err := checkVersion(path); err != nil {
		release(file)
		return nil, err
	}
	return file, nil
}

// release unlocks a folder that open locked.
func release(file *os.File) {
	_ = unlock(file)
	_ = file.Close()
}

// checkVersion writes the version into a new folder, and refuses a folder of another one.
func checkVersion(path string) error {
	name := filepath.Join(path, versionFile)
	found, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(path, storeFolder)); err == nil {
			return fmt.Errorf("%s: the folder holds a store without its version: choose another folder", path)
		}
		return os.WriteFile(name, []byte(version+"\n"), 0o600)
	}
	if err != nil {
		return err
	}
	if is := strings.TrimSpace(string(found)); is != version {
		return fmt.Errorf("%s: the folder is of version %q, and this program reads %q: choose another folder",
			path, is, version)
	}
	return nil
}
