package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// marks is the store of [changes] in the folder. What is saved lasts after flush: records
// come to the disk before the marks that speak of them.
type marks struct {
	run   *kindRun
	kinds map[string]map[int64]string
	fresh map[string]bool // kinds with marks that are not on the disk
	saved int             // marks since the last flush
}

// openMarks reads the marks of a kind. A record that the folder does not have as it was
// copied, or has without a mark, is stale.
func (k *kindRun) openMarks() (*marks, error) {
	m := &marks{run: k, kinds: map[string]map[int64]string{}, fresh: map[string]bool{}}
	if err := k.folder.Prepare(archive.MarksFolder); err != nil {
		return nil, err
	}
	m.read(k.kind.Name)
	return m, m.stale(m.kinds[k.kind.Name])
}

// read reads the marks of a kind from the folder.
func (m *marks) read(kind string) {
	all := map[int64]string{}
	switch err := m.run.folder.Read(archive.MarksFolder, archive.Name(kind), &all); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		all = map[int64]string{} // everything is read again
	case m.run.memory && kind != m.run.kind.Name: // a server in memory is another site in each run
		clear(all)
	}
	m.kinds[kind] = all
}

// Load returns the marks of a kind.
func (m *marks) Load(_ context.Context, kind string) (map[int64]string, error) {
	if m.kinds[kind] == nil {
		m.read(kind)
	}
	return maps.Clone(m.kinds[kind]), nil
}

// unread reports whether the record with an id has no mark, or a stale one.
func (m *marks) unread(id int64) bool {
	mark, ok := m.kinds[m.run.kind.Name][id]
	return !ok || mark == changes.Stale
}

// copied is the number of records that were copied.
func (m *marks) copied() (n int64) {
	for id := range m.kinds[m.run.kind.Name] {
		if !m.unread(id) {
			n++
		}
	}
	return n
}

// stale has those records read again that the folder lacks.
func (m *marks) stale(all map[int64]string) error {
	k := m.run
	ids, err := k.folder.IDs(k.kind.Name)
	if err != nil {
		return err
	}
	damaged, err := k.folder.Damaged(k.kind.Name, k.state)
	if err != nil {
		return err
	}
	have := make(set, len(ids))
	for _, id := range ids {
		have[id] = struct{}{}
		name := strconv.FormatInt(id, 10)
		damage, is := damaged[name]
		if is {
			if _, missing := k.state.Missing[name]; !missing {
				k.state.Miss(name, damage.Why, false) // recorded as missing until it is copied
			}
		}
		if _, marked := all[id]; is || !marked || !k.hasFile(name) {
			all[id] = changes.Stale
		}
	}
	for id := range all {
		if _, ok := have[id]; !ok {
			all[id] = changes.Stale
		}
	}
	for name := range k.state.Missing {
		if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			all[id] = changes.Stale
		} else {
			k.state.Forget(name)
		}
	}
	return nil
}

// readAgain has this run and the next ones read all records, from the beginning: this run
// may be killed.
func (m *mirror) readAgain() error {
	for _, kind := range slices.Concat(m.state.AllKinds(m.site.Prefix()), archive.LookKinds()) {
		file := path.Join(archive.MarksFolder, archive.Name(kind.Name)+".json")
		if err := m.folder.RemoveFile(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// hasFile reports whether the folder has the file of a record of the library.
func (k *kindRun) hasFile(name string) bool {
	if k.kind.Name != archive.Media {
		return true
	}
	var r archive.Record
	return k.folder.Read(k.kind.Name, name, &r) == nil && (r.FileName() == "" || k.folder.HasFile(r, k.state))
}

// Save keeps marks of a kind.
func (m *marks) Save(_ context.Context, kind string, some map[int64]string) error {
	all := m.kinds[kind]
	for id, mark := range some {
		if mark == "" {
			delete(all, id)
		} else {
			all[id] = mark
		}
	}
	m.fresh[kind] = true
	m.saved += len(some)
	return nil
}

// due reports whether so much was saved that the marks are to be written.
func (m *marks) due() bool {
	const often, share = 100, 20
	return m.saved >= max(often, len(m.kinds[m.run.kind.Name])/share)
}

// flush writes the marks, after the records.
func (m *marks) flush() error {
	if err := m.run.folder.Sync(m.run.kind.Name); err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(m.fresh)) {
		text, err := cms.Marshal(m.kinds[kind])
		if err != nil {
			return fmt.Errorf("the marks of %s: %w", kind, err)
		}
		if _, err := m.run.folder.Write(archive.MarksFolder, archive.Name(kind), lines(text)); err != nil {
			return err
		}
	}
	clear(m.fresh)
	m.saved = 0
	return m.run.folder.Sync(archive.MarksFolder)
}
