// Package comments has the routes and records of comments, pings and notes. It moderates as a new
// site does, and sends no mail.
package comments

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Comment is a comment, a ping or a note.
type Comment struct {
	ID, post, parent, author int64
	name, mail, url          string // stored with HTML entities
	ip, agent                string
	date, dateGMT            string
	content                  string // raw text
	status, before           string // before is the status to restore after spam or trash
	typ                      string
	note                     string // value of _wp_note_status: "resolved", "reopen" or ""
}

const noteStatus = "_wp_note_status" // name of a meta field; it does not depend on the prefix of the site

// State holds the comments of a site.
type State struct {
	Comments map[int64]*Comment
	next     int64
}

// NewState returns the state of a new site.
func NewState() State { return State{map[int64]*Comment{}, 1} }

// Clone returns a copy with its own comments.
func (st *State) Clone() State {
	return State{content.CloneMap(st.Comments, func(m *Comment) *Comment { return new(*m) }), st.next}
}

// Plane has the comments of a site.
type Plane struct {
	*content.Site
	*State
}

// TrashOf marks the comments on a trashed record. They keep this status in the REST API, even if
// the record is restored.
func (s Plane) TrashOf(post int64) {
	for _, m := range s.of(post) {
		m.status = "post-trashed"
	}
}

// DropOf deletes the comments on a destroyed record.
func (s Plane) DropOf(post int64) {
	for _, m := range s.of(post) {
		delete(s.Comments, m.ID)
	}
}

// drop deletes a comment permanently. Its replies become replies to the parent of the comment.
func (s Plane) drop(m *Comment) {
	delete(s.Comments, m.ID)
	for _, child := range s.Comments {
		if child.parent == m.ID {
			child.parent = m.parent
		}
	}
}

func (s Plane) of(post int64) []*Comment {
	var out []*Comment
	for _, m := range s.Comments {
		if m.post == post {
			out = append(out, m)
		}
	}
	return out
}

// Kind returns the kind "comments" of [Server.Insert].
func (s Plane) Kind() seed.Kind {
	return seed.Kind{
		Name:   "comments",
		Next:   func() *int64 { return &s.next },
		Insert: s.insert,
		Record: s.record,
		IDs:    func() []int64 { return seed.SortedIDs(s.Comments, func(*Comment) bool { return true }) },
	}
}

func (m *Comment) places() seed.Places {
	return seed.Places{
		"id": &m.ID, "post": &m.post, "parent": &m.parent, "author": &m.author, "author_name": &m.name,
		"author_email": &m.mail, "author_url": &m.url, "author_ip": &m.ip, "author_user_agent": &m.agent,
		"date": seed.Date{To: &m.date, Empty: true}, "date_gmt": seed.Date{To: &m.dateGMT, Empty: true},
		"content": &m.content, "status": &m.status, "status_before": &m.before, "type": &m.typ, "note_status": &m.note,
	}
}

func (s Plane) insert(record map[string]any) (int64, error) {
	m := &Comment{}
	if err := seed.Fields(record, m.places()); err != nil {
		return 0, err
	}
	m.status, m.typ = cmp.Or(m.status, "approved"), cmp.Or(m.typ, "comment")
	if !slices.Contains([]string{"approved", "hold", "spam", "trash", "post-trashed"}, m.status) {
		return 0, fmt.Errorf("status is %q, which no comment has", m.status)
	}
	m.date, m.dateGMT = s.Clock.Complete(m.date, m.dateGMT)
	if u := s.UserByID(m.author); u != nil {
		m.name, m.mail = cmp.Or(m.name, u.Name), cmp.Or(m.mail, u.Mail)
	}
	var err error
	if m.ID, err = seed.PlaceID(&s.next, m.ID, s.Comments[m.ID] != nil); err != nil {
		return 0, err
	}
	s.Comments[m.ID] = m
	return m.ID, nil
}

func (s Plane) record(id int64) map[string]any {
	if m := s.Comments[id]; m != nil {
		return m.places().Record()
	}
	return nil
}
