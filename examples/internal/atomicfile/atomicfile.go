// Package atomicfile writes a file as a whole or not at all.
package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// suffix ends the names of files that are being written. A crash can leave one.
const suffix = ".part"

// Write puts data in place of the file. Whoever reads it, after a crash too, finds
// the old content or the new, never a part of either.
func Write(path string, data []byte, mode fs.FileMode) error {
	_, err := Copy(path, bytes.NewReader(data), mode)
	return err
}

// Copy is [Write] for what is read to its end, and tells how much that was. If
// reading fails the file stays as it is.
func Copy(path string, from io.Reader, mode fs.FileMode) (size int64, err error) {
	if size, err = Put(path, from, mode); err != nil {
		return 0, err
	}
	return size, SyncFolder(filepath.Dir(path))
}

// Put is [Copy] for one of many files: until [SyncFolder] a crash of the machine,
// though not of the program, may bring the old content back.
func Put(path string, from io.Reader, mode fs.FileMode) (size int64, err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".*"+suffix)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = os.Remove(file.Name())
		}
	}()
	if size, err = io.Copy(file, from); err != nil {
		return 0, err
	}
	if err := errors.Join(file.Chmod(mode), file.Sync()); err != nil {
		return 0, err
	}
	if err := file.Close(); err != nil {
		return 0, err
	}
	return size, os.Rename(file.Name(), path)
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

// SyncFolder makes what was put into a folder last. Windows has no such call, and
// needs none.
func SyncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
