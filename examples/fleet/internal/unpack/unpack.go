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
)

// Unpacker writes pages in the order of their writing.
type Unpacker struct {
	out     string
	sites   map[string]*site
	records int
}

// Into returns an unpacker that writes to a new or empty folder: records of another run
// would not be told apart.
func Into(out string) (*Unpacker, error) {
	entries, err := os.ReadDir(out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(entries) > 0 {
		return nil, fmt.Errorf("the folder %s is not empty: choose another one by -out", out)
	}
	return &Unpacker{out: out, sites: map[string]*site{}}, nil
}

// Records is how many records were written.
func (u *Unpacker) Records() int { return u.records }

// Sites is how many folders were written.
func (u *Unpacker) Sites() int { return len(u.sites) }

// Page writes what a page holds.
func (u *Unpacker) Page(name string, page store.Page) error {
	s := u.sites[name]
	if s == nil {
		folder, err := archive.Make(filepath.Join(u.out, name))
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

// Close writes the state of each folder whose mirror has come to its end.
func (u *Unpacker) Close() error {
	var failed error
	for _, s := range u.sites {
		failed = errors.Join(failed, s.close())
	}
	return failed
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
