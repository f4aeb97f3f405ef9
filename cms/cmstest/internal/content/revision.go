package content

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// AutosaveOf is the autosave of a user, nil if there is none.
func (it *Item) AutosaveOf(user int64) *Revision {
	for _, r := range it.Autosaves() {
		if r.Author == user {
			return r
		}
	}
	return nil
}

// Slug is what the interface shows for one.
func (r *Revision) Slug(parent *Item) string {
	kind := "revision"
	if r.Auto {
		kind = "autosave"
	}
	return strconv.FormatInt(parent.ID, 10) + "-" + kind + "-v1"
}

// Text is a member by its name in the interface.
func (r *Revision) Text(name string) *string {
	switch name {
	case "title":
		return &r.Title
	case "content":
		return &r.Content
	case "excerpt":
		return &r.Excerpt
	}
	return nil
}

// NewestFirst is the history of a record. Of those of one second the later made comes first.
func (it *Item) NewestFirst() []*Revision {
	out := slices.Clone(it.Revisions)
	slices.SortFunc(out, func(a, b *Revision) int {
		return -cmp.Or(strings.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// Autosaves are those of all users, the newest first.
func (it *Item) Autosaves() []*Revision {
	return slices.DeleteFunc(it.NewestFirst(), func(r *Revision) bool { return !r.Auto })
}

// Keep adds to the history of a record. The list is never changed in place, since copies of the record share it.
func (it *Item) Keep(r *Revision) {
	it.Revisions = append(slices.Clip(slices.Clone(it.Revisions)), r)
}

// Forget takes one out of the history.
func (it *Item) Forget(id int64) {
	it.Revisions = slices.DeleteFunc(slices.Clone(it.Revisions), func(r *Revision) bool { return r.ID == id })
}

// Newest is the id of the last one, 0 if there is none.
func (it *Item) Newest() int64 {
	if len(it.Revisions) == 0 {
		return 0
	}
	return it.NewestFirst()[0].ID
}
