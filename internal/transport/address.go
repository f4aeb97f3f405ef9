package transport

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// longAddress is the length above which a GET is sent as an overridden POST.
const longAddress = 2000

// overrideHeader makes a request what its value says, whatever its method:
// only this package may set it.
const overrideHeader = "X-Http-Method-Override"

var errOverride = errors.New("the header " + overrideHeader + " is the client's own")

// address returns what goes out for a call: the override of methods that a
// host may block changes all four parts.
func (c *Client) address(call *Call) (*url.URL, string, http.Header, *Body, error) {
	target := *call.URL
	target.User = nil // net/http would make credentials of it, past the guard
	header, err := c.header(call, &target)
	if err != nil || !c.cfg.MethodOverride {
		return &target, call.Method, header, call.Body, err
	}
	switch call.Method {
	case http.MethodPut, http.MethodPatch, http.MethodDelete:
		header.Set(overrideHeader, call.Method)
		return &target, http.MethodPost, header, call.Body, nil
	case http.MethodGet:
		if len(target.String()) <= longAddress || call.Body != nil {
			break
		}
		route, arguments := splitRoute(&target)
		body, err := nestedJSON(arguments)
		if err != nil {
			return nil, "", nil, nil, err
		}
		header.Set(overrideHeader, call.Method)
		return route, http.MethodPost, header, &Body{Type: "application/json", Bytes: body}, nil
	}
	return &target, call.Method, header, call.Body, nil
}

// header returns the header of a call to target. Config.Header may hold
// secrets of the origin, so other hosts do not get it.
func (c *Client) header(call *Call, target *url.URL) (http.Header, error) {
	header := http.Header{}
	if SameOrigin(target, c.cfg.Origin) && c.cfg.Header != nil {
		header = c.cfg.Header.Clone()
	}
	header.Set("Accept", "application/json")
	header.Set("User-Agent", c.cfg.UserAgent)
	if len(call.Header) > 0 && overrides(call.Header) {
		return nil, errOverride
	}
	for name, values := range call.Header {
		header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
	}
	return header, nil
}

// overrides reports that a header changes the method, in whatever spelling.
func overrides(header http.Header) bool {
	for name := range header {
		if ServerName(name) == overrideHeader {
			return true
		}
	}
	return false
}

// splitRoute takes the arguments out of u, but for those that the server looks
// for in the address alone: the one that is the route, and _embed and its like.
func splitRoute(u *url.URL) (*url.URL, url.Values) {
	arguments, keep := u.Query(), url.Values{}
	for name, values := range arguments {
		if name == "rest_route" || strings.HasPrefix(name, "_") {
			keep[name] = values
			delete(arguments, name)
		}
	}
	route := *u
	route.RawQuery = keep.Encode()
	return &route, arguments
}

// nestedJSON is the body that holds arguments. Names that differ in broken
// UTF-8 alone become equal in it.
func nestedJSON(arguments url.Values) ([]byte, error) {
	return json.Marshal(nest(arguments), json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

// nest turns query arguments (a=1, a[]=1, a[b]=2, a[b][]=3) into the object
// that a JSON body holds for them. Values stay strings, which the server
// accepts for numbers and booleans. Where arguments contradict each other, the
// last name in sorted order wins.
func nest(arguments url.Values) map[string]any {
	out := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(arguments)) {
		values := arguments[key]
		name, inside, nested := strings.Cut(key, "[")
		if name == "" || len(values) == 0 {
			continue // PHP ignores an argument without a name, too
		}
		path := []string{name} // in which "]" is a character like another
		if nested {
			path = append(path, strings.Split(strings.ReplaceAll(inside, "]", ""), "[")...)
		}
		var value any = values[len(values)-1]
		if path[len(path)-1] == "" {
			value, path = values, path[:len(path)-1]
		}
		into := out
		for _, name := range path[:len(path)-1] {
			next, ok := into[name].(map[string]any)
			if !ok {
				next = map[string]any{}
				into[name] = next
			}
			into = next
		}
		into[path[len(path)-1]] = value
	}
	return out
}
