package comments

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
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

// fields are the texts of a comment under the names that documents have for them.
func (m *Comment) fields() map[string]*string {
	return map[string]*string{
		"author_name": &m.name, "author_email": &m.mail, "author_url": &m.url, "author_ip": &m.ip,
		"author_user_agent": &m.agent,
		"date":              &m.date, "date_gmt": &m.dateGMT, "content": &m.content, "status": &m.status,
		"status_before": &m.before,
		"type":          &m.typ, "note_status": &m.note,
	}
}

func (s Plane) insert(record map[string]any) (int64, error) {
	m := &Comment{}
	numbers := map[string]*int64{"id": &m.ID, "post": &m.post, "parent": &m.parent, "author": &m.author}
	texts := m.fields()
	for _, name := range php.SortedKeys(record) {
		var err error
		if to, ok := numbers[name]; ok {
			*to, err = seed.Int(name, record[name])
		} else if to, ok := texts[name]; ok {
			*to, err = seed.Text(name, record[name])
		} else {
			err = seed.NoField(name)
		}
		if err != nil {
			return 0, err
		}
	}
	m.status, m.typ = cmp.Or(m.status, "approved"), cmp.Or(m.typ, "comment")
	if !slices.Contains([]string{"approved", "hold", "spam", "trash", "post-trashed"}, m.status) {
		return 0, fmt.Errorf("status is %q, which no comment has", m.status)
	}
	for _, date := range []string{m.date, m.dateGMT} {
		if _, err := time.Parse(php.StampLayout, date); date != "" && err != nil {
			return 0, fmt.Errorf("date is %q, not like %s", date, php.StampLayout)
		}
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
	m := s.Comments[id]
	if m == nil {
		return nil
	}
	out := map[string]any{"id": m.ID, "post": m.post, "parent": m.parent, "author": m.author}
	for name, value := range m.fields() {
		out[name] = *value
	}
	return out
}
