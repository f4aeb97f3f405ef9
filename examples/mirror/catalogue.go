package main

import (
	"context"
	"fmt"

	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts"
)

// withoutID is the name under which the fonts that have none are missing.
const withoutID = "(without an id)"

// fonts mirrors the catalogue. It does not tell what was changed, and is read
// whole each time.
func (m *mirror) fonts(ctx context.Context, address string) error {
	if address == "" {
		return nil
	}
	t := m.report.kind(archive.Fonts)
	if err := m.catalogue(ctx, address, t); err != nil {
		program.Printf(m.notes, "%s: nothing was deleted: %v\n", t.kind, err)
		return fmt.Errorf("%s: %w", t.kind, err)
	}
	return nil
}

func (m *mirror) catalogue(ctx context.Context, address string, t *tally) error {
	catalogue, err := fonts.New(address)
	if err != nil {
		return err
	}
	if err := m.folder.Prepare(archive.Fonts); err != nil {
		return err
	}
	total, err := catalogue.Count(ctx, nil)
	if err != nil {
		return err
	}
	there, nameless := map[string]bool{}, 0
	meter := program.Count(m.notes, t.kind, int64(total))
	defer meter.Done()
	for font, err := range catalogue.All(ctx, nil) {
		if err != nil {
			return err
		}
		if font.ID == "" {
			nameless++
			continue
		}
		record, err := archive.RecordOf(font)
		if err != nil {
			return err
		}
		content, err := archive.Encode(record, "")
		if err != nil {
			return err
		}
		name := archive.Name(font.ID)
		there[name] = true
		change, err := m.folder.Write(archive.Fonts, name, content)
		if err != nil {
			return err
		}
		t.wrote(name, change, len(content))
		meter.Add(1)
	}
	delete(m.state.Kind(archive.Fonts).Missing, withoutID)
	if nameless > 0 {
		m.state.Kind(archive.Fonts).Miss(withoutID, fmt.Sprintf("%d fonts have no id", nameless), true)
	}
	return m.finishFonts(t, there, total-nameless)
}

func (m *mirror) finishFonts(t *tally, there map[string]bool, total int) error {
	names, err := m.folder.Names(archive.Fonts)
	if err != nil {
		return err
	}
	m.state.Kind(archive.Fonts).Hidden = max(0, total-len(there))
	switch {
	case len(there) == 0 && len(names) > 0 && !m.allowEmpty:
		t.hold("the catalogue says that it has none, and there were %d; if that is so, use -allow-empty", len(names))
	case len(there) < total:
		_ = t.spare("the catalogue counts %d and shows %d", total, len(there))
	default:
		for _, name := range names {
			if there[name] {
				continue
			}
			if err := m.folder.Remove(archive.Fonts, name); err != nil {
				return err
			}
			t.removed(name)
		}
	}
	m.state.Kind(archive.Fonts).Complete = true
	if err := m.save(archive.Fonts); err != nil {
		return err
	}
	if names, err = m.folder.Names(archive.Fonts); err != nil {
		return err
	}
	t.done(len(names))
	return nil
}
