package main

import (
	"net/url"
	"slices"
	"strings"
)

// forget takes out every text that holds the address of the site.
func (d *Description) forget(addresses ...string) {
	for _, address := range addresses {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" {
			continue
		}
		holds := func(text string) bool { return strings.Contains(text, u.Host) }
		d.each(func(s *Schema) {
			if holds(s.Description) {
				s.Description = ""
			}
			if holds(string(s.Default)) {
				s.Default = nil
			}
			s.Enum = slices.DeleteFunc(s.Enum, holds)
		})
	}
}

// each visits all schemas.
func (d *Description) each(visit func(*Schema)) {
	for _, route := range d.Routes {
		route.Schema.each(visit)
		for _, endpoint := range route.Endpoints {
			for _, arg := range endpoint.Args {
				arg.Schema.each(visit)
			}
		}
	}
}

func (s *Schema) each(visit func(*Schema)) {
	if s == nil {
		return
	}
	visit(s)
	s.Items.each(visit)
	s.Additional.each(visit)
	for _, property := range s.Properties {
		property.Schema.each(visit)
	}
	for _, variant := range s.Variants {
		variant.each(visit)
	}
}
