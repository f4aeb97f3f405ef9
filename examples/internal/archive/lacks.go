package archive

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// MarksFolder has a file for each kind, with the marks of the records that were copied by
// their ids.
const MarksFolder = "marks"

// Lack is something that an archive does not have.
type Lack struct {
	Kind string
	Name string // of a record, "" for several
	Why  string
	New  bool // one run has tried it, and no other
	// Unreadable is a record whose file is there and cannot be read.
	Unreadable bool
}

func (l Lack) String() string {
	if l.Name == "" {
		return l.Kind + ": " + l.Why
	}
	return l.Kind + "/" + l.Name + ": " + l.Why
}

// Lacks is what an archive lacks as its state says, in order.
func (s *State) Lacks() []Lack {
	var all []Lack
	for name, m := range s.Uncopied {
		all = append(all, Lack{Kind: name, Why: m.Why, New: m.Tries < 2})
	}
	for kind, state := range s.Kinds {
		for name, m := range state.Missing {
			all = append(all, Lack{Kind: kind, Name: name, Why: m.Why, New: m.Tries < 2})
		}
		if state.Hidden > 0 {
			all = append(all, Lack{Kind: kind, Why: fmt.Sprintf("the site counts %d more than it shows: something is "+
				"hidden from the user, or was deleted meanwhile", state.Hidden)})
		}
	}
	slices.SortFunc(all, func(a, b Lack) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// Lacks is what an archive lacks as its state says, and what is not on the disk as
// it was copied.
func (f *Folder) Lacks(s *State) ([]Lack, error) {
	all := s.Lacks()
	for _, kind := range slices.Sorted(maps.Keys(s.Kinds)) {
		damaged, err := f.Damaged(kind, s.Kinds[kind])
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Sorted(maps.Keys(damaged)) {
			if _, known := s.Kinds[kind].Missing[name]; !known || damaged[name].Unreadable {
				all = append(all, damaged[name])
			}
		}
		gone, err := f.gone(kind, s.Kinds[kind])
		if err != nil {
			return nil, err
		}
		all = append(all, gone...)
	}
	return all, nil
}

// gone are the records of a kind that have a mark and no file, lowest id first: mirror has
// copied them. A folder of an older version has no marks.
func (f *Folder) gone(kind string, s *KindState) ([]Lack, error) {
	if kind == Fonts || named(kind) {
		return nil, nil
	}
	var marks map[int64]string
	switch err := f.Read(MarksFolder, Name(kind), &marks); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return []Lack{{Kind: kind, Why: fmt.Sprintf("which records were copied cannot be read: %v", err), New: true}}, nil
	}
	ids, err := f.IDs(kind)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		delete(marks, id)
	}
	var all []Lack
	for _, id := range slices.Sorted(maps.Keys(marks)) {
		name := strconv.FormatInt(id, 10)
		if _, known := s.Missing[name]; !known {
			all = append(all, Lack{Kind: kind, Name: name, Why: "its record is not on the disk", New: true})
		}
	}
	return all, nil
}

// Damaged are the records of a kind by their names that cannot be read, or whose files
// are not on the disk as they were copied, with the reason.
func (f *Folder) Damaged(kind string, s *KindState) (map[string]Lack, error) {
	names, err := f.Names(kind)
	if err != nil || kind == Fonts {
		return nil, err
	}
	damaged := map[string]Lack{}
	for _, name := range names {
		if _, err := strconv.ParseInt(name, 10, 64); err != nil && !named(kind) {
			continue // it is no record of mirror
		}
		var r Record
		if err := f.Read(kind, name, &r); err != nil {
			damaged[name] = Lack{kind, name, fmt.Sprintf("its record cannot be read: %v", err), true, true}
			continue
		}
		if r.Name() != name {
			damaged[name] = Lack{kind, name, fmt.Sprintf("its record is that of another one, %s", r.Name()), true, true}
			continue
		}
		if why := f.filesDamage(kind, r, s); why != "" {
			damaged[name] = Lack{kind, name, why, true, false}
		}
	}
	return damaged, nil
}

// named reports whether the ids of the records of a kind are words.
func named(kind string) bool {
	return slices.Contains([]string{Templates, TemplateParts, Sidebars, Widgets}, kind)
}

// filesDamage says what is wrong with the files of a record on the disk, "" for nothing.
func (f *Folder) filesDamage(kind string, r Record, s *KindState) string {
	switch {
	case kind == Media && r.FileName() != "":
		return f.FileDamage(r, s)
	case kind == FontFaces:
		for _, name := range slices.Sorted(maps.Keys(s.Files)) {
			if !strings.HasPrefix(name, r.Name()+"-") {
				continue
			}
			if why := f.damage(path.Join(kind, name), name, s); why != "" {
				return why
			}
		}
	}
	return ""
}

// FileDamage says what is wrong with the file of a record on the disk, "" for
// nothing. The size of a file that an older version of mirror has copied is not
// known.
func (f *Folder) FileDamage(r Record, s *KindState) string {
	name := r.FileName()
	return f.damage(path.Join(Media, name), name, s)
}

// damage says what is wrong with a file on the disk, "" for nothing.
func (f *Folder) damage(at, name string, s *KindState) string {
	info, err := f.files.Stat(at)
	switch known, ok := s.Files[name]; {
	case err != nil:
		return fmt.Sprintf("its file is not on the disk: %v", err)
	case !info.Mode().IsRegular():
		return name + " is not a regular file"
	case ok && info.Size() != known.Size:
		return fmt.Sprintf("%s has %d bytes on the disk, and had %d when it was copied", name, info.Size(), known.Size)
	}
	return ""
}

// HasFile reports that the folder has the file of a record of the library, as the
// site has it now.
func (f *Folder) HasFile(r Record, s *KindState) bool {
	name := r.FileName()
	if f.FileDamage(r, s) != "" {
		return false
	}
	if known, ok := s.Files[name]; ok {
		return known.Of == r.FileMark()
	}
	// The file may be from an older version, or from a run that was killed before it wrote the state.
	info, err := f.files.Stat(path.Join(Media, name))
	if err != nil {
		return false
	}
	var last Record // nil if it cannot be read
	if f.Read(Media, strconv.FormatInt(r.ID(), 10), &last) != nil && info.Size() != r.Filesize() ||
		last != nil && last.FileMark() != r.FileMark() {
		return false
	}
	s.noteFile(name, File{info.Size(), r.FileMark()})
	return true
}

// ReplaceFile notes that the file of a record was copied, in place of that of the
// record as the folder has it, which is removed if it has another name.
func (f *Folder) ReplaceFile(r Record, s *KindState, size int64) error {
	name := r.FileName()
	s.noteFile(name, File{size, r.FileMark()})
	var last Record
	if f.Read(Media, strconv.FormatInt(r.ID(), 10), &last) == nil && last.FileName() != "" && last.FileName() != name {
		delete(s.Files, last.FileName())
		return f.files.Remove(path.Join(Media, last.FileName()))
	}
	return nil
}

func (s *KindState) noteFile(name string, file File) {
	if s.Files == nil {
		s.Files = map[string]File{}
	}
	s.Files[name] = file
}

// Miss notes that a record could not be copied, or its file. The reason of a run that
// has tried it outlives those that have not.
func (s *KindState) Miss(name, why string, tried bool) {
	if s.Missing == nil {
		s.Missing = map[string]Missing{}
	}
	m := s.Missing[name]
	if tried || m.Tries == 0 {
		m.Why = why
	}
	if tried {
		m.Tries++
	}
	s.Missing[name] = m
}

// Forget drops what is known of a record.
func (s *KindState) Forget(name string) {
	delete(s.Missing, name)
	maps.DeleteFunc(s.Files, func(file string, _ File) bool {
		return len(file) > len(name) && file[:len(name)+1] == name+"-"
	})
}

// Adopt notes the files that an older version of mirror has copied.
func (f *Folder) Adopt(s *KindState) error {
	ids, err := f.IDs(Media)
	if err != nil || len(s.Files) > 0 {
		return err
	}
	for _, id := range ids {
		var r Record
		if f.Read(Media, strconv.FormatInt(id, 10), &r) == nil && r.FileName() != "" {
			f.HasFile(r, s)
		}
	}
	return nil
}
