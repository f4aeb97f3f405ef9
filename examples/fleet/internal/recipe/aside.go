package recipe

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// The kinds of pages of a mirror that hold no records of the site.
const (
	Chunks   = ".file"    // of [Chunk]
	Misses   = ".missing" // of [Missed]
	Describe = ".site"    // one [archive.State], at the end
)

// Counts reports whether what a page of a kind holds counts as records.
func Counts(kind string) bool { return !strings.HasPrefix(kind, ".") }

// Missed is a record that could not be copied, or its file. Without a name it is all
// records of the kind.
type Missed struct {
	Kind string `json:"kind"`
	Name string `json:"name,omitempty"`
	Why  string `json:"why"`
}

// String is the line that a person reads.
func (m Missed) String() string {
	if m.Name == "" {
		return m.Kind + ": " + m.Why
	}
	return m.Kind + " " + m.Name + ": " + m.Why
}

// miss stores what could not be copied. The position stays, so that it is copied again after a crash.
func (m *mirroring) miss(missing ...Missed) error {
	if len(missing) == 0 {
		return nil
	}
	var records []json.RawMessage
	for i := range missing {
		const longest = 500
		missing[i].Why = cms.Line(missing[i].Why, longest)
		data, err := json.Marshal(missing[i])
		if err != nil {
			return err
		}
		records = append(records, data)
	}
	if err := m.Commit(Misses, m.at, records); err != nil {
		return err
	}
	for _, one := range missing {
		m.at.miss(one)
	}
	return nil
}

// authors reads the names of the authors of what was read.
func (m *mirroring) authors(ctx context.Context) error {
	for m.at.Named < len(m.at.Authors) {
		const atOnce = 100
		var records []json.RawMessage
		var missing []Missed
		left := m.at.Authors[m.at.Named:]
		left = left[:min(len(left), atOnce)]
		for _, id := range left {
			user, err := archive.Author(ctx, m.Site, id)
			switch {
			case errors.Is(err, cms.ErrForbidden):
				missing = append(missing, Missed{archive.Users, strconv.FormatInt(id, 10), sites.Explain(err)})
				continue
			case errors.Is(err, cms.ErrNotFound): // there is nothing to copy
				continue
			case err != nil:
				return err
			}
			data, err := encode(user, m.Site.Prefix())
			if err != nil {
				return err
			}
			records = append(records, data)
		}
		if err := m.miss(missing...); err != nil {
			return err
		}
		m.at.Named += len(left)
		if err := m.Commit(archive.Users, m.at, records); err != nil {
			return err
		}
	}
	return nil
}

// describe stores what a restore has to know of the site.
func (m *mirroring) describe(ctx context.Context) error {
	if m.at.has(Describe) {
		return nil
	}
	index, err := m.Site.Index(ctx)
	if err != nil {
		return err
	}
	zone, err := m.Site.Location(ctx)
	if err != nil {
		return err
	}
	m.state.Home, m.state.Zone = index.Home, zone.String()
	for _, kind := range append(m.at.Done, archive.Users) {
		m.state.Kind(kind).Complete = true
	}
	for _, kind := range m.at.Absent {
		delete(m.state.Kinds, kind)
	}
	data, err := json.Marshal(m.state)
	if err != nil {
		return err
	}
	m.at.end(Describe)
	return m.Commit(Describe, m.at, []json.RawMessage{data})
}
