package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// users keeps the names of authors, for a restore to find them again. Who may not
// be read is missing.
func (m *mirror) users(ctx context.Context) error {
	if err := m.folder.Prepare(archive.Users); err != nil {
		return err
	}
	t, state := m.report.kind(archive.Users), m.state.Kind(archive.Users)
	authors, whole, err := m.authors()
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(authors)) {
		name := strconv.FormatInt(id, 10)
		user, err := archive.Author(ctx, m.site, id)
		switch {
		case errors.Is(err, cms.ErrForbidden):
			state.Miss(name, err.Error(), true)
			continue
		case errors.Is(err, cms.ErrNotFound) || errors.Is(err, cms.ErrNoRoute): // there is nothing to copy
			delete(state.Missing, name)
			continue
		}
		if err != nil {
			return err
		}
		content, err := archive.Encode(user, m.site.Prefix())
		if err != nil {
			return err
		}
		change, err := m.folder.Write(archive.Users, name, content)
		if err != nil {
			return err
		}
		delete(state.Missing, name)
		t.wrote(name, change, len(content))
	}
	if whole {
		if err := m.dropUsers(t, authors); err != nil {
			return err
		}
	}
	state.Complete = true
	if err := m.save(archive.Users); err != nil {
		return err
	}
	names, err := m.folder.Names(archive.Users)
	t.done(len(names))
	return err
}

// authors are the authors of all records of the folder, those of earlier runs included:
// what a run has read, and had no time to save, is not lost. whole is false if a record
// cannot be read.
func (m *mirror) authors() (authors map[int64]bool, whole bool, err error) {
	authors, whole = map[int64]bool{}, true
	for _, kind := range m.state.AllKinds(m.site.Prefix()) {
		ids, err := m.folder.IDs(kind.Name)
		if err != nil {
			return nil, false, err
		}
		for _, id := range ids {
			var record archive.Record
			if m.folder.Read(kind.Name, strconv.FormatInt(id, 10), &record) != nil {
				whole = false
				continue
			}
			if author := record.Author(); author > 0 {
				authors[author] = true
			}
		}
	}
	return authors, whole, nil
}

// dropUsers removes the copies of users who have written no record of the folder.
func (m *mirror) dropUsers(t *tally, authors map[int64]bool) error {
	ids, err := m.folder.IDs(archive.Users)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if authors[id] {
			continue
		}
		name := strconv.FormatInt(id, 10)
		if err := m.folder.Remove(archive.Users, name); err != nil {
			return err
		}
		t.removed(name)
	}
	maps.DeleteFunc(m.state.Kind(archive.Users).Missing, func(name string, _ archive.Missing) bool {
		id, err := strconv.ParseInt(name, 10, 64)
		return err == nil && !authors[id]
	})
	return nil
}
