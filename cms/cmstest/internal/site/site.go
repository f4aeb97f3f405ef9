package site

import (
	"maps"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Settings holds the settings of a site. A setting that was never set, or was deleted, is absent
// from Values.
type Settings struct {
	Values map[string]any
	Zone   *time.Location // zone of the setting timezone
}

// Clone returns a copy that shares no map with s.
func (s *Settings) Clone() Settings { return Settings{maps.Clone(s.Values), s.Zone} }

// Text returns a text setting, or "" if it is absent.
func (s *Settings) Text(name string) string {
	text, _ := s.Values[name].(string)
	return text
}

// TextOrFalse returns a text setting, or false if it is absent. Some routes of WordPress show false
// in this case.
func (s *Settings) TextOrFalse(name string) any {
	if s.Values[name] == nil {
		return false
	}
	return s.Text(name)
}

// Number returns a number setting, or 0 if it is absent.
func (s *Settings) Number(name string) int64 {
	n, _ := s.Values[name].(int64)
	return n
}

// Down reports whether the setting url is absent. Such a site cannot serve requests.
func (s *Settings) Down() bool {
	_, ok := s.Values["url"]
	return !ok
}

// Clock has the time and the zone of a site. Dates are texts in the layout [php.StampLayout]. Each
// date is stored twice: as local time and in GMT.
type Clock struct {
	Now  func() time.Time
	Zone func() *time.Location // zone of the settings at the time of the call
}

// Stamps returns the current date, local and in GMT.
func (c Clock) Stamps() (local, gmt string) { return c.stamps(c.Now()) }

func (c Clock) stamps(at time.Time) (local, gmt string) {
	return at.In(c.Zone()).Format(php.StampLayout), at.UTC().Format(php.StampLayout)
}

// Twins returns the local and the GMT form of a date from a client. It reads text as local time. If
// text is "", it reads textGMT as GMT. A zone within the text has precedence. Both results are ""
// if the text is no date.
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

// Local returns a date from a client as local time.
func (c Clock) Local(text string) string {
	local, _ := c.Twins(text, "")
	return local
}

// GMT converts a stored local date to GMT.
func (c Clock) GMT(local string) string {
	wall, err := time.Parse(php.StampLayout, local)
	if err != nil {
		return local
	}
	return php.InZone(wall, c.Zone()).UTC().Format(php.StampLayout)
}

// Shown returns a stored date as WordPress shows it. WordPress reads dates in GMT as local time,
// too. So a time that the clocks of the zone skip becomes a later time.
func (c Clock) Shown(stored string) string {
	wall, err := time.Parse(php.StampLayout, stored)
	if err != nil {
		return stored
	}
	return php.InZone(wall, c.Zone()).Format(php.StampLayout)
}

// Complete returns both forms of a stored date. It computes a form that is "" from the other. If
// both are "", it returns the current date.
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
