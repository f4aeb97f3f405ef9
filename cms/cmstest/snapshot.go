package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/comments"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/media"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stored"
)

// state is what the site stores. Every field that requests, Insert or Load change belongs here, and into clone: what
// is missing there survives a Restore.
type state struct {
	store    content.Store
	files    media.State
	comments comments.State
	plugins  plugins.State
	stored   stored.State
}

// newState is an empty site: the default users and the default category.
func (s *Server) newState() state {
	users := s.user.Defaults()
	return state{
		store: content.Store{Users: users, Items: map[int64]*content.Item{}, Places: map[string]int64{},
			NextUser: int64(len(users)) + 1, NextItem: 1, NextTerm: content.FirstCategory + 1,
			Terms: map[int64]*content.Term{content.FirstCategory: {ID: content.FirstCategory, Taxonomy: "category", Name: "Uncategorized",
				Slug: "uncategorized"}}, Settings: s.setting.First()},
		files: media.NewState(), plugins: plugins.NewState(), comments: comments.NewState(), stored: stored.NewState(),
	}
}

// clone shares nothing with st that may change.
func (st *state) clone() state {
	next := *st
	next.store = st.store.Clone()
	next.files = st.files.Clone()
	next.comments = st.comments.Clone()
	next.plugins = st.plugins.Clone()
	next.stored = st.stored.Clone()
	return next
}

// Snapshot is all that a server stored at one time: records, users and their application passwords.
type Snapshot struct {
	server *Server
	state  state
}

// Snapshot keeps what the server stores now, for [Server.Restore]. It takes about a microsecond a record, so tests that
// share one filled server can each begin with the same content:
//
//	seeded := site.Snapshot()
//	t.Cleanup(func() { site.Restore(seeded) })
func (s *Server) Snapshot() *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Snapshot{s, s.state.clone()}
}

// Restore puts back what a snapshot of the same server keeps, as often as wanted. The list of [Server.Requests] and
// the faults stay as they are. It panics on a snapshot of another server, or nil.
func (s *Server) Restore(snapshot *Snapshot) {
	if snapshot == nil || snapshot.server != s {
		panic("cmstest: Restore of a snapshot of another server")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = snapshot.state.clone()
}
