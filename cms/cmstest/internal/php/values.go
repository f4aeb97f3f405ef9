// Package php has values and text as PHP and WordPress have them: objects that keep the order of their members, queries
// with brackets, JSON, loose types, dates without a zone, slugs, and the HTML that is made of stored texts. It knows
// nothing of a site.
package php

import (
	"regexp"
	"slices"
	"strconv"
	"time"
)

// Object is a JSON object that keeps the order of its members. An empty one is written [] because
// the real server's language has one type for lists and maps.
type Object []Member

// Raw is JSON that is written as it is.
type Raw string

// EmptyObject is written {}, in the few places where the real server does.
type EmptyObject struct{}

// Member is a member of an object. It is an alias, so that packages may write objects as tables: {{"id", 1}, {"slug",
// "a"}}.
type Member = struct {
	Name  string
	Value any
}

// Get is the value of a member, nil if there is none.
func (o Object) Get(name string) any {
	value, _ := o.Lookup(name)
	return value
}

// Child is a member that is an object, nil if there is no such one.
func (o Object) Child(name string) Object {
	child, _ := o.Get(name).(Object)
	return child
}

// Lookup is the value of a member, and whether there is one.
func (o Object) Lookup(name string) (any, bool) {
	for _, m := range o {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// Add puts a member at the end.
func (o *Object) Add(name string, value any) {
	*o = append(*o, Member{name, value})
}

// SortedKeys are the keys of a map in order.
func SortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// With is the object with a member set, in its place if it has it.
func (o Object) With(name string, value any) Object {
	var out Object
	found := false
	for _, m := range o {
		if m.Name == name {
			m.Value, found = value, true
		}
		out = append(out, m)
	}
	if !found {
		out.Add(name, value)
	}
	return out
}

// StampLayout is how dates are stored and shown: a wall clock without a zone. Stored dates compare as text.
const StampLayout = "2006-01-02T15:04:05"

var dateForm = regexp.MustCompile(
	`^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::\d{2})?)?\n?$`)

// ValidDate says whether ParseDate reads a text.
func ValidDate(text string) bool {
	_, _, ok := ParseDate(text)
	return ok
}

// ParseDate reads a wall clock and its zone (nil if it names none). Days before and after those of a month roll over.
func ParseDate(text string) (wall time.Time, zone *time.Location, ok bool) {
	m := dateForm.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, nil, false
	}
	var n [6]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1])
	}
	if n[1] > 12 || n[2] > 31 || n[3] > 24 || n[4] > 59 || n[5] > 60 {
		return time.Time{}, nil, false
	}
	if z := m[7]; z == "Z" {
		zone = time.UTC
	} else if z != "" {
		hours, _ := strconv.Atoi(z[1:3])
		minutes := 0
		if len(z) > 3 {
			minutes, _ = strconv.Atoi(z[len(z)-2:])
		}
		if len(z) > 3 && hours > 24 || minutes > 59 {
			return time.Time{}, nil, false
		}
		offset := hours*3600 + minutes*60
		if z[0] == '-' {
			offset = -offset
		}
		zone = time.FixedZone("", offset)
	}
	return time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC), zone, true
}

// InZone is the moment at which a clock in a zone shows this time. A clock that goes back shows it twice: the offset at
// this time in UTC decides, as in PHP. A clock that goes forward may never show it: then the offset before applies.
func InZone(wall time.Time, zone *time.Location) time.Time {
	utc := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, time.UTC)
	guess := offsetAt(utc, zone, 0)
	offset := offsetAt(utc, zone, guess)
	if offsetAt(utc, zone, offset) != offset {
		offset = min(guess, offset)
	}
	return utc.Add(-time.Duration(offset) * time.Second).In(zone)
}

// offsetAt is the offset of a zone, in seconds, at a time that is taken for one with another offset.
func offsetAt(wall time.Time, zone *time.Location, as int) int {
	_, offset := wall.Add(-time.Duration(as) * time.Second).In(zone).Zone()
	return offset
}
