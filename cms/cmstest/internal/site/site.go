package site

import (
	"maps"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Settings are those of a site. What is not among the values was never set, or was taken away.
type Settings struct {
	Values map[string]any
	Zone   *time.Location // that of the value timezone
}

// Clone shares nothing with s that may change.
func (s *Settings) Clone() Settings { return Settings{maps.Clone(s.Values), s.Zone} }

// Text is a text among the settings, "" where it is not set.
func (s *Settings) Text(name string) string {
	text, _ := s.Values[name].(string)
	return text
}

// TextOrFalse is a setting where the site shows false for one that is not set.
func (s *Settings) TextOrFalse(name string) any {
	if s.Values[name] == nil {
		return false
	}
	return s.Text(name)
}

// Number is a number among the settings, 0 where it is not set.
func (s *Settings) Number(name string) int64 {
	n, _ := s.Values[name].(int64)
	return n
}

// Down says whether the site has lost its address, without which it does not work.
func (s *Settings) Down() bool {
	_, ok := s.Values["url"]
	return !ok
}

// Clock tells the time of a site. Dates are texts as the site stores them: one in its own zone, one in GMT.
type Clock struct {
	Now  func() time.Time
	Zone func() *time.Location // it may change with the settings
}

// Stamps are the dates of this moment.
func (c Clock) Stamps() (local, gmt string) { return c.stamps(c.Now()) }

func (c Clock) stamps(at time.Time) (local, gmt string) {
	return at.In(c.Zone()).Format(php.StampLayout), at.UTC().Format(php.StampLayout)
}

// Twins are the dates that a client gives by one text, or if that is "" by the other. A text without a zone is in the
// zone of the site, or in GMT. Both are "" if there is no date.
func (c Clock) Twins(text, textGMT string) (local, gmt string) {
	zone := c.Zone()
	if text == "" {
		text, zone = textGMT, time.UTC
	}
	wall, named, ok := php.ParseDate(text)
	if !ok {
		return "", ""
	}
	if named != nil {
		zone = named
	}
	return c.stamps(php.InZone(wall, zone))
}

// Local is a date of a client in the zone of the site.
func (c Clock) Local(text string) string {
	local, _ := c.Twins(text, "")
	return local
}

// GMT is a stored date in GMT.
func (c Clock) GMT(local string) string {
	wall, err := time.Parse(php.StampLayout, local)
	if err != nil {
		return local
	}
	return php.InZone(wall, c.Zone()).UTC().Format(php.StampLayout)
}

// Shown is a stored date as a site shows it. Dates in GMT are shown like those in the zone of the site: one that its
// clocks skip becomes another.
func (c Clock) Shown(stored string) string {
	wall, err := time.Parse(php.StampLayout, stored)
	if err != nil {
		return stored
	}
	return php.InZone(wall, c.Zone()).Format(php.StampLayout)
}

// Complete are two stored dates of which one may be "", or both for this moment.
func (c Clock) Complete(local, gmt string) (string, string) {
	switch {
	case local == "" && gmt == "":
		return c.Stamps()
	case local == "":
		return c.Twins("", gmt)
	case gmt == "":
		return local, c.GMT(local)
	}
	return local, gmt
}
