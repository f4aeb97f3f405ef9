package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// content mirrors the site, kind by kind. What goes wrong with one does not keep
// the others from being read.
func (m *mirror) content(ctx context.Context, full bool) error {
	var failed error
	if full {
		if err := m.readAgain(m.state.AllKinds(m.site.Prefix())); err != nil {
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
			m.drop(kind)
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

// readAgain has the next runs read all records of some kinds, from the beginning. The state
// says so at once, since this run may be killed.
func (m *mirror) readAgain(kinds []archive.Kind) error {
	for _, kind := range kinds {
		if state := m.state.Kinds[kind.Name]; state != nil && kind.Dated {
			state.Since, state.Walk = "", nil
		}
	}
	return m.folder.SaveState(m.state)
}

// tagged are the kinds whose records may have terms of a kind.
func (m *mirror) tagged(terms string) (kinds []archive.Kind) {
	for _, kind := range m.state.AllKinds(m.site.Prefix()) {
		for _, of := range m.state.Terms(kind.Name) {
			if of == terms {
				kinds = append(kinds, kind)
				break
			}
		}
	}
	return kinds
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
	k.list = kind.On(m.site)
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

	tried  set  // records that were read in this run, or could not be
	again  bool // what was tried before is tried again
	failed int  // files in a row
}

func (k *kindRun) run(ctx context.Context) error {
	switch {
	case k.kind.Name == archive.Snippets:
		return k.snippets(ctx)
	case k.kind.Name == archive.Comments:
		return k.comments(ctx)
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
	case !k.kind.Dated:
		return k.whole(ctx)
	case k.kind.Name == archive.Media:
		if err := k.folder.Adopt(k.state); err != nil {
			return err
		}
	}
	since, total, err := k.latest(ctx)
	if err != nil {
		return err
	}
	if err := k.changes(ctx, since, total); err != nil {
		return err
	}
	if err := k.sweep(ctx); err != nil {
		return err
	}
	k.state.Walk = nil
	return nil
}

// latest is the time of the latest change before anything is read: what changes
// during the run comes again in the next. A scheduled post may count as changed
// on the day that it is to appear, which hides no change before that day. total is how
// many records there are, -1 if the site does not say so.
func (k *kindRun) latest(ctx context.Context) (since cms.GMTTime, total int, err error) {
	options := k.kind.Options()
	options.PerPage, options.OrderBy, options.Order = 1, "modified", cms.Descending
	var answer cms.Response
	page, err := k.list.List(ctx, options, cms.Fields("modified_gmt"), cms.Capture(&answer))
	if err != nil {
		return "", 0, err
	}
	if len(page.Items) == 0 {
		return "", page.Total, nil
	}
	now, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return min(page.Items[0].ModifiedGMT(), cms.GMTTime(now.UTC().Format("2006-01-02T15:04:05"))), page.Total, nil
}

// changes reads all records, or those that were changed since the last run.
func (k *kindRun) changes(ctx context.Context, since cms.GMTTime, total int) error {
	if k.state.Walk == nil && k.state.Complete && !k.state.Since.IsZero() {
		last, err := k.state.Since.Time()
		if err != nil {
			return err
		}
		options := k.kind.Options()
		options.ModifiedAfter = last.Add(-k.overlap)
		meter := program.Count(k.mirror.notes, "reading changed "+k.kind.Name, -1)
		defer meter.Done()
		if err := k.keepAll(ctx, k.list.All(ctx, options, cms.Exact()), func(int64) error {
			meter.Add(1)
			return nil
		}); err != nil {
			return err
		}
		k.state.Since = since
		return nil
	}
	walk := k.state.Walk
	if walk == nil {
		walk = &archive.Walk{Since: since}
		k.state.Walk = walk
	}
	if !walk.Cursor.Done {
		err := k.readAll(ctx, walk, total)
		if errors.Is(err, cms.ErrCursorUnusable) { // such as the position of a walk in another order
			program.Printf(k.mirror.notes, "%s: read from the beginning: %v\n", k.kind.Name, err)
			walk.Cursor = cms.Cursor{}
			err = k.readAll(ctx, walk, total)
		}
		if err != nil {
			return err
		}
	}
	k.state.Since = walk.Since
	return nil
}

// readAll writes all records, and notes now and then where the walk stands. total is how
// many there are, -1 if that is not known.
func (k *kindRun) readAll(ctx context.Context, walk *archive.Walk, total int) error {
	meter := program.Count(k.mirror.notes, "reading "+k.kind.Name, int64(total))
	defer meter.Done()
	counted := map[int64]bool{}
	if walk.Cursor != (cms.Cursor{}) { // an earlier run was stopped
		ids, err := k.folder.IDs(k.kind.Name)
		if err != nil {
			return err
		}
		for _, id := range ids {
			counted[id] = true
		}
		meter.Add(int64(len(ids)))
	}
	n := 0
	records := k.list.All(ctx, k.kind.Options(), cms.Exact(), cms.Resume(&walk.Cursor), cms.Prefetch(1))
	return k.keepAll(ctx, records, func(id int64) error {
		if !counted[id] { // the walk continues before the last records of the earlier run
			meter.Add(1)
		}
		const often = 100
		if n++; n%often == 0 {
			return k.save(k.kind.Name)
		}
		return nil
	})
}

// keepAll writes records. kept is called after each of them, unless it is nil.
func (k *kindRun) keepAll(
	ctx context.Context, records iter.Seq2[*archive.Record, error], kept func(id int64) error,
) error {
	for record, err := range records {
		if id := k.broken(err); id > 0 {
			continue
		}
		if err != nil {
			return err
		}
		if err := k.keep(ctx, *record); err != nil {
			return err
		}
		if kept != nil {
			if err := kept(record.ID()); err != nil {
				return err
			}
		}
	}
	return nil
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
