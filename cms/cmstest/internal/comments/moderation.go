package comments

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

const floodDistance = 15 * time.Second // minimum time between two comments of a user

// receive sets the status of a new comment. It refuses a duplicate text, and a comment less than
// floodDistance after another comment of the same author. Comments of moderators and of the author of
// the post are approved. A comment with at most one link is approved if its author has an approved
// comment.
func (s Plane) receive(c *rest.Call, m *Comment) *rest.Error {
	for _, other := range s.Comments {
		if other.post == m.post && other.parent == m.parent && other.status != "trash" &&
			strings.EqualFold(other.content, m.content) &&
			strings.EqualFold(other.name, m.name) && strings.EqualFold(other.mail, m.mail) {
			return rest.NewError(409, "comment_duplicate", "You have posted this comment already.")
		}
	}
	_, now := s.Clock.Stamps()
	hourAgo := s.Clock.Now().Add(-time.Hour).UTC().Format(php.StampLayout)
	last := ""
	for _, other := range s.Comments {
		if other.dateGMT >= hourAgo && (other.author == c.User.ID || strings.EqualFold(other.mail, m.mail)) {
			last = max(last, other.dateGMT)
		}
	}
	before, _ := time.Parse(php.StampLayout, last)
	at, _ := time.Parse(php.StampLayout, cmp.Or(m.dateGMT, now))
	if last != "" && at.Sub(before) < floodDistance && !s.moderates(c) {
		return rest.NewError(400, "comment_flood", "You post comments too fast: wait some seconds.")
	}
	author, it := s.UserByID(m.author), s.Items[m.post]
	if author != nil && (author.ID == it.Author || author.Can("moderate_comments")) ||
		s.isKnown(m) && linksIn(m.content) < 2 {
		m.status = "approved"
	}
	return nil
}

// isKnown reports whether an earlier comment of the author was approved.
func (s Plane) isKnown(m *Comment) bool {
	i := slices.IndexFunc(s.Users, func(u *site.User) bool { return u.Mail != "" && strings.EqualFold(u.Mail, m.mail) })
	for _, other := range s.Comments {
		same := i < 0 && strings.EqualFold(other.name, m.name) && strings.EqualFold(other.mail, m.mail)
		if i >= 0 {
			same = other.author == s.Users[i].ID
		}
		if same && other.status == "approved" {
			return true
		}
	}
	return false
}

var (
	anchor  = regexp.MustCompile(`(?i)<a [^>]*href`)
	address = regexp.MustCompile(`(^|[\s(])(https?://[^\s<>"]*[^\s<>".,;:)])`)
)

func clickable(text string) string {
	return address.ReplaceAllString(text, `$1<a href="$2" rel="nofollow ugc">$2</a>`)
}

func linksIn(text string) int { return len(anchor.FindAllString(clickable(text), -1)) }

// setStatus sets the status that the request asks for. It ignores unknown words.
func (s Plane) setStatus(c *rest.Call, m *Comment) {
	switch status := c.Text("status"); status {
	case "approved", "approve", "1":
		m.status = "approved"
	case "hold", "0":
		m.status = "hold"
	case "spam", "trash":
		s.putAway(m, status)
	case "unspam", "untrash":
		m.status, m.before = cmp.Or(m.before, "hold"), ""
	}
}

// putAway moves a comment to spam or the trash. Notes that reply to a trashed note are trashed,
// too.
func (s Plane) putAway(m *Comment, status string) {
	if m.status == status {
		return
	}
	m.status, m.before = status, m.status
	if m.typ != "note" || status != "trash" {
		return
	}
	for _, child := range s.Comments {
		if child.parent == m.ID && child.typ == "note" {
			s.putAway(child, status)
		}
	}
}

func (s Plane) sentNote(c *rest.Call) any {
	members, _ := php.ToObject(c.Get("meta"))
	return members.Get(noteStatus)
}

// setNote stores the meta field of a note. If setNote returns an error, the field is unchanged.
func (s Plane) setNote(c *rest.Call, m *Comment) *rest.Error {
	members, _ := php.ToObject(c.Get("meta"))
	value, sent := members.Lookup(noteStatus)
	if !sent {
		return nil
	}
	if value == nil {
		// Before WordPress deletes the field, it validates the stored value. The stored value is
		// empty here, and the enum does not allow an empty value.
		if m.note == "" {
			return rest.NewError(500, "rest_invalid_stored_value",
				"meta."+noteStatus+" holds what it may not hold, and cannot be taken away.")
		}
		m.note = ""
		return nil
	}
	form := rest.Text("resolved", "reopen")
	if why := form.Validate("meta."+noteStatus, value); why != nil {
		return why.OfMeta()
	}
	if !s.mayEdit(c, m) {
		why := c.Forbidden("rest_cannot_update", "You may not change meta."+noteStatus+".")
		why.Extra = php.Object{{"key", noteStatus}}
		return why
	}
	m.note, _ = value.(string)
	return nil
}
