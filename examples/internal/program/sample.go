package program

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Source is the file or folder that a recipe reads: path if it is given, otherwise usual
// on a real site. Without -site it is a copy of the sample of the recipe, which is the one
// file or folder in files. Source prints a line that says so, and end removes the copy.
func (s *Site) Source(env Environment, path, usual string, files fs.FS) (source string, end func(), err error) {
	if path != "" {
		return path, func() {}, nil
	}
	if s.Address != "" {
		return usual, func() {}, nil
	}
	entries, err := fs.ReadDir(files, ".")
	if err != nil || len(entries) != 1 {
		return "", nil, fmt.Errorf("the program holds %d samples in place of one: %w", len(entries), err)
	}
	folder, err := os.MkdirTemp("", "fontcms-sample-")
	if err != nil {
		return "", nil, err
	}
	end = func() { _ = os.RemoveAll(folder) } // what is left of a copy harms nobody
	if err := os.CopyFS(folder, files); err != nil {
		end()
		return "", nil, fmt.Errorf("the sample cannot be copied to a temporary folder: %w", err)
	}
	Printf(env.Err, "sample: a copy of examples/%s/%s, removed at the end\n", s.flags.Name(), entries[0].Name())
	return filepath.Join(folder, entries[0].Name()), end, nil
}
