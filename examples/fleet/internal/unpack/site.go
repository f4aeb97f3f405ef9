package unpack

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// file is a file of the media library, until its record comes.
type file struct {
	*os.File
	id   int64
	next int // the number of the next chunk
	last bool
}

// remove removes a file that has no record.
func (f *file) remove() {
	if f != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}

// chunk keeps a part of a file.
func (s *site) chunk(data []byte) error {
	var c recipe.Chunk
	if err := json.Unmarshal(data, &c); err != nil {
		return err
	}
	if c.Part == 0 {
		s.file.remove()
		temporary, err := os.CreateTemp("", "fleet-file")
		if err != nil {
			return err
		}
		s.file = &file{File: temporary, id: c.ID}
	}
	if s.file == nil || s.file.id != c.ID || s.file.next != c.Part {
		return fmt.Errorf("chunk %d of the file of %d is not in its place", c.Part, c.ID)
	}
	s.file.next, s.file.last = c.Part+1, c.Last
	_, err := s.file.Write(c.Data)
	return err
}

// record writes a record, and its file.
func (s *site) record(kind string, data []byte) error {
	var record archive.Record
	if err := json.Unmarshal(data, &record); err != nil {
		return err
	}
	if record.ID() < 1 {
		return errors.New("it has no id")
	}
	if kind == archive.Media && s.file != nil && s.file.id == record.ID() && s.file.last {
		if err := s.keep(record); err != nil {
			return err
		}
	}
	content, err := archive.Encode(record, "")
	if err != nil {
		return err
	}
	_, err = s.folder.Write(kind, strconv.FormatInt(record.ID(), 10), content)
	return err
}

// keep writes the file of a record.
func (s *site) keep(record archive.Record) error {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	size, err := s.folder.WriteFile(archive.Media, record.FileName(), s.file)
	if err != nil {
		return err
	}
	s.file.remove()
	s.file = nil
	return s.folder.ReplaceFile(record, s.state.Kind(archive.Media), size)
}

// miss notes what could not be copied.
func (s *site) miss(data []byte) error {
	var missed recipe.Missed
	if err := json.Unmarshal(data, &missed); err != nil {
		return err
	}
	if missed.Name == "" {
		s.state.Uncopy(missed.Kind, missed.Why)
	} else {
		s.state.Kind(missed.Kind).Miss(missed.Name, missed.Why, true)
	}
	return nil
}

// describe takes what a restore has to know of the site.
func (s *site) describe(data []byte) error {
	var site archive.State
	if err := json.Unmarshal(data, &site); err != nil {
		return err
	}
	for name, kind := range site.Kinds {
		s.state.Kind(name).Complete = kind.Complete
	}
	site.Kinds, site.Uncopied = s.state.Kinds, s.state.Uncopied
	s.state, s.done = &site, true
	return nil
}

// close makes the records last, and writes the state if the mirror has come to its end.
func (s *site) close() error {
	s.file.remove()
	err := s.folder.Settle()
	if err == nil && s.done {
		err = s.folder.SaveState(s.state)
	}
	return errors.Join(err, s.folder.Close())
}
