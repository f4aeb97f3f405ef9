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
	for name := range state.Missing {
		if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			m.authors[id] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.authors)) {
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
	state.Complete = true
	if err := m.save(archive.Users); err != nil {
		return err
	}
	names, err := m.folder.Names(archive.Users)
	t.done(len(names))
	return err
}
