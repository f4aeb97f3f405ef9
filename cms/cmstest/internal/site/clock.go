package site

import (
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

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
