package reply

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Moved reads the target of a redirect. from is the requested address, nil if not known.
// same reports that the target is the same route, and site is then the address of the site
// there. loop reports that the target is the requested address. For any other target, site
// is its origin.
func Moved(from *url.URL, route string, to *url.URL) (site string, loop, same bool) {
	if to == nil {
		return "", false, false
	}
	origin := url.URL{Scheme: to.Scheme, Host: to.Host}
	if from == nil || !strings.HasSuffix(from.Path, route) {
		return origin.String(), false, false
	}
	root := strings.TrimRight(strings.TrimSuffix(from.Path, route), "/")
	root = root[strings.LastIndex(root, "/")+1:] + "/" // the name of the root, such as "wp-json/"
	below := strings.TrimSuffix(root+route, "/")       // if route is empty, root+route ends with a slash: remove it
	before, same := strings.CutSuffix(strings.TrimSuffix(to.Path, "/"), "/"+below)
	if !same || below == "" {
		return origin.String(), false, false
	}
	origin.Path = before
	if transport.SameOrigin(to, from) && before+"/"+below == strings.TrimSuffix(from.Path, "/") {
		return origin.String(), true, false
	}
	return origin.String(), false, true
}

// Located returns the id at the end of the address of a record, below its collection at
// route, and 0 for any other address.
func Located(address, route string) int64 {
	u, err := url.Parse(address)
	if err != nil {
		return 0
	}
	path, route := strings.ToLower(cmp.Or(u.Query().Get("rest_route"), u.Path)), strings.ToLower(route)
	_, last, _ := strings.Cut(path, "/"+strings.Trim(route, "/")+"/")
	id, err := strconv.ParseInt(strings.Trim(last, "/"), 10, 64)
	if err != nil {
		return 0
	}
	return max(id, 0)
}
