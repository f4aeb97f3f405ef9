package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

const version = 1

// State says what an archive was made from, and how far each kind has come. It
// is written after the records that it speaks of.
type State struct {
	Version int `json:"version"`
	// Site, Home and Prefix are the site's. An archive is of one site.
	Site   string `json:"site"`
	Home   string `json:"home"`
	Prefix string `json:"prefix"`
	// Memory says that the site is a server in memory, whose address changes.
	Memory bool `json:"memory,omitzero"`
	// Zone is the time zone of the site.
	Zone string `json:"zone"`
	// Catalogue is the address of the font catalogue, "" if there is none.
	Catalogue string `json:"catalogue,omitzero"`
	// Theme is the folder of the active theme, "" if it is not known.
	Theme string `json:"theme,omitzero"`
	// LeftOut are the kinds that the last run left out because it was told to.
	LeftOut []string              `json:"left_out,omitempty"`
	Kinds   map[string]*KindState `json:"kinds"`
	// Types and Taxonomies are those that the site has, by their names: of the types
	// only those that not every site has.
	Types      map[string]Type     `json:"types,omitempty"`
	Taxonomies map[string]Taxonomy `json:"taxonomies,omitempty"`
	// Uncopied is what the site has and the archive has no place for, or what the user
	// may not read, by its name.
	Uncopied map[string]Missing `json:"uncopied,omitempty"`
}

// KindState is how far a kind has come.
type KindState struct {
	// Complete says that all records which the site shows were read once. What of
	// them is not in the folder stands in Missing.
	Complete bool `json:"complete"`
	// Hidden is how many records the site counted in the last run and did not show.
	Hidden int `json:"hidden,omitzero"`
	// Missing are the records that could not be copied, or whose files could not, by
	// their names. They are tried again in every run.
	Missing map[string]Missing `json:"missing,omitempty"`
	// Files are the files beside the records, by their names.
	Files map[string]File `json:"files,omitempty"`
}

// Missing is why a record, or its file, could not be copied.
type Missing struct {
	Why string `json:"why"`
	// Tries is how many runs have tried it.
	Tries int `json:"tries"`
}

// File is a file as it was copied.
type File struct {
	Size int64 `json:"size"`
	// Of tells what it was copied for, see [Record.FileMark].
	Of string `json:"of"`
}

const stateName = "state.json"

// State reads the state, nil where there is no archive yet.
func (f *Folder) State() (*State, error) {
	content, err := f.files.Read(stateName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &State{}
	if err := json.Unmarshal(content, s); err != nil {
		return nil, &fs.PathError{Op: "read", Path: stateName, Err: err}
	}
	if s.Version != version {
		return nil, fmt.Errorf("%s in %s has the version %d, and this program knows %d", stateName, f.Path(), s.Version,
			version)
	}
	if err := s.named(); err != nil {
		return nil, fmt.Errorf("%s in %s: %w", stateName, f.Path(), err)
	}
	return s, nil
}

// SaveState writes the state.
func (f *Folder) SaveState(s *State) error {
	s.Version = version
	content, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return f.files.Write(stateName, append(content, '\n'), fileMode)
}

// Uncopy notes why something of the site is not copied, "" if that is no longer so.
func (s *State) Uncopy(name, why string) {
	if why == "" {
		delete(s.Uncopied, name)
		return
	}
	if s.Uncopied == nil {
		s.Uncopied = map[string]Missing{}
	}
	s.Uncopied[name] = Missing{why, s.Uncopied[name].Tries + 1}
}

// Kind is the state of a kind, which is made if there is none.
func (s *State) Kind(name string) *KindState {
	if s.Kinds == nil {
		s.Kinds = map[string]*KindState{}
	}
	if s.Kinds[name] == nil {
		s.Kinds[name] = &KindState{}
	}
	return s.Kinds[name]
}
