package snapshot

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Changes are the differences between two snapshots. Each list is ordered by id.
type Changes struct {
	Added   []fonts.Font `json:"added"`
	Removed []fonts.Font `json:"removed"`
	Changed []Change     `json:"changed"`
}

// Change is a font that differs between two snapshots.
type Change struct {
	ID string `json:"id"`
	// Fields are the names of the fields that differ: first the fields of [fonts.Font]
	// in the order of the struct, then those of [fonts.Font.Extra] in alphabetical
	// order.
	Fields []string   `json:"fields"`
	Before fonts.Font `json:"before"`
	After  fonts.Font `json:"after"`
}

// Empty reports whether there are no differences.
func (c Changes) Empty() bool { return len(c.Added)+len(c.Removed)+len(c.Changed) == 0 }

// Diff compares two snapshots record by record. Two records are compared if they have
// the same id. Records without an id are compared if they have the same names and
// version. All fields are compared. The fields of Extra are compared as JSON, and the
// order of fields within an object does not matter. FetchedAt is not compared. A nil
// snapshot is empty. If a snapshot is incomplete, the fonts that it lacks are Added or
// Removed: see [Snapshot.Incomplete].
func Diff(before, after *Snapshot) Changes {
	changes := Changes{Added: []fonts.Font{}, Removed: []fonts.Font{}, Changed: []Change{}}
	var was, is []fonts.Font
	if before != nil {
		was = sorted(before.Fonts)
	}
	if after != nil {
		is = sorted(after.Fonts)
	}
	for len(was) > 0 && len(is) > 0 {
		switch order := byKey(&was[0], &is[0]); {
		case order < 0:
			changes.Removed = append(changes.Removed, was[0])
			was = was[1:]
		case order > 0:
			changes.Added = append(changes.Added, is[0])
			is = is[1:]
		default:
			if fields := differences(&was[0], &is[0]); len(fields) > 0 {
				changes.Changed = append(changes.Changed, Change{is[0].ID, fields, was[0], is[0]})
			}
			was, is = was[1:], is[1:]
		}
	}
	changes.Removed, changes.Added = append(changes.Removed, was...), append(changes.Added, is...)
	return changes
}

// differences returns the names of the fields in which two fonts with the same id
// differ.
func differences(a, b *fonts.Font) []string {
	var fields []string
	for _, field := range []struct {
		name string
		same bool
	}{
		{"name", a.Name == b.Name},
		{"fontFamily", a.FontFamily == b.FontFamily},
		{"fontSubfamily", slices.Equal(a.FontSubfamily, b.FontSubfamily)},
		{"version", a.Version == b.Version},
		{"copyright", a.Copyright == b.Copyright},
		{"description", a.Description == b.Description},
		{"designer", a.Designer == b.Designer},
		{"license", sameText(a.License, b.License)},
		{"tags", a.Tags == b.Tags},
		{"languages", a.Languages == b.Languages},
		{"category", a.Category == b.Category},
		{"created_at", a.CreatedAt == b.CreatedAt},
		{"updated_at", a.UpdatedAt == b.UpdatedAt},
	} {
		if !field.same {
			fields = append(fields, field.name)
		}
	}
	return append(fields, extraDifferences(a.Extra, b.Extra)...)
}

func sameText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func extraDifferences(a, b fonts.Extra) []string {
	var names []string
	for name, value := range a {
		if other, ok := b[name]; !ok || !sameJSON(jsontext.Value(value), jsontext.Value(other)) {
			names = append(names, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// sameJSON reports whether two values are equal. It ignores blanks and the order of
// fields. It compares numbers as written, because conversion would round large numbers.
func sameJSON(a, b jsontext.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	a, b = slices.Clone(a), slices.Clone(b)
	plain := []jsontext.Options{wire.Options(), jsontext.ReorderRawObjects(true)}
	return a.Format(plain...) == nil && b.Format(plain...) == nil && bytes.Equal(a, b)
}
