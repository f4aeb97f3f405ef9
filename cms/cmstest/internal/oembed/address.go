// Package oembed has the routes by which other sites learn how to show records of this one.
package oembed

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Plane tells other sites how to show records of this one.
type Plane struct{ *content.Site }

// viewable is the record that everyone sees at an address of the site, nil if there is none.
func (s Plane) viewable(address string) *content.Item {
	it := s.itemAt(address)
	if it == nil {
		return nil
	}
	switch it.Kind.Base {
	case "posts", "pages":
		if it.Status == "publish" {
			return it
		}
	case "media":
		if it.Status == "inherit" {
			return it
		}
	}
	return nil
}

// itemAt finds the record of an address: by an id in its query, or by its path.
func (s Plane) itemAt(address string) *content.Item {
	own, base, _ := strings.Cut(strings.TrimPrefix(*s.API.Base, "http://"), "/")
	address = strings.TrimSpace(address)
	if _, rest, ok := strings.Cut(address, "//"); ok {
		host, path := rest, ""
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			host, path = rest[:i], rest[i:]
		}
		if hostname(host) != hostname(own) {
			return nil
		}
		address = path
	}
	address, _, _ = strings.Cut(address, "#")
	path, query, _ := strings.Cut(address, "?")
	arguments := php.ParseQuery(query)
	for _, name := range []string{"p", "page_id", "attachment_id"} {
		if id, ok := php.ToInt(arguments.ByKey[name]); ok && id > 0 {
			return s.Items[id]
		}
	}
	path = strings.Trim(strings.TrimSuffix(strings.Trim(path, "/"), "/embed"), "/")
	if path == "" {
		return nil
	}
	for _, it := range s.Items {
		local := strings.Trim(base+"/"+strings.TrimPrefix(s.Link(it), *s.API.Base+"/"), "/")
		if it.Status != "trash" && strings.EqualFold(local, path) {
			return it
		}
	}
	return nil
}

func hostname(host string) string {
	host, _, _ = strings.Cut(host, ":")
	return strings.TrimPrefix(host, "www.")
}
