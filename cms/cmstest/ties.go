package cmstest

// WithTieSeed sets the seed of the order of ties. By default each server draws a new
// seed: see "Orders" in the package comment. With the same seed and the same requests a
// server sends the same responses.
func WithTieSeed(seed uint64) Option {
	return func(s *Server) { s.site.Ties.Seed = seed }
}

// TieSeed returns the seed of the order of ties, for [WithTieSeed].
func (s *Server) TieSeed() uint64 { return s.site.Ties.Seed }

// WithTest closes the server at the end of a test. If the test has failed, its log then
// shows [Server.TieSeed].
//
//	site := cmstest.NewServer(cmstest.WithTest(t))
func WithTest(t interface {
	Cleanup(do func())
	Failed() bool
	Logf(format string, args ...any)
}) Option {
	return func(s *Server) {
		t.Cleanup(func() {
			s.Close()
			if t.Failed() {
				t.Logf("cmstest: records that compare equal were ordered by cmstest.WithTieSeed(%d)", s.TieSeed())
			}
		})
	}
}
