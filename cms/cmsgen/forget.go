package main

import (
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// forget removes from a description all texts that contain the host of an address. The
// addresses are those of the site.
func forget(d *describe.Description, addresses ...string) {
	for _, address := range addresses {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" {
			continue
		}
		holds := func(text string) bool { return strings.Contains(text, u.Host) }
		d.Each(func(s *describe.Schema) {
			if holds(s.Description) {
				s.Description = ""
			}
			if holds(string(s.Default)) {
				s.Default = nil
			}
			s.Enum = slices.DeleteFunc(s.Enum, func(value jsontext.Value) bool { return holds(describe.Text(value)) })
		})
	}
}
