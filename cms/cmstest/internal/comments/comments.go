// Package comments has the comments, pings and notes of a site: their routes and their records.
package comments

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/content"

// Comment is a comment, a ping or a note.
type Comment struct {
	ID, post, parent, author int64
	name, mail, url          string // as the site stores them
	ip, agent                string
	date, dateGMT            string
	content                  string // raw
	status, before           string // as they are read; before is the status before spam or the trash
	typ                      string
	note                     string // whether a note is resolved, "" for unset
}

const noteStatus = "_wp_note_status" // whatever the prefix of the site

// State is what a site stores of comments.
type State struct {
	Comments map[int64]*Comment
	next     int64
}

// NewState is the state of a new site.
func NewState() State { return State{map[int64]*Comment{}, 1} }

// Clone shares nothing with st that may change.
func (st *State) Clone() State {
	return State{content.CloneMap(st.Comments, func(m *Comment) *Comment { return new(*m) }), st.next}
}

// Plane is the comments of a site.
type Plane struct {
	*content.Site
	*State
}

// TrashOf marks the comments on a record that goes to the trash. So they stay: only the administration brings them
// back.
func (s Plane) TrashOf(post int64) {
	for _, m := range s.of(post) {
		m.status = "post-trashed"
	}
}

// DropOf removes the comments on a record that is destroyed.
func (s Plane) DropOf(post int64) {
	for _, m := range s.of(post) {
		delete(s.Comments, m.ID)
	}
}

func (s Plane) find(id int64) *Comment { return s.Comments[id] }

// drop deletes a comment permanently. Replies to it move up.
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
