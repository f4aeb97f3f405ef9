package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// content mirrors the site, kind by kind. What goes wrong with one does not keep
// the others from being read.
func (m *mirror) content(ctx context.Context) error {
	var failed error
	if m.full {
		if err := m.readAgain(); err != nil {
			return err
		}
	}
	if err := m.look(ctx); err != nil {
		return err
	}
	for _, kind := range slices.Concat(m.state.AllKinds(m.site.Prefix()), archive.LookKinds()) {
		if kind.OnRequest && !*m.asked[kind.Name] || m.unread[part(kind.Name)] {
			continue // what an earlier run copied stays
		}
		if slices.Contains(m.state.LeftOut, part(kind.Name)) {
			m.skip(kind, "left out by -without")
			continue
		}
		t := m.report.kind(kind.Name)
		err := m.kind(ctx, kind, t)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, cms.ErrCredentialsRejected):
			return err
		case errors.Is(err, cms.ErrDryRun):
			m.leave(kind, "only requests that may write to the site can read them: -may-write sends those")
		case errors.Is(err, errOnlyTheme):
			m.leave(kind, fmt.Sprintf("%v: -may-write sends it", err))
		case m.unreadable(kind, err):
			m.leave(kind, fmt.Sprintf("its records cannot be read: %v", err))
		case errors.Is(err, errBlockTheme):
			m.skip(kind, err.Error())
		case errors.Is(err, cms.ErrNoRoute):
			m.skip(kind, "the site does not have "+kind.Route)
		case err != nil:
			program.Printf(m.notes, "%s: nothing was deleted: %v\n", kind.Name, err)
			m.unread[part(kind.Name)] = true
			failed = errors.Join(failed, fmt.Errorf("%s: %w", kind.Name, err))
		}
	}
	return errors.Join(failed, m.users(ctx))
}

// skip says why there is nothing of a kind to read.
func (m *mirror) skip(kind archive.Kind, why string) {
	m.report.kind(part(kind.Name)).skip(why)
	m.drop(kind)
	m.state.Uncopy(part(kind.Name), "")
	m.unread[part(kind.Name)] = true
}

// leave notes why a kind was not read.
func (m *mirror) leave(kind archive.Kind, why string) {
	m.state.Uncopy(part(kind.Name), why)
	m.unread[part(kind.Name)] = true
	m.drop(kind)
}

// part is the kind with which a kind is read and left out: sidebars with the widgets,
// faces with their families.
func part(kind string) string {
	switch kind {
	case archive.Sidebars:
		return archive.Widgets
	case archive.FontFaces:
		return archive.FontFamilies
	}
	return kind
}

// drop forgets how far a kind has come that no run has read to its end.
func (m *mirror) drop(kind archive.Kind) {
	if !m.state.Kind(kind.Name).Complete {
		delete(m.state.Kinds, kind.Name)
	}
}

func (m *mirror) kind(ctx context.Context, kind archive.Kind, t *tally) error {
	if !m.report.offers(kind.Needs) {
		t.skip(program.Absent(kind.Needs))
		return nil
	}
	if err := m.folder.Prepare(kind.Name); err != nil {
		return err
	}
	k := &kindRun{mirror: m, kind: kind, tally: t, state: m.state.Kind(kind.Name), tried: set{}}
	if k.list = kind.On(m.site); kind.Name == archive.FontFamilies {
		k.list = kind.On(m.reading) // an older site does not describe the route that it does not have
	}
	if err := k.run(ctx); err != nil {
		return err
	}
	k.state.Complete = true
	m.state.Uncopy(part(kind.Name), "")
	if err := m.save(kind.Name); err != nil {
		return err
	}
	names, err := m.folder.Names(kind.Name)
	t.done(len(names))
	return err
}

// save writes the state, after the records of the kind that has advanced.
func (m *mirror) save(kind string) error {
	if err := m.folder.Sync(kind); err != nil {
		return err
	}
	return m.folder.SaveState(m.state)
}

// kindRun is the part of a run that reads one kind.
type kindRun struct {
	*mirror
	kind  archive.Kind
	list  archive.Collection
	tally *tally
	state *archive.KindState

	tried  set     // records that were read in this run, or could not be
	later  []int64 // records whose files earlier runs have tried
	again  bool    // those are tried now
	failed int     // files in a row
}

func (k *kindRun) run(ctx context.Context) error {
	switch {
	case k.kind.Name == archive.Snippets:
		return k.snippets(ctx)
	case k.kind.Name == archive.Settings:
		return k.settings(ctx)
	case k.kind.Name == archive.Templates, k.kind.Name == archive.TemplateParts:
		return k.templates(ctx)
	case k.kind.Name == archive.GlobalStyles:
		return k.styles(ctx)
	case k.kind.Name == archive.Sidebars, k.kind.Name == archive.Widgets:
		return k.widgets(ctx)
	case k.kind.Name == archive.FontFaces:
		return k.faces(ctx)
	}
	return k.follow(ctx)
}

// broken notes a record that the site fails on, and returns its id. The walk continues
// after it. Any other error has the id 0.
func (k *kindRun) broken(err error) int64 {
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	if !ok || broken.ID < 1 {
		return 0
	}
	if _, tried := k.tried[broken.ID]; !tried {
		k.tried[broken.ID] = struct{}{}
		k.state.Miss(strconv.FormatInt(broken.ID, 10), broken.Error(), true)
	}
	return broken.ID
}

// keep writes a record, and its files before it.
func (k *kindRun) keep(ctx context.Context, r archive.Record) (err error) {
	if r.ID() < 1 && r.Text("id") == "" {
		return errors.New("the site lists a record without an id")
	}
	name, missing := r.Name(), false
	k.tried[r.ID()] = struct{}{}
	switch k.kind.Name {
	case archive.Media:
		missing, err = k.fetch(ctx, name, r)
	case archive.FontFaces:
		missing, err = k.fetchFace(ctx, r)
	}
	if err != nil {
		return err
	}
	if !missing {
		delete(k.state.Missing, name)
	}
	content, err := archive.Encode(r, k.site.Prefix())
	if err != nil {
		return err
	}
	change, err := k.folder.Write(k.kind.Name, name, content)
	k.tally.wrote(name, change, len(content))
	return err
}
