package files

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// suffix ends the names of files that are being written. A crash can leave one.
const suffix = ".part"

// Write replaces the content of the file. A reader finds the old content or the new,
// even after a crash, never a part of either. If the file is a link, the link is
// replaced and its target is unchanged.
func Write(path string, data []byte, mode fs.FileMode) error {
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(WriteIn(folder, filepath.Base(path), data, mode), folder.Close())
}

// WriteIn is [Write] for a file of an open folder.
func WriteIn(folder *os.Root, name string, data []byte, mode fs.FileMode) error {
	if _, err := Put(folder, name, bytes.NewReader(data), mode); err != nil {
		return err
	}
	return SyncFolder(folder)
}

// Put is [WriteIn] for one of many files, of what is read to its end: until
// [SyncFolder] a crash of the machine, though not of the program, may bring the old
// content back. If reading fails the file stays as it is.
func Put(folder *os.Root, name string, from io.Reader, mode fs.FileMode) (size int64, err error) {
	return put(folder, name, from, mode, (*os.File).Sync)
}

// PutLater is [Put] for a folder of many new files. Until [SyncFiles] a crash of the
// machine may leave an empty file, or a part of one.
func PutLater(folder *os.Root, name string, from io.Reader, mode fs.FileMode) (size int64, err error) {
	return put(folder, name, from, mode, func(*os.File) error { return nil })
}

func put(
	folder *os.Root, name string, from io.Reader, mode fs.FileMode, sync func(*os.File) error,
) (size int64, err error) {
	part := "." + rand.Text() + suffix
	file, err := folder.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = folder.Remove(part)
		}
	}()
	if size, err = io.Copy(file, from); err != nil {
		return 0, err
	}
	if err := errors.Join(file.Chmod(mode), sync(file)); err != nil {
		return 0, err
	}
	if err := file.Close(); err != nil {
		return 0, err
	}
	return size, folder.Rename(part, name)
}

// Sweep removes what crashes have left in a folder. No other program may be
// writing to it.
func Sweep(folder *os.Root) error {
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if name := entry.Name(); strings.HasPrefix(name, ".") && strings.HasSuffix(name, suffix) && !entry.IsDir() {
			err = errors.Join(err, folder.Remove(name))
		}
	}
	return err
}

// SyncFiles makes the regular files of a folder last, and then the folder. It is fast if
// the system has written most of them in the meantime.
func SyncFiles(folder *os.Root) error {
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		file, err := folder.OpenFile(entry.Name(), os.O_RDWR, 0) // Windows syncs only what may be written
		if err != nil {
			return err
		}
		if err := errors.Join(file.Sync(), file.Close()); err != nil {
			return err
		}
	}
	return SyncFolder(folder)
}

// SyncFolder makes what was put into a folder last. Windows has no such call, and
// needs none.
func SyncFolder(folder *os.Root) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := folder.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
