package history

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Kind makes revisions or autosaves known to seeds.
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
			for _, name := range []string{"slug", "modified", "modified_gmt"} { // these follow from the others
				delete(record, name)
			}
			return record
		},
	}
}

// insert stores a revision or an autosave as it is.
func (s Plane) insert(auto bool, record map[string]any) (int64, error) {
	shape := content.NewItem(&content.Resource{}) // for the reading of the members alone
	shape.Author = 1
	for _, name := range php.SortedKeys(record) {
		switch name {
		case "id", "date", "date_gmt", "author", "parent", "title", "content", "excerpt", "meta":
			if err := posts.Assign(shape, name, record[name]); err != nil {
				return 0, err
			}
		default:
			return 0, seed.NoField(name)
		}
	}
	parent := s.Items[shape.Parent]
	if parent == nil || auto && !parent.Kind.Autosaves || !auto && !parent.Kind.Revisions {
		return 0, fmt.Errorf("parent is %d, which has no history", shape.Parent)
	}
	if auto && parent.AutosaveOf(shape.Author) != nil {
		return 0, fmt.Errorf("user %d has an autosave of %d already", shape.Author, parent.ID)
	}
	r := &content.Revision{ID: shape.ID, Auto: auto, Author: shape.Author, Date: shape.Date, DateGMT: shape.DateGMT,
		Title: shape.Title, Content: shape.Content, Excerpt: shape.Excerpt, Meta: shape.Meta}
	r.Date, r.DateGMT = s.Clock.Complete(r.Date, r.DateGMT)
	if r.ID == 0 {
		r.ID = s.TakeID()
	} else if _, taken := s.FindRevision(r.ID); taken != nil || s.Items[r.ID] != nil {
		return 0, fmt.Errorf("id %d is taken", r.ID)
	}
	s.NextItem = max(s.NextItem, r.ID+1)
	parent.Keep(r)
	return r.ID, nil
}

// record is what [Server.Record] says about a revision or an autosave.
func (s Plane) record(auto bool, id int64) map[string]any {
	parent, r := s.FindRevision(id)
	if r == nil || r.Auto != auto {
		return nil
	}
	meta := map[string]any{}
	for name, value := range maps.All(r.Meta) {
		meta[name] = value
	}
	return map[string]any{
		"id": r.ID, "parent": parent.ID, "author": r.Author, "slug": r.Slug(parent),
		"date": r.Date, "date_gmt": r.DateGMT, "modified": r.Date, "modified_gmt": r.DateGMT,
		"title": r.Title, "content": r.Content, "excerpt": r.Excerpt, "meta": meta,
	}
}
