package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// mirroring is the job mirror on one site.
type mirroring struct {
	Task
	at      place
	state   *archive.State // of the folder that export writes
	files   bool           // of the media library are copied
	largest int64          // bytes of a file
}

// parse reads the arguments of the job.
func (m *mirroring) parse(args []string) error {
	flags := flag.NewFlagSet("mirror", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&m.files, "files", false, "copy the files of the media library")
	flags.Int64Var(&m.largest, "max-file", 256, "largest file that is copied, in MiB")
	err := flags.Parse(args)
	const most = 1 << 20
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrArguments, err)
	case flags.NArg() > 0:
		return fmt.Errorf("%w: %q is no flag", ErrArguments, flags.Arg(0))
	case m.largest < 1 || m.largest > most:
		return fmt.Errorf("%w: -max-file is to be from 1 to %d", ErrArguments, most)
	}
	m.largest <<= 20
	return nil
}

// acceptMirror checks the arguments of the job.
func acceptMirror(args []string) error { return new(mirroring).parse(args) }

// mirror reads all records of a site, as the recipe mirror does.
func mirror(ctx context.Context, task Task) (string, error) {
	m := &mirroring{Task: task}
	if err := m.parse(task.Args); err != nil {
		return "", err
	}
	if task.From != nil {
		if err := json.Unmarshal(task.From, &m.at); err != nil {
			return "", fmt.Errorf("the position cannot be read: %w", err)
		}
	}
	kinds, err := m.kinds(ctx)
	if err != nil {
		return "", err
	}
	for _, kind := range kinds {
		if kind.OnRequest || m.at.has(kind.Name) {
			continue
		}
		if err := m.kind(ctx, kind); err != nil {
			return "", fmt.Errorf("%s: %w", kind.Name, err)
		}
	}
	if err := m.authors(ctx); err != nil {
		return "", fmt.Errorf("%s: %w", archive.Users, err)
	}
	return m.at.note(), m.describe(ctx)
}

// kinds are the kinds of records of the site, with those of its own types.
func (m *mirroring) kinds(ctx context.Context) ([]archive.Kind, error) {
	m.state = &archive.State{Site: m.Site.Site(), Prefix: m.Site.Prefix()}
	if err := m.state.Registered(ctx, m.Site); err != nil {
		return nil, err
	}
	return m.state.AllKinds(m.Site.Prefix()), nil
}

// kind reads one kind, and notes that it was read.
func (m *mirroring) kind(ctx context.Context, kind archive.Kind) error {
	err := m.read(ctx, kind)
	if errors.Is(err, cms.ErrCursorUnusable) { // such as the position of a walk in another order
		m.at.Again = append(m.at.Again, kind.Name)
		m.at.Cursor = cms.Cursor{}
		err = m.read(ctx, kind)
	}
	switch {
	case errors.Is(err, cms.ErrNoRoute): // a site of an older version, or without the plugin
		m.at.Absent = append(m.at.Absent, kind.Name)
	case kind.Unreadable(err):
		m.at.Absent = append(m.at.Absent, kind.Name)
		if err := m.miss(Missed{Kind: kind.Name, Why: sites.Explain(err)}); err != nil {
			return err
		}
	case err != nil:
		return err
	}
	m.at.end(kind.Name)
	return m.Commit(kind.Name, m.at, nil)
}

// read reads the records of one kind from the position, and moves it past what is stored.
func (m *mirroring) read(ctx context.Context, kind archive.Kind) error {
	if kind.Name == archive.Snippets {
		return m.readSnippets(ctx, kind)
	}
	if m.at.Kind != kind.Name {
		m.at.Kind, m.at.Cursor = kind.Name, cms.Cursor{}
	}
	cursor := m.at.Cursor
	p := &pages{mirroring: m, kind: kind.Name}
	records := kind.On(m.Site).All(ctx, kind.Options(), cms.Exact(), cms.Resume(&cursor), cms.Prefetch(1))
	for record, err := range records {
		if broken, ok := errors.AsType[*cms.BrokenRecordError](err); ok {
			p.miss(broken.ID, sites.Explain(broken))
			p.after = cursor
			continue
		}
		if err != nil {
			return errors.Join(err, p.flush())
		}
		if m.files && kind.Name == archive.Media {
			if err := p.file(ctx, *record); err != nil {
				return err
			}
		}
		if err := p.add(*record, cursor); err != nil {
			return err
		}
	}
	return p.flush()
}

// readSnippets reads the snippets, which the site gives in one list. They are one page,
// with the kind as done: there is no position within the list.
func (m *mirroring) readSnippets(ctx context.Context, kind archive.Kind) error {
	records, err := kind.All(ctx, m.Site)
	if err != nil {
		return err
	}
	p := &pages{mirroring: m, kind: kind.Name}
	for _, record := range records {
		if err := p.append(record); err != nil {
			return err
		}
	}
	if err := m.miss(p.missing...); err != nil {
		return err
	}
	next := m.at
	next.Done = slices.Clone(m.at.Done)
	next.end(kind.Name)
	return m.Commit(kind.Name, next, p.records)
}
