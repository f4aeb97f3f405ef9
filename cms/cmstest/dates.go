package cmstest

import (
	"regexp"
	"strconv"
	"time"
)

// stampLayout is how dates are stored and shown: a wall clock without a zone. Stored dates compare as text.
const stampLayout = "2006-01-02T15:04:05"

var dateForm = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::\d{2})?)?\n?$`)

func validDate(text string) bool {
	_, _, ok := parseDate(text)
	return ok
}

// parseDate reads a wall clock and its zone (nil if it names none). Days before and after those of a month roll over.
func parseDate(text string) (wall time.Time, zone *time.Location, ok bool) {
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

// twins is a date given by a client as the site stores it: its own time, and GMT. Without a zone in the text,
// the date is in the zone given.
func (s *Server) twins(text string, otherwise *time.Location) (local, gmt string) {
	wall, zone, ok := parseDate(text)
	if !ok {
		return "", ""
	}
	if zone == nil {
		zone = otherwise
	}
	at := inZone(wall, zone)
	return at.In(s.location).Format(stampLayout), at.UTC().Format(stampLayout)
}

// localStamp is a date filter in the site's own time.
func (s *Server) localStamp(text string) string {
	local, _ := s.twins(text, s.location)
	return local
}

func (s *Server) gmtOf(local string) string {
	wall, err := time.Parse(stampLayout, local)
	if err != nil {
		return local
	}
	return inZone(wall, s.location).UTC().Format(stampLayout)
}

func (s *Server) now() (local, gmt string) {
	now := s.clock()
	return now.In(s.location).Format(stampLayout), now.UTC().Format(stampLayout)
}

func inZone(wall time.Time, zone *time.Location) time.Time {
	return time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, zone)
}
