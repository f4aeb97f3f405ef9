// Package php has values and texts as PHP and WordPress treat them: ordered objects, queries with
// brackets, JSON, loose types, dates without a zone, slugs and rendered HTML. It does not depend on
// a site.
package php

import (
	"regexp"
	"slices"
	"strconv"
	"time"
)

// Object is a JSON object with ordered members. An empty object is encoded as [], because
// PHP has one type for lists and maps.
type Object []Member

// Raw is encoded JSON.
type Raw string

// EmptyObject is encoded as {}. WordPress does so in a few places.
type EmptyObject struct{}

// Member is a member of an object. It is an alias, so that other packages may write objects as
// {{"id", 1}, {"slug", "a"}}.
type Member = struct {
	Name  string
	Value any
}

// Get returns the value of a member, or nil if it is absent.
func (o Object) Get(name string) any {
	value, _ := o.Lookup(name)
	return value
}

// Child returns a member that is an object, or nil if it is absent or has another type.
func (o Object) Child(name string) Object {
	child, _ := o.Get(name).(Object)
	return child
}

// Lookup returns the value of a member, and whether the member exists.
func (o Object) Lookup(name string) (any, bool) {
	for _, m := range o {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// Add appends a member.
func (o *Object) Add(name string, value any) {
	*o = append(*o, Member{name, value})
}

// SortedKeys returns the keys of a map, sorted.
func SortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// With returns a copy with a member set. A new member is added at the end.
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

// StampLayout is the layout of stored and shown dates: local time without a zone. Stored dates can
// be compared as strings.
const StampLayout = "2006-01-02T15:04:05"

var dateForm = regexp.MustCompile(
	`^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::\d{2})?)?\n?$`)

// ValidDate reports whether ParseDate accepts a text.
func ValidDate(text string) bool {
	_, _, ok := ParseDate(text)
	return ok
}

// ParseDate parses a date and its zone, which is nil if the text has none. Day 31 of a shorter
// month becomes a day of the next month.
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

// InZone returns the time at which clocks in a zone show the given local time. If clocks go back
// and show it twice, it uses the zone's offset at the same time in UTC, like PHP. If clocks go
// forward and skip it, it uses the offset before the change.
func InZone(wall time.Time, zone *time.Location) time.Time {
	utc := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, time.UTC)
	guess := offsetAt(utc, zone, 0)
	offset := offsetAt(utc, zone, guess)
	if offsetAt(utc, zone, offset) != offset {
		offset = min(guess, offset)
	}
	return utc.Add(-time.Duration(offset) * time.Second).In(zone)
}

// offsetAt returns the offset of the zone at a local time, in seconds. To convert the local time to
// UTC, offsetAt assumes the offset in the parameter as.
func offsetAt(wall time.Time, zone *time.Location, as int) int {
	_, offset := wall.Add(-time.Duration(as) * time.Second).In(zone).Zone()
	return offset
}
