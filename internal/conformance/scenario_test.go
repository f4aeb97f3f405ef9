package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

type kind string

const (
	reading kind = "reading" // changes nothing, so that others may run beside it
	writing kind = "writing" // has a site of its own
	failing kind = "failing" // provokes an error; has a site of its own
)

type role string

const (
	admin       role = "admin"
	editor      role = "editor"
	author      role = "author"
	contributor role = "contributor"
	subscriber  role = "subscriber"
	nobody      role = "nobody"
)

// The ids of the users, the same on both servers.
const (
	adminID int64 = iota + 1
	editorID
	authorID
	contributorID
	subscriberID
)

// need is something that the index of a site lists, as the specification spells it: a route, a method of the route,
// an argument of the method; [] behind its name says that it is a list.
type need struct {
	route, method, argument string
}

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

// scenarios are all of them, collection by collection.
func scenarios() []scenario {
	return slices.Concat(
		historyScenarios(),
		binScenarios(),
		pluginScenarios(),
		postReading(),
		postWriting(),
		postFailing(),
		pageReading(),
		pageWriting(),
		pageFailing(),
		mediaReading(),
		mediaWriting(),
		mediaFailing(),
		oembedScenarios(),
		loginScenarios(),
		indexScenarios(),
		blockScenarios(),
		menuScenarios(),
		termReading(),
		termWriting(),
		userReading(),
		passwordLives(),
		embedCalls(),
		batchBuilders(),
		exchangeScenarios(),
		answerScenarios(),
	)
}
