// Package snapshot keeps a copy of a font catalogue, to search and compare it without
// the server. Take a copy once, and keep it in a file:
//
//	catalogue, err := fonts.New("https://fonts.example.org")
//	if err != nil {
//		return err
//	}
//	fresh, err := snapshot.Take(ctx, catalogue, nil)
//	if err != nil {
//		return err
//	}
//	for font := range fresh.Search(snapshot.Query{Tags: []string{"latin"}, Category: "serif"}) {
//		fmt.Println(font.Name)
//	}
//	changes := snapshot.Diff(kept, fresh) // kept is the copy of yesterday, from snapshot.Read
//
// A [Snapshot] is written as JSON with one font on each line; the same fonts give the
// same text. [Snapshot.Search] follows the rules of [Query], while servers differ in
// what they find. [Snapshot.Similar] finds misspelt names. [Diff] lists the fonts that
// were added, removed and changed. [Snapshot.Licenses] groups the fonts by licence, and
// lists those without one.
package snapshot

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

// Snapshot is a copy of a catalogue. [Take] fetches one. [Snapshot.WriteTo] and [Read] keep it in a file.
type Snapshot struct {
	// FetchedAt is the time at which fetching began, in UTC. The copy may lack later
	// changes.
	FetchedAt time.Time `json:"fetched_at"`
	// Fonts are the records, ordered by the bytes of their ids. Records with equal ids
	// are ordered by names and version.
	Fonts []fonts.Font `json:"fonts"`
	// Incomplete means that fewer fonts could be read than the server has. Files store
	// this field too. A font that is not in Fonts may then exist on the server.
	Incomplete bool `json:"incomplete,omitzero"`
}

// New returns a snapshot of fonts from another source. It sorts a copy of the list.
func New(fetchedAt time.Time, list []fonts.Font) *Snapshot {
	return newSnapshot(fetchedAt, slices.Clone(list))
}

// newSnapshot sorts the list and stores it in a snapshot.
func newSnapshot(fetchedAt time.Time, list []fonts.Font) *Snapshot {
	if list == nil {
		list = []fonts.Font{}
	}
	slices.SortStableFunc(list, compare)
	return &Snapshot{FetchedAt: fetchedAt.UTC().Round(0), Fonts: list}
}

// sorted returns the fonts in the order of a snapshot. It does not change list.
func sorted(list []fonts.Font) []fonts.Font {
	if !slices.IsSortedFunc(list, compare) {
		list = slices.Clone(list)
		slices.SortStableFunc(list, compare)
	}
	return list
}

// compare compares two fonts for the order of a snapshot: by id, then by names and version.
func compare(a, b fonts.Font) int { return cmp.Or(strings.Compare(a.ID, b.ID), byNames(&a, &b)) }

// byKey compares the parts of a font that stay the same when the font changes: the id, or
// the names and the version if the id is empty.
func byKey(a, b *fonts.Font) int {
	if n := strings.Compare(a.ID, b.ID); n != 0 || a.ID != "" {
		return n
	}
	return byNames(a, b)
}

func byNames(a, b *fonts.Font) int {
	return cmp.Or(
		strings.Compare(a.FontFamily, b.FontFamily), strings.Compare(a.Name, b.Name), strings.Compare(a.Version, b.Version),
		slices.Compare(a.FontSubfamily, b.FontSubfamily),
	)
}
