package conformance

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// scenario is one thing that every server must do.
type scenario struct {
	collection string
	kind       kind
	role       role
	name       string
	needs      []need
	// harmless says of one that fails that it cannot change anything: it shares the site of those that read.
	harmless bool
	// run is given a client that calls as role.
	run func(t *testing.T, s *site, c *cms.Client)
}

// shares says whether others may run on the same site.
func (sc scenario) shares() bool { return sc.kind == reading || sc.harmless }

func (sc scenario) path() string {
	return strings.Join([]string{sc.collection, string(sc.kind), string(sc.role), sc.name}, "/")
}

// check runs the scenario on a site, unless the site lacks what it is about.
func (sc scenario) check(t *testing.T, s *site) {
	t.Helper()
	for _, n := range sc.needs {
		if !s.has(n) {
			t.Skipf("the index of this site does not list %+v", n)
		}
	}
	for _, g := range generations {
		if g.scenarios.MatchString(sc.path()) && !s.has(g.since) {
			t.Skipf("an older server, by its index: only since it lists %+v, %s", g.since, g.reason)
		}
	}
	for _, d := range differences {
		if d.scenario == sc.path() && d.absent == s.server {
			t.Skipf("deliberate difference: %s", d.reason)
		}
	}
	sc.run(t, s, s.as(sc.role))
}

// turn is something that happens to records of a collection.
type turn struct {
	collection string
	role       role
	name       string
	run        func(t *testing.T, s *site, c *cms.Client)
}

func turns(list []turn) []scenario {
	out := make([]scenario, len(list))
	for i, one := range list {
		out[i] = scenario{collection: one.collection, kind: writing, role: one.role, name: one.name, run: one.run}
	}
	return out
}
