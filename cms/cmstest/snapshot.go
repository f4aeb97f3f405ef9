package cmstest

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
