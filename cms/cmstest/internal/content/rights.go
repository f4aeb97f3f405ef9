package content

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// mayChange reports whether a user may edit or delete a record. verb is "edit" or "delete".
func mayChange(u *site.User, verb string, it *Item) bool {
	if u == nil {
		return false
	}
	status, plural := it.Status, it.Kind.Plural
	if status == "trash" {
		status = it.BeforeTrash
	}
	published := status == "publish" || status == "future"
	if it.Author == u.ID {
		if published {
			return u.Can(verb + "_published_" + plural)
		}
		return u.Can(verb + "_" + plural)
	}
	if !u.Can(verb + "_others_" + plural) {
		return false
	}
	if published {
		return u.Can(verb + "_published_" + plural)
	}
	return status != "private" || !it.Kind.OwnPrivate && u.Can(verb+"_private_"+plural)
}

// MayEdit reports whether a user may edit a record.
func MayEdit(u *site.User, it *Item) bool { return mayChange(u, "edit", it) }

// MayDelete reports whether a user may delete a record.
func MayDelete(u *site.User, it *Item) bool { return mayChange(u, "delete", it) }

func mayRead(u *site.User, it *Item) bool {
	switch {
	case it.Status == "publish":
		return it.Kind.readRight == "" || u.Can(it.Kind.readRight)
	case u == nil:
		return false
	case it.Author == u.ID:
		return true
	case it.Status == "private":
		return !it.Kind.OwnPrivate && u.Can("read_private_"+it.Kind.Plural)
	}
	return MayEdit(u, it)
}

// MayRead reports whether the caller may read a record. A file with the status inherit can be read
// by its uploader and by everyone who may read its parent. Without a parent everyone may read it.
func (s *Site) MayRead(c *rest.Call, it *Item) bool {
	if !it.Kind.Attachment || it.Status != "inherit" {
		return mayRead(c.User, it)
	}
	parent := s.Items[it.Parent]
	if parent == nil || c.User != nil && it.Author == c.User.ID || mayRead(c.User, parent) {
		return true
	}
	switch s.Inherited(it) {
	case "publish":
		return c.User.Can("read")
	case "private":
		return c.User.Can("read_private_posts")
	}
	return MayEdit(c.User, it)
}

// Inherited returns the status of a record. A file with the status inherit has the status of its
// parent. If the parent is in the trash, it has the parent's earlier status.
func (s *Site) Inherited(it *Item) string {
	parent := s.Items[it.Parent]
	switch {
	case !it.Kind.Attachment || it.Status != "inherit" || parent == nil:
		return it.Status
	case parent.Status == "trash":
		return parent.BeforeTrash
	}
	return parent.Status
}
