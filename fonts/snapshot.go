package fonts

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// Snapshot is a copy of a catalogue, to search and compare without the server.
// [Client.Snapshot] fetches one, [Snapshot.WriteTo] and [ReadSnapshot] keep it in
// a file.
type Snapshot struct {
	// FetchedAt is the time at which fetching began, in UTC. What changed later
	// may be missing.
	FetchedAt time.Time `json:"fetched_at"`
	// Fonts are the records by id in ascending order, byte by byte, and by names and
	// version where ids are the same.
	Fonts []Font `json:"fonts"`
	// Incomplete marks the snapshot of a part: the server stated more fonts than could
	// be read. Files hold the mark as well. A font that is not in Fonts may exist.
	Incomplete bool `json:"incomplete,omitzero"`
}

// Snapshot fetches all fonts of the list: POST {base}/api/fonts/list for each
// page, as [Client.Pages] does, which says what happens to fonts that are added or
// removed meanwhile. options.Page, the filters and [Resume] leave fonts out.
//
// If fewer fonts could be read than the server states, the error is
// [ErrIncomplete], and the snapshot of those that were read comes beside it. It is
// marked: see [Snapshot.Incomplete]. With any other error of Pages, anywhere in the
// list, the snapshot is nil.
func (c *Client) Snapshot(ctx context.Context, options *ListOptions, walkOptions ...WalkOption) (*Snapshot, error) {
	began := time.Now()
	var all []Font
	for page, err := range c.Pages(ctx, options, walkOptions...) {
		if errors.Is(err, ErrIncomplete) {
			part := NewSnapshot(began, all)
			part.Incomplete = true
			return part, err
		}
		if err != nil {
			return nil, err
		}
		all = append(all, page.Fonts...)
	}
	return NewSnapshot(began, all), nil
}

// NewSnapshot returns a snapshot of fonts that were read in another way. It sorts
// a copy of the list.
func NewSnapshot(fetchedAt time.Time, fonts []Font) *Snapshot {
	s := &Snapshot{FetchedAt: fetchedAt.UTC().Round(0), Fonts: slices.Clone(fonts)}
	if s.Fonts == nil {
		s.Fonts = []Font{}
	}
	slices.SortStableFunc(s.Fonts, compareFonts)
	return s
}

// sorted returns the fonts in the order of a snapshot, whatever was done to it.
func sorted(fonts []Font) []Font {
	if !slices.IsSortedFunc(fonts, compareFonts) {
		fonts = slices.Clone(fonts)
		slices.SortStableFunc(fonts, compareFonts)
	}
	return fonts
}

// compareFonts orders a snapshot: by id, and by names where ids are the same.
func compareFonts(a, b Font) int {
	if n := strings.Compare(a.ID, b.ID); n != 0 {
		return n
	}
	return strings.Compare(key(&a), key(&b))
}

// byKey compares what tells two records apart when they may have changed: the id,
// or without one the names and the version.
func byKey(a, b *Font) int {
	if n := strings.Compare(a.ID, b.ID); n != 0 || a.ID != "" {
		return n
	}
	return strings.Compare(key(a), key(b))
}
