package main

import (
	"context"
	"html"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// readReferences prepares what contents are rewritten by: the new ids of all
// records, and the new addresses of files.
func (r *restore) readReferences(context.Context) error {
	ids, err := r.records(archive.Media)
	if err != nil {
		return err
	}
	stems := map[string]archive.Address{}
	for _, id := range ids {
		var record archive.Record
		if err := r.from.Read(archive.Media, strconv.FormatInt(id, 10), &record); err != nil {
			return err
		}
		to := r.journal.made[archive.Media][id]
		if to.New == 0 || record.SourceURL() == "" {
			continue
		}
		source := archive.Stem(record.SourceURL())
		stems[source.Stem] = archive.Stem(to.Source)
		stems[archive.Stem(record.OriginalURL()).Stem] = archive.Stem(to.Original)
		r.content.Uploads = uploads(r.content.Home, record.SourceURL(), r.content.Uploads)
	}
	r.content.File = func(stem string) (archive.Address, bool) {
		to, ok := stems[stem]
		return to, ok
	}
	r.content.Object = r.source.Object
	r.content.ID = func(kind string, old int64) (string, bool) {
		id := r.journal.id(kind, old)
		return strconv.FormatInt(id, 10), id != 0
	}
	return nil
}

// uploads is the path below the site where files lie: what the addresses of all
// of them begin with.
func uploads(home, address, known string) string {
	below, ok := strings.CutPrefix(address, home)
	if !ok {
		return known
	}
	folder := path.Dir(below) + "/"
	if known == "" {
		return folder
	}
	for !strings.HasPrefix(folder, known) {
		known = path.Dir(strings.TrimSuffix(known, "/"))
		if known == "/" || known == "." {
			return ""
		}
		known += "/"
	}
	return known
}

// id is the new id of a record that another one names, 0 if it was not restored.
func (r *restore) id(kind string, old *int64) *int64 {
	if old == nil {
		return nil
	}
	return new(r.journal.id(kind, *old))
}

// ids are the new ids of terms. Those that were not restored are left out.
func (r *restore) ids(kind string, old []int64) []int64 {
	out := []int64{}
	for _, one := range old {
		if id := r.journal.id(kind, one); id != 0 {
			out = append(out, id)
		}
	}
	return out
}

// author is the user to whom a record belongs there, nil for the one who restores.
func (r *restore) author(old *int64) *int64 {
	if old == nil {
		return nil
	}
	if id := r.authors[*old]; id != 0 {
		return &id
	}
	return nil
}

func (r *restore) text(s *string) *string {
	if s == nil {
		return nil
	}
	return new(r.content.Content(*s))
}

// ownSlug is "" for a draft that was given none: it must lose that of the draft
// that it was made as.
func ownSlug(s *string) *string {
	if s == nil {
		return new("")
	}
	return s
}

// pointed is the kind of the record that a menu item leads to.
func (r *restore) pointed(item *cms.MenuItem) (kind string, ok bool) {
	return r.source.Object(string(item.Type), item.Object)
}

// link is an address in a menu.
func (r *restore) link(address *string) *string {
	if address == nil {
		return nil
	}
	if _, err := url.Parse(*address); err != nil {
		return address
	}
	return new(r.content.Addresses(html.UnescapeString(*address)))
}
