package rest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// BatchRoute returns the route batch/v1.
func BatchRoute() *Route {
	rules := Rules{"*": {Late: true}}
	return &Route{Pattern: "/batch/v1", Endpoints: []Endpoint{On([]string{"POST"}, rules, Everyone, (*Call).batch)}}
}

// batchItem is one request of a batch. why is the error that keeps the request from running, or
// nil.
type batchItem struct {
	call     *Call
	endpoint *Endpoint
	why      *Error
}

// batch runs the requests one after another as the same user. It first validates all requests. With
// require-all-validate one invalid request stops them all.
func (c *Call) batch() (*Response, *Error) {
	requests, _ := c.Get("requests").([]any)
	items, wrong := make([]*batchItem, 0, len(requests)), false
	for _, one := range requests {
		members, _ := php.ToObject(one)
		it := c.batchItem(members)
		it.validate()
		items, wrong = append(items, it), wrong || it.why != nil
	}
	answers := make([]any, 0, len(items))
	if wrong && c.Text("validation") == "require-all-validate" {
		for _, it := range items {
			if it.why == nil {
				answers = append(answers, nil)
			} else {
				answers = append(answers, Envelope(it.why.Response()))
			}
		}
		return &Response{Status: 207, Body: php.Object{{"failed", "validation"}, {"responses", answers}}}, nil
	}
	for _, it := range items {
		answers = append(answers, Envelope(it.run()))
	}
	return &Response{Status: 207, Body: php.Object{{"responses", answers}}}, nil
}

// batchItem returns the call of one request. The body of the request is treated as a form,
// whatever its headers are.
func (c *Call) batchItem(members php.Object) *batchItem {
	path, _ := members.Get("path").(string)
	method, _ := members.Get("method").(string)
	if method == "" {
		method = "POST"
	}
	path, query, ok := splitPath(path)
	if !ok {
		return &batchItem{why: NewError(400, "parse_path_failed", "The path could not be read.")}
	}
	inner := c.Inner(method, path, php.ParseQuery(query))
	inner.batched = true
	body, _ := php.ToObject(members.Get("body"))
	for _, m := range body {
		inner.Form.Set(m.Name, m.Value)
	}
	return &batchItem{call: inner}
}

// splitPath splits an address into path and query, and ignores a host. ok is false if the host
// after "//" is missing.
func splitPath(address string) (path, query string, ok bool) {
	scheme, rest, found := strings.Cut(address, "//")
	if found && (scheme == "" || strings.HasSuffix(scheme, ":") && !strings.Contains(scheme, "/")) {
		address = strings.TrimLeftFunc(rest, func(r rune) bool { return !strings.ContainsRune("/?#", r) })
		if address == rest { // the host is missing
			return "", "", false
		}
	}
	address, _, _ = strings.Cut(address, "#")
	path, query, _ = strings.Cut(address, "?")
	return path, query, true
}

// validate finds the route and checks the arguments. It does not check permissions.
func (it *batchItem) validate() {
	if it.why != nil {
		return
	}
	c := it.call
	if it.endpoint = c.find(); it.endpoint == nil {
		it.why = noRoute()
	} else if !c.Route.load().batch {
		it.why = NewError(400, "rest_batch_not_allowed", "This route cannot be used in a batch.")
	} else {
		it.why = c.check(it.endpoint.params)
	}
}

func (it *batchItem) run() *Response {
	c := it.call
	switch {
	case c == nil:
		return it.why.Response()
	case it.why != nil:
		return c.finish(it.why.Response())
	}
	return c.finish(c.serve(it.endpoint))
}
