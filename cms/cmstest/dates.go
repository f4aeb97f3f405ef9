package cmstest

import (
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// twins is a date given by a client as the site stores it: its own time, and GMT. Without a zone in the text,
// the date is in the zone given.
func (s *Server) twins(text string, otherwise *time.Location) (local, gmt string) {
	wall, zone, ok := php.ParseDate(text)
	if !ok {
		return "", ""
	}
	if zone == nil {
		zone = otherwise
	}
	at := php.InZone(wall, zone)
	return at.In(s.location).Format(php.StampLayout), at.UTC().Format(php.StampLayout)
}

// localStamp is a date filter in the site's own time.
func (s *Server) localStamp(text string) string {
	local, _ := s.twins(text, s.location)
	return local
}

func (s *Server) gmtOf(local string) string {
	wall, err := time.Parse(php.StampLayout, local)
	if err != nil {
		return local
	}
	return php.InZone(wall, s.location).UTC().Format(php.StampLayout)
}

func (s *Server) now() (local, gmt string) {
	now := s.clock()
	return now.In(s.location).Format(php.StampLayout), now.UTC().Format(php.StampLayout)
}
