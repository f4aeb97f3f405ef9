// Package files reads and writes files below one folder and nowhere else: each as a
// whole or not at all. It is for folders that others may have written: a checkout of a
// pull request, a backup that was received. It reads YAML without the forms that people
// do not expect.
//
// Symbolic links are followed as long as they stay in the folder. A link that leaves
// it, an absolute link and a loop of links are errors that name the file. These are
// errors too:
//   - names with a part that begins with a dot (.git/config, .env), where credentials
//     are, and links to them
//   - other files than regular files and folders: opening a pipe would wait for a
//     writer
//
// The checks run while a file is opened, so that a link that replaces it in between is
// not followed.
package files

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/media"
)

// Errors of files that are there and are not opened, inside an [*fs.PathError].
var (
	ErrLeaves     = errors.New("it leads out of the folder")
	ErrHidden     = errors.New("it is hidden, or in a hidden folder: its path has a part that begins with a dot")
	ErrNotRegular = errors.New("it is not a regular file")
)

// Folder is an open folder. It implements [fs.FS], [fs.ReadDirFS] and [fs.StatFS].
// Names are relative to it, with slashes.
type Folder struct {
	root *os.Root
}

// Open opens a folder. The path may lead through links: it is the caller's own.
func Open(path string) (*Folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Folder{root}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Path is the path that the folder was opened by.
func (f *Folder) Path() string { return f.root.Name() }

// Open opens a regular file for reading.
func (f *Folder) Open(name string) (fs.File, error) {
	var file fs.File
	err := f.at(name, func(in *os.Root, base string) (err error) {
		file, err = openRegular(in, base, os.O_RDONLY, 0)
		return err
	})
	if err != nil {
		return nil, inFolder("open", name, err)
	}
	return file, nil
}

// OpenFile opens a regular file as [os.OpenFile] does. It creates no link's target.
func (f *Folder) OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error) {
	var file *os.File
	err := f.at(name, func(in *os.Root, base string) (err error) {
		file, err = openRegular(in, base, flag, mode)
		return err
	})
	if err != nil {
		return nil, inFolder("open", name, err)
	}
	return file, nil
}

// Stat describes a file, without opening it.
func (f *Folder) Stat(name string) (info fs.FileInfo, err error) {
	err = f.at(name, func(in *os.Root, base string) (err error) {
		info, err = in.Lstat(base)
		return err
	})
	return info, inFolder("stat", name, err)
}

// Read reads a regular file.
func (f *Folder) Read(name string) ([]byte, error) { return fs.ReadFile(f, name) }

// ReadDir lists a folder in the order of names. Links are listed as links.
func (f *Folder) ReadDir(name string) (entries []fs.DirEntry, err error) {
	err = f.in(name, func(in *os.Root) error {
		file, err := in.Open(".")
		if err != nil {
			return err
		}
		entries, err = file.ReadDir(-1)
		return errors.Join(err, file.Close())
	})
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, inFolder("read", name, err)
}

// Upload is a file of the folder for the media library. It is opened when it is
// sent.
func (f *Folder) Upload(name string) (media.File, error) {
	info, err := f.Stat(name)
	if err != nil {
		return media.File{}, err
	}
	if !info.Mode().IsRegular() {
		return media.File{}, inFolder("open", name, ErrNotRegular)
	}
	return media.File{
		Name: path.Base(name),
		Size: info.Size(),
		Open: func() (io.ReadCloser, error) { return f.Open(name) },
	}, nil
}

// Write replaces a file as a whole: see [Write].
func (f *Folder) Write(name string, data []byte, mode fs.FileMode) error {
	return f.in(path.Dir(name), func(in *os.Root) error {
		return inFolder("write", name, WriteIn(in, path.Base(name), data, mode))
	})
}

// Put is [Folder.Write] for one of many files, see [Put].
func (f *Folder) Put(name string, from io.Reader, mode fs.FileMode) (size int64, err error) {
	err = f.in(path.Dir(name), func(in *os.Root) error {
		size, err = Put(in, path.Base(name), from, mode)
		return err
	})
	return size, err
}

// PutLater is [Folder.Put] for a folder of many new files, see [PutLater].
func (f *Folder) PutLater(name string, from io.Reader, mode fs.FileMode) (size int64, err error) {
	err = f.in(path.Dir(name), func(in *os.Root) error {
		size, err = PutLater(in, path.Base(name), from, mode)
		return err
	})
	return size, err
}

// SyncFiles makes the files of a folder last, see [SyncFiles].
func (f *Folder) SyncFiles(name string) error { return f.in(name, SyncFiles) }

// MakeDir makes a folder in this one, unless it is there.
func (f *Folder) MakeDir(name string, mode fs.FileMode) error {
	if err := f.in(name, func(*os.Root) error { return nil }); !errors.Is(err, fs.ErrNotExist) {
		return inFolder("make", name, err)
	}
	return f.in(path.Dir(name), func(in *os.Root) error { return inFolder("make", name, in.Mkdir(path.Base(name), mode)) })
}

// Remove removes a file, or a link and not its target. A file that is not there
// is no error.
func (f *Folder) Remove(name string) error {
	err := f.in(path.Dir(name), func(in *os.Root) error { return in.Remove(path.Base(name)) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return inFolder("remove", name, err)
}

// Sweep removes what crashes have left in a folder, see [Sweep].
func (f *Folder) Sweep(name string) error { return f.in(name, Sweep) }

// Sync makes what was put into a folder last, see [SyncFolder].
func (f *Folder) Sync(name string) error { return f.in(name, SyncFolder) }

// inFolder names the file of an error by its path in the folder.
func inFolder(op, name string, err error) error {
	if err == nil {
		return nil
	}
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		err = inner.Err
	}
	return &fs.PathError{Op: op, Path: filepath.FromSlash(name), Err: err}
}

func hidden(part string) bool { return strings.HasPrefix(part, ".") && part != "." }
