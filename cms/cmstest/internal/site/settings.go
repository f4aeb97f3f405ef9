package site

import (
	"maps"
	"time"
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
