// Package history has the routes and records of revisions and autosaves. The revisions of global
// styles are in package styles. A record keeps all its revisions: their number has no limit.
package history

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/menus"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Plane has the revisions and autosaves of a site.
type Plane struct {
	*content.Site
	Posts   posts.Plane
	Menus   menus.Plane
	Deletes bool // users can delete revisions
}

// Kind returns the kind "revisions" or "autosaves" of [Server.Insert].
func (s Plane) Kind(name string, auto bool) seed.Kind {
	return seed.Kind{
		Name:   name,
		Next:   func() *int64 { return &s.NextItem },
		Insert: func(record map[string]any) (int64, error) { return s.insert(auto, record) },
		Record: func(id int64) map[string]any { return s.record(auto, id) },
		IDs: func() []int64 {
			var ids []int64
			for _, it := range s.Items {
				for _, r := range it.Revisions {
					if r.Auto == auto {
						ids = append(ids, r.ID)
					}
				}
			}
			slices.Sort(ids)
			return ids
		},
		Export: func(record map[string]any) map[string]any {
			for _, name := range []string{"slug", "modified", "modified_gmt"} { // other fields determine these values
				delete(record, name)
			}
			return record
		},
	}
}

func (s Plane) insert(auto bool, record map[string]any) (int64, error) {
	r, parentID := &content.Revision{Auto: auto, Author: 1, Meta: map[string]string{}}, int64(0)
	fields := places(r)
	fields["parent"], fields["meta"] = &parentID, seed.Words("meta", r.Meta)
	if err := seed.Fields(record, fields); err != nil {
		return 0, err
	}
	parent := s.Items[parentID]
	if parent == nil || auto && !parent.Kind.Autosaves || !auto && !parent.Kind.Revisions {
		return 0, fmt.Errorf("parent is %d, which has no history", parentID)
	}
	if auto && parent.AutosaveOf(r.Author) != nil {
		return 0, fmt.Errorf("user %d has an autosave of %d already", r.Author, parent.ID)
	}
	r.Date, r.DateGMT = s.Clock.Complete(r.Date, r.DateGMT)
	var err error
	_, other := s.FindRevision(r.ID)
	if r.ID, err = seed.PlaceID(&s.NextItem, r.ID, other != nil || s.Items[r.ID] != nil); err != nil {
		return 0, err
	}
	parent.Keep(r)
	return r.ID, nil
}

func (s Plane) record(auto bool, id int64) map[string]any {
	parent, r := s.FindRevision(id)
	if r == nil || r.Auto != auto {
		return nil
	}
	meta := map[string]any{}
	for name, value := range maps.All(r.Meta) {
		meta[name] = value
	}
	out := places(r).Record()
	out["parent"], out["slug"], out["meta"] = parent.ID, r.Slug(parent), meta
	out["modified"], out["modified_gmt"] = r.Date, r.DateGMT
	return out
}

func places(r *content.Revision) seed.Places {
	return seed.Places{
		"id": &r.ID, "date": seed.Date{To: &r.Date}, "date_gmt": seed.Date{To: &r.DateGMT, Empty: true},
		"author": &r.Author, "title": &r.Title, "content": &r.Content, "excerpt": &r.Excerpt,
	}
}
