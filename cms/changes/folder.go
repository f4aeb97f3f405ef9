package changes

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fontcms/fontcms-go/cms"
)

// Folder is a [Store] in a folder, with a file of JSON lines for each kind: about 90 bytes
// a record, at most twice that between two passes. Make it with [OpenFolder].
//
// Save appends lines, so a kill cannot undo it. A loss of power can: the last changes may
// then come a second time. Load replaces a file that has grown with a shorter one, by
// renaming it. A file that something else has damaged is an error.
type Folder struct {
	dir string

	mu    sync.Mutex
	files map[string]*os.File // the open files by kind, for appending
}

// OpenFolder opens the store in the folder dir, and makes the folder if it does not exist.
// One process at a time may use it. Call [Folder.Close] at the end.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return &Folder{dir: dir, files: map[string]*os.File{}}, nil
}

// Close writes the files to the disk and closes them.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []error
	for _, file := range f.files {
		all = append(all, file.Sync(), file.Close())
	}
	f.files = map[string]*os.File{}
	return errors.Join(all...)
}

// line is one line of a file: the mark of a record. A line with an empty mark removes the
// earlier mark of the record.
type line struct {
	ID   int64  `json:"id"`
	Mark string `json:"mark,omitempty"`
}

func (f *Folder) path(kind string) string {
	return filepath.Join(f.dir, url.PathEscape(kind)+".jsonl")
}

// Load returns the marks of a kind.
func (f *Folder) Load(_ context.Context, kind string) (map[int64]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	marks, lines, end, err := f.read(kind)
	if err != nil {
		return nil, err
	}
	const slack = 100
	if lines > 2*len(marks)+slack {
		return marks, f.replace(kind, marks)
	}
	file, err := f.open(kind)
	if err != nil {
		return nil, err
	}
	// Remove an incomplete last line: the process was killed while it wrote this line. The next
	// pass then yields the change again.
	return marks, file.Truncate(end)
}

// read reads the file of a kind. end is the size of its complete lines, without an incomplete
// last line.
func (f *Folder) read(kind string) (marks map[int64]string, lines int, end int64, err error) {
	marks = map[int64]string{}
	file, err := os.Open(f.path(kind))
	if errors.Is(err, fs.ErrNotExist) {
		return marks, 0, 0, nil
	}
	if err != nil {
		return nil, 0, 0, err
	}
	defer func() { _ = file.Close() }()
	in := bufio.NewReader(file)
	for {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return marks, lines, end, nil
		}
		if err != nil {
			return nil, 0, 0, err
		}
		var l line
		if err := cms.Unmarshal(text, &l); err != nil {
			return nil, 0, 0, fmt.Errorf("line %d of %s: %w", lines+1, file.Name(), err)
		}
		merge(marks, map[int64]string{l.ID: l.Mark})
		lines, end = lines+1, end+int64(len(text))
	}
}

// Save appends marks of a kind to its file.
func (f *Folder) Save(_ context.Context, kind string, marks map[int64]string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, err := f.open(kind)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	text, err := encode(marks)
	if err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		return errors.Join(err, file.Truncate(info.Size())) // remove the part of text that was written before the error
	}
	return nil
}

// open returns the file of a kind, to append to it.
func (f *Folder) open(kind string) (*os.File, error) {
	if file := f.files[kind]; file != nil {
		return file, nil
	}
	file, err := os.OpenFile(f.path(kind), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err == nil {
		f.files[kind] = file
	}
	return file, err
}

func encode(marks map[int64]string) (text []byte, err error) {
	for _, id := range slices.Sorted(maps.Keys(marks)) {
		l, err := cms.Marshal(line{id, marks[id]})
		if err != nil {
			return nil, err
		}
		text = append(append(text, l...), '\n')
	}
	return text, nil
}

// replace writes a new file for a kind, with one line for each record. Then it renames the new
// file to the name of the old one.
func (f *Folder) replace(kind string, marks map[int64]string) error {
	text, err := encode(marks)
	if err != nil {
		return err
	}
	if file := f.files[kind]; file != nil {
		delete(f.files, kind)
		if err := file.Close(); err != nil {
			return err
		}
	}
	next, err := os.OpenFile(f.path(kind)+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = next.Write(text)
	if err := errors.Join(err, next.Sync(), next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), f.path(kind))
}
