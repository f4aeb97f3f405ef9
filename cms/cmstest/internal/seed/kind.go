// Package seed reads records that a test inserts: their kinds, their fields, and the ids that they get.
package seed

import (
	"fmt"
	"slices"
)

// IDsOf are the ids of a list, in its order.
func IDsOf[T any](list []T, id func(T) int64) []int64 {
	var out []int64
	for _, e := range list {
		out = append(out, id(e))
	}
	return out
}

// PlaceID is the id that a record gets: the one that it asks for, if that is free, or the next one.
func PlaceID(next *int64, wanted int64, taken bool) (int64, error) {
	if wanted == 0 {
		wanted = *next
	} else if taken {
		return 0, fmt.Errorf("id %d is taken", wanted)
	}
	*next = max(*next, wanted+1)
	return wanted, nil
}

// Kind is a kind of record as [Server.Insert], [Server.Record], [Server.Load] and [Server.Document] know it.
type Kind struct {
	Name  string // the kind of Insert and the member of a document
	Named bool   // its member id is no number of ours
	// the counter that new ids come from; nil: ids are never given
	Next   func() *int64
	Insert func(record map[string]any) (id int64, err error) // stores nothing if it fails
	Record func(id int64) map[string]any                     // nil if there is none
	IDs    func() []int64                                    // of all records, in the order of a document
	// Export makes of a record what Insert takes: it drops and adds members. nil leaves it as it is.
	Export func(record map[string]any) map[string]any
}

// Store inserts a record whose id, if it has one, is plausible.
func (k *Kind) Store(record map[string]any) (int64, error) {
	if given, ok := record["id"]; ok && !k.Named {
		if id, err := Int("id", given); err != nil || id < 1 || id > MaxID {
			return 0, fmt.Errorf("id is %v, not from 1 to %d", given, int64(MaxID))
		}
	}
	return k.Insert(record)
}

// MaxID leaves every counter room for more.
const MaxID = 1 << 53

// SortedIDs are those of the records that are wanted, in order.
func SortedIDs[V any](records map[int64]V, wanted func(V) bool) []int64 {
	var out []int64
	for id, record := range records {
		if wanted(record) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}
