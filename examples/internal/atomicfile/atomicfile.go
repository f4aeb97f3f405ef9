// Package atomicfile writes a file as a whole or not at all.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// suffix ends the names of files that are being written. A crash can leave one.
const suffix = ".part"

// Write puts data in place of the file. Whoever reads it, after a crash too, finds
// the old content or the new, never a part of either.
func Write(path string, data []byte, mode fs.FileMode) (err error) {
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, ".*"+suffix)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = os.Remove(file.Name())
		}
	}()
	if _, err := file.Write(data); err != nil {
		return err
	}
	if err := errors.Join(file.Chmod(mode), file.Sync()); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(folder)
}

// Sweep removes what crashes have left in a folder. No other program may be
// writing to it.
func Sweep(folder string) error {
	left, err := filepath.Glob(filepath.Join(folder, ".*"+suffix))
	if err != nil {
		return err
	}
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// syncFolder makes a rename last. Windows has no such call, and needs none.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
