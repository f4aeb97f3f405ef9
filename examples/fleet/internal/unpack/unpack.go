// Package unpack writes the pages of a run into folders, one for each site. The folder of a
// mirror is one that the recipe restore reads.
package unpack

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// unfinished is the name of a file that holds the name of the run until its export is done.
const unfinished = ".unfinished"

// Unpacker writes pages in the order of their writing.
type Unpacker struct {
	out     *os.Root
	sites   map[string]*site
	records int
}

// Into returns an unpacker that writes to a new or empty folder: records of another run
// could not be told apart. A folder that an interrupted export of the same run has left is
// written anew.
func Into(out, run string) (*Unpacker, error) {
	if err := os.MkdirAll(out, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(out)
	if err != nil {
		return nil, err
	}
	if err := begin(root, run); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &Unpacker{out: root, sites: map[string]*site{}}, nil
}

// begin refuses a folder that holds something else, and marks it as unfinished.
func begin(root *os.Root, run string) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		left, err := root.ReadFile(unfinished)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("the folder %s is not empty: choose another one by -out", root.Name())
		case err != nil:
			return err
		case string(left) != run:
			return fmt.Errorf("the folder %s has an unfinished export of the run %s: choose another one by -out",
				root.Name(), left)
		}
		return nil
	}
	return files.WriteIn(root, unfinished, []byte(run), 0o600)
}

// Records is how many records were written.
func (u *Unpacker) Records() int { return u.records }

// Sites is how many folders were written.
func (u *Unpacker) Sites() int { return len(u.sites) }

// Page writes what a page holds.
func (u *Unpacker) Page(name string, page store.Page) error {
	s := u.sites[name]
	if s == nil {
		if err := u.out.RemoveAll(name); err != nil { // an interrupted export has left it
			return err
		}
		folder, err := archive.MakeNew(filepath.Join(u.out.Name(), name))
		if err != nil {
			return err
		}
		s = &site{folder: folder, state: &archive.State{}}
		u.sites[name] = s
	}
	if recipe.Counts(page.Kind) {
		if err := s.folder.Prepare(archive.Name(page.Kind)); err != nil {
			return err
		}
		u.records += len(page.Records)
	}
	for _, data := range page.Records {
		if err := s.take(page.Kind, data); err != nil {
			return fmt.Errorf("%s: a record of %s: %w", name, page.Kind, err)
		}
	}
	return nil
}

// Close makes all records last, and then writes the state of each folder whose mirror has
// come to its end. The export is finished if failed, the error of reading the pages, is nil.
func (u *Unpacker) Close(failed error) error {
	for _, s := range u.sites {
		failed = errors.Join(failed, s.close())
	}
	if failed == nil {
		failed = u.out.Remove(unfinished)
	}
	return errors.Join(failed, files.SyncFolder(u.out), u.out.Close())
}

// site is the folder of one site.
type site struct {
	folder *archive.Folder
	state  *archive.State
	done   bool // the mirror has come to its end
	file   *file
}

// take writes one record.
func (s *site) take(kind string, data []byte) error {
	switch kind {
	case recipe.Output:
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		_, err := s.folder.WriteFile(recipe.Output, recipe.Output+".txt", strings.NewReader(text))
		return err
	case recipe.Chunks:
		return s.chunk(data)
	case recipe.Misses:
		return s.miss(data)
	case recipe.Describe:
		return s.describe(data)
	}
	return s.record(archive.Name(kind), data)
}
