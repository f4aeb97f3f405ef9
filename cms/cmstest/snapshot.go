package cmstest

import (
	"maps"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// state is what the site stores. Every field that requests, Insert or Load change belongs here, and into clone: what
// is missing there survives a Restore.
type state struct {
	users    []*site.User
	items    map[int64]*item
	terms    map[int64]*term
	settings site.Settings
	places   map[string]int64  // the menus of the locations, by their names
	files    map[string][]byte // of the media library, by their path below the folder of uploads
	comments map[int64]*comment
	nextUser int64
	nextItem int64
	nextTerm int64

	nextComment int64
	plugins     plugins.State
}

// newState is an empty site: the default users and the default category.
func (s *Server) newState() state {
	users := s.defaultUsers()
	return state{
		users: users, items: map[int64]*item{}, files: map[string][]byte{}, places: map[string]int64{},
		nextUser: int64(len(users)) + 1, nextItem: 1, nextTerm: firstCategory + 1,
		terms: map[int64]*term{firstCategory: {id: firstCategory, taxonomy: "category", name: "Uncategorized",
			slug: "uncategorized"}},
		plugins: plugins.NewState(), comments: map[int64]*comment{}, nextComment: 1,
	}
}

// clone shares nothing with st that may change.
func (st *state) clone() state {
	next := *st
	next.users = make([]*site.User, len(st.users))
	for i, u := range st.users {
		next.users[i] = u.Clone()
	}
	next.items = cloneMap(st.items, func(it *item) *item {
		other := *it
		other.meta, other.terms, other.own = maps.Clone(it.meta), maps.Clone(it.terms), it.own.clone()
		return &other
	})
	next.files = maps.Clone(st.files)
	next.terms = cloneMap(st.terms, func(t *term) *term { return new(*t) })
	next.settings = st.settings.Clone()
	next.places = maps.Clone(st.places)
	next.comments = cloneMap(st.comments, func(m *comment) *comment { return new(*m) })
	next.plugins = st.plugins.Clone()
	return next
}

func cloneMap[K comparable, V any](from map[K]V, clone func(V) V) map[K]V {
	to := make(map[K]V, len(from))
	for key, value := range from {
		to[key] = clone(value)
	}
	return to
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
