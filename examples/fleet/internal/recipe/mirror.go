package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// place is the position of a mirror.
type place struct {
	Done   []string   `json:"done,omitempty"` // kinds that were read
	Kind   string     `json:"kind,omitempty"`
	Cursor cms.Cursor `json:"cursor,omitzero"`
	// Missing are the first records and kinds that could not be read.
	Missing []string `json:"missing,omitempty"`
	More    int      `json:"more,omitempty"` // further ones
}

// mirror reads all records of a site, as the recipe mirror does. It does not read the
// files of the media library.
func mirror(ctx context.Context, task Task) (string, error) {
	var at place
	if task.From != nil {
		if err := json.Unmarshal(task.From, &at); err != nil {
			return "", fmt.Errorf("the position cannot be read: %w", err)
		}
	}
	kinds, err := kindsOf(ctx, task.Site)
	if err != nil {
		return "", err
	}
	for _, kind := range kinds {
		if kind.OnRequest || slices.Contains(at.Done, kind.Name) {
			continue
		}
		err := read(ctx, task, kind, &at)
		switch {
		case errors.Is(err, cms.ErrNoRoute): // a site of an older version, or without the plugin
		case kind.Unreadable(err):
			at.miss(fmt.Sprintf("%s: %v", kind.Name, err))
		case err != nil:
			return "", fmt.Errorf("%s: %w", kind.Name, err)
		}
		at.Done, at.Kind, at.Cursor = append(at.Done, kind.Name), "", cms.Cursor{}
		if err := task.Commit(kind.Name, at, nil); err != nil {
			return "", err
		}
	}
	return at.note(), nil
}

// kindsOf are the kinds of records of a site, with those of its own types.
func kindsOf(ctx context.Context, site *cms.Client) ([]archive.Kind, error) {
	state := &archive.State{Site: site.Site(), Prefix: site.Prefix()}
	types, err := settings.New(site).Types.List(ctx, nil)
	if err != nil {
		return nil, err
	}
	for _, t := range types {
		if !archive.Apart(t.Slug, site.Prefix()) {
			state.Describe(t.Slug, t.RestNamespace, t.RestBase)
		}
	}
	taxonomies, err := terms.Taxonomies(site).List(ctx, nil)
	if err != nil {
		return nil, err
	}
	for _, t := range taxonomies {
		state.DescribeTerms(t.Slug, t.RestNamespace, t.RestBase, t.Types)
	}
	return state.AllKinds(site.Prefix()), nil
}

// read reads the records of one kind from at, and moves at past what is stored.
func read(ctx context.Context, task Task, kind archive.Kind, at *place) error {
	if kind.Name == archive.Snippets {
		return readSnippets(ctx, task, kind, at)
	}
	if at.Kind != kind.Name {
		at.Kind, at.Cursor = kind.Name, cms.Cursor{}
	}
	cursor := at.Cursor
	p := &pages{task: task, kind: kind.Name, at: at}
	records := kind.On(task.Site).All(ctx, kind.Options(), cms.Exact(), cms.Resume(&cursor), cms.Prefetch(1))
	for record, err := range records {
		if broken, ok := errors.AsType[*cms.BrokenRecordError](err); ok {
			p.missing = append(p.missing, fmt.Sprintf("%s %d: %v", kind.Name, broken.ID, err))
			p.after = cursor
			continue
		}
		if err != nil {
			return errors.Join(err, p.flush())
		}
		if err := p.add(*record, cursor); err != nil {
			return err
		}
	}
	return p.flush()
}

// readSnippets reads the snippets, which the site gives in one list.
func readSnippets(ctx context.Context, task Task, kind archive.Kind, at *place) error {
	records, err := kind.All(ctx, task.Site)
	if err != nil {
		return err
	}
	p := &pages{task: task, kind: kind.Name, at: at}
	at.Kind = ""
	for _, record := range records {
		if err := p.append(record); err != nil {
			return err
		}
	}
	// One page, with the kind as done: there is no position within the list.
	at.miss(p.missing...)
	next := *at
	next.Done = append(slices.Clone(at.Done), kind.Name)
	return task.Commit(kind.Name, next, p.records)
}

// miss notes what could not be read. The position is stored with each page, so that the
// list must stay short.
func (p *place) miss(what ...string) {
	const most, longest = 10, 200
	for _, one := range what {
		if len(p.Missing) < most {
			p.Missing = append(p.Missing, cms.Line(one, longest))
		} else {
			p.More++
		}
	}
}

// note says what is missing.
func (p *place) note() string {
	if len(p.Missing) == 0 {
		return ""
	}
	text := "not read: " + strings.Join(p.Missing, "; ")
	if p.More > 0 {
		text += fmt.Sprintf("; and %d more", p.More)
	}
	return text
}
