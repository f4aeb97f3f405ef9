package cms

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// address turns routes into addresses below the root of the interface.
type address struct {
	root  *url.URL
	plain bool // the route goes into the rest_route argument
}

// parseSite checks the address of a site and takes trailing slashes off it.
func parseSite(site string) (*url.URL, error) {
	u, reason := transport.ParseBase(site)
	switch reason {
	case transport.HoldsUser:
		reason += "; use WithApplicationPassword"
	case transport.HasQuery:
		reason += "; give the site's own address, or WithRoot for a root such as index.php?rest_route=/"
	}
	if reason != "" {
		return nil, &ArgumentError{Argument: "site", Reason: reason}
	}
	if last := u.Path[strings.LastIndex(u.Path, "/")+1:]; strings.HasSuffix(last, "-json") {
		reason = fmt.Sprintf("%s is the root of the interface; give the address of the site, without it", last)
		return nil, &ArgumentError{Argument: "site", Reason: reason}
	}
	return u, nil
}

// newAddress resolves the name of the root against the site.
func newAddress(site *url.URL, root string) (address, error) {
	base := extend(*site, "/")
	ref, err := url.Parse(root)
	if err != nil {
		return address{}, &ArgumentError{Argument: "WithRoot", Reason: "the name cannot be parsed"}
	}
	u := base.ResolveReference(ref)
	if _, err := url.Parse(u.String()); err != nil { // "//::" is a host without a scheme, and none of http
		return address{}, &ArgumentError{Argument: "WithRoot", Reason: "the host cannot be parsed"}
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return address{}, &ArgumentError{Argument: "WithRoot", Reason: "the root is a name below the site, or an http address"}
	}
	if reason := transport.CheckAddress(u); reason != "" {
		return address{}, &ArgumentError{Argument: "WithRoot", Reason: reason}
	}
	arguments := u.Query()
	a := address{root: u, plain: arguments.Has("rest_route")}
	if !a.plain && u.RawQuery != "" {
		return address{}, &ArgumentError{Argument: "WithRoot", Reason: "only rest_route may stand in its query"}
	}
	if arguments.Del("rest_route"); wire.CheckReserved(arguments) != nil {
		return address{}, &ArgumentError{Argument: "WithRoot", Reason: "its query changes what a request is"}
	}
	if !a.plain && !strings.HasSuffix(u.Path, "/") {
		a.root = extend(*u, "/")
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

// url returns the address of a route, "" being the root itself.
func (a address) url(route string, query url.Values) *url.URL {
	if !a.plain {
		u := extend(*a.root, route)
		u.RawQuery = query.Encode()
		return u
	}
	u := *a.root
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

// arguments are those that an address has with a query: the root may have some, too.
func (a address) arguments(query url.Values) url.Values {
	if !a.plain {
		return query
	}
	all := a.url("", query).Query()
	all.Del("rest_route")
	return all
}

// changes reports that an address of the site holds arguments that make another
// request of a GET: with _method, and the credentials that we send, it deletes.
// Addresses come out of what authors wrote, and out of redirects.
func (a address) changes(u *url.URL) bool {
	if !transport.SameOrigin(u, a.root) {
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

// checkRoute refuses a route that would leave the root or smuggle a query in. The
// id of a template has two slashes in its middle.
func checkRoute(route, name string) (string, error) {
	route = strings.TrimSuffix(strings.TrimPrefix(route, "/"), "/")
	segments := route
	if parent, ok := strings.CutSuffix(route, name); ok {
		segments = parent + strings.Replace(name, "//", "/", 1)
	}
	for segment := range strings.SplitSeq(segments, "/") {
		if (segment == "" && route != "") || segment == "." || segment == ".." {
			return "", &ArgumentError{Argument: "path", Reason: "a segment is empty or dots"}
		}
	}
	for _, r := range route {
		if r < ' ' || r == 0x7f || r == '?' || r == '#' || r == '%' || r == '\\' {
			return "", &ArgumentError{Argument: "path", Reason: fmt.Sprintf("%q may not stand in it", r)}
		}
	}
	return route, nil
}

// specPrefix is how the specification writes the content system's own prefix.
const specPrefix = "cms"

// prefix spells the names that carry the content system's own prefix. Named
// places only, never a replacement in text.
type prefix string

// root is the default name of the interface's root.
func (p prefix) root() string { return string(p) + "-json/" }

// route spells the leading segment of a route, which a site matches in any case.
func (p prefix) route(route string) string {
	if rest, ok := cutPrefixFold(route, specPrefix+"/"); ok {
		return string(p) + "/" + rest
	}
	return route
}

// specified spells the leading segment of a route of the site as the specification
// does.
func (p prefix) specified(route string) string {
	rest, ok := cutPrefixFold(route, string(p))
	if ok && rest != "" && (rest[0] == '/' || rest[0] == '-') { // wp/v2, wp-abilities/v1
		return specPrefix + rest
	}
	return route
}

// isOwn reports that a route is one of the content system's own, not of a plugin.
func (p prefix) isOwn(route string) bool {
	_, own := cutPrefixFold(p.specified(route), NamespaceCMS+"/")
	return own
}

// cutPrefixFold is strings.CutPrefix without regard to case.
func cutPrefixFold(text, prefix string) (rest string, found bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// relation spells a link relation or the key of an embedded record.
func (p prefix) relation(name string) string {
	if rest, ok := strings.CutPrefix(name, specPrefix+":"); ok {
		return string(p) + ":" + rest
	}
	return name
}

// field spells the name of a field, at any depth: "_links.cms:term".
func (p prefix) field(name string) string {
	parts := strings.Split(name, ".")
	for i, part := range parts {
		parts[i] = p.relation(part)
		if rest, ok := strings.CutPrefix(part, specPrefix+"_pattern_"); ok {
			parts[i] = string(p) + "_pattern_" + rest
		}
	}
	return strings.Join(parts, ".")
}

// arguments returns a copy of query arguments in which those that carry the prefix are spelled.
func (p prefix) arguments(values url.Values) url.Values {
	out := make(url.Values, len(values))
	for key, list := range values {
		if rest, ok := strings.CutPrefix(key, specPrefix+"_pattern_category"); ok {
			key = string(p) + "_pattern_category" + rest
		}
		out[key] = list
	}
	return out
}

// members spells the members of params that carry the prefix, at the top and in
// meta, and refuses ids at the top, which are the members keys.
func (p prefix) members(body []byte, keys ...string) ([]byte, error) {
	var top, meta map[string]jsontext.Value
	if err := wire.Unmarshal(body, &top); err != nil {
		return nil, &ArgumentError{Argument: "params", Reason: err.Error()}
	}
	if top == nil {
		return nil, &ArgumentError{Argument: "params", Reason: "they are null"}
	}
	for _, key := range keys {
		if _, ok := top[key]; ok {
			return nil, &ArgumentError{Argument: key, Reason: "it may not stand in params: the server would take it over that of the route"}
		}
	}
	if p == specPrefix {
		return body, nil
	}
	p.rename(top)
	if raw := top["meta"]; raw.Kind() == '{' && wire.Unmarshal(raw, &meta) == nil {
		p.rename(meta)
		top["meta"], _ = wire.Members(meta) // it was encoded a moment ago
	}
	return wire.Members(top)
}

func (p prefix) rename(members map[string]jsontext.Value) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if rest, ok := strings.CutPrefix(name, specPrefix+"_pattern_"); ok {
			members[string(p)+"_pattern_"+rest] = members[name]
			delete(members, name)
		}
	}
}

// total reads a header of totals, -1 if the server does not state it.
func (p prefix) total(header http.Header, name string) int {
	for _, p := range []string{string(p), "wp", specPrefix} {
		if n, err := strconv.Atoi(header.Get("X-" + p + "-" + name)); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}
