// Package route says where a request goes: below which root, in which spelling, and with
// nothing beside its route that a site would obey in place of it.
//
// The content system has a prefix of its own, "cms" in the specification and "wp" in a
// WordPress. [Prefix] spells each name that carries it. A [Root] is where the interface of
// a site begins: below its address, or in the argument rest_route of a site without
// permalinks.
//
// A site merges the arguments of an address, of a body and of a route into one list, and
// those of the route lose: GET posts/5?id=7 reads record 7, and DELETE deletes it. So
// [Root.Address], which every request passes, refuses an argument that the route holds with
// another value.
package route

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Root turns routes into addresses below the root of the interface.
type Root struct {
	URL   *url.URL
	plain bool // the route goes into the rest_route argument
}

// ParseSite checks the address of a site and takes trailing slashes off it.
func ParseSite(site string) (*url.URL, error) {
	u, reason := transport.ParseBase(site)
	switch reason {
	case transport.HoldsUser:
		reason += "; use WithApplicationPassword"
	case transport.HasQuery:
		reason += "; give the site's own address, or WithRoot for a root such as index.php?rest_route=/"
	}
	if reason != "" {
		return nil, &fault.Argument{Argument: "site", Reason: reason}
	}
	if last := u.Path[strings.LastIndex(u.Path, "/")+1:]; strings.HasSuffix(last, "-json") {
		reason = fmt.Sprintf("%s is the root of the interface; give the address of the site, without it", last)
		return nil, &fault.Argument{Argument: "site", Reason: reason}
	}
	return u, nil
}

// NewRoot resolves the name of the root against the site.
func NewRoot(site *url.URL, root string) (Root, error) {
	base := extend(*site, "/")
	ref, err := url.Parse(root)
	if err != nil {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: "the name cannot be parsed"}
	}
	u := base.ResolveReference(ref)
	if _, err := url.Parse(u.String()); err != nil { // "//::" is a host without a scheme, and none of http
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: "the host cannot be parsed"}
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: "the root is a name below the site, or an http address"}
	}
	if reason := transport.CheckAddress(u); reason != "" {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: reason}
	}
	arguments := u.Query()
	a := Root{URL: u, plain: arguments.Has("rest_route")}
	if !a.plain && u.RawQuery != "" {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: "only rest_route may stand in its query"}
	}
	if arguments.Del("rest_route"); wire.CheckReserved(arguments) != nil {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: "its query changes what a request is"}
	}
	if !a.plain && !strings.HasSuffix(u.Path, "/") {
		a.URL = extend(*u, "/")
	}
	return a, nil
}

// extend adds to a path. An escaped slash in it stays one.
func extend(u url.URL, rest string) *url.URL {
	if u.RawPath != "" {
		u.RawPath += (&url.URL{Path: rest}).EscapedPath()
	}
	u.Path += rest
	return &u
}

// Address returns the route of a request in the spelling of the site, and its address.
// "" is the route of the root itself. It refuses a path that leaves the root, and
// arguments that would make another request of r.
//
// Error: a [*fault.Argument], or that of [wire.CheckReserved].
func (a Root) Address(p Prefix, r Request) (route string, address *url.URL, err error) {
	if route, err = check(r.Path, r.Name); err != nil {
		return "", nil, err
	}
	route = p.Route(route)
	if len(r.Query) > 0 {
		if err := wire.CheckReserved(r.Query); err != nil {
			return "", nil, err
		}
	}
	arguments := r.Query
	if a.plain {
		address = a.argument(route, r.Query)
		arguments = address.Query() // the root may have some, too
		arguments.Del("rest_route")
	} else {
		address = extend(*a.URL, route)
		address.RawQuery = r.Query.Encode()
	}
	if r.Body != nil || len(arguments) > 0 || r.Method == http.MethodDelete {
		err = p.checkIDs(r, route, arguments)
	}
	return route, address, err
}

// argument is the address of a route that goes into the rest_route argument.
func (a Root) argument(route string, query url.Values) *url.URL {
	u := *a.URL
	arguments := u.Query()
	for name := range query { // once: which of two counts is the server's affair
		arguments.Del(name)
	}
	arguments.Set("rest_route", "/"+route)
	u.RawQuery = arguments.Encode()
	if len(query) > 0 {
		u.RawQuery += "&" + query.Encode()
	}
	return &u
}

// Rewrites reports that an address of the site holds arguments that make another
// request of a GET: with _method, and the credentials that we send, it deletes.
// Addresses come out of what authors wrote, and out of redirects.
func (a Root) Rewrites(u *url.URL) bool {
	if !transport.SameOrigin(u, a.URL) {
		return false
	}
	arguments := url.Values{}
	for pair := range strings.FieldsFuncSeq(u.RawQuery, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		if name != "rest_route" { // a file may well be behind a route
			arguments[name] = nil
		}
	}
	return wire.CheckReserved(arguments) != nil
}

// check refuses a route that would leave the root or smuggle a query in. The
// id of a template has two slashes in its middle.
func check(route, name string) (string, error) {
	route = strings.TrimSuffix(strings.TrimPrefix(route, "/"), "/")
	segments := route
	if parent, ok := strings.CutSuffix(route, name); ok {
		segments = parent + strings.Replace(name, "//", "/", 1)
	}
	for segment := range strings.SplitSeq(segments, "/") {
		if (segment == "" && route != "") || segment == "." || segment == ".." {
			return "", &fault.Argument{Argument: "path", Reason: "a segment is empty or dots"}
		}
	}
	for _, r := range route {
		if r < ' ' || r == 0x7f || r == '?' || r == '#' || r == '%' || r == '\\' {
			return "", &fault.Argument{Argument: "path", Reason: fmt.Sprintf("%q may not stand in it", r)}
		}
	}
	return route, nil
}
