package conformance

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/describe"
)

type server string

const (
	memory server = "memory" // cmstest
	live   server = "live"   // a real WordPress
)

// site is a server that is held to the scenarios.
type site struct {
	*documents

	server  server
	prefix  string
	address string
	logins  map[role]login
	routes  map[string]*describe.Route
	// transport carries what the clients send, nil for the usual one.
	transport http.RoundTripper
	// stored is a second opinion on a record beside the interface: what cmstest.Server.Record returns, and what the
	// tables of the database hold, under the same names. Nil for a record that is not there.
	stored func(t testing.TB, kind string, id int64) record
	// putBack makes the site what it was when it was filled; nil where TestLive does that.
	putBack func()
}

type login struct{ user, password string }

// as returns a new client that calls as a role. It repeats nothing: a scenario is about one answer.
func (s *site) as(r role, options ...cms.Option) *cms.Client {
	all := []cms.Option{cms.WithPrefix(s.prefix), cms.WithRetry(cms.Retry{Attempts: 1})}
	if l, ok := s.logins[r]; ok {
		all = append(all, cms.WithApplicationPassword(l.user, l.password))
	}
	if s.transport != nil {
		all = append(all, cms.WithHTTPClient(&http.Client{Transport: s.transport}))
	}
	c, err := cms.New(s.address, append(all, options...)...)
	if err != nil {
		panic(err)
	}
	return c
}

// has says whether the index of the site lists something.
func (s *site) has(n need) bool {
	name := strings.NewReplacer("/cms/", "/"+s.prefix+"/", "/cms_", "/"+s.prefix+"_", "/cms-block-editor",
		"/"+s.prefix+"-block-editor").Replace(n.route)
	name = strings.Replace(name, "/"+cms.NamespaceAnalytics, "/"+s.analytics(), 1)
	route, ok := s.routes[name]
	if !ok || n.method == "" {
		return ok
	}
	argument, list := strings.CutSuffix(n.argument, "[]")
	if rest, ok := strings.CutPrefix(argument, "cms_"); ok {
		argument = s.prefix + "_" + rest
	}
	for _, endpoint := range route.Endpoints {
		for _, method := range endpoint.Methods {
			known := endpoint.Args.Named(argument)
			if method == n.method && (known != nil || argument == "") && (!list || slices.Contains(known.Types, "array")) {
				return true
			}
		}
	}
	return false
}

// analytics is the namespace of the statistics on this site.
func (s *site) analytics() string {
	if s.prefix == "wp" {
		return analytics.KokoNamespace
	}
	return cms.NamespaceAnalytics
}

func readRoutes(t testing.TB, s *site) map[string]*describe.Route {
	t.Helper()
	described, err := describe.Of(context.Background(), s.as(admin).Read, "")
	if err != nil {
		t.Fatal(err)
	}
	return described.Routes
}
