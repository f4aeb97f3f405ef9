// Package archive is the folder that mirror writes and restore reads: a folder
// for each kind of records with a readable file for each record, the files of
// the media library beside their records, and a state, which is written last.
//
//	state.json
//	posts/1254.json
//	media/77.json
//	media/77-cover.jpg
//	templates/twentytwentyfive%2F%2Fhome.json
//	font-faces/31-1-Inter-Bold.woff2
//
// Nothing outside of it is read or written, whatever links it holds: see confined.
package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/media"
)

const (
	recordSuffix = ".json"
	fileMode     = 0o600 // drafts and passwords are nobody else's business
	folderMode   = 0o700
)

// Folder is an archive on disk. Two programs must not write to one at a time.
type Folder struct {
	files *files.Folder
	later bool // files are made to last by Settle
}

// Open opens the archive in a folder.
func Open(path string) (*Folder, error) {
	files, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	return &Folder{files: files}, nil
}

// Make is [Open] for a folder that is made if it is not there.
func Make(path string) (*Folder, error) {
	if err := os.MkdirAll(path, folderMode); err != nil {
		return nil, err
	}
	return Open(path)
}

// MakeNew makes a new folder, for a program that writes all of it at once. Its files last
// after [Folder.Settle], and not before: writing each of them to the disk would take most
// of the time.
func MakeNew(path string) (*Folder, error) {
	f, err := Make(path)
	if err == nil {
		f.later = true
	}
	return f, err
}

// Settle makes the records and files of all kinds last.
func (f *Folder) Settle() error {
	entries, err := f.files.ReadDir(".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			if err := f.files.SyncFiles(entry.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

// put writes a file as a whole.
func (f *Folder) put(name string, from io.Reader) (size int64, err error) {
	if f.later {
		return f.files.PutLater(name, from, fileMode)
	}
	return f.files.Put(name, from, fileMode)
}

// Close closes the folder.
func (f *Folder) Close() error { return f.files.Close() }

// Path is the path that the folder was opened by.
func (f *Folder) Path() string { return f.files.Path() }

// Change is what became of a record in the folder.
type Change int

// What a record can be.
const (
	Unchanged Change = iota
	Added
	Changed
)

// Name is an id as a part of a file name. Those of a catalogue may hold anything.
// Ids that differ only in their case have names that differ in more: some file
// systems take no notice of case.
func Name(id string) string {
	var b strings.Builder
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == '_', c == '.' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func record(kind, name string) string { return path.Join(kind, name+recordSuffix) }

// Prepare makes the folder of a kind, and removes what a crash may have left
// there.
func (f *Folder) Prepare(kind string) error {
	if err := f.files.MakeDir(kind, folderMode); err != nil {
		return err
	}
	return f.files.Sweep(kind)
}

// Names are those of the records of a kind, in order.
func (f *Folder) Names(kind string) ([]string, error) {
	entries, err := f.files.ReadDir(kind)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []string
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), recordSuffix); ok && !strings.HasPrefix(name, ".") &&
			(!hasFiles(kind) || !isFile(name)) {
			out = append(out, name)
		}
	}
	return out, nil
}

// hasFiles reports whether records of a kind have files beside them.
func hasFiles(kind string) bool { return kind == Media || kind == FontFaces }

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
	content, err := f.files.Read(record(kind, name))
	if err != nil {
		return err
	}
	if err := cms.Unmarshal(content, v); err != nil { // encoding/json would leave Extra empty
		return &fs.PathError{Op: "read", Path: record(kind, name), Err: err}
	}
	return nil
}

// Write writes the file of a record, unless it holds the same already. What cannot
// be read in its place is replaced.
func (f *Folder) Write(kind, name string, content []byte) (Change, error) {
	old, err := f.files.Read(record(kind, name))
	if err == nil && bytes.Equal(old, content) {
		return Unchanged, nil
	}
	change := Changed
	if errors.Is(err, fs.ErrNotExist) {
		change = Added
	}
	_, err = f.put(record(kind, name), bytes.NewReader(content))
	return change, err
}

// Sync makes what was written of a kind last. It comes before the state that
// speaks of it.
func (f *Folder) Sync(kind string) error { return f.files.Sync(kind) }

// WriteFile writes a file beside the records as it is read. An error of from comes
// back as it is.
func (f *Folder) WriteFile(kind, name string, from io.Reader) (size int64, err error) {
	return f.put(path.Join(kind, name), from)
}

// Upload is a file beside the records, for a media library.
func (f *Folder) Upload(kind, name string) (media.File, error) {
	return f.files.Upload(path.Join(kind, name))
}

// OpenFile opens a file of the folder, or makes it, for reading and writing.
func (f *Folder) OpenFile(name string) (*os.File, error) {
	return f.files.OpenFile(name, os.O_RDWR|os.O_CREATE, fileMode)
}

// ReadFile reads a file of the folder.
func (f *Folder) ReadFile(name string) ([]byte, error) { return f.files.Read(name) }

// RemoveFile removes a file of the folder.
func (f *Folder) RemoveFile(name string) error { return f.files.Remove(name) }

// Remove removes a record. Its files go first: the record is then still there to
// be removed again.
func (f *Folder) Remove(kind, name string) error {
	if hasFiles(kind) {
		entries, err := f.files.ReadDir(kind)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if !strings.HasPrefix(entry.Name(), name+"-") {
				continue
			}
			if err := f.files.Remove(path.Join(kind, entry.Name())); err != nil {
				return err
			}
		}
	}
	return f.files.Remove(record(kind, name))
}
