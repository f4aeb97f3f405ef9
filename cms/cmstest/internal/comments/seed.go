package comments

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Kind are the comments that a test inserts.
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
	if m.ID == 0 {
		m.ID = s.next
	} else if s.Comments[m.ID] != nil {
		return 0, fmt.Errorf("id %d is taken", m.ID)
	}
	s.next = max(s.next, m.ID+1)
	s.Comments[m.ID] = m
	return m.ID, nil
}

func (s Plane) record(id int64) map[string]any {
	if m := s.Comments[id]; m != nil {
		return m.places().Record()
	}
	return nil
}
