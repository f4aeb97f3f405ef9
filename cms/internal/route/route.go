// Package route turns the route of a request into an address.
//
// WordPress has the prefix "wp" where the specification has "cms". A [Prefix] replaces
// it in names. A [Root] is the address of the REST API: a path below the site, or the
// argument rest_route for a site without permalinks.
//
// A site merges the arguments of the address, the body and the route. The address and the
// body take precedence: GET posts/5?id=7 reads record 7, and DELETE posts/5?id=7 deletes
// record 7. So [Root.Address], which builds the address of every request, refuses an
// argument that the route holds with another value.
package route

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/facts"
	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Root turns routes into addresses.
type Root struct {
	URL   *url.URL
	plain bool // the route goes into the rest_route argument
}

// ParseSite checks the address of a site and removes trailing slashes.
func ParseSite(site string) (*url.URL, error) {
	u, reason := transport.ParseBase(site)
	switch reason {
	case transport.HoldsUser:
		reason += "; use WithApplicationPassword"
	case transport.HasQuery:
		reason += "; use the site's own address, or WithRoot for a root such as index.php?rest_route=/"
	}
	if reason != "" {
		return nil, &fault.Argument{Argument: "site", Reason: reason}
	}
	if last := u.Path[strings.LastIndex(u.Path, "/")+1:]; strings.HasSuffix(last, "-json") {
		reason = fmt.Sprintf("%s is the root of the REST API; use the address of the site, without it", last)
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
	// Parse the address with its scheme: only then url.Parse refuses a host with several colons,
	// such as the host of "//::".
	if _, err := url.Parse(u.String()); err != nil {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: "the host cannot be parsed"}
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return Root{}, &fault.Argument{Argument: "WithRoot",
			Reason: "the root is not a name below the site, nor an http address"}
	}
	if reason := transport.CheckAddress(u); reason != "" {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: reason}
	}
	arguments := u.Query()
	a := Root{URL: u, plain: arguments.Has("rest_route")}
	if !a.plain && u.RawQuery != "" {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: "its query may only have rest_route"}
	}
	if a.plain && strings.Trim(arguments.Get("rest_route"), "/") != "" {
		return Root{}, &fault.Argument{Argument: "WithRoot",
			Reason: "its rest_route is not /, so it is the root of no site: a request would lose it"}
	}
	if arguments.Del("rest_route"); wire.CheckReserved(arguments) != nil {
		return Root{}, &fault.Argument{Argument: "WithRoot", Reason: "its query would change the request"}
	}
	if !a.plain && !strings.HasSuffix(u.Path, "/") {
		a.URL = extend(*u, "/")
	}
	return a, nil
}

// extend appends to a path. An escaped slash stays escaped.
func extend(u url.URL, rest string) *url.URL {
	if u.RawPath != "" {
		u.RawPath += (&url.URL{Path: rest}).EscapedPath()
	}
	u.Path += rest
	return &u
}

// Address returns the route of a request with the prefix of the site, and its address. ""
// is the route of the root itself. Address refuses a path that leaves the root, and
// arguments that change the request.
//
// Errors: a [*fault.Argument], or the error of [wire.CheckReserved].
func (a Root) Address(p Prefix, r Request) (route string, address *url.URL, err error) {
	about, _ := p.Facts(strings.TrimPrefix(r.Path, "/"))
	if route, err = check(r.Path, r.Name, about.Slashes); err != nil {
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
		arguments = address.Query() // the root may have arguments, too
	} else {
		address = extend(*a.URL, route)
		address.RawQuery = r.Query.Encode()
	}
	given, err := argumentsOf(r, arguments)
	if err == nil && (len(given) > 0 || r.streams() || r.Method == http.MethodDelete) {
		err = checkIDs(r, p.specified(route), given)
	}
	return route, address, err
}

// argument returns the address with the route in the argument rest_route.
func (a Root) argument(route string, query url.Values) *url.URL {
	u := *a.URL
	arguments := u.Query()
	// Set each argument only once: servers differ in which of two duplicates they use.
	for name := range query {
		arguments.Del(name)
	}
	arguments.Set("rest_route", "/"+route)
	u.RawQuery = arguments.Encode()
	if len(query) > 0 {
		u.RawQuery += "&" + query.Encode()
	}
	return &u
}

// Rewrites reports whether an argument of an address would turn a GET into another
// request. With _method and our credentials, the address may delete a record. Addresses
// come from authors and from redirects.
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
		if name != "rest_route" { // rest_route is allowed: a route may serve a file
			arguments[name] = nil
		}
	}
	return wire.CheckReserved(arguments) != nil
}

// check refuses a route that would leave the root or add a query. The id of a template has two
// slashes in its middle. So a double slash is allowed once: anywhere in the route if slashes is
// true, and only in name if slashes is false.
func check(route, name string, slashes bool) (string, error) {
	route = strings.TrimSuffix(strings.TrimPrefix(route, "/"), "/")
	segments := route
	if slashes {
		segments = strings.Replace(route, "//", "/", 1)
	} else if parent, ok := strings.CutSuffix(route, name); ok {
		segments = parent + strings.Replace(name, "//", "/", 1)
	}
	for segment := range strings.SplitSeq(segments, "/") {
		switch {
		case segment == "" && route != "":
			return "", &fault.Argument{Argument: "path", Reason: "must not have an empty segment"}
		case segment == ".", segment == "..":
			return "", &fault.Argument{Argument: "path", Reason: fmt.Sprintf("must not have the segment %q", segment)}
		}
	}
	for _, r := range route {
		if r < ' ' || r == 0x7f || r == '?' || r == '#' || r == '%' || r == '\\' {
			return "", &fault.Argument{Argument: "path", Reason: fmt.Sprintf("%q is not allowed in it", r)}
		}
	}
	return route, nil
}

// Spec is the prefix of the specification.
const Spec = "cms"

// Prefix is the prefix of a site. It replaces the prefix of the specification in certain
// names, and never in text.
type Prefix string

// Root is the default name of the root.
func (p Prefix) Root() string { return string(p) + "-json/" }

// Route replaces the prefix in a route, which a site matches without case.
func (p Prefix) Route(route string) string {
	if rest, ok := cutPrefixFold(route, Spec+"/"); ok {
		return string(p) + "/" + rest
	}
	return route
}

// specified replaces the prefix of the site in a route by the prefix of the specification.
func (p Prefix) specified(route string) string {
	if p == Spec {
		return route
	}
	rest, ok := cutPrefixFold(route, string(p))
	if ok && rest != "" && (rest[0] == '/' || rest[0] == '-') { // such as wp/v2 or wp-abilities/v1
		return Spec + rest
	}
	return route
}

// Facts returns the facts about a route, and the rest of the route: see [facts.Of].
func (p Prefix) Facts(route string) (about *facts.Facts, below string) {
	return facts.Of(p.specified(route))
}

// IsOwn reports whether a route belongs to the content system, not to a plugin.
func (p Prefix) IsOwn(route string) bool {
	_, own := cutPrefixFold(p.specified(route), Spec+"/v2/")
	return own
}

// cutPrefixFold is a strings.CutPrefix that ignores case.
func cutPrefixFold(text, prefix string) (rest string, found bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// Relation replaces the prefix in a link relation, or the key of an embedded record.
func (p Prefix) Relation(name string) string {
	if rest, ok := strings.CutPrefix(name, Spec+":"); ok {
		return string(p) + ":" + rest
	}
	return name
}

// Field replaces the prefix in the name of a field, at any depth: "_links.cms:term".
func (p Prefix) Field(name string) string {
	if !strings.Contains(name, Spec) {
		return name
	}
	parts := strings.Split(name, ".")
	for i, part := range parts {
		parts[i] = p.Relation(part)
		if rest, ok := strings.CutPrefix(part, Spec+"_pattern_"); ok {
			parts[i] = string(p) + "_pattern_" + rest
		}
	}
	return strings.Join(parts, ".")
}

// Arguments returns a copy of query arguments with the prefix replaced in their names.
func (p Prefix) Arguments(values url.Values) url.Values {
	out := make(url.Values, len(values))
	for key, list := range values {
		if rest, ok := strings.CutPrefix(key, Spec+"_pattern_category"); ok {
			key = string(p) + "_pattern_category" + rest
		}
		out[key] = list
	}
	return out
}

// Total reads a header with a total, -1 if it is absent.
func (p Prefix) Total(header http.Header, name string) int {
	for _, p := range []string{string(p), "wp", Spec} {
		if n, err := strconv.Atoi(header.Get("X-" + p + "-" + name)); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}
