package snippets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

const lockName = "snippets.lock.json"

// entry is what is known of one file on one site.
type entry struct {
	ID int64 `json:"id"`
	// Hash is that of the snippet as the site last had it, to our knowledge.
	Hash string `json:"hash"`
	// Sending is that of what was being sent when a push ended.
	Sending string `json:"sending,omitempty"`
	// Deleted says that a push has deleted the snippet. Some versions of the plugin
	// go on listing it, and do not say that it is in the trash.
	Deleted bool `json:"deleted,omitempty"`
}

// lockFile is the file: entries by the address of a site and the name of a file.
type lockFile struct {
	Version int                         `json:"version"`
	Sites   map[string]map[string]entry `json:"sites"`
}

// lock holds the entries of one site.
type lock struct {
	file       lockFile
	path, site string
	kept       bool
}

// openLock reads the lock of a folder. One that is not kept is empty and stays in
// memory.
func openLock(folder, site string, kept bool) (*lock, error) {
	l := &lock{path: filepath.Join(folder, lockName), site: site, kept: kept}
	l.file = lockFile{Version: 1, Sites: map[string]map[string]entry{}}
	if kept {
		data, err := readFile(folder, lockName)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			if err := json.Unmarshal(data, &l.file); err != nil {
				return nil, fmt.Errorf("%s: %w", l.path, err)
			}
		}
	}
	if l.file.Version != 1 {
		return nil, fmt.Errorf("%s: version %d is unknown", l.path, l.file.Version)
	}
	if l.file.Sites == nil {
		l.file.Sites = map[string]map[string]entry{}
	}
	if l.file.Sites[site] == nil {
		l.file.Sites[site] = map[string]entry{}
	}
	for name := range l.file.Sites[site] {
		if !isSnippet(name) {
			return nil, fmt.Errorf("%s: %q is not the name of a file of a snippet", l.path, name)
		}
	}
	return l, nil
}

// entries are those of the site, by the names of the files.
func (l *lock) entries() map[string]entry { return maps.Clone(l.file.Sites[l.site]) }

func (l *lock) set(file string, e entry) { l.file.Sites[l.site][file] = e }

func (l *lock) forget(file string) { delete(l.file.Sites[l.site], file) }

// save writes the lock if it has changed.
func (l *lock) save() error {
	if !l.kept {
		return nil
	}
	data, err := json.MarshalIndent(l.file, "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if old, err := readFile(filepath.Dir(l.path), lockName); err == nil && string(old) == string(data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(l.path), 0o755); err != nil {
		return err
	}
	return files.Write(l.path, data, 0o644)
}
