// Package archive is the folder that mirror writes and restore reads: a folder
// for each kind of records with a readable file for each record, the files of
// the media library beside their records, and a state, which is written last.
//
//	state.json
//	posts/1254.json
//	media/77.json
//	media/77-cover.jpg
package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/atomicfile"
)

const (
	recordSuffix = ".json"
	fileMode     = 0o600 // drafts and passwords are nobody else's business
	folderMode   = 0o700
)

// Folder is an archive on disk. Two programs must not write to one at a time.
type Folder struct {
	Root string
}

// Change is what became of a record in the folder.
type Change int

// What a record can be.
const (
	Unchanged Change = iota
	Added
	Changed
)

// Name is an id as a part of a file name. Those of a catalogue may hold anything.
func Name(id string) string {
	if strings.HasPrefix(id, ".") {
		return "%2E" + url.PathEscape(id[1:])
	}
	return url.PathEscape(id)
}

func (f *Folder) record(kind, name string) string {
	return filepath.Join(f.Root, kind, name+recordSuffix)
}

// File is the path of the file with this name beside the records.
func (f *Folder) File(kind, name string) string { return filepath.Join(f.Root, kind, name) }

// Prepare makes the folder of a kind, and removes what a crash may have left
// there.
func (f *Folder) Prepare(kind string) error {
	path := filepath.Join(f.Root, kind)
	if err := os.MkdirAll(path, folderMode); err != nil {
		return err
	}
	return atomicfile.Sweep(path)
}

// Names are those of the records of a kind, in order.
func (f *Folder) Names(kind string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(f.Root, kind))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []string
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), recordSuffix); ok && !strings.HasPrefix(name, ".") && (kind != Media || !isFile(name)) {
			out = append(out, name)
		}
	}
	return out, nil
}

// isFile tells "77-data" of a file 77-data.json from the record 77.json.
func isFile(name string) bool {
	id, _, ok := strings.Cut(name, "-")
	_, err := strconv.ParseInt(id, 10, 64)
	return ok && err == nil
}

// IDs are the ids of the records of a kind, the lowest first.
func (f *Folder) IDs(kind string) ([]int64, error) {
	names, err := f.Names(kind)
	if err != nil {
		return nil, err
	}
	out := make([]int64, 0, len(names))
	for _, name := range names {
		if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out, nil
}

// Read reads a record into v, which is a [Record] or the type of the SDK.
func (f *Folder) Read(kind, name string, v any) error {
	content, err := os.ReadFile(f.record(kind, name))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, v); err != nil {
		return &fs.PathError{Op: "read", Path: f.record(kind, name), Err: err}
	}
	return nil
}

// Write writes the file of a record, unless it holds the same already.
func (f *Folder) Write(kind, name string, content []byte) (Change, error) {
	path := f.record(kind, name)
	old, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(old, content):
		return Unchanged, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return Unchanged, err
	}
	change := Changed
	if err != nil {
		change = Added
	}
	_, err = atomicfile.Put(path, bytes.NewReader(content), fileMode)
	return change, err
}

// Sync makes what was written of a kind last. It comes before the state that
// speaks of it.
func (f *Folder) Sync(kind string) error {
	return atomicfile.SyncFolder(filepath.Join(f.Root, kind))
}

// WriteFile writes a file beside the records as it is read.
func (f *Folder) WriteFile(kind, name string, from io.Reader) (size int64, err error) {
	return atomicfile.Put(f.File(kind, name), from, fileMode)
}

// Remove removes a record. Its files go first: the record is then still there to
// be removed again.
func (f *Folder) Remove(kind, name string) error {
	if kind == Media {
		if err := f.KeepFile(kind, name, ""); err != nil {
			return err
		}
	}
	err := os.Remove(f.record(kind, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// KeepFile removes all files of a record of the library but one.
func (f *Folder) KeepFile(kind, name, keep string) error {
	paths, err := filepath.Glob(f.File(kind, name) + "-*")
	if err != nil {
		return err
	}
	for _, path := range paths {
		if filepath.Base(path) == keep {
			continue
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}
