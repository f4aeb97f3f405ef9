package reply

import (
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// RedirectHint describes where a response redirects to, without the query. from is the
// requested address, nil if not known. If the target is the same route of another site,
// the hint names the address of that site.
func RedirectHint(from *url.URL, route, location string) string {
	u := transport.Target(from, location)
	if u == nil {
		return "the redirect has no usable address"
	}
	hint := "to " + u.String()
	if from == nil || !strings.HasSuffix(from.Path, route) {
		return hint + "; use the site's final address (scheme, host, www, trailing slash), or try connect.Discover"
	}
	root := strings.TrimRight(strings.TrimSuffix(from.Path, route), "/")
	root = root[strings.LastIndex(root, "/")+1:] + "/" // the name of the root, as for WithRoot
	before, ok := strings.CutSuffix(strings.TrimSuffix(u.Path, "/"), "/"+root+route)
	site := (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: before}).String()
	switch {
	case ok && (!transport.SameOrigin(u, from) || before+"/"+root+route != from.Path):
		return hint + "; give " + site + " to New"
	case ok:
		return hint + "; this is the requested address, so the redirect is a loop"
	}
	return hint + "; writes follow no redirect: pass the address of the site that this leads to to New, " +
		"or try connect.Discover"
}
