package conformance

import (
	"context"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestMemory holds cmstest to the scenarios.
func TestMemory(t *testing.T) {
	t.Parallel()
	docs := readDocuments(t)
	shared, sites := newMemory(t, docs), &memorySites{}
	for _, sc := range scenarios() {
		t.Run(sc.path(), func(sub *testing.T) {
			sub.Parallel()
			s := shared
			if !sc.shares() {
				var free func()
				s, free = sites.take(t, docs)
				defer free()
			}
			sc.check(sub, s)
		})
	}
}

// memorySites are sites that scenarios change, one at a time. They are filled once, which takes a while for the images,
// and put back for the next scenario.
type memorySites struct {
	mu   sync.Mutex
	idle []*site
}

// take returns a site as it was filled, and what gives it back. The server ends with the test of all scenarios.
func (m *memorySites) take(t *testing.T, docs *documents) (s *site, free func()) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if last := len(m.idle) - 1; last >= 0 {
		s, m.idle = m.idle[last], m.idle[:last]
	} else {
		s = newMemory(t, docs)
	}
	return s, func() {
		s.putBack()
		m.mu.Lock()
		defer m.mu.Unlock()
		m.idle = append(m.idle, s)
	}
}

func newMemory(t testing.TB, docs *documents, options ...cmstest.Option) *site {
	t.Helper()
	options = append(options, cmstest.WithLocalhost(), cmstest.WithName("Type Docs", ""))
	for _, file := range docs.files {
		options = append(options, cmstest.WithDocument(file))
	}
	srv := cmstest.NewServer(options...)
	t.Cleanup(srv.Close)
	skipTermIDs(t, srv)
	filled := srv.Snapshot()
	s := &site{
		documents: docs, server: memory, prefix: "cms", address: srv.URL, logins: map[role]login{},
		stored: func(_ testing.TB, kind string, id int64) record { return srv.Record(kind, id) },
		putBack: func() {
			srv.Restore(filled)
			srv.ResetFaults()
			srv.ResetRequests()
		},
	}
	for _, r := range []role{admin, editor, author, contributor, subscriber} {
		s.logins[r] = login{string(r), srv.AppPassword(string(r))}
	}
	s.routes = readRoutes(t, s)
	return s
}

// skipTermIDs makes new terms begin at the id with which they begin on a real site: see document.php.
func skipTermIDs(t testing.TB, srv *cmstest.Server) {
	t.Helper()
	client, err := cms.New(srv.URL, cms.WithApplicationPassword("admin", srv.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	id := srv.Insert("tags", map[string]any{"id": 1500, "name": "Skipped"})
	if _, err := cms.NewCollection[record, struct{}, termOptions](client, "cms/v2/tags").Delete(context.Background(),
		id); err != nil {
		t.Fatal(err)
	}
	srv.ResetRequests()
}
