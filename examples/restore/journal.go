package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// entry is a line of the journal. The first says what it is about, each of the
// others what was made or finished.
type entry struct {
	Token string `json:"token,omitzero"` // stands in the slugs of unfinished records
	Site  string `json:"site,omitzero"`
	From  string `json:"from,omitzero"`

	Kind string `json:"kind,omitzero"`
	Old  int64  `json:"old,omitzero"`
	New  int64  `json:"new,omitzero"`
	// Source and Original are the addresses of an uploaded file.
	Source   string `json:"source,omitzero"`
	Original string `json:"original,omitzero"`
	// Done says that nothing is left to be done, and Out that it was left out.
	Done bool `json:"done,omitzero"`
	Out  bool `json:"out,omitzero"`
	// Gone says that what was made of it is not on the site any more.
	Gone bool `json:"gone,omitzero"`
}

// journal says what a restore has made. It is only ever appended to.
type journal struct {
	place place
	head  entry
	fresh bool     // nothing was made yet
	file  *os.File // nil until the first change
	made  map[string]map[int64]entry
	done  map[string]map[int64]bool
	left  map[string]entry // by kind and id
	gone  []entry          // what is to be noted when the journal is opened for writing
}

// token is the form of the token of a journal.
var token = regexp.MustCompile(`^[a-z2-7]{8,26}$`)

// newToken makes a token without digits, since a site renders 3x4 with another character.
func newToken() string {
	return strings.Map(func(c rune) rune {
		if c >= '2' && c <= '7' {
			return 'a' + c - '2'
		}
		return c
	}, strings.ToLower(rand.Text()[:12]))
}

// place is where a journal lies.
type place struct {
	path   string
	read   func() ([]byte, error)
	open   func() (*os.File, error) // to read and write; it is made if it is not there
	remove func() error
}

// elsewhere is a place that the user has named.
func elsewhere(path string) place {
	return place{
		path:   path,
		read:   func() ([]byte, error) { return os.ReadFile(path) },
		open:   func() (*os.File, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) },
		remove: func() error { return os.Remove(path) },
	}
}

// inFolder is the place in the folder of the mirror. Others may have written that, so
// that the file must not be a link to another one.
func inFolder(folder *archive.Folder, name string) place {
	return place{
		path:   filepath.Join(folder.Path(), name),
		read:   func() ([]byte, error) { return folder.ReadFile(name) },
		open:   func() (*os.File, error) { return folder.OpenFile(name) },
		remove: func() error { return folder.RemoveFile(name) },
	}
}

// openJournal reads a journal. That of another site or folder is refused.
func openJournal(at place, site, from string) (*journal, error) {
	j := &journal{place: at, head: entry{Site: site, From: from}}
	j.anew()
	content, err := at.read()
	if errors.Is(err, fs.ErrNotExist) {
		return j, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(content) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // a run was killed while it wrote this
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s: %w", at.path, err)
		}
		if e.Token == "" {
			j.take(e)
			continue
		}
		if !token.MatchString(e.Token) {
			return nil, fmt.Errorf("%s is no journal of this program: its token is %.40q", at.path, e.Token)
		}
		if e.Site != site || e.From != from {
			return nil, fmt.Errorf("%s is the journal of a restore of %s into %s", at.path, e.From, e.Site)
		}
		j.anew()
		j.head, j.fresh = e, false
	}
	if j.fresh && len(j.made) > 0 {
		return nil, fmt.Errorf("%s is no journal", at.path)
	}
	return j, nil
}

// anew forgets everything that was made.
func (j *journal) anew() {
	j.head.Token, j.fresh, j.gone = newToken(), true, nil
	j.made, j.done, j.left = map[string]map[int64]entry{}, map[string]map[int64]bool{}, map[string]entry{}
}

// lose notes that what was made of a record is not on the site any more.
func (j *journal) lose(kind string, old int64) {
	e := entry{Kind: kind, Old: old, Gone: true}
	j.gone = append(j.gone, e)
	j.take(e)
}

func (j *journal) take(e entry) {
	if e.New != 0 {
		if j.made[e.Kind] == nil {
			j.made[e.Kind] = map[int64]entry{}
		}
		j.made[e.Kind][e.Old] = e
	}
	if e.Gone {
		delete(j.made[e.Kind], e.Old)
		delete(j.done[e.Kind], e.Old)
	}
	if e.Out {
		delete(j.made[e.Kind], e.Old) // no other record refers to it
		j.left[fmt.Sprint(e.Kind, "/", e.Old)] = e
	}
	if e.Done {
		if j.done[e.Kind] == nil {
			j.done[e.Kind] = map[int64]bool{}
		}
		j.done[e.Kind][e.Old] = true
	}
}

// begin opens the journal for writing, after its last whole line.
func (j *journal) begin() error {
	file, err := j.place.open()
	if err != nil {
		return err
	}
	j.file = file
	end := int64(0)
	for r := bufio.NewReader(file); ; {
		line, err := r.ReadBytes('\n')
		if err != nil {
			break
		}
		end += int64(len(line))
	}
	if err := file.Truncate(end); err != nil {
		return err
	}
	if _, err := file.Seek(end, 0); err != nil {
		return err
	}
	if !j.fresh {
		return j.write(j.gone...)
	}
	return j.write(j.head)
}

// write appends entries and waits until they are on the disk.
func (j *journal) write(entries ...entry) error {
	if len(entries) == 0 {
		return nil
	}
	var b bytes.Buffer
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		b.Write(append(line, '\n'))
		if e.Token == "" {
			j.take(e)
		}
	}
	if _, err := j.file.Write(b.Bytes()); err != nil {
		return err
	}
	return j.file.Sync()
}

// id is the new id of a record, 0 if it has none yet.
func (j *journal) id(kind string, old int64) int64 { return j.made[kind][old].New }

// leftOut is how many records were permanently left out of the site.
func (j *journal) leftOut() int { return len(j.left) }

// out reports whether a record was permanently left out of the site.
func (j *journal) out(kind string, old int64) bool {
	_, out := j.left[fmt.Sprint(kind, "/", old)]
	return out
}

// finished says that nothing is left to be done about a record.
func (j *journal) finished(kind string, old int64) bool { return j.done[kind][old] }

// remove removes the file, of a site that was in memory.
func (j *journal) remove() error {
	if err := j.place.remove(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
