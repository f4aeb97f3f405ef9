// Package seed reads the records of [Server.Insert] and of documents. It defines their kinds,
// checks their fields and assigns ids.
package seed

import (
	"fmt"
	"slices"
)

// IDsOf returns the ids of a list, in its order.
func IDsOf[T any](list []T, id func(T) int64) []int64 {
	var out []int64
	for _, e := range list {
		out = append(out, id(e))
	}
	return out
}

// PlaceID returns the id of a new record: wanted if it is not 0, otherwise *next. It fails if
// wanted is taken. It keeps *next above all ids.
func PlaceID(next *int64, wanted int64, taken bool) (int64, error) {
	if wanted == 0 {
		wanted = *next
	} else if taken {
		return 0, fmt.Errorf("id %d is taken", wanted)
	}
	*next = max(*next, wanted+1)
	return wanted, nil
}

// Kind is a kind of record for [Server.Insert], [Server.Record], [Server.Load] and
// [Server.Document].
type Kind struct {
	Name  string // kind in Insert, and field of a document
	Named bool   // the field id may have any value, such as a name
	// Next returns the counter of new ids. It is nil if records never get a new id.
	Next   func() *int64
	Insert func(record map[string]any) (id int64, err error) // stores nothing if it fails
	Record func(id int64) map[string]any                     // returns nil if there is no such record
	IDs    func() []int64                                    // all ids, in the order that Document writes
	// Export changes a record of Record into a record that Insert accepts. nil means that
	// no change is needed.
	Export func(record map[string]any) map[string]any
}

// Store checks the id of a record, if it has one, and inserts the record.
func (k *Kind) Store(record map[string]any) (int64, error) {
	if given, ok := record["id"]; ok && !k.Named {
		if id, err := Int("id", given); err != nil || id < 1 || id > MaxID {
			return 0, fmt.Errorf("id is %v, not from 1 to %d", given, int64(MaxID))
		}
	}
	return k.Insert(record)
}

// MaxID is the largest accepted id. It leaves room for further ids.
const MaxID = 1 << 53

// SortedIDs returns the ids of the wanted records, sorted.
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
