package conformance

import (
	"context"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestMemory holds cmstest to the scenarios.
func TestMemory(t *testing.T) {
	t.Parallel()
	docs := readDocuments(t)
	shared := newMemory(t, docs)
	for _, sc := range scenarios() {
		t.Run(sc.path(), func(t *testing.T) {
			t.Parallel()
			s := shared
			if !sc.shares() {
				s = newMemory(t, docs)
			}
			sc.check(t, s)
		})
	}
}

func newMemory(t testing.TB, docs *documents) *site {
	t.Helper()
	var options []cmstest.Option
	for _, file := range docs.files {
		options = append(options, cmstest.WithDocument(file))
	}
	srv := cmstest.NewServer(options...)
	t.Cleanup(srv.Close)
	s := &site{
		documents: docs, server: memory, prefix: "cms", address: srv.URL, logins: map[role]login{},
		stored: func(_ testing.TB, kind string, id int64) record { return srv.Record(kind, id) },
	}
	for _, r := range []role{admin, editor, author, contributor, subscriber} {
		s.logins[r] = login{string(r), srv.AppPassword(string(r))}
	}
	s.routes = readRoutes(t, s)
	return s
}

func readRoutes(t testing.TB, s *site) cms.Routes {
	t.Helper()
	routes, err := s.as(admin).Routes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return routes
}
